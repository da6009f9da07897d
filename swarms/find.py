"""Which swarm is meant."""

from django.conf import settings
from django.db.models import QuerySet

from swarms.errors import NoSwarm, UnknownSwarm
from swarms.models import Swarm, SwarmVersion


def get_swarm(name: str | None = None) -> Swarm:
    """The swarm of that name; without a name, the default one."""
    swarm = find_swarm(name) if name else find_default_swarm()
    if swarm is None:
        raise UnknownSwarm(f"this server hosts no swarm named {name!r}") if name else NoSwarm
    return swarm


def find_swarm(name: str) -> Swarm | None:
    return swarms_with_version().filter(name=name).first()


def find_default_swarm() -> Swarm | None:
    return swarms_with_version().filter(is_default=True).first()


def is_hosted(name: str) -> bool:
    return Swarm.objects.filter(name=name).exists()


def swarms_with_version() -> QuerySet[Swarm]:
    return Swarm.objects.select_related("current_version")


def get_version(version_id: int) -> SwarmVersion:
    version = SwarmVersion.objects.select_related("swarm").filter(pk=version_id).first()
    if version is None:
        raise UnknownSwarm(f"there is no swarm version {version_id}; its swarm has been deleted")
    return version


def choose_default() -> Swarm | None:
    """Make sure that there is a default swarm as soon as there is any."""
    chosen = find_default_swarm()
    if chosen is None:
        chosen = find_swarm(settings.SWARM_NAME) or swarms_with_version().order_by("pk").first()
        if chosen is not None:
            Swarm.objects.filter(pk=chosen.pk).update(is_default=True)
            chosen.is_default = True
    return chosen
