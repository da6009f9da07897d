"""A worker process at work: one event loop for model calls and actions, a few threads for the database.

Celery's threads hand actors over and return. A bounded number is under way at once; beyond it,
handing over waits, and the broker keeps the rest.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, connection

from mail.agents import AgentReply
from mail.priorities import Priority
from tasks.engine.claim import Claim, claim
from tasks.engine.heart import Heart
from tasks.engine.lease import Lease
from tasks.engine.repair import find_lost, give_back
from tasks.engine.run import run_actor
from tasks.errors import LeaseLost, StepHalted
from tasks.nudge import Topic, listen_to_all
from tasks.wake import queue_actor, set_taker

log = structlog.get_logger(__name__)

REPAIR_PAUSE = 1.0
HAND_ON_PAUSE = 0.1


class Crew:
    """Everything that runs in one worker process."""

    def __init__(self) -> None:
        self._heart = Heart(on_beat=self._drop_lost)
        self._places = threading.BoundedSemaphore(settings.MODEL_CALLS)
        self._threads = ThreadPoolExecutor(settings.WORKER_THREADS, thread_name_prefix="database")
        self._loop = asyncio.new_event_loop()
        self._running: set[asyncio.Task[None]] = set()
        self._asking: dict[Lease, asyncio.Task[AgentReply]] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_forever, name="engine", daemon=True)

    @property
    def worker(self) -> UUID:
        return self._heart.worker

    def start(self) -> None:
        self._heart.start()
        self._thread.start()
        listen_to_all(Topic.HALT, self._halt)
        set_taker(self.try_hand_over)

    def hand_over(self, actor_pk: int) -> None:
        """Let the event loop take an actor over; wait while too many are under way."""
        self._places.acquire()
        if self._stopping.is_set():
            self._places.release()
            # Celery still takes jobs while we wind up: leave this one to another worker.
            time.sleep(HAND_ON_PAUSE)
            queue_actor(actor_pk, Priority.LETTER)
            return
        self._loop.call_soon_threadsafe(self._begin, actor_pk)

    def try_hand_over(self, actor_pk: int) -> bool:
        """The same without waiting: False if this process has no room."""
        if self._stopping.is_set() or not self._places.acquire(blocking=False):
            return False
        self._loop.call_soon_threadsafe(self._begin, actor_pk)
        return True

    def do_soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside the actors, on the loop that model calls use."""
        asyncio.run_coroutine_threadsafe(work, self._loop)

    def _begin(self, actor_pk: int) -> None:
        task = self._loop.create_task(self._run(actor_pk))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run(self, actor_pk: int) -> None:
        """The one place that catches everything: no actor is left with a lease that nobody works on."""
        held: Claim | None = None
        try:
            held = await self._claim(actor_pk)
            if held is not None and await run_actor(held, self):
                queue_actor(actor_pk, Priority.LETTER)
        except LeaseLost:
            log.debug("actor taken over", actor=actor_pk)
        except StepHalted:
            await self._give_back(held, None)
        except (OperationalError, InterfaceError):
            # The database went away: no fault of the step, which is taken again from where it stands.
            log.warning("step interrupted: the database does not answer", actor=actor_pk)
            await self._give_back(held, None)
        except Exception as error:
            log.exception("step failed, it will be tried again", actor=actor_pk)
            await self._give_back(held, error)
        finally:
            self._places.release()

    async def _claim(self, actor_pk: int) -> Claim | None:
        try:
            held: Claim | None = await self.in_database(claim, actor_pk, self.worker)
        except IntegrityError:
            # We were taken for dead and have no row any more that a lease could point at.
            await self.in_database(self._heart.beat)
            held = await self.in_database(claim, actor_pk, self.worker)
        return held

    async def _give_back(self, held: Claim | None, error: Exception | None) -> None:
        """Return the actor, however long the database may be away."""
        if held is None:
            # Nothing was claimed, so nothing is held; the sweeper queues the actor again.
            return
        while True:
            try:
                await self.in_database(give_back, held.lease, error, self._stopping.is_set())
            except (DatabaseError, InterfaceError):
                if self._stopping.is_set():
                    return
                await asyncio.sleep(REPAIR_PAUSE)
            else:
                return

    async def in_database(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await self._loop.run_in_executor(self._threads, _with_connection, function, *arguments)

    async def asking(self, lease: Lease, question: Coroutine[Any, Any, AgentReply]) -> AgentReply:
        if self._stopping.is_set():
            question.close()
            raise StepHalted
        task = self._asking[lease] = self._loop.create_task(question)
        try:
            return await task
        except asyncio.CancelledError as error:
            raise StepHalted from error
        finally:
            del self._asking[lease]

    def _halt(self, actor_pk: int, fence: str) -> None:
        """A lease was taken away, by an interrupt or the round's end: stop paying for its model call."""
        self._loop.call_soon_threadsafe(self._cancel, {(actor_pk, int(fence))})

    def _cancel(self, lost: set[tuple[int, int]]) -> None:
        for lease, task in self._asking.items():
            if (lease.actor_pk, lease.fence) in lost:
                task.cancel()

    def _drop_lost(self) -> None:
        """With every heartbeat, in case a halt got lost on its way."""
        leases = list(self._asking)
        if leases:
            self._loop.call_soon_threadsafe(self._cancel, find_lost(leases))

    def stop(self, patience: float = 10.0) -> None:
        """Hand every actor back: model calls are cancelled, actions and commits may finish."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        set_taker(None)
        asyncio.run_coroutine_threadsafe(self._wind_up(patience), self._loop).result(patience + 5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._threads.shutdown(wait=True)
        self._heart.stop()

    async def _wind_up(self, patience: float) -> None:
        for task in self._asking.values():
            task.cancel()
        running = list(self._running)
        if running:
            await asyncio.wait(running, timeout=patience)


def _with_connection(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run database work in a thread of ours, and leave its connection fit for the next piece."""
    try:
        return function(*arguments)
    except (DatabaseError, InterfaceError):
        connection.close()
        raise
    finally:
        if "pool" in connection.settings_dict["OPTIONS"]:
            # Back to the pool: a thread that waits must not keep a connection from one that works.
            connection.close()


_crew: Crew | None = None
_crew_lock = threading.Lock()


def get_crew() -> Crew:
    """This process's crew, started on its first job."""
    global _crew  # noqa: PLW0603  # one per process
    with _crew_lock:
        if _crew is None:
            _crew = Crew()
            _crew.start()
        return _crew


def stop_crew() -> None:
    """Stop for good: jobs that still come find a crew that takes nothing any more."""
    with _crew_lock:
        if _crew is not None:
            _crew.stop()
