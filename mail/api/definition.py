"""Knows how agents and actions become the definition of a swarm that the engine can run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mail.api.errors import BadSwarm
from mail.core.actions import ActionCore
from mail.core.agents import AgentCore
from mail.engine import ActionFunction, Definition
from mail.swarms_json import check_swarm

# Stands where a reference would: the functions themselves are handed over beside the document.
HANDED_OVER = "registered::function"


@dataclass(frozen=True)
class SwarmRules:
    """What holds for a whole swarm beside its agents, as in swarms.json."""

    breakpoint_tools: Sequence[str] = ()
    exclude_tools: Sequence[str] = ()
    task_message_limit: int | None = None
    budgets: Mapping[str, Any] = field(default_factory=dict)
    description: str = ""
    version: str = "1.0.0"

    def as_json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "description": self.description,
            "breakpoint_tools": list(self.breakpoint_tools),
            "exclude_tools": list(self.exclude_tools),
            "task_message_limit": self.task_message_limit,
            "budgets": dict(self.budgets),
        }


def build_definition(
    name: str,
    agents: Mapping[str, AgentCore],
    actions: Mapping[str, ActionCore],
    *,
    entrypoint: str,
    enable_interswarm: bool,
    rules: SwarmRules,
) -> Definition:
    """The swarm as one whole, checked; raises BadSwarm with everything that is wrong."""
    known = collect_actions(agents, actions)
    document: dict[str, Any] = {
        "name": name,
        **rules.as_json(),
        "entrypoint": entrypoint,
        "enable_interswarm": enable_interswarm,
        "agents": [_agent_entry(each, core) for each, core in agents.items()],
        "actions": [_action_entry(core) for core in known.values()],
    }
    problems = [problem for problem in check_swarm(document) if problem.severity != "warning"]
    if problems:
        raise BadSwarm(" ".join(problem.sentence for problem in problems))
    functions: dict[str, ActionFunction] = {
        core.name: core.function for core in known.values() if core.function is not None
    }
    return Definition(document, {each: core.function for each, core in agents.items()}, functions)


def collect_actions(
    agents: Mapping[str, AgentCore], actions: Mapping[str, ActionCore]
) -> dict[str, ActionCore]:
    """The swarm's actions and those that only an agent has, each once."""
    known = dict(actions)
    for name, agent in agents.items():
        for action in agent.actions.values():
            kept = known.setdefault(action.name, action)
            if kept.parameters != action.parameters:
                raise BadSwarm(
                    f"Agent {name!r} has another action {action.name!r} than the swarm: rename one of them."
                )
    return known


def _agent_entry(name: str, core: AgentCore) -> dict[str, Any]:
    return {
        "name": name,
        "factory": HANDED_OVER,
        "comm_targets": list(core.comm_targets),
        "actions": list(core.actions),
        "enable_entrypoint": core.enable_entrypoint,
        "enable_interswarm": core.enable_interswarm,
        "can_complete_tasks": core.can_complete_tasks,
        "tool_format": core.tool_format,
        "exclude_tools": list(core.exclude_tools),
        # The parameters stay with the function, in memory: they may hold secrets.
        "agent_params": {"llm": core.model} if core.model else {},
    }


def _action_entry(core: ActionCore) -> dict[str, Any]:
    return {
        "name": core.name,
        "description": core.description,
        "parameters": core.parameters,
        "function": HANDED_OVER if core.function is not None else "",
        "idempotent": core.idempotent,
        "timeout": core.timeout,
    }
