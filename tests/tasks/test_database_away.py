"""A database that goes away between a model's reply and its commit: the reply is not asked for again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from tasks.choices import Status
from tasks.engine import run
from tasks.engine.outcome import store_outcome, store_reply
from tasks.models import Round
from tests.tasks.stage import Stage, Workplace, action, call, finish

pytestmark = pytest.mark.django_db(transaction=True)


class Shaky(Workplace):
    """A workplace whose connection breaks once at a given commit, before it or just after."""

    def __init__(self, at: Callable[..., Any], *, after: bool) -> None:
        super().__init__()
        self.at: Callable[..., Any] | None = at
        self.after = after

    async def in_database(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if function is not self.at:
            return await super().in_database(function, *arguments)
        self.at = None
        if self.after:
            await super().in_database(function, *arguments)
        raise OperationalError("terminating connection due to administrator command")


@pytest.mark.parametrize("commit", [store_reply, store_outcome])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_broken_connection_costs_no_second_reply(
    commit: Callable[..., Any], after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "DATABASE_PAUSE", 0.01)
    ran: list[int] = []

    def look(arguments: dict[str, Any]) -> str:
        ran.append(1)
        return "sunny"

    stage = Stage(
        {"supervisor": []},
        actions=[action("look", look, idempotent=True)],
        agent_actions={"supervisor": ["look"]},
    )
    stage.workplace = Shaky(commit, after=after)
    stage.script("supervisor", call("look"), finish("sunny"))
    task = stage.send()
    stage.run()
    task.refresh_from_db()
    assert task.status == Status.COMPLETED
    assert Round.objects.get(task=task).response == "sunny"
    assert len(stage.prompts["supervisor"]) == 2
    assert len(ran) == 1
    assert "run_loop_error" not in stage.names(task)
