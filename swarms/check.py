"""The one check of a definition, the same for the admin, the API, the commands and the start."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from mail.swarms_json import Problem, check_swarm
from swarms.errors import SwarmNotRunnable
from swarms.models import Swarm


def check_document(document: Mapping[str, Any]) -> list[Problem]:
    """Everything that is wrong with one entry of swarms.json. Imports nothing and fetches nothing."""
    return check_swarm(
        dict(document),
        allowed_prefixes=settings.PYTHON_PREFIXES,
        allow_literal_secrets=settings.ALLOW_LITERAL_SECRETS,
    )


def errors_in(problems: list[Problem]) -> list[Problem]:
    """Those that forbid storing the definition at all."""
    return [problem for problem in problems if problem.severity == "error"]


def faults_in(problems: list[Problem]) -> list[Problem]:
    """Those that let it be stored but keep it from running."""
    return [problem for problem in problems if problem.severity == "not_runnable"]


def check_runnable(swarm: Swarm) -> None:
    """Refuse to work with a swarm whose definition has faults."""
    if not swarm.is_runnable:
        raise SwarmNotRunnable(f"swarm {swarm.name!r} cannot run: {' '.join(swarm.problems)}".strip())
