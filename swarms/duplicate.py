"""A second swarm like the first, under another name."""

from mail.errors import Conflict
from swarms.export import to_document
from swarms.find import is_hosted
from swarms.models import Swarm
from swarms.store import store_document
from swarms.versions import Person


def duplicate(swarm: Swarm, name: str, by: Person = None) -> Swarm:
    if is_hosted(name):
        raise Conflict(f"there is already a swarm named {name!r}; choose another name")
    return store_document({**to_document(swarm), "name": name}, by, replace=False).swarm


def suggest_name(swarm: Swarm) -> str:
    """The first free one of name-copy, name-copy-2 …"""
    stem = f"{swarm.name}-copy"
    taken = set(Swarm.objects.filter(name__startswith=stem).values_list("name", flat=True))
    return (
        stem
        if stem not in taken
        else next(f"{stem}-{n}" for n in range(2, 10_000) if f"{stem}-{n}" not in taken)
    )
