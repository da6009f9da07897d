"""Worker and beat inside the server's own process, for the embedded form."""

import threading

import structlog
from celery import beat
from celery.worker import WorkController

from mail.factories.litellm_gate import warm_up
from mailproject.celery import app
from tasks.engine.crew import get_crew, stop_crew

log = structlog.get_logger(__name__)


class EmbeddedWorker:
    """Celery's worker and beat as threads. They die with the process; the rows do not."""

    def __init__(self) -> None:
        self._worker = WorkController(
            app=app,
            pool="threads",
            concurrency=app.conf.worker_concurrency,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._beat = beat.Service(app, max_interval=1, scheduler_cls=beat.Scheduler)

    def start(self) -> None:
        # The model library takes seconds to load: now, beside everything else, not in the first question.
        get_crew().do_soon(warm_up())
        threading.Thread(target=self._worker.start, name="worker", daemon=True).start()
        threading.Thread(target=self._beat.start, name="beat", daemon=True).start()

    def stop(self) -> None:
        """Hand back what is under way, then stop the clock."""
        self._beat.stop(wait=False)
        self._worker.stop()
        stop_crew()
