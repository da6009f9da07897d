"""Knows how to read events to their end, over as many connections as it takes."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self

import httpx

from mail.client.connection import Connection, explain
from mail.client.errors import AnswerTimedOut, ConnectionBroken, MAILConnectionError
from mail.client.events import EventParser, ServerSentEvent
from mail.client.retry import Backoff, repeat

STREAM = {"Accept": "text/event-stream"}


class EventStream(ABC):
    """Events of one task, in order, each once. When the connection breaks, it goes on after the last one.

    `task_id` and `last_id` tell how far it has come.
    """

    def __init__(self, connection: Connection, task_id: str | None, after: int | None) -> None:
        self.task_id = task_id
        self.last_id = after
        self._connection = connection
        self._backoff = Backoff(connection.config.reconnect)
        self._response: httpx.Response | None = None
        self._trouble: ConnectionBroken | None = None
        self._is_finished = False
        self._events = self._read_to_the_end()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ServerSentEvent:
        try:
            return await anext(self._events)
        except asyncio.CancelledError:
            # Somebody waited with a time limit. The next one who waits goes on where this one stopped.
            self._events = self._read_to_the_end()
            raise
        except MAILConnectionError as error:
            raise type(error)(f"{error.detail} ({self._how_to_go_on()})") from error

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Stop listening. The task itself goes on."""
        self._is_finished = True
        await self._events.aclose()
        await self._hang_up()

    async def open(self) -> Self:
        """Connect for the first time, so that a refusal is raised where the stream was asked for."""
        self._response = await repeat(self._connect, self._backoff)
        return self

    @abstractmethod
    async def _connect(self) -> httpx.Response:
        """Ask for the events that are still missing."""

    @abstractmethod
    def _judge(self, event: ServerSentEvent) -> Iterator[ServerSentEvent]:
        """The event itself and what is to be told with it; notes whether it is the last."""

    @abstractmethod
    async def _is_over(self) -> bool:
        """Whether a connection that ended without an error has told everything."""

    async def _read_to_the_end(self) -> AsyncGenerator[ServerSentEvent, None]:
        """1. connect unless connected; 2. hand on what comes; 3. see whether that was all."""
        try:
            while not self._is_finished:
                if self._response is None:
                    self._response = await repeat(self._connect, self._backoff, has_worked=True)
                async with aclosing(self._read_connection(self._response)) as events:
                    async for event in events:
                        yield event
                await self._hang_up()
                await self._look_for_the_end()
        finally:
            await self._hang_up()

    async def _read_connection(self, response: httpx.Response) -> AsyncGenerator[ServerSentEvent, None]:
        """The new events of one connection, until it ends or breaks."""
        parser = EventParser()
        self._trouble = None
        try:
            async for chunk in response.aiter_bytes():
                for event in parser.feed(chunk):
                    self._backoff.reset()
                    for each in self._judge(event) if self._is_new(event) else ():
                        yield each
                    if self._is_finished:
                        return
        except httpx.RequestError as error:
            self._trouble = ConnectionBroken(explain(error, response.request).detail)

    def _is_new(self, event: ServerSentEvent) -> bool:
        """Note how far the stream has come. A server may begin a little before what was asked for."""
        self.task_id = self.task_id or event.data.get("task_id")
        if event.id is None:
            return True
        if self.last_id is not None and event.id <= self.last_id:
            return False
        self.last_id = event.id
        return True

    async def _look_for_the_end(self) -> None:
        if self._is_finished:
            return
        if self._trouble is None and await repeat(self._is_over, self._backoff, has_worked=True):
            self._is_finished = True
        else:
            await self._backoff.wait(self._trouble or ConnectionBroken("the stream ended too early"))

    def _how_to_go_on(self) -> str:
        if self.task_id is None:
            return "no event had arrived"
        return f"go on with follow_task({self.task_id!r}, after={self.last_id or 0})"

    async def _hang_up(self) -> None:
        response, self._response = self._response, None
        if response is not None:
            await response.aclose()

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> httpx.Response:
        """Open a connection. Asking again does no harm here, so silence is a reason to do that."""
        silence = self._connection.config.silence
        try:
            return await self._connection._send(
                method, path, headers={**STREAM, **headers}, body=body, silence=silence
            )
        except AnswerTimedOut as error:
            raise ConnectionBroken(error.detail) from error
