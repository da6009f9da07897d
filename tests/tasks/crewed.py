"""A real worker process's crew, inside the test, with a plain stand-in for the broker that wakes it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

from tasks.choices import OPEN_DELIVERIES
from tasks.engine.crew import Crew
from tasks.models import Delivery


@contextmanager
def crew_at_work() -> Iterator[Crew]:
    """A started crew that is handed every actor with mail, as jobs would."""
    crew = Crew()
    crew.start()
    done = threading.Event()
    alarm = threading.Thread(target=_wake, args=(crew, done))
    alarm.start()
    try:
        yield crew
    finally:
        done.set()
        alarm.join()
        crew.stop()


def _wake(crew: Crew, done: threading.Event) -> None:
    while not done.wait(0.01):
        waiting = Delivery.objects.filter(state__in=OPEN_DELIVERIES, actor__worker=None)
        for actor in set(waiting.values_list("actor_id", flat=True)):
            crew.hand_over(actor)
    connection.close()


def eventually(happened: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
