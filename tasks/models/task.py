"""A task, its rounds, and which submission opened what."""

import uuid
from decimal import Decimal

from django.conf import settings
from django.db import models

from swarms.models import Swarm, SwarmVersion
from tasks.choices import Status


class Task(models.Model):
    """What somebody asked a swarm to do. The row carries the live state of the present round."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    task_id = models.CharField(max_length=255, help_text="The caller's own name for the task.")
    account = models.CharField(max_length=255, help_text="Whose it is; every query is filtered by this.")
    owner = models.CharField(max_length=400, help_text="The owner as other swarms see it: role:id@swarm.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    swarm = models.ForeignKey(Swarm, on_delete=models.PROTECT)
    title = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.RUNNING)
    contributors = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    last_event = models.PositiveIntegerField(default=0, help_text="Sequence of the newest event.")
    round = models.PositiveIntegerField(default=0, help_text="Number of the present round.")
    version = models.ForeignKey(SwarmVersion, on_delete=models.PROTECT)
    entrypoint = models.CharField(max_length=255)
    message_count = models.PositiveIntegerField(default=0, help_text="Counted messages in this round.")
    message_limit = models.PositiveIntegerField(default=0)
    step_count = models.PositiveIntegerField(default=0, help_text="Steps in this round.")
    nudged = models.BooleanField(default=False, help_text="The stalled round got its one reminder.")
    forced = models.BooleanField(default=False, help_text="The round is being forced to its end.")
    deadline = models.DateTimeField(null=True, blank=True)
    extra_tools = models.JSONField(default=list, help_text="Tools the caller offers; each is a breakpoint.")

    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    cost = models.DecimalField(max_digits=16, decimal_places=8, default=Decimal(0))
    reserved_tokens = models.PositiveBigIntegerField(default=0, help_text="Held for model calls under way.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "task_id"], name="one_task_id_per_account")]
        indexes = [
            models.Index(fields=["account", "-id"], name="tasks_of_account"),
            models.Index(fields=["deadline"], name="running_deadlines", condition=models.Q(status="running")),
        ]

    def __str__(self) -> str:
        return self.task_id

    @property
    def is_running(self) -> bool:
        return self.status == Status.RUNNING

    @property
    def is_completed(self) -> bool:
        return self.status == Status.COMPLETED


class Round(models.Model):
    """The record of one round: from a submit to its one end."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    version = models.ForeignKey(SwarmVersion, on_delete=models.PROTECT)
    entrypoint = models.CharField(max_length=255)
    status = models.CharField(max_length=12, choices=Status, default=Status.RUNNING)
    opened_at = models.DateTimeField(auto_now_add=True)
    opened_event = models.PositiveIntegerField(help_text="The newest event before this round.")
    closed_at = models.DateTimeField(null=True)
    closed_event = models.PositiveIntegerField(null=True, help_text="The event that ended it.")
    response = models.TextField(blank=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.task_id} round {self.number}"


class Submission(models.Model):
    """Remembers an idempotency key, so that a repeated submit finds its task again."""

    account = models.CharField(max_length=255)
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    task = models.ForeignKey(Task, on_delete=models.CASCADE)
    round = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="one_submission_per_key")]

    def __str__(self) -> str:
        return self.key
