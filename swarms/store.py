"""Puts definitions into rows: all of a file or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from mail.errors import Conflict
from mail.swarms_json import Problem, parse_document
from swarms.check import check_document, errors_in
from swarms.document import fill_swarm, new_actions, new_agents
from swarms.errors import BadDocument
from swarms.find import choose_default
from swarms.models import Action, Agent, Swarm
from swarms.versions import Person, record_version

Entry = Mapping[str, Any]


class Outcome(StrEnum):
    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    KEPT = "kept"


@dataclass(frozen=True)
class StoredSwarm:
    """What became of one definition, and what is worth knowing about it."""

    swarm: Swarm
    outcome: Outcome
    problems: tuple[Problem, ...] = ()


def store_text(text: str | bytes, by: Person = None, *, replace: bool = True) -> list[StoredSwarm]:
    """Store every swarm of a swarms.json."""
    return store_documents(parse_document(text), by, replace=replace)


def store_document(document: Entry, by: Person = None, *, replace: bool = True) -> StoredSwarm:
    """Store one swarm. With replace=False a swarm that exists is left as it is."""
    return store_documents([document], by, replace=replace)[0]


def store_documents(
    documents: Sequence[Entry], by: Person = None, *, replace: bool = True
) -> list[StoredSwarm]:
    problems = check_documents(documents)
    if errors := [error for found in problems for error in errors_in(found)]:
        raise BadDocument(errors)
    try:
        with transaction.atomic():
            stored = [
                store_checked(document, found, by, replace=replace)
                for document, found in zip(documents, problems, strict=True)
            ]
            choose_default()
    except IntegrityError as error:
        raise Conflict(
            "another change to the same swarm came in between; nothing was changed, try again"
        ) from error
    return stored


def check_documents(documents: Sequence[Entry]) -> list[list[Problem]]:
    """The problems of each, before anything is written."""
    found = [[*check_document(document)] for document in documents]
    for document, problems in zip(documents, found, strict=True):
        if not errors_in(problems):
            problems.extend(check_columns(document))
    return found


def check_columns(document: Entry) -> list[Problem]:
    """What the columns cannot hold: too long a name, too fine a price."""
    swarm = Swarm()
    fill_swarm(swarm, document)
    rows: list[tuple[tuple[str | int, ...], Swarm | Agent | Action]] = [((), swarm)]
    rows += [(("agents", agent.position), agent) for agent in new_agents(swarm, document)]
    rows += [(("actions", action.position), action) for action in new_actions(swarm, document)]
    problems = []
    for path, row in rows:
        try:
            row.clean_fields(exclude=["swarm"])
        except ValidationError as error:
            for name, sentences in error.message_dict.items():
                problems += [Problem((*path, name), f"{name}: {sentence}", "error") for sentence in sentences]
    return problems


def store_checked(document: Entry, problems: list[Problem], by: Person, *, replace: bool) -> StoredSwarm:
    swarm = Swarm.objects.select_for_update().filter(name=document["name"]).first()
    if swarm is None:
        return StoredSwarm(write_rows(Swarm(), document, by), Outcome.CREATED, tuple(problems))
    if not replace:
        return StoredSwarm(swarm, Outcome.KEPT, tuple(problems))
    before = swarm.current_version_id
    write_rows(swarm, document, by)
    outcome = Outcome.UNCHANGED if swarm.current_version_id == before else Outcome.CHANGED
    return StoredSwarm(swarm, outcome, tuple(problems))


def write_rows(swarm: Swarm, document: Entry, by: Person) -> Swarm:
    fill_swarm(swarm, document)
    swarm.save()
    swarm.agents.all().delete()
    swarm.actions.all().delete()
    Agent.objects.bulk_create(new_agents(swarm, document))
    Action.objects.bulk_create(new_actions(swarm, document))
    record_version(swarm, by)
    return swarm


def save_rows(swarm: Swarm, document: Entry, by: Person, *, is_default: bool) -> Swarm:
    """Store a checked document into this very swarm, whatever its name was, and move the default mark."""
    with transaction.atomic():
        if is_default:
            Swarm.objects.exclude(pk=swarm.pk).filter(is_default=True).update(is_default=False)
        if swarm.pk:
            # Held until the end, so that two people saving at once make two versions, one after the other.
            swarm.current_version = Swarm.objects.select_for_update().get(pk=swarm.pk).current_version
        swarm.is_default = is_default
        write_rows(swarm, document, by)
        choose_default()
    return swarm
