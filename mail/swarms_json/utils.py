"""Keeps the names under which MAIL 1.x programs load and validate swarms.json."""

from pathlib import Path
from typing import Any, cast

from mail.references import ReferencePolicy
from mail.swarms_json.check import check_swarm
from mail.swarms_json.limits import LIMIT
from mail.swarms_json.parse import BadSwarmsJson, parse_document
from mail.swarms_json.types import SwarmsJSONFile, SwarmsJSONSwarm


def load_swarms_json_from_file(path: str) -> SwarmsJSONFile:
    """Read, parse and validate a file."""
    try:
        with Path(path).open("rb") as file:
            text = file.read(LIMIT + 1)
    except OSError as error:
        raise BadSwarmsJson(f"{path} cannot be read: {error.strerror or error}.") from error
    return _to_file(parse_document(text))


def load_swarms_json_from_string(contents: str) -> SwarmsJSONFile:
    """Parse and validate a text."""
    return _to_file(parse_document(contents))


def validate_swarm_from_swarms_json(swarm_candidate: Any) -> None:
    """Raise unless this definition can be stored. Unknown comm_targets are allowed, as in MAIL 1.x."""
    problems = check_swarm(
        swarm_candidate, allowed_prefixes=ReferencePolicy.from_environment().allowed_prefixes
    )
    errors = [problem.sentence for problem in problems if problem.severity == "error"]
    if errors:
        raise BadSwarmsJson(" ".join(errors))


def _to_file(swarms: list[dict[str, Any]]) -> SwarmsJSONFile:
    for swarm in swarms:
        validate_swarm_from_swarms_json(swarm)
    return {"swarms": [cast("SwarmsJSONSwarm", swarm) for swarm in swarms]}
