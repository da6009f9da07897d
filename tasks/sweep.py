"""The sweeper: finds what was lost and queues it again. Any number may run at once."""

from datetime import timedelta

import structlog
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from mail.priorities import Priority
from tasks.change import change
from tasks.choices import OPEN_DELIVERIES, Status
from tasks.engine.heart import DEAD_AFTER_SECONDS
from tasks.finish import fail
from tasks.models import Actor, Delivery, Task, Worker
from tasks.wake import queue_actor

log = structlog.get_logger(__name__)

BATCH = 500
# Mail that has just arrived has a job on its way; only what has waited longer is queued again.
PATIENCE_SECONDS = 2.0


def sweep() -> None:
    """Free what dead workers held, queue what waits, end what has taken too long."""
    free_dead_leases()
    queue_waiting()
    end_overdue()


def free_dead_leases() -> int:
    """Take the leases of workers whose heart has stopped, and queue their actors at once."""
    dead = Worker.objects.filter(beat_at__lt=Now() - timedelta(seconds=DEAD_AFTER_SECONDS))
    dead_ids = list(dead.values_list("pk", flat=True))
    if not dead_ids:
        return 0
    actors = list(Actor.objects.filter(worker__in=dead_ids).values_list("pk", flat=True))
    for actor_pk in actors:
        freed = Actor.objects.filter(pk=actor_pk, worker__in=dead_ids).update(
            worker=None, fence=F("fence") + 1
        )
        if freed:
            queue_actor(actor_pk, Priority.LETTER)
    Worker.objects.filter(pk__in=dead_ids, beat_at__lt=Now() - timedelta(seconds=DEAD_AFTER_SECONDS)).delete()
    log.warning("recovered leases of dead workers", workers=len(dead_ids), actors=len(actors))
    return len(actors)


def queue_waiting() -> int:
    """Queue actors with mail that no worker has: their job was lost, or its broker was away."""
    before = Now() - timedelta(seconds=PATIENCE_SECONDS)
    waiting = Delivery.objects.filter(state__in=OPEN_DELIVERIES, actor__worker=None)
    waiting = waiting.filter(Q(actor__woken_at=None) | Q(actor__woken_at__lt=before))
    actors = list(waiting.values_list("actor_id", flat=True).distinct()[:BATCH])
    Actor.objects.filter(pk__in=actors).update(woken_at=Now())
    for actor_pk in actors:
        queue_actor(actor_pk, Priority.LETTER)
    return len(actors)


def end_overdue() -> None:
    """End rounds whose time is up."""
    overdue = Task.objects.filter(status=Status.RUNNING, deadline__lt=timezone.now())
    for task_pk in list(overdue.values_list("pk", flat=True)[:BATCH]):
        with change(task_pk) as current:
            task = current.task
            if task.is_running and task.deadline and task.deadline < current.now:
                fail(current, "The task timed out.", kind="timeout")
