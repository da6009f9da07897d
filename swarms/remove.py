"""Deletes a swarm that nothing depends on."""

from django.db.models import ProtectedError

from mail.errors import Conflict
from swarms.find import choose_default
from swarms.models import Swarm


def remove_swarm(swarm: Swarm) -> None:
    """Delete a swarm with its agents, actions and versions, unless tasks still belong to it."""
    try:
        swarm.delete()
    except ProtectedError as error:
        raise Conflict(f"swarm {swarm.name!r} still has tasks; delete those first") from error
    choose_default()
