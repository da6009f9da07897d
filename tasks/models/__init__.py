"""The rows that are the truth about tasks."""

from tasks.models.actor import ActionRun, Actor, HistoryEntry, Step
from tasks.models.event import Event
from tasks.models.message import Delivery, Message
from tasks.models.task import Round, Submission, Task
from tasks.models.worker import Worker

__all__ = [
    "ActionRun",
    "Actor",
    "Delivery",
    "Event",
    "HistoryEntry",
    "Message",
    "Round",
    "Step",
    "Submission",
    "Task",
    "Worker",
]
