"""A swarm's agents and actions on the swarm's own page."""

from swarms.admin.draft import RowFormSet
from swarms.admin.forms import ActionForm, AgentForm
from swarms.admin.theme import StackedInline
from swarms.models import Action, Agent


class AgentInline(StackedInline):
    model = Agent
    form = AgentForm
    formset = RowFormSet
    extra = 0
    collapsible = True
    ordering_field = "position"
    hide_ordering_field = True
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "position",
                    ("name", "llm"),
                    "system",
                    ("comm_targets", "actions"),
                    ("enable_entrypoint", "can_complete_tasks", "enable_interswarm"),
                    "factory",
                    ("tool_format", "exclude_tools"),
                    ("agent_params", "extra"),
                )
            },
        ),
    )


class ActionInline(StackedInline):
    model = Action
    form = ActionForm
    formset = RowFormSet
    extra = 0
    collapsible = True
    ordering_field = "position"
    hide_ordering_field = True
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "position",
                    ("name", "function"),
                    "description",
                    "parameters",
                    ("idempotent", "timeout"),
                    "extra",
                )
            },
        ),
    )
