"""What exists: a swarm, its agents and actions, and every version it ever had."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from swarms.choices import ToolFormat

NAME_LENGTH = 120
REFERENCE_LENGTH = 300
OTHER_FIELDS = "Fields of the definition that this server does not know, kept and exported as they are."


class Swarm(models.Model):
    """A group of agents that answers messages together."""

    name = models.CharField(
        max_length=NAME_LENGTH,
        unique=True,
        help_text="How programs and other swarms address it, as in agent@name. No spaces and no @.",
    )
    version = models.CharField(
        max_length=60,
        default="1.0.0",
        help_text="Your own version text, such as 1.0.0. It is shown, never interpreted.",
    )
    description = models.TextField(
        blank=True, help_text="What this swarm is good for, in a sentence or two. Other servers see it."
    )
    keywords = models.JSONField(
        default=list, blank=True, help_text="Words by which others may find it, separated by commas."
    )
    public = models.BooleanField(
        default=False, help_text="Show this swarm to callers who are not logged in, such as other servers."
    )
    entrypoint = models.CharField(
        max_length=NAME_LENGTH,
        help_text="The agent that receives a caller's message. It must be marked as an entrypoint below.",
    )
    enable_interswarm = models.BooleanField(
        "interswarm",
        default=False,
        help_text="Let agents of this swarm and of other servers write to each other.",
    )
    enable_db_agent_histories = models.BooleanField(
        "database histories",
        default=False,
        help_text="Kept for MAIL 1.x definitions. This server stores every history, with or without it.",
    )
    breakpoint_tools = models.JSONField(
        default=list,
        blank=True,
        help_text="Actions that pause the task until a person answers, separated by commas.",
    )
    exclude_tools = models.JSONField(
        default=list,
        blank=True,
        help_text="MAIL tools that no agent of this swarm gets, such as send_interrupt, separated by commas.",
    )
    task_message_limit = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Messages in one round before the swarm is made to finish. Empty means the server's limit.",
    )
    budget_tokens = models.PositiveBigIntegerField(
        "token budget",
        null=True,
        blank=True,
        help_text="Model tokens one task may use. Empty means no limit.",
    )
    budget_cost = models.DecimalField(
        "money budget",
        max_digits=14,
        decimal_places=6,
        null=True,
        blank=True,
        help_text="US dollars of model calls one task may cost. Empty means no limit.",
    )
    budget_seconds = models.FloatField(
        "time budget",
        null=True,
        blank=True,
        help_text="Seconds one round of a task may take. Empty means no limit.",
    )
    action_imports = models.JSONField(
        default=list,
        blank=True,
        help_text="Ready-made actions, one python:: reference per line. Each has a name of its own.",
    )
    extra = models.JSONField(
        "other fields",
        default=dict,
        blank=True,
        help_text=OTHER_FIELDS,
    )
    # Optional fields that the loaded document spelled out although they have their default value,
    # so that an export says what was loaded and no more.
    stated = models.JSONField(
        default=dict, blank=True, editable=False, help_text="Defaults the document spells out."
    )
    is_default = models.BooleanField(
        "default swarm", default=False, help_text="Messages that name no swarm go here. One swarm has this."
    )
    is_runnable = models.BooleanField(
        "runnable", default=False, editable=False, help_text="Whether messages can be sent to it."
    )
    problems = models.JSONField(
        default=list, blank=True, editable=False, help_text="What keeps this swarm from running."
    )
    current_version = models.ForeignKey(
        "SwarmVersion",
        on_delete=models.RESTRICT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        help_text="The version that new rounds use.",
    )
    created_at = models.DateTimeField(auto_now_add=True, help_text="When this swarm was first stored.")
    changed_at = models.DateTimeField(auto_now=True, help_text="When this swarm was last saved.")

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"], condition=Q(is_default=True), name="swarms_one_default_swarm"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Agent(models.Model):
    """One member of a swarm."""

    swarm = models.ForeignKey(
        Swarm, on_delete=models.CASCADE, related_name="agents", help_text="The swarm this agent belongs to."
    )
    position = models.PositiveIntegerField(
        default=0, help_text="Its place in the definition; drag to change it."
    )
    name = models.CharField(
        max_length=NAME_LENGTH,
        help_text="How other agents address it, such as weather. No spaces, no @, not all.",
    )
    factory = models.CharField(
        max_length=REFERENCE_LENGTH,
        help_text="What makes the agent, such as python::mail.factories.base:LiteLLMAgentFunction.",
    )
    comm_targets = models.JSONField(
        "may write to",
        default=list,
        blank=True,
        help_text="Agents it may write to, separated by commas; with interswarm also agent@swarm.",
    )
    actions = models.JSONField(
        default=list, blank=True, help_text="Names of the actions below that it may use, separated by commas."
    )
    enable_entrypoint = models.BooleanField(
        "entrypoint", default=False, help_text="Callers may write to this agent directly."
    )
    can_complete_tasks = models.BooleanField(
        "completes tasks", default=False, help_text="This agent may finish a task. At least one agent must."
    )
    enable_interswarm = models.BooleanField(
        "interswarm", default=False, help_text="This agent may write to agents of other swarms."
    )
    tool_format = models.CharField(
        max_length=20,
        choices=ToolFormat.choices,
        default=ToolFormat.RESPONSES,
        help_text="The shape in which the model is told of its tools. When in doubt, completions.",
    )
    exclude_tools = models.JSONField(
        default=list, blank=True, help_text="MAIL tools that this agent does not get, separated by commas."
    )
    agent_params = models.JSONField(
        "parameters",
        default=dict,
        blank=True,
        help_text="What the factory is given: llm (the model), system (the prompt) and any model option. "
        "Keys and passwords only as ${NAME} of an environment variable.",
    )
    extra = models.JSONField(
        "other fields",
        default=dict,
        blank=True,
        help_text=OTHER_FIELDS,
    )
    stated = models.JSONField(
        default=dict, blank=True, editable=False, help_text="Defaults the document spells out."
    )

    class Meta:
        ordering = ["position", "pk"]
        constraints = [models.UniqueConstraint(fields=["swarm", "name"], name="swarms_agent_name_in_swarm")]

    def __str__(self) -> str:
        return self.name


class Action(models.Model):
    """A tool of a swarm's own: what it is called, what it takes and what runs it."""

    swarm = models.ForeignKey(
        Swarm,
        on_delete=models.CASCADE,
        related_name="actions",
        help_text="The swarm this action belongs to.",
    )
    position = models.PositiveIntegerField(
        default=0, help_text="Its place in the definition; drag to change it."
    )
    name = models.CharField(
        max_length=NAME_LENGTH,
        help_text="What the model calls it: letters, digits, _ and -, such as get_weather.",
    )
    description = models.TextField(
        blank=True, help_text="Tells the model when to use it and what it answers."
    )
    parameters = models.JSONField(
        default=dict, blank=True, help_text="JSON Schema of its arguments: an object with properties."
    )
    function = models.CharField(
        max_length=REFERENCE_LENGTH,
        blank=True,
        help_text="What runs it: a python:: reference. May be empty for an action that pauses for a person.",
    )
    idempotent = models.BooleanField(
        default=False,
        help_text="Running it twice does no harm, so it is repeated if a worker dies on the way.",
    )
    timeout = models.FloatField(
        null=True, blank=True, help_text="Seconds it may take. Empty means the server's limit."
    )
    extra = models.JSONField(
        "other fields",
        default=dict,
        blank=True,
        help_text=OTHER_FIELDS,
    )
    stated = models.JSONField(
        default=dict, blank=True, editable=False, help_text="Defaults the document spells out."
    )

    class Meta:
        ordering = ["position", "pk"]
        constraints = [models.UniqueConstraint(fields=["swarm", "name"], name="swarms_action_name_in_swarm")]

    def __str__(self) -> str:
        return self.name


class SwarmVersion(models.Model):
    """A swarm's definition as it once was: written once, never changed."""

    swarm = models.ForeignKey(
        Swarm, on_delete=models.CASCADE, related_name="versions", help_text="The swarm this is a version of."
    )
    number = models.PositiveIntegerField(help_text="Counts up from one with each change.")
    document = models.JSONField(help_text="The definition, as an entry of swarms.json.")
    digest = models.CharField(
        max_length=64, help_text="SHA-256 of the definition, to see whether anything changed."
    )
    created_at = models.DateTimeField(auto_now_add=True, help_text="When it was saved.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who saved it; empty when a command or the start of the server did.",
    )

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["swarm", "number"], name="swarms_version_number_in_swarm")
        ]

    def __str__(self) -> str:
        return f"{self.swarm.name} {self.number}"
