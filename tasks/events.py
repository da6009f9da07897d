"""The only writer of the event log. An event gets its sequence under the lock on its task's row."""

import datetime
from typing import Any

from tasks.choices import EventName
from tasks.models import Event, Message, Task


def new_event(
    task: Task,
    name: EventName,
    description: str,
    *,
    at: datetime.datetime,
    extra: dict[str, Any] | None = None,
    message: Message | None = None,
) -> Event:
    """The next event of a task whose row is locked; it is stored with the rest of that change."""
    task.last_event += 1
    return Event(
        task=task,
        sequence=task.last_event,
        name=name,
        description=description,
        extra=extra or {},
        message=message,
        created_at=at,
    )


def write_events(events: list[Event]) -> None:
    if events:
        Event.objects.bulk_create(events)
