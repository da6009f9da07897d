"""An event as callers see it: the same object for REST, SSE and WebSocket."""

import json
from dataclasses import dataclass
from typing import Any

from tasks.choices import EventName
from tasks.models import Event, Task

TERMINAL = frozenset({EventName.TASK_COMPLETE, EventName.TASK_ERROR})


@dataclass(frozen=True)
class Frame:
    """One event on its way out. Frames without an id are not in the log: pings and final notices."""

    event: str
    data: dict[str, Any]
    id: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {"event": self.event, "id": self.id, "data": self.data}

    def as_sse(self) -> bytes:
        """Lines end in CRLF: clients of MAIL 1.x split on it."""
        head = f"id: {self.id}\r\n" if self.id is not None else ""
        return f"{head}event: {self.event}\r\ndata: {json.dumps(self.data)}\r\n\r\n".encode()


def frame_of(task: Task, event: Event) -> Frame:
    extra = dict(event.extra)
    if event.message is not None:
        event.message.task = task
        extra["full_message"] = event.message.as_mail()
    data = {
        "timestamp": event.created_at.isoformat(),
        "description": event.description,
        "task_id": task.task_id,
        "extra_data": extra,
    }
    if event.name in TERMINAL:
        data["response"] = extra.get("response", "")
    return Frame(event.name, data, event.sequence)
