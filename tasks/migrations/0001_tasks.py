import uuid
from decimal import Decimal

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("swarms", "0001_swarms"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Actor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("agent", models.CharField(max_length=255)),
                (
                    "fence",
                    models.PositiveBigIntegerField(
                        default=0, help_text="Rises with every lease and every interruption."
                    ),
                ),
                ("entries", models.PositiveIntegerField(default=0, help_text="Length of the history.")),
                (
                    "plain_replies",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Replies without a tool call, one after the other."
                    ),
                ),
                ("woken_at", models.DateTimeField(help_text="When a job was last queued for it.", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("round", models.PositiveIntegerField()),
                (
                    "msg_type",
                    models.CharField(
                        choices=[
                            ("request", "request"),
                            ("response", "response"),
                            ("broadcast", "broadcast"),
                            ("interrupt", "interrupt"),
                            ("broadcast_complete", "broadcast complete"),
                            ("buffered", "buffered"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "sender_type",
                    models.CharField(
                        choices=[
                            ("admin", "admin"),
                            ("agent", "agent"),
                            ("system", "system"),
                            ("user", "user"),
                        ],
                        max_length=8,
                    ),
                ),
                ("sender", models.CharField(max_length=400)),
                ("recipients", models.JSONField(help_text="Addresses as {address_type, address}.")),
                ("subject", models.TextField()),
                ("body", models.TextField()),
                (
                    "reference",
                    models.CharField(help_text="Its request, broadcast or interrupt id.", max_length=255),
                ),
                ("sender_swarm", models.CharField(max_length=255, null=True)),
                ("recipient_swarm", models.CharField(max_length=255, null=True)),
                ("routing_info", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Worker",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("host", models.CharField(max_length=255)),
                ("pid", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField()),
                ("beat_at", models.DateTimeField(db_index=True, help_text="By the database's clock.")),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "priority",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (0, "admin"),
                            (1, "system"),
                            (2, "user"),
                            (3, "urgent"),
                            (4, "broadcast"),
                            (5, "letter"),
                        ]
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("handling", "Handling"),
                            ("done", "Done"),
                            ("stashed", "stashed until the task goes on"),
                            ("dropped", "Dropped"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "goes_first",
                    models.BooleanField(
                        default=False, help_text="An interrupt: it comes before the mail that it interrupted."
                    ),
                ),
                (
                    "continues",
                    models.BooleanField(
                        default=False,
                        help_text="Its message is in the history already; the agent only has to go on.",
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tasks.actor",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tasks.message",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.CreateModel(
            name="Task",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "task_id",
                    models.CharField(help_text="The caller's own name for the task.", max_length=255),
                ),
                (
                    "account",
                    models.CharField(
                        help_text="Whose it is; every query is filtered by this.", max_length=255
                    ),
                ),
                (
                    "owner",
                    models.CharField(
                        help_text="The owner as other swarms see it: role:id@swarm.", max_length=400
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=200)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("paused", "Paused"),
                            ("completed", "Completed"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="running",
                        max_length=12,
                    ),
                ),
                ("contributors", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "last_event",
                    models.PositiveIntegerField(default=0, help_text="Sequence of the newest event."),
                ),
                ("round", models.PositiveIntegerField(default=0, help_text="Number of the present round.")),
                ("entrypoint", models.CharField(max_length=255)),
                (
                    "message_count",
                    models.PositiveIntegerField(default=0, help_text="Counted messages in this round."),
                ),
                ("message_limit", models.PositiveIntegerField(default=0)),
                ("step_count", models.PositiveIntegerField(default=0, help_text="Steps in this round.")),
                (
                    "nudged",
                    models.BooleanField(default=False, help_text="The stalled round got its one reminder."),
                ),
                (
                    "forced",
                    models.BooleanField(default=False, help_text="The round is being forced to its end."),
                ),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                (
                    "extra_tools",
                    models.JSONField(
                        default=list, help_text="Tools the caller offers; each is a breakpoint."
                    ),
                ),
                ("input_tokens", models.PositiveBigIntegerField(default=0)),
                ("output_tokens", models.PositiveBigIntegerField(default=0)),
                ("cost", models.DecimalField(decimal_places=8, default=Decimal("0"), max_digits=16)),
                (
                    "reserved_tokens",
                    models.PositiveBigIntegerField(default=0, help_text="Held for model calls under way."),
                ),
                ("swarm", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="swarms.swarm")),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="swarms.swarmversion"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("account", models.CharField(max_length=255)),
                ("key", models.CharField(max_length=255)),
                ("digest", models.CharField(max_length=64)),
                ("round", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("task", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tasks.task")),
            ],
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asking", "asking the model"),
                            ("replied", "reply stored, calls not yet carried out"),
                            ("done", "Done"),
                            ("abandoned", "Abandoned"),
                        ],
                        default="asking",
                        max_length=10,
                    ),
                ),
                (
                    "reply",
                    models.JSONField(
                        help_text="What the model answered, stored before anything acts on it.", null=True
                    ),
                ),
                ("model", models.CharField(blank=True, max_length=255)),
                ("input_tokens", models.PositiveIntegerField(default=0)),
                ("output_tokens", models.PositiveIntegerField(default=0)),
                ("reasoning_tokens", models.PositiveIntegerField(default=0)),
                ("cached_tokens", models.PositiveIntegerField(default=0)),
                ("cost", models.DecimalField(decimal_places=8, default=Decimal("0"), max_digits=16)),
                ("reserved_tokens", models.PositiveIntegerField(default=0)),
                ("started_at", models.DateTimeField()),
                (
                    "failures",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Times it failed for a reason of ours."
                    ),
                ),
                ("replied_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="steps", to="tasks.actor"
                    ),
                ),
                (
                    "delivery",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tasks.delivery"),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="steps", to="tasks.task"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("entrypoint", models.CharField(max_length=255)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("paused", "Paused"),
                            ("completed", "Completed"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="running",
                        max_length=12,
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                (
                    "opened_event",
                    models.PositiveIntegerField(help_text="The newest event before this round."),
                ),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "closed_event",
                    models.PositiveIntegerField(help_text="The event that ended it.", null=True),
                ),
                ("response", models.TextField(blank=True)),
                ("error", models.TextField(blank=True)),
                (
                    "version",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="swarms.swarmversion"),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tasks.task"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="message",
            name="task",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="tasks.task"
            ),
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=32)),
                ("description", models.TextField()),
                ("extra", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "message",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="tasks.message",
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tasks.task",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="delivery",
            name="task",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tasks.task"),
        ),
        migrations.AddField(
            model_name="actor",
            name="task",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="actors", to="tasks.task"
            ),
        ),
        migrations.CreateModel(
            name="ActionRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("call_id", models.CharField(max_length=255)),
                ("name", models.CharField(max_length=255)),
                ("arguments", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("intended", "about to run"),
                            ("pending", "waits for a person's answer"),
                            ("completed", "Completed"),
                            ("failed", "Failed"),
                            ("unknown", "outcome unknown after a crash"),
                        ],
                        max_length=10,
                    ),
                ),
                ("is_breakpoint", models.BooleanField(default=False)),
                ("result", models.TextField(blank=True)),
                ("answered_by", models.CharField(blank=True, max_length=400)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "step",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to="tasks.step"
                    ),
                ),
                ("task", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tasks.task")),
            ],
        ),
        migrations.AddField(
            model_name="actor",
            name="worker",
            field=models.ForeignKey(
                db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, to="tasks.worker"
            ),
        ),
        migrations.CreateModel(
            name="HistoryEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("message", "Message"),
                            ("reply", "the model's reply"),
                            ("result", "the result of a call"),
                            ("summary", "stands for older entries"),
                        ],
                        max_length=8,
                    ),
                ),
                ("content", models.JSONField(null=True)),
                (
                    "is_hidden",
                    models.BooleanField(
                        default=False, help_text="Left out of the prompt: ignored or summarised."
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="history",
                        to="tasks.actor",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, to="tasks.message"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "history entries",
                "constraints": [
                    models.UniqueConstraint(fields=("actor", "position"), name="one_entry_per_position")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(fields=["account", "-id"], name="tasks_of_account"),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(
                condition=models.Q(("status", "running")), fields=["deadline"], name="running_deadlines"
            ),
        ),
        migrations.AddConstraint(
            model_name="task",
            constraint=models.UniqueConstraint(fields=("account", "task_id"), name="one_task_id_per_account"),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.UniqueConstraint(fields=("account", "key"), name="one_submission_per_key"),
        ),
        migrations.AddConstraint(
            model_name="step",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("asking", "replied"))),
                fields=("actor",),
                name="one_open_step_per_actor",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("task", "number"), name="one_round_per_number"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["task", "id"], name="messages_of_task"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("task", "sequence"), name="one_event_per_sequence"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["state", "actor"], name="mail_by_state"),
        ),
        migrations.AddIndex(
            model_name="actionrun",
            index=models.Index(
                condition=models.Q(("state", "pending")), fields=["task"], name="pending_runs"
            ),
        ),
        migrations.AddConstraint(
            model_name="actionrun",
            constraint=models.UniqueConstraint(fields=("step", "call_id"), name="one_run_per_call"),
        ),
        migrations.AddIndex(
            model_name="actor",
            index=models.Index(
                condition=models.Q(("worker__isnull", False)), fields=["worker"], name="leased_actors"
            ),
        ),
        migrations.AddConstraint(
            model_name="actor",
            constraint=models.UniqueConstraint(fields=("task", "agent"), name="one_actor_per_agent_and_task"),
        ),
    ]
