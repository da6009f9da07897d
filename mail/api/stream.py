"""Knows a round of a task as a stream of events."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from typing import Any, Self

from mail.api.errors import StillRunning
from mail.engine import SwarmEvent, Ticket


class EventStream:
    """The events of one round as they happen, to its end.

    `stream = await swarm.post_message_stream(…)` returns once the message is accepted; iterating without
    awaiting first does the same. The stream can be read once.
    """

    def __init__(
        self,
        send: Callable[[], Awaitable[Ticket]],
        follow: Callable[[Ticket], AsyncIterator[SwarmEvent]],
        patience: float | None,
    ) -> None:
        self._send = send
        self._follow = follow
        self._patience = patience
        self._ticket: Ticket | None = None

    @property
    def task_id(self) -> str | None:
        """The task's id, known once the message is accepted."""
        return self._ticket.task_id if self._ticket else None

    def __await__(self) -> Generator[Any, None, Self]:
        return self._accepted().__await__()

    async def _accepted(self) -> Self:
        if self._ticket is None:
            self._ticket = await self._send()
        return self

    async def __aiter__(self) -> AsyncIterator[SwarmEvent]:
        await self._accepted()
        assert self._ticket is not None
        end = None if self._patience is None else time.monotonic() + self._patience
        events = aiter(self._follow(self._ticket))
        while True:
            left = None if end is None else max(0.0, end - time.monotonic())
            try:
                event = await asyncio.wait_for(anext(events), left)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                raise still_running(self._ticket.task_id, self._patience) from error
            yield event


def still_running(task_id: str, patience: float | None) -> StillRunning:
    return StillRunning(f"Task {task_id!r} has not finished within {patience:g} seconds; it goes on.")
