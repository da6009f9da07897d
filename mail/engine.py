"""Knows what the Python API asks of the engine, and finds the engine by its name at run time.

`mail` imports no server code. This Protocol is the one place where the two meet: whoever installs the whole
product has an implementation under the name below.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

from mail.agents import AgentFunction
from mail.errors import Unavailable
from mail.messages import MAILMessage, MessageType

IMPLEMENTATION = "mailproject.local_engine"

ActionFunction = Callable[[dict[str, Any]], Awaitable[Any]]
ResumeFrom = Literal["user_response", "breakpoint_tool_call"]


class NoEngine(Unavailable):
    """The engine is not installed here: install the whole package, not only the `mail` library."""


@dataclass(frozen=True)
class Definition:
    """A swarm to run: its entry of swarms.json without references, and the functions they would name."""

    document: Mapping[str, Any]
    agents: Mapping[str, AgentFunction]
    actions: Mapping[str, ActionFunction]

    @property
    def name(self) -> str:
        return str(self.document["name"])


@dataclass(frozen=True)
class Letter:
    """What a user sends to a swarm, or how they answer a breakpoint."""

    body: str
    subject: str = "New Message"
    msg_type: MessageType = MessageType.REQUEST
    entrypoint: str | None = None
    task_id: str | None = None
    resume_from: ResumeFrom | None = None
    breakpoint_result: Any = None
    max_steps: int | None = None


@dataclass(frozen=True)
class Ticket:
    """Where to find what becomes of a letter: the task, its round, and the newest event before it."""

    task_id: str
    round: int
    key: int
    after: int


@dataclass(frozen=True)
class SwarmEvent:
    """One event of a task. The id counts up from 1 within the task, without gaps."""

    event: str
    data: dict[str, Any]
    id: int | None = None


@dataclass(frozen=True)
class MAILTask:
    """A task as it stands."""

    task_id: str
    task_owner: str
    title: str
    status: str
    start_time: str
    entrypoint: str
    task_contributors: list[str] = field(default_factory=list)

    @property
    def is_running(self) -> bool:
        return self.status == "running"

    @property
    def completed(self) -> bool:
        return self.status == "completed"


class Engine(Protocol):
    """Runs swarms in this process. The plain methods may block for a moment, also inside an event loop."""

    def host(self, definition: Definition, name: str | None = None) -> str:
        """Take a swarm in, or give the one hosted under a name a new definition; the name it runs under."""

    def release(self, swarm: str, owner: str) -> None:
        """Cancel what runs and forget the swarm's functions."""

    def read_events(self, swarm: str, owner: str, task_id: str) -> list[SwarmEvent]:
        """All events of a task so far."""

    def read_tasks(self, swarm: str, owner: str) -> list[MAILTask]:
        """The owner's tasks in this swarm, oldest first."""

    async def submit(self, swarm: str, owner: str, letter: Letter) -> Ticket:
        """Store a letter; work on it begins at once."""

    async def wait(self, ticket: Ticket, patience: float | None) -> MAILMessage | None:
        """The message that ended the round; None if that takes longer than the given seconds."""

    def follow(self, ticket: Ticket) -> AsyncIterator[SwarmEvent]:
        """The round's events as they happen, to its end."""


def get_engine(data_dir: str | Path | None = None) -> Engine:
    """This process's engine, started on first use. Without a folder its data goes when the process ends."""
    try:
        module = import_module(IMPLEMENTATION)
    except ModuleNotFoundError as error:
        if error.name is None or not IMPLEMENTATION.startswith(error.name):
            raise
        raise NoEngine from error
    engine: Engine = module.get_engine(Path(data_dir) if data_dir is not None else None)
    return engine
