"""How the references in a definition become objects: allowed modules and guarded addresses only."""

from collections.abc import Callable
from typing import Any

from django.conf import settings

from mail.errors import MailError
from mail.fetch import FetchPolicy
from mail.references import Reference, ReferencePolicy, resolve_python, resolve_references
from swarms.errors import SwarmNotRunnable
from swarms.registered import PREFIX, get_registered


def reference_policy() -> ReferencePolicy:
    return ReferencePolicy(allowed_prefixes=settings.PYTHON_PREFIXES, fetch=FetchPolicy.from_environment())


def resolve_code(reference: str) -> Callable[..., Any]:
    """What a `factory`, `function` or `action_imports` entry names, with or without python::."""
    if reference.startswith(PREFIX):
        return get_registered(reference)
    try:
        target: object = resolve_python(Reference.parse(reference), settings.PYTHON_PREFIXES)
    except MailError as error:
        raise SwarmNotRunnable(error.detail) from error
    if not callable(target):
        raise SwarmNotRunnable(f"{reference} is not something that can be called; name a function or a class")
    return target


def resolve_parameters(agent_params: dict[str, Any]) -> dict[str, Any]:
    """The parameters with every python:: and url:: in them replaced by what it stands for."""
    try:
        resolved: dict[str, Any] = resolve_references(agent_params, reference_policy())
    except MailError as error:
        raise SwarmNotRunnable(error.detail) from error
    return resolved
