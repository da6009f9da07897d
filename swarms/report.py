"""How the outcome of loading definitions reads to a person."""

from collections.abc import Iterable

from mail.swarms_json import Problem
from mail.swarms_json.shape import describe_path
from swarms.store import StoredSwarm

LABELS = {"error": "error", "not_runnable": "will not run", "warning": "warning"}


def line_of(problem: Problem) -> str:
    place = describe_path(problem.path)
    where = "" if problem.sentence.startswith(place) else f"{place}: "
    return f"{LABELS[problem.severity]}: {where}{problem.sentence}"


def lines_of(stored: Iterable[StoredSwarm]) -> list[str]:
    lines = []
    for item in stored:
        lines.append(f"{item.swarm.name}: {item.outcome.value}")
        lines += [f"  {line_of(problem)}" for problem in item.problems]
    return lines
