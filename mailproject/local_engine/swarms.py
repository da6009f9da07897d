"""Swarms whose functions live in this process: hosted as rows, run by the same engine as any other."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import connection

from mail.engine import Definition, Letter, MAILTask, SwarmEvent, Ticket
from mail.messages import MAILMessage
from mailproject.local_engine import tasks as own
from mailproject.local_engine.functions import LiveFunctions
from mailproject.local_engine.store import store_definition
from mailproject.local_engine.worker import ensure_worker
from tasks.follow import follow, wait_for_round

Result = TypeVar("Result")
THREADS = 4


class LocalEngine:
    """The engine as `mail.engine.Engine` asks for it. Database work is done in threads of its own."""

    def __init__(self) -> None:
        self._functions = LiveFunctions()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail-swarms")
        self._lock = threading.Lock()

    def host(self, definition: Definition, name: str | None = None) -> str:
        with self._lock:
            hosted = name or self._functions.find_free_name(definition.name)
            before = self._functions.replace(hosted, definition)
        try:
            self._do(store_definition, hosted, definition, self._functions)
        except BaseException:
            self._functions.put_back(hosted, before)
            raise
        self._do(ensure_worker, definition)
        return hosted

    def release(self, swarm: str, owner: str) -> None:
        try:
            self._do(own.cancel_running, swarm, owner)
        finally:
            self._functions.put_back(swarm, None)

    def read_events(self, swarm: str, owner: str, task_id: str) -> list[SwarmEvent]:
        return self._do(own.read_all_events, swarm, owner, task_id)

    def read_tasks(self, swarm: str, owner: str) -> list[MAILTask]:
        return self._do(own.read_tasks, swarm, owner)

    async def submit(self, swarm: str, owner: str, letter: Letter) -> Ticket:
        return await self._do_later(own.send, swarm, owner, letter)

    async def wait(self, ticket: Ticket, patience: float | None) -> MAILMessage | None:
        ended = await wait_for_round(ticket.key, ticket.round, patience)
        return await self._do_later(own.answer_of, ended) if ended is not None else None

    async def follow(self, ticket: Ticket) -> AsyncIterator[SwarmEvent]:
        async for frame in follow(ticket.key, ticket.after, round_number=ticket.round):
            yield SwarmEvent(frame.event, frame.data, frame.id)

    def _do(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Also inside an event loop, where Django refuses database work in the same thread."""
        return self._threads.submit(_with_connection, work, *arguments).result()

    async def _do_later(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.wrap_future(self._threads.submit(_with_connection, work, *arguments))


def _with_connection(work: Callable[..., Result], *arguments: Any) -> Result:
    try:
        return work(*arguments)
    finally:
        if "pool" in connection.settings_dict["OPTIONS"]:
            connection.close()
