"""Knows everything that can be wrong with the definition of one swarm."""

from collections.abc import Collection, Sequence
from itertools import chain, islice
from typing import Any

from mail.fetch import FetchPolicy
from mail.swarms_json.limits import MAX_PROBLEMS
from mail.swarms_json.parse import BadSwarmsJson, check_values
from mail.swarms_json.problem import Problem
from mail.swarms_json.safety import SafetyRules, check_safety
from mail.swarms_json.shape import check_shape
from mail.swarms_json.wiring import check_wiring


def check_swarm(
    document: dict[str, Any],
    *,
    allowed_prefixes: Sequence[str] = (),
    allow_literal_secrets: bool = False,
    known_remote: Collection[str] | None = None,
    fetch: FetchPolicy | None = None,
) -> list[Problem]:
    """The faults of one definition, without importing or fetching anything it names.

    1. Sizes and characters that cannot be handled at all.
    2. Types and required fields, by the published schema.
    3. Only if these are right: names and connections, references and secrets.
    """
    try:
        check_values(document)
    except BadSwarmsJson as error:
        return [Problem((), error.detail, "error")]
    if problems := check_shape(document):
        return problems
    rules = SafetyRules(allowed_prefixes, allow_literal_secrets, fetch or FetchPolicy.from_environment())
    found = chain(check_wiring(document, known_remote), check_safety(document, rules))
    # Sorted before they are cut, so that a flood of warnings cannot hide an error.
    order = {"error": 0, "not_runnable": 1, "warning": 2}
    return list(islice(sorted(found, key=lambda problem: order[problem.severity]), MAX_PROBLEMS))
