"""The Celery application: the alarm clock that wakes workers. Rows, not jobs, are the truth."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mailproject.settings")

app = Celery("mail")
# For every thread: otherwise only the one that ran this line would queue to our broker.
app.set_default()
# Read on first use, when Django's settings are there.
app.config_from_object("mailproject.celery_config")
app.autodiscover_tasks(["tasks"], related_name="jobs")


@worker_ready.connect
def warm_up(**_: Any) -> None:
    """Load the model library before the first job, so that nobody waits for it."""
    from mail.factories import litellm_gate
    from tasks.engine.crew import get_crew

    get_crew().do_soon(litellm_gate.warm_up())


@worker_shutting_down.connect
def hand_back(**_: Any) -> None:
    """Give every actor back at once: others need not wait for our heartbeat to lapse."""
    from tasks.engine.crew import stop_crew

    stop_crew()
