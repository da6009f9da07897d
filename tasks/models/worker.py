"""A worker process and its heartbeat. All its leases lapse together when the heart stops."""

import uuid

from django.db import models


class Worker(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.CharField(max_length=255)
    pid = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField(db_index=True, help_text="By the database's clock.")

    def __str__(self) -> str:
        return f"{self.host}:{self.pid}"
