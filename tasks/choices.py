"""The closed sets of names that tasks are described with."""

from enum import Enum, StrEnum
from typing import Any

from django.db.models import TextChoices


def as_choices(names: type[Enum]) -> list[tuple[Any, str]]:
    """The protocol's own sets as Django wants them for a column."""
    return [(member.value, member.name.lower().replace("_", " ")) for member in names]


class Status(TextChoices):
    RUNNING = "running"
    PAUSED = "paused"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class DeliveryState(TextChoices):
    """Where a message stands in one agent's mailbox."""

    WAITING = "waiting"
    HANDLING = "handling"
    DONE = "done"
    STASHED = "stashed", "stashed until the task goes on"
    DROPPED = "dropped"


class StepState(TextChoices):
    """How far one step of an agent has come."""

    ASKING = "asking", "asking the model"
    REPLIED = "replied", "reply stored, calls not yet carried out"
    DONE = "done"
    ABANDONED = "abandoned"


class ActionState(TextChoices):
    """How far one action call has come."""

    INTENDED = "intended", "about to run"
    PENDING = "pending", "waits for a person's answer"
    COMPLETED = "completed"
    FAILED = "failed"
    UNKNOWN = "unknown", "outcome unknown after a crash"


class EntryKind(TextChoices):
    """What an entry of an agent's history is."""

    MESSAGE = "message"
    REPLY = "reply", "the model's reply"
    RESULT = "result", "the result of a call"
    SUMMARY = "summary", "stands for older entries"


class ResumeFrom(TextChoices):
    USER_RESPONSE = "user_response"
    BREAKPOINT = "breakpoint_tool_call"


class EventName(StrEnum):
    """Every event of a task's log; `ping` and deltas are sent to listeners only."""

    ACTION_CALL = "action_call"
    ACTION_COMPLETE = "action_complete"
    ACTION_ERROR = "action_error"
    AGENT_ERROR = "agent_error"
    AWAIT_MESSAGE = "await_message"
    BREAKPOINT_ACTION_COMPLETE = "breakpoint_action_complete"
    BREAKPOINT_TOOL_CALL = "breakpoint_tool_call"
    BROADCAST_IGNORED = "broadcast_ignored"
    BUILTIN_TOOL_CALL = "builtin_tool_call"
    HELP_CALLED = "help_called"
    INTERSWARM_MESSAGE_ERROR = "interswarm_message_error"
    INTERSWARM_MESSAGE_RECEIVED = "interswarm_message_received"
    INTERSWARM_MESSAGE_SENT = "interswarm_message_sent"
    NEW_MESSAGE = "new_message"
    PING = "ping"
    RUN_LOOP_CANCELLED = "run_loop_cancelled"
    RUN_LOOP_ERROR = "run_loop_error"
    SHUTDOWN_REQUESTED = "shutdown_requested"
    TASK_COMPLETE = "task_complete"
    TASK_COMPLETE_CALL = "task_complete_call"
    TASK_COMPLETE_CALL_DUPLICATE = "task_complete_call_duplicate"
    TASK_ERROR = "task_error"
    TOOL_CALL = "tool_call"


OPEN_STEPS = (StepState.ASKING, StepState.REPLIED)
OPEN_DELIVERIES = (DeliveryState.WAITING, DeliveryState.HANDLING)
ROUND_ENDS = {
    Status.COMPLETED: EventName.TASK_COMPLETE,
    Status.PAUSED: EventName.BREAKPOINT_TOOL_CALL,
    Status.FAILED: EventName.TASK_ERROR,
    Status.CANCELLED: EventName.TASK_ERROR,
}
