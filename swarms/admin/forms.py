"""The forms of a swarm, an agent and an action."""

import copy
from typing import Any

from django import forms
from django.forms.models import construct_instance
from django.utils.text import capfirst

from swarms.admin.draft import Draft, find_field
from swarms.admin.fields import JsonField, NamesField, NamesWidget, ReferenceField, TextField
from swarms.admin.suggestions import DEFAULT_FACTORY, DEFAULT_MODEL, DEFAULT_PARAMETERS
from swarms.admin.theme import Form
from swarms.choices import ToolFormat
from swarms.document import ACTION_FIELDS, AGENT_FIELDS, NESTED, SWARM_FIELDS, Field
from swarms.models import REFERENCE_LENGTH, Action, Agent, Swarm


class OtherFields(JsonField):
    """Fields this server does not know. Those it knows belong into their own form field."""

    def __init__(self, known: tuple[Field, ...], *also: str, **options: Any) -> None:
        self.known = {field.name for field in known}.union(also)
        super().__init__(label="Other fields", rows=2, **options)

    def validate(self, value: Any) -> None:
        if taken := sorted(self.known.intersection(value)):
            raise forms.ValidationError(
                f"{', '.join(taken)} has a field of its own on this page; fill in that."
            )


class ExplainedForm(Form):
    """A form whose own fields keep the model's help text and label."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            column = next((one for one in self._meta.model._meta.fields if one.name == name), None)
            if column is not None:
                field.help_text = field.help_text or column.help_text
                field.label = field.label or capfirst(column.verbose_name)


class SwarmForm(ExplainedForm):
    """The swarm itself; checking it checks its agents and actions with it."""

    draft: Draft
    wants_default = False

    description = TextField(rows=2)
    keywords = NamesField()
    entrypoint = forms.CharField(required=False, widget=NamesWidget("agents", single=True))
    breakpoint_tools = NamesField(suggest="actions")
    exclude_tools = NamesField(suggest="tools")
    action_imports = NamesField(suggest="functions", lines=True)
    extra = OtherFields(SWARM_FIELDS, *NESTED)

    class Meta:
        model = Swarm
        fields = "__all__"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        # Kept from the row: another swarm may be the default now, and saving moves the mark.
        self.wants_default = bool(cleaned.pop("is_default", False))
        complete = self.draft.is_complete()
        if not self.errors and complete:
            cleaned["entrypoint"] = cleaned.get("entrypoint") or self.only_entrypoint()
            swarm = construct_instance(self, copy.deepcopy(self.instance))
            for problem in self.draft.check(swarm):
                self.add_error(find_field(self, problem.path), problem.sentence)
        return cleaned

    def only_entrypoint(self) -> str:
        """With one agent marked as entrypoint there is nothing to ask."""
        marked = [agent.name for agent in self.draft.rows("agents") if agent.enable_entrypoint]
        return marked[0] if len(marked) == 1 else ""


class AgentForm(ExplainedForm):
    """An agent; its model and prompt have fields of their own, the other parameters are JSON."""

    position = forms.IntegerField(required=False, widget=forms.HiddenInput)
    factory = ReferenceField(suggest="factories", max_length=REFERENCE_LENGTH, initial=DEFAULT_FACTORY)
    comm_targets = NamesField(suggest="agents", label="May write to")
    actions = NamesField(suggest="actions")
    exclude_tools = NamesField(suggest="tools")
    llm = ReferenceField(
        suggest="models",
        max_length=REFERENCE_LENGTH,
        label="Model",
        required=False,
        initial=DEFAULT_MODEL,
        help_text="Which model speaks for this agent, as provider/model. demo/assistant needs no key.",
    )
    system = TextField(
        rows=5,
        label="System prompt",
        help_text="Who the agent is and how it works: plain text, or a python:: or url:: reference to it.",
    )
    agent_params = JsonField(
        rows=3,
        label="More parameters",
        help_text="Further parameters as JSON, such as temperature, max_tokens or reasoning_effort. "
        "Keys and passwords only as ${NAME} of an environment variable.",
    )
    extra = OtherFields(AGENT_FIELDS)

    class Meta:
        model = Agent
        fields = "__all__"

    # Parameters with a form field of their own.
    LIFTED = ("llm", "system")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not self.instance.pk:
            self.initial.setdefault("tool_format", ToolFormat.COMPLETIONS.value)
            return
        parameters = self.instance.agent_params
        lifted = {name: parameters[name] for name in self.LIFTED if isinstance(parameters.get(name), str)}
        self.initial.update({name: lifted.get(name, "") for name in self.LIFTED})
        self.initial["agent_params"] = {name: parameters[name] for name in parameters if name not in lifted}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        parameters = dict(cleaned.get("agent_params") or {})
        for name in self.LIFTED:
            value = cleaned.get(name) or ""
            # An empty text that the definition spells out stays spelled out.
            if value or self.instance.agent_params.get(name) == "":
                parameters[name] = value
        cleaned["agent_params"] = parameters
        cleaned["position"] = cleaned.get("position") or 0
        return cleaned


class ActionForm(ExplainedForm):
    position = forms.IntegerField(required=False, widget=forms.HiddenInput)
    description = TextField(rows=2)
    parameters = JsonField(rows=8, initial=DEFAULT_PARAMETERS)
    function = ReferenceField(suggest="functions", max_length=REFERENCE_LENGTH, required=False)
    extra = OtherFields(ACTION_FIELDS)

    class Meta:
        model = Action
        fields = "__all__"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["position"] = cleaned.get("position") or 0
        return cleaned
