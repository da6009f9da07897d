"""The event log of a task. Written only by tasks/events.py, read only by tasks/follow.py."""

from django.db import models

from tasks.models.message import Message
from tasks.models.task import Task


class Event(models.Model):
    """One fact. Sequences of a task have no gaps and appear in order."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="events", db_index=False)
    sequence = models.PositiveIntegerField()
    name = models.CharField(max_length=32)
    description = models.TextField()
    extra = models.JSONField(default=dict)
    # A message is kept by reference: a megabyte of body is stored once.
    message = models.ForeignKey(Message, null=True, on_delete=models.CASCADE, db_index=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "sequence"], name="one_event_per_sequence")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.name}"
