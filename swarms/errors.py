"""What can go wrong with swarm definitions."""

from collections.abc import Sequence

from mail.errors import Conflict, Invalid, NotFound
from mail.swarms_json import Problem


class UnknownSwarm(NotFound):
    """This server hosts no swarm of that name; GET /ui/agents and the admin show which ones there are."""


class NoSwarm(NotFound):
    """This server hosts no swarm yet; create one in the admin or with manage.py load_swarms."""


class SwarmNotRunnable(Conflict):
    """This swarm cannot run as it is defined; its page in the admin lists what to mend."""


class BadDocument(Invalid):
    """The swarm definitions are not valid; nothing was changed."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.sentence for problem in self.problems[:20]) or None)
