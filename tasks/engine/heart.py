"""The heartbeat of a worker process: one row, touched every second. Its leases live as long as it beats."""

import os
import socket
import threading
import uuid
from collections.abc import Callable

import structlog
from django.db import DatabaseError, InterfaceError, connection
from django.db.models.functions import Now

from tasks.models import Worker

log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
# A worker that has not beaten for so long is taken for dead.
DEAD_AFTER_SECONDS = 3.5


class Heart:
    def __init__(self, on_beat: Callable[[], None]) -> None:
        self.worker = uuid.uuid4()
        self._on_beat = on_beat
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._beat_for_ever, name="heart", daemon=True)

    def start(self) -> None:
        self._appear()
        self._thread.start()

    def _beat_for_ever(self) -> None:
        while not self._stopping.wait(BEAT_SECONDS):
            try:
                self.beat()
                self._on_beat()
            except (DatabaseError, InterfaceError):
                log.warning("heartbeat missed: the database does not answer")
                connection.close()
        connection.close()

    def beat(self) -> None:
        if not Worker.objects.filter(pk=self.worker).update(beat_at=Now()):
            # Taken for dead while the database or we were away. The leases are gone; begin again.
            self._appear()

    def _appear(self) -> None:
        row = Worker(
            id=self.worker, host=socket.gethostname(), pid=os.getpid(), started_at=Now(), beat_at=Now()
        )
        Worker.objects.bulk_create([row], ignore_conflicts=True)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(2 * BEAT_SECONDS)
        Worker.objects.filter(pk=self.worker).delete()
        connection.close()
