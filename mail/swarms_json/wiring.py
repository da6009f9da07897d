"""Knows whether agents, actions and their names fit together."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from mail.actions import find_fault_in_parameters
from mail.addresses import EVERYBODY, parse_agent_address
from mail.errors import Invalid
from mail.swarms_json.problem import Path, Problem, Severity
from mail.tools.names import MAIL_TOOL_NAMES

Document = dict[str, Any]


def check_wiring(document: Document, known_remote: Collection[str] | None) -> Iterator[Problem]:
    """All faults of names and connections in a definition that has the right shape."""
    for check in CHECKS:
        yield from check(document)
    yield from _check_targets(document, known_remote)


def _check_names(document: Document) -> Iterator[Problem]:
    for field, word in (("agents", "agent"), ("actions", "action")):
        seen: set[str] = set()
        for place, entry in enumerate(document[field]):
            name = entry["name"]
            if name in seen:
                yield Problem(
                    (field, place, "name"),
                    f"Two {field} are named {name!r}: each {word} needs its own.",
                    "error",
                )
            seen.add(name)


def _check_reserved_names(document: Document) -> Iterator[Problem]:
    for place, agent in enumerate(document["agents"]):
        if agent["name"] == EVERYBODY:
            sentence = f"No agent may be named {EVERYBODY!r}: that name addresses every agent."
            yield Problem(("agents", place, "name"), sentence, "error")
    for place, action in enumerate(document["actions"]):
        if action["name"] in MAIL_TOOL_NAMES:
            sentence = f"The action {action['name']!r} has the name of a MAIL tool: choose another."
            yield Problem(("actions", place, "name"), sentence, "error")


def _check_entrypoint(document: Document) -> Iterator[Problem]:
    name = document["entrypoint"]
    agent = next((one for one in document["agents"] if one["name"] == name), None)
    if agent is None:
        yield Problem(("entrypoint",), f"The entrypoint {name!r} is not one of the agents.", "error")
    elif not agent.get("enable_entrypoint"):
        sentence = f"The entrypoint {name!r} must have enable_entrypoint set to true."
        yield Problem(("entrypoint",), sentence, "error")


def _check_completion(document: Document) -> Iterator[Problem]:
    if not any(agent.get("can_complete_tasks") for agent in document["agents"]):
        sentence = "No agent can complete tasks: set can_complete_tasks to true for at least one."
        yield Problem(("agents",), sentence, "error")


def _check_parameters(document: Document) -> Iterator[Problem]:
    for place, action in enumerate(document["actions"]):
        if fault := find_fault_in_parameters(action["parameters"]):
            sentence = f"Action {action['name']!r}: {fault}"
            yield Problem(("actions", place, "parameters"), sentence, "error")


def _check_agents_actions(document: Document) -> Iterator[Problem]:
    declared = {action["name"] for action in document["actions"]}
    imports = document.get("action_imports") or []
    # An imported action usually bears its function's name; only importing it would tell for certain.
    likely = {reference.rpartition(":")[2] for reference in imports}
    for place, agent in enumerate(document["agents"]):
        for position, name in enumerate(agent.get("actions") or []):
            path: Path = ("agents", place, "actions", position)
            if name in declared or name in likely:
                continue
            if imports:
                sentence = f"Agent {agent['name']!r} uses {name!r}, which must then come from action_imports."
                yield Problem(path, sentence, "warning")
            else:
                sentence = f"Agent {agent['name']!r} uses the unknown action {name!r}: add it to the actions."
                yield Problem(path, sentence, "error")


def _check_tool_lists(document: Document) -> Iterator[Problem]:
    declared = {action["name"] for action in document["actions"]}
    if not document.get("action_imports"):
        for place, name in enumerate(document.get("breakpoint_tools") or []):
            if name not in declared:
                sentence = (
                    f"The breakpoint tool {name!r} is not one of the actions, so it never pauses a task."
                )
                yield Problem(("breakpoint_tools", place), sentence, "warning")
    places: list[tuple[Path, Any]] = [((), document)]
    places += [(("agents", place), agent) for place, agent in enumerate(document["agents"])]
    for path, entry in places:
        for place, name in enumerate(entry.get("exclude_tools") or []):
            if name not in MAIL_TOOL_NAMES:
                sentence = f"{name!r} in exclude_tools is not a MAIL tool and has no effect."
                yield Problem((*path, "exclude_tools", place), sentence, "warning")


def _check_targets(document: Document, known_remote: Collection[str] | None) -> Iterator[Problem]:
    names = {agent["name"] for agent in document["agents"]}
    for place, agent in enumerate(document["agents"]):
        is_open = bool(document.get("enable_interswarm") and agent.get("enable_interswarm"))
        for position, target in enumerate(agent["comm_targets"]):
            found = _judge_target(document["name"], names, target, is_open, known_remote)
            if found is not None:
                reason, severity = found
                sentence = f"Agent {agent['name']!r} may write to {target!r}, but {reason}"
                yield Problem(("agents", place, "comm_targets", position), sentence, severity)


def _judge_target(
    home: str, names: Collection[str], target: str, is_open: bool, known_remote: Collection[str] | None
) -> tuple[str, Severity] | None:
    try:
        name, swarm = parse_agent_address(target)
    except Invalid:
        return "that is not an address: write `agent` or `agent@swarm`.", "not_runnable"
    if swarm is None or swarm == home:
        return None if name in names else ("there is no such agent in this swarm.", "not_runnable")
    if not is_open:
        return "enable_interswarm is not on for both the swarm and the agent.", "not_runnable"
    if known_remote is not None and swarm not in known_remote:
        return f"the swarm {swarm!r} is not in the registry yet.", "warning"
    return None


CHECKS: tuple[Callable[[Document], Iterator[Problem]], ...] = (
    _check_names,
    _check_reserved_names,
    _check_entrypoint,
    _check_completion,
    _check_parameters,
    _check_agents_actions,
    _check_tool_lists,
)
