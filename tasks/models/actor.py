"""An agent at work in one task: its lease, its history, its steps and their action calls."""

from decimal import Decimal

from django.db import models
from django.db.models import Q

from tasks.choices import OPEN_STEPS, ActionState, EntryKind, StepState
from tasks.models.message import Delivery, Message
from tasks.models.task import Task
from tasks.models.worker import Worker


class Actor(models.Model):
    """One agent in one task. Whoever holds the lease, and knows its fence, may step it."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="actors")
    agent = models.CharField(max_length=255)
    worker = models.ForeignKey(Worker, null=True, on_delete=models.SET_NULL, db_index=False)
    fence = models.PositiveBigIntegerField(
        default=0, help_text="Rises with every lease and every interruption."
    )
    entries = models.PositiveIntegerField(default=0, help_text="Length of the history.")
    plain_replies = models.PositiveSmallIntegerField(
        default=0, help_text="Replies without a tool call, one after the other."
    )
    woken_at = models.DateTimeField(null=True, help_text="When a job was last queued for it.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "agent"], name="one_actor_per_agent_and_task")]
        indexes = [models.Index(fields=["worker"], name="leased_actors", condition=Q(worker__isnull=False))]

    def __str__(self) -> str:
        return self.agent


class HistoryEntry(models.Model):
    """One entry of what the model sees. A message is kept by reference and rendered when read."""

    actor = models.ForeignKey(Actor, on_delete=models.CASCADE, related_name="history", db_index=False)
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=EntryKind)
    message = models.ForeignKey(Message, null=True, on_delete=models.CASCADE)
    content = models.JSONField(null=True)
    is_hidden = models.BooleanField(default=False, help_text="Left out of the prompt: ignored or summarised.")

    class Meta:
        verbose_name_plural = "history entries"
        constraints = [models.UniqueConstraint(fields=["actor", "position"], name="one_entry_per_position")]

    def __str__(self) -> str:
        return f"{self.kind} {self.position}"


class Step(models.Model):
    """One turn of an agent: a delivery, the model's reply to it, and what came of that."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="steps")
    actor = models.ForeignKey(Actor, on_delete=models.CASCADE, related_name="steps")
    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE)
    round = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=StepState, default=StepState.ASKING)
    reply = models.JSONField(
        null=True, help_text="What the model answered, stored before anything acts on it."
    )
    model = models.CharField(max_length=255, blank=True)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    reasoning_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=16, decimal_places=8, default=Decimal(0))
    reserved_tokens = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0, help_text="Times it failed for a reason of ours.")
    replied_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["actor"], name="one_open_step_per_actor", condition=Q(state__in=OPEN_STEPS)
            )
        ]

    def __str__(self) -> str:
        return f"step {self.pk}"


class ActionRun(models.Model):
    """An action call's intent, stored before it runs, and its outcome, stored after."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE)
    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="runs")
    call_id = models.CharField(max_length=255)
    name = models.CharField(max_length=255)
    arguments = models.JSONField()
    state = models.CharField(max_length=10, choices=ActionState)
    is_breakpoint = models.BooleanField(default=False)
    result = models.TextField(blank=True)
    answered_by = models.CharField(max_length=400, blank=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["step", "call_id"], name="one_run_per_call")]
        indexes = [models.Index(fields=["task"], name="pending_runs", condition=Q(state=ActionState.PENDING))]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """The idempotency key an action may pass on: the same for every attempt at this call."""
        return f"{self.step_id}:{self.call_id}"
