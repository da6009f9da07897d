"""What Celery runs: look at an actor, sweep. A job lost, doubled or late does no harm."""

import threading
import time

from celery import shared_task

from tasks.engine.crew import get_crew
from tasks.sweep import sweep

SWEEP_PAUSE = 0.5
_sweeping = threading.Lock()
_swept_at = -SWEEP_PAUSE


@shared_task(name="tasks.run_actor")
def run_actor(actor_pk: int) -> None:
    get_crew().hand_over(actor_pk)


@shared_task(name="tasks.sweep")
def sweep_job() -> None:
    """Sweep, unless this process is at it or just was: a clock that comes late brings many jobs at once."""
    global _swept_at  # noqa: PLW0603  # one broom per process
    if not _sweeping.acquire(blocking=False):
        return
    try:
        if time.monotonic() - _swept_at >= SWEEP_PAUSE:
            sweep()
            _swept_at = time.monotonic()
    finally:
        _sweeping.release()
