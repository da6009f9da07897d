"""Puts a program's swarm into rows, with references to its functions in place of the functions."""

from typing import Any

from mail.engine import Definition
from mail.errors import Conflict
from mailproject.local_engine.functions import LiveFunctions
from swarms.check import check_runnable
from swarms.find import find_swarm
from swarms.registered import PREFIX
from swarms.store import store_document


def store_definition(swarm: str, definition: Definition, functions: LiveFunctions) -> None:
    """Create or change the row of this name, never one that an operator defined."""
    known = find_swarm(swarm)
    if known is not None and known.agents.exclude(factory__startswith=PREFIX).exists():
        raise Conflict(f"This server hosts a swarm named {swarm!r} already: give yours another name.")
    check_runnable(store_document(_document(swarm, definition, functions)).swarm)


def _document(swarm: str, definition: Definition, functions: LiveFunctions) -> dict[str, Any]:
    document = dict(definition.document)
    agents = [
        {**entry, "factory": functions.refer_to_agent(swarm, entry["name"])} for entry in document["agents"]
    ]
    actions = [
        {**entry, "function": functions.refer_to_action(swarm, entry["name"])} if entry["function"] else entry
        for entry in document["actions"]
    ]
    return {**document, "name": swarm, "agents": agents, "actions": actions}
