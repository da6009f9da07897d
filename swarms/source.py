"""What the server loads when it starts."""

from pathlib import Path

import structlog
from django.conf import settings

from mail.errors import Invalid
from mail.swarms_json import LIMIT
from swarms.store import StoredSwarm, store_text

log = structlog.get_logger(__name__)


def load_source() -> list[StoredSwarm]:
    """Create the swarms of SWARM_SOURCE that are missing; rows that exist are never changed."""
    if not settings.SWARM_SOURCE:
        return []
    stored = store_text(read_definitions(Path(settings.SWARM_SOURCE)), replace=False)
    for item in stored:
        log.info("swarm loaded", swarm=item.swarm.name, outcome=item.outcome.value)
    return stored


def read_definitions(path: Path) -> bytes:
    """The file's content, or the sentence that says why not. Never reads more than would be accepted."""
    try:
        with path.open("rb") as file:
            return file.read(LIMIT + 1)
    except OSError as error:
        raise Invalid(
            f"{path} cannot be read: {error.strerror or error}; give the path of a swarms.json"
        ) from error
