"""Resolves everything a definition refers to and reports, without saving or running anything."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from swarms.actions import compile_action, compile_actions, import_action
from swarms.agents import compile_agent
from swarms.check import check_document
from swarms.compiled import CompiledAction
from swarms.errors import SwarmNotRunnable
from swarms.report import line_of


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: good when there is nothing to say about it."""

    subject: str
    sentence: str = ""
    is_warning: bool = False

    @property
    def is_good(self) -> bool:
        return not self.sentence


def try_out(document: Mapping[str, Any]) -> list[Finding]:
    """Everything that was tried, in the order of the definition."""
    findings = [
        Finding("definition", line_of(problem), problem.severity == "warning")
        for problem in check_document(document)
    ]
    return [*(findings or [Finding("definition")]), *try_references(document)]


def try_references(document: Mapping[str, Any]) -> Iterator[Finding]:
    for entry in document["actions"]:
        yield attempt(f"action {entry['name']}", compile_action, entry)
    for reference in document.get("action_imports") or []:
        yield attempt(f"action import {reference}", import_action, reference)
    known = find_actions(document)
    for entry in document["agents"]:
        yield attempt(f"agent {entry['name']}", compile_agent, entry, document, known)


def attempt(subject: str, step: Callable[..., Any], *arguments: Any) -> Finding:
    try:
        step(*arguments)
    except SwarmNotRunnable as error:
        return Finding(subject, error.detail.removeprefix(f"{subject}: "))
    return Finding(subject)


def find_actions(document: Mapping[str, Any]) -> dict[str, CompiledAction]:
    """Those that resolve; the others have been reported by themselves."""
    known: dict[str, CompiledAction] = {}
    for entry in document["actions"]:
        part = {"actions": [entry]}
        if attempt("", compile_actions, part).is_good:
            known |= compile_actions(part)
    for reference in document.get("action_imports") or []:
        part = {"actions": [], "action_imports": [reference]}
        if attempt("", compile_actions, part).is_good:
            known |= compile_actions(part)
    return known
