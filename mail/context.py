"""What an action can know about the call it is serving."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ActionCall:
    """The call under way. The key is the same for every attempt, so an outside service can refuse repeats."""

    task_id: str
    agent: str
    call_id: str
    idempotency_key: str


current_call: ContextVar[ActionCall | None] = ContextVar("current_call", default=None)
