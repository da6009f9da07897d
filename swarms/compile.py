"""Turns a stored version into a swarm that can run, once per process."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.conf import settings

from swarms.actions import compile_actions
from swarms.agents import compile_agent
from swarms.compiled import Budgets, CompiledAction, CompiledAgent, CompiledSwarm
from swarms.find import get_version

__all__ = [
    "Budgets",
    "CompiledAction",
    "CompiledAgent",
    "CompiledSwarm",
    "compile_document",
    "forget_compiled",
    "get_compiled",
]

CACHE_SIZE = 64


class CompiledVersions:
    """The compiled versions this process used last. A version never changes, so none goes stale."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[int, CompiledSwarm] = OrderedDict()
        self._lock = threading.Lock()
        self._building: dict[int, threading.Lock] = {}

    def get(self, version_id: int) -> CompiledSwarm:
        found = self._find(version_id)
        if found is not None:
            return found
        with self._lock:
            building = self._building.setdefault(version_id, threading.Lock())
        # One thread builds while the others wait: a prompt behind url:: is fetched once, not once per thread.
        with building:
            found = self._find(version_id)
            if found is None:
                version = get_version(version_id)
                found = compile_document(version.document, version_id)
                self._keep(version_id, found)
        return found

    def _find(self, version_id: int) -> CompiledSwarm | None:
        with self._lock:
            found = self._kept.get(version_id)
            if found is not None:
                self._kept.move_to_end(version_id)
            return found

    def _keep(self, version_id: int, compiled: CompiledSwarm) -> None:
        with self._lock:
            self._kept[version_id] = compiled
            self._building.pop(version_id, None)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
            self._building.clear()


VERSIONS = CompiledVersions(CACHE_SIZE)


def get_compiled(version_id: int) -> CompiledSwarm:
    """The version, ready to run. Raises SwarmNotRunnable with the sentence that says what to mend."""
    return VERSIONS.get(version_id)


def forget_compiled() -> None:
    """Compile anew from here on: for tests, whose rolled-back rows give their ids to others."""
    VERSIONS.forget()


def compile_document(document: Mapping[str, Any], version_id: int = 0) -> CompiledSwarm:
    """Resolve every reference of a checked document and build its agents."""
    actions = compile_actions(document)
    agents = {entry["name"]: compile_agent(entry, document, actions) for entry in document["agents"]}
    return CompiledSwarm(
        name=document["name"],
        version_id=version_id,
        entrypoint=document["entrypoint"],
        agents=agents,
        actions=actions,
        breakpoint_tools=frozenset(document.get("breakpoint_tools") or ()),
        exclude_tools=tuple(document.get("exclude_tools") or ()),
        task_message_limit=document.get("task_message_limit") or settings.TASK_MESSAGE_LIMIT,
        enable_interswarm=bool(document.get("enable_interswarm")),
        budgets=read_budgets(document.get("budgets") or {}),
    )


def read_budgets(budgets: Mapping[str, Any]) -> Budgets:
    cost = budgets.get("cost")
    return Budgets(
        tokens=budgets.get("tokens"),
        cost=Decimal(str(cost)) if cost is not None else None,
        seconds=budgets.get("seconds"),
    )
