"""What leaves after a commit: jobs for actors with mail, nudges for listeners, halts for running steps.

All of it may be lost. The sweeper queues actors again, followers look at the log by themselves,
and a worker whose lease was taken away cannot commit.
"""

from collections.abc import Callable, Mapping, Sequence

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from tasks.nudge import News, Topic, nudge

log = structlog.get_logger(__name__)

LOWEST = 9


def announce(task_pk: int, news: News, woken: Mapping[int, int], halted: Sequence[tuple[int, int]]) -> None:
    """Tell everybody who may care that a change has been committed."""
    for actor_pk, fence in halted:
        nudge(Topic.HALT, actor_pk, str(fence))
    for actor_pk, priority in woken.items():
        queue_actor(actor_pk, priority)
    nudge(Topic.NEWS, task_pk, news)


TakeHere = Callable[[int], bool]
_take_here: TakeHere | None = None


def set_taker(take_here: TakeHere | None) -> None:
    """Name who takes actors over in this process, if anybody does. False from it means that it is full."""
    global _take_here  # noqa: PLW0603  # one crew per process
    _take_here = take_here


def queue_actor(actor_pk: int, priority: int) -> None:
    """Have somebody look at this actor: this process if it works and has room, else whoever gets the job."""
    if _take_here is not None and _take_here(actor_pk):
        return
    # RabbitMQ serves high numbers first, Redis low ones.
    number = LOWEST - priority if settings.BROKER_URL.startswith("amqp") else priority
    try:
        current_app.send_task("tasks.run_actor", args=[actor_pk], priority=number, retry=False)
    except (OperationalError, OSError):
        # The rows are committed: a broker that is away delays the work, it does not fail it.
        log.warning("job not queued, the sweeper will queue it", actor=actor_pk)
