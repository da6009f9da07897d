"""Knows how the parts of a swarms.json entry become objects of the Python API."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mail.actions import MAILAction, find_action
from mail.api.definition import SwarmRules
from mail.api.errors import BadSwarm
from mail.references import read_python_string
from mail.swarms_json import parse_document
from mail.swarms_json.utils import load_swarms_json_from_file, validate_swarm_from_swarms_json


def read_swarm(json_str: str | Mapping[str, Any]) -> dict[str, Any]:
    """The entry of one swarm, checked."""
    text = json_str if isinstance(json_str, str) else json.dumps(json_str)
    found = parse_document(text)
    if len(found) != 1:
        raise BadSwarm(f"There are {len(found)} swarms in the text: give one, or read the file by name.")
    validate_swarm_from_swarms_json(found[0])
    return found[0]


def find_swarm(swarm_name: str, json_filepath: str | Path) -> Mapping[str, Any]:
    """The entry of that name in a file."""
    swarms = load_swarms_json_from_file(str(json_filepath))["swarms"]
    for swarm in swarms:
        if swarm["name"] == swarm_name:
            return dict(swarm)
    names = ", ".join(swarm["name"] for swarm in swarms)
    raise BadSwarm(f"{json_filepath} has no swarm named {swarm_name!r}: it has {names}.")


def read_actions(entry: Mapping[str, Any]) -> list[MAILAction]:
    """The swarm's own actions and the imported ones; the entry's own wording wins."""
    actions = {action["name"]: MAILAction.from_swarm_json(action) for action in entry["actions"]}
    for reference in entry.get("action_imports") or []:
        action = import_action(reference)
        actions.setdefault(action.name, action)
    return list(actions.values())


def import_action(reference: str) -> MAILAction:
    target = read_python_string(reference)
    action = target if isinstance(target, MAILAction) else find_action(target)
    if action is None:
        raise BadSwarm(f"{reference} is not an action; decorate the function with @action.")
    return action


def read_rules(entry: Mapping[str, Any]) -> SwarmRules:
    return SwarmRules(
        breakpoint_tools=tuple(entry.get("breakpoint_tools") or ()),
        exclude_tools=tuple(entry.get("exclude_tools") or ()),
        task_message_limit=entry.get("task_message_limit"),
        budgets=dict(entry.get("budgets") or {}),
        description=entry.get("description") or "",
        version=entry["version"],
    )
