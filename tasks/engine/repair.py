"""Returns an actor after a step that failed for a reason of ours, and gives up when that repeats."""

from collections.abc import Iterable

from django.db.models import F

from mail.priorities import Priority
from tasks.change import Change, change
from tasks.choices import OPEN_STEPS, EventName
from tasks.engine.lease import Lease
from tasks.finish import fail
from tasks.models import Actor, Step

FAILURES = 3


def give_back(lease: Lease, error: Exception | None, is_shutdown: bool = False) -> None:
    """Release the lease if it still holds; one failure too many ends the round.

    The fence decides, not the worker: the same process may have taken the actor anew in the meantime.
    """
    with change(lease.task_pk) as current:
        held = Actor.objects.filter(pk=lease.actor_pk, worker=lease.worker, fence=lease.fence)
        if not held.update(worker=None, fence=F("fence") + 1):
            return
        actor = next(each for each in current.actors().values() if each.pk == lease.actor_pk)
        current.wake(actor.agent, Priority.LETTER)
        if not current.task.is_running:
            return
        if error is not None:
            _count_failure(current, actor, error)
        elif is_shutdown:
            what = f"agent {actor.agent} was handed back: its worker shuts down"
            current.event(EventName.SHUTDOWN_REQUESTED, what, {"agent": actor.agent})


def _count_failure(current: Change, actor: Actor, error: Exception) -> None:
    open_step = Step.objects.filter(actor=actor, state__in=OPEN_STEPS)
    open_step.update(failures=F("failures") + 1)
    failures = open_step.values_list("failures", flat=True).first() or 0
    what = f"agent {actor.agent}: an internal fault; the step will be tried again"
    current.event(EventName.RUN_LOOP_ERROR, what, {"agent": actor.agent, "fault": type(error).__name__})
    if failures >= FAILURES:
        fail(current, f"the server could not carry out a step of agent {actor.agent}; its log says why")


def find_lost(leases: Iterable[Lease]) -> set[tuple[int, int]]:
    """Which of these leases no longer hold, as (actor, fence)."""
    claimed = {(lease.actor_pk, lease.fence) for lease in leases}
    held = Actor.objects.filter(pk__in={pk for pk, _ in claimed}).values_list("pk", "fence")
    return claimed - set(held)
