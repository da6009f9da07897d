"""Knows how an agent is described before it exists: in code, as JSON, or by the name of an example."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from mail.actions import MAILAction
from mail.agents import AgentFunction
from mail.api.agent import MAILAgent
from mail.api.errors import BadSwarm
from mail.api.functions import Factory, build_agent_function
from mail.api.wiring import check_agent, keep_targets
from mail.references import ReferencePolicy, resolve_references
from mail.tools import Style

REQUIRED = ("name", "factory", "comm_targets", "agent_params")
FLAGS = ("enable_entrypoint", "enable_interswarm", "can_complete_tasks")


@dataclass
class MAILAgentTemplate:
    """Everything an agent is made from. The factory is a reference or a callable."""

    name: str
    factory: Factory
    comm_targets: list[str]
    actions: list[MAILAction]
    agent_params: dict[str, Any]
    enable_entrypoint: bool = False
    enable_interswarm: bool = False
    can_complete_tasks: bool = False
    tool_format: Style = "responses"
    exclude_tools: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._validate()

    @classmethod
    def from_swarm_json(
        cls,
        json_str: str | Mapping[str, Any],
        actions_by_name: Mapping[str, MAILAction] | None = None,
    ) -> Self:
        """The template of an entry of `agents` in swarms.json, as text or already parsed."""
        entry = _read_entry(json_str)
        known = actions_by_name or {}
        names = entry.get("actions") or []
        if missing := [name for name in names if name not in known]:
            raise BadSwarm(
                f"Agent {entry['name']!r} uses {', '.join(missing)}: pass these actions in actions_by_name."
            )
        return cls(
            name=entry["name"],
            factory=entry["factory"],
            comm_targets=entry["comm_targets"],
            actions=[known[name] for name in names],
            agent_params=entry["agent_params"],
            tool_format=entry.get("tool_format") or "responses",
            exclude_tools=entry.get("exclude_tools") or [],
            **{flag: bool(entry.get(flag)) for flag in FLAGS},
        )

    @classmethod
    def from_example(cls, name: str, comm_targets: Sequence[str]) -> Self:
        """One of the bundled examples: supervisor, weather, math, consultant, analyst."""
        from mail.examples import get_example

        example = get_example(name)
        return cls(
            name=example.name,
            factory=example.factory,
            comm_targets=list(comm_targets),
            actions=list(example.actions),
            agent_params=dict(example.agent_params),
            enable_entrypoint=example.is_supervisor,
            can_complete_tasks=example.is_supervisor,
        )

    def instantiate(self, instance_params: Mapping[str, Any] | None = None) -> MAILAgent:
        """Follow the references, call the factory and give back an agent that can be asked."""
        given = dict(instance_params or {})
        resolved: dict[str, Any] = resolve_references(self.agent_params, ReferencePolicy.from_environment())
        parameters = {**resolved, **given}

        def build(targets: list[str]) -> AgentFunction:
            wired = replace(self, comm_targets=targets)
            return build_agent_function(self.factory, wired._top_level_params(), parameters)

        return MAILAgent(
            name=self.name,
            factory=self.factory,
            actions=list(self.actions),
            function=build(self.comm_targets),
            comm_targets=list(self.comm_targets),
            agent_params=parameters,
            enable_entrypoint=self.enable_entrypoint,
            enable_interswarm=self.enable_interswarm,
            can_complete_tasks=self.can_complete_tasks,
            tool_format=self.tool_format,
            exclude_tools=list(self.exclude_tools),
            rebuild=build,
        )

    def write_to(self, targets: list[str]) -> None:
        """Let the agent write to these and no others."""
        self.comm_targets = list(targets)

    def _to_template(self, names: Sequence[str]) -> "MAILAgentTemplate":
        """A copy for a smaller swarm: it can write only to those who are there."""
        return replace(self, comm_targets=keep_targets(self.comm_targets, names))

    def _top_level_params(self) -> dict[str, Any]:
        """What every factory is given, whatever its own parameters are."""
        return {
            "name": self.name,
            "comm_targets": list(self.comm_targets),
            "tools": [action.to_tool_dict(self.tool_format) for action in self.actions],
            "enable_entrypoint": self.enable_entrypoint,
            "enable_interswarm": self.enable_interswarm,
            "can_complete_tasks": self.can_complete_tasks,
            "tool_format": self.tool_format,
            "exclude_tools": list(self.exclude_tools),
        }

    def _validate(self) -> None:
        check_agent(self)


def _read_entry(json_str: str | Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        entry = json.loads(json_str) if isinstance(json_str, str) else json_str
    except ValueError as error:
        raise BadSwarm(f"The agent is not valid JSON: {error}.") from error
    if not isinstance(entry, Mapping):
        raise BadSwarm("An agent must be an object, as in the `agents` of swarms.json.")
    if missing := [name for name in REQUIRED if name not in entry]:
        raise BadSwarm(f"The agent lacks {', '.join(missing)}.")
    return entry
