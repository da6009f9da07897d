"""A worker's right to step one actor: taken by compare-and-set, proven by a fencing number."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import F

from tasks.change import Change
from tasks.errors import LeaseLost
from tasks.models import Actor


@dataclass(frozen=True)
class Lease:
    actor_pk: int
    task_pk: int
    worker: UUID
    fence: int


def take_actor(actor_pk: int, worker: UUID) -> Actor | None:
    """Become the one who may step this actor, or learn that somebody else is."""
    # One statement: on PostgreSQL it waits for a release under way and then sees the free row.
    taken = Actor.objects.filter(pk=actor_pk, worker=None).update(worker=worker, fence=F("fence") + 1)
    return Actor.objects.select_related("task").get(pk=actor_pk) if taken else None


def get_leased(change: Change, lease: Lease) -> Actor:
    """The actor, locked with all others of its task, if the lease still holds."""
    for actor in change.actors().values():
        if (actor.pk, actor.fence, actor.worker_id) == (lease.actor_pk, lease.fence, lease.worker):
            return actor
    raise LeaseLost


def check_lease(lease: Lease) -> None:
    """Lock the actor alone, where nothing else of its task is touched."""
    held = Actor.objects.select_for_update(no_key=True).filter(
        pk=lease.actor_pk, fence=lease.fence, worker=lease.worker
    )
    if not held.values_list("pk", flat=True):
        raise LeaseLost


def release(lease: Lease) -> None:
    Actor.objects.filter(pk=lease.actor_pk, fence=lease.fence, worker=lease.worker).update(worker=None)
