"""How rows and an entry of swarms.json turn into each other, with nothing lost on the way.

A document may leave an optional field out or spell its default out. Rows cannot tell the two apart, so
`stated` remembers the spelled-out ones; `extra` keeps the fields this server does not know.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from swarms.choices import ToolFormat
from swarms.models import Action, Agent, Swarm

Document = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """A field of the document that is a column of the same name."""

    name: str
    default: Any = None
    required: bool = False


SWARM_FIELDS = (
    Field("name", required=True),
    Field("version", required=True),
    Field("entrypoint", required=True),
    Field("description", ""),
    Field("keywords", []),
    Field("public", False),
    Field("enable_interswarm", False),
    Field("enable_db_agent_histories", False),
    Field("breakpoint_tools", []),
    Field("exclude_tools", []),
    Field("task_message_limit"),
    Field("action_imports", []),
)
AGENT_FIELDS = (
    Field("name", required=True),
    Field("factory", required=True),
    Field("comm_targets", required=True),
    Field("actions", []),
    Field("enable_entrypoint", False),
    Field("can_complete_tasks", False),
    Field("enable_interswarm", False),
    Field("tool_format", ToolFormat.RESPONSES.value),
    Field("exclude_tools", []),
    Field("agent_params", required=True),
)
ACTION_FIELDS = (
    Field("name", required=True),
    Field("description", required=True),
    Field("parameters", required=True),
    Field("function", ""),
    Field("idempotent", False),
    Field("timeout"),
)
BUDGETS = {"tokens": "budget_tokens", "cost": "budget_cost", "seconds": "budget_seconds"}
# Written apart from the plain fields: two lists of rows and a nested object.
NESTED = ("budgets", "agents", "actions")


def fill_swarm(swarm: Swarm, document: Mapping[str, Any]) -> None:
    """Set the swarm's own columns, but not its agents and actions, from a checked document."""
    fill(swarm, document, SWARM_FIELDS, ignore=NESTED)
    budgets = document.get("budgets") or {}
    for name, column in BUDGETS.items():
        value = budgets.get(name)
        setattr(swarm, column, Decimal(str(value)) if name == "cost" and value is not None else value)
    if "budgets" in document:
        rest = {name: value for name, value in budgets.items() if name not in BUDGETS or value is None}
        swarm.stated["budgets"] = rest if document["budgets"] is not None else None


def new_agents(swarm: Swarm, document: Mapping[str, Any]) -> list[Agent]:
    agents = [Agent(swarm=swarm, position=place) for place in range(len(document["agents"]))]
    for agent, entry in zip(agents, document["agents"], strict=True):
        fill(agent, entry, AGENT_FIELDS)
    return agents


def new_actions(swarm: Swarm, document: Mapping[str, Any]) -> list[Action]:
    actions = [Action(swarm=swarm, position=place) for place in range(len(document["actions"]))]
    for action, entry in zip(actions, document["actions"], strict=True):
        fill(action, entry, ACTION_FIELDS)
    return actions


def fill(
    row: Swarm | Agent | Action,
    entry: Mapping[str, Any],
    fields: tuple[Field, ...],
    ignore: tuple[str, ...] = (),
) -> None:
    row.stated = {}
    for field in fields:
        value = entry.get(field.name, field.default)
        setattr(row, field.name, field.default if value is None else value)
        if field.name in entry and not field.required and value in (None, field.default):
            row.stated[field.name] = value
    known = {field.name for field in fields}.union(ignore)
    row.extra = {name: value for name, value in entry.items() if name not in known}


def write_document(swarm: Swarm, agents: list[Agent], actions: list[Action]) -> Document:
    """The swarm's entry of swarms.json, from its rows."""
    document = write(swarm, SWARM_FIELDS)
    budgets = dict(swarm.stated.get("budgets") or {})
    budgets |= {
        name: number(value)
        for name, column in BUDGETS.items()
        if (value := getattr(swarm, column)) is not None
    }
    if budgets or "budgets" in swarm.stated:
        document["budgets"] = budgets or swarm.stated["budgets"]
    document["agents"] = [write(agent, AGENT_FIELDS) for agent in agents]
    document["actions"] = [write(action, ACTION_FIELDS) for action in actions]
    return document


def write(row: Swarm | Agent | Action, fields: tuple[Field, ...]) -> Document:
    entry: Document = {}
    for field in fields:
        value = number(getattr(row, field.name))
        if field.required or value != field.default:
            entry[field.name] = value
        elif field.name in row.stated:
            entry[field.name] = row.stated[field.name]
    known = {field.name for field in fields}.union(NESTED if isinstance(row, Swarm) else ())
    return entry | {name: value for name, value in row.extra.items() if name not in known}


def number(value: Any) -> Any:
    """A number as JSON writes it: 5 rather than 5.0, whatever the column made of it."""
    if isinstance(value, Decimal):
        value = float(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def digest_of(document: Mapping[str, Any]) -> str:
    """The same for two documents that differ only in the order of their fields."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
