"""The actions of the swarm under test. Each leaves a line outside the database: its effect can be counted."""

import os
from pathlib import Path

from mail.actions import action


@action
async def ring(case: str) -> str:
    """Ring a bell. Cannot be taken back."""
    return leave_mark("ring", case)


@action(idempotent=True)
async def look(case: str) -> str:
    """Look out of the window. Can be done again."""
    return leave_mark("look", case)


def leave_mark(what: str, case: str) -> str:
    with Path(os.environ["MAIL_TEST_EFFECTS"]).open("a") as effects:
        effects.write(f"{what} {case}\n")
    return f"{what} done"
