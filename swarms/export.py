"""Swarms on their way out: an entry of swarms.json, or a whole file."""

import json
from collections.abc import Iterable

from swarms.document import Document, write_document
from swarms.models import Swarm


def to_document(swarm: Swarm) -> Document:
    """The swarm as an entry of swarms.json, from its rows as they are now."""
    return write_document(swarm, list(swarm.agents.all()), list(swarm.actions.all()))


def to_file(swarms: Iterable[Swarm]) -> str:
    """The swarms as the text of a swarms.json."""
    return json.dumps([to_document(swarm) for swarm in swarms], indent=2, ensure_ascii=False) + "\n"
