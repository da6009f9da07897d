"""Server-sent events: the log of a task as it grows, resumable from any sequence."""

from collections.abc import AsyncIterator

from django.http import StreamingHttpResponse

from accounts.api.views import in_thread
from tasks.choices import EventName, Status
from tasks.follow import follow, read_round
from tasks.frames import Frame
from tasks.models import Task

PING_SECONDS = 15.0


def event_stream(
    task: Task, after: int, *, round_number: int | None = None, deltas: bool = False
) -> StreamingHttpResponse:
    """Follow a task over HTTP, with headers that keep proxies from holding events back."""
    response = StreamingHttpResponse(
        _frames(task, after, round_number, deltas), content_type="text/event-stream; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


async def _frames(task: Task, after: int, round_number: int | None, deltas: bool) -> AsyncIterator[bytes]:
    async for frame in follow(task.pk, after, round_number=round_number, pings=PING_SECONDS, deltas=deltas):
        if frame.id is None:
            frame = Frame(frame.event, {**frame.data, "task_id": task.task_id})  # noqa: PLW2901  # the same ping, named
        yield frame.as_sse()
    if round_number is not None:
        ended = await in_thread(read_round, thread_sensitive=False)(task.pk, round_number)
        if ended.status == Status.PAUSED:
            # Clients of MAIL 1.x read until task_complete; a paused round has none in the log.
            yield _paused_frame(task, ended.response).as_sse()


def _paused_frame(task: Task, response: str) -> Frame:
    data = {
        "task_id": task.task_id,
        "response": response,
        "status": "paused",
        "extra_data": {"status": "paused"},
    }
    return Frame(EventName.TASK_COMPLETE, data)
