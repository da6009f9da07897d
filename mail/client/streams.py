"""Knows the two ways to listen: to one round of a task, and to its whole log."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx

from mail.client.connection import Connection
from mail.client.errors import MAILClientError
from mail.client.events import PING, ServerSentEvent
from mail.client.stream import EventStream

ROUND_ENDS = frozenset({"task_complete", "task_error"})
PAUSE = "breakpoint_tool_call"


def task_path(task_id: str, rest: str = "") -> str:
    """Where a task is found. Its id is any text: slashes and dots must not be read as steps of the path."""
    return f"/api/v1/tasks/{quote(task_id, safe='').replace('.', '%2E')}{rest}"


class RoundStream(EventStream):
    """The events from a message to the end of the round that it opened or joined."""

    def __init__(self, connection: Connection, body: dict[str, Any], key: str) -> None:
        super().__init__(connection, body.get("task_id"), None)
        self._body = body
        self._key = key
        self._has_unnumbered = False

    async def _connect(self) -> httpx.Response:
        if self.last_id is not None:
            assert self.task_id is not None
            return await self._ask(
                "GET", task_path(self.task_id, "/events"), {"Last-Event-ID": str(self.last_id)}
            )
        if self._has_unnumbered:
            raise MAILClientError("the stream broke, and this server does not number its events", 501)
        # The same key makes a repeat find the task that the first try may have opened.
        return await self._ask("POST", "/message", {"Idempotency-Key": self._key}, self._body)

    def _judge(self, event: ServerSentEvent) -> Iterator[ServerSentEvent]:
        """A round has exactly one end: the first one that comes is its own, whatever follows in the log."""
        is_pause = event.event == PAUSE and (event.data.get("extra_data") or {}).get("status") == "paused"
        self._has_unnumbered = self._has_unnumbered or (event.id is None and event.event != PING)
        self._is_finished = is_pause or event.event in ROUND_ENDS
        yield event
        if is_pause:
            yield paused_notice(event)

    async def _is_over(self) -> bool:
        # Its end has not been seen.
        return False


class LogStream(EventStream):
    """The events of a task after a number, until nothing more can come."""

    def __init__(self, connection: Connection, task_id: str, after: int) -> None:
        super().__init__(connection, task_id, after)
        self._path = task_path(task_id, "/events")

    async def _connect(self) -> httpx.Response:
        return await self._ask("GET", self._path, {"Last-Event-ID": str(self.last_id)})

    def _judge(self, event: ServerSentEvent) -> Iterator[ServerSentEvent]:
        # The end of a round is not the end of the log.
        yield event

    async def _is_over(self) -> bool:
        """A proxy or a stopping server also ends a stream politely, so the log itself is asked."""
        page = await self._connection._request("GET", self._path, query={"after": self.last_id})
        return not page["events"] and page["status"] != "running"


def paused_notice(event: ServerSentEvent) -> ServerSentEvent:
    """The frame with which a server ends the stream of a paused round.

    It is not in the log, so a stream that was resumed would lack it; made here, it always comes.
    """
    data = {
        "task_id": event.data.get("task_id"),
        "response": event.data["extra_data"].get("response", ""),
        "status": "paused",
        "extra_data": {"status": "paused"},
    }
    return ServerSentEvent("task_complete", data)
