"""The only reader of the event log: what happened after a sequence, and what happens from now on.

Waiting, streaming and sockets all follow the log from here. A follower holds no thread and no connection
while it waits: it is nudged, and looks by itself now and then in case a nudge got lost.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from channels.db import database_sync_to_async
from django.utils import timezone

from tasks.choices import Status
from tasks.frames import Frame, frame_of
from tasks.models import Event, Round, Task
from tasks.nudge import News, Topic, listening

PAGE = 200
LOOK_SECONDS = 5.0
# A reader too slow for more pieces than these misses some; the log is complete in any case.
LONGEST_QUEUE = 1000


@dataclass(frozen=True)
class Page:
    """Events after a sequence, and whether the log can still grow."""

    frames: list[Frame]
    is_live: bool
    round_end: int | None


def read_events(task: Task, after: int, limit: int = PAGE) -> list[Frame]:
    """The task's events after a sequence, oldest first."""
    rows = Event.objects.filter(task=task, sequence__gt=after).select_related("message").order_by("sequence")
    return [frame_of(task, row) for row in rows[:limit]]


def read_events_of_round(each: Round) -> list[Frame]:
    """All events of a round that has ended, its end included."""
    events = Event.objects.filter(
        task=each.task, sequence__gt=each.opened_event, sequence__lte=each.closed_event
    )
    return [frame_of(each.task, row) for row in events.select_related("message").order_by("sequence")]


def read_page(task_pk: int, after: int, round_number: int | None) -> Page:
    """What a follower needs in one look. The state is read first: an event can only come after it."""
    task = Task.objects.get(pk=task_pk)
    end = None
    if round_number is not None:
        end = Round.objects.values_list("closed_event", flat=True).get(task=task, number=round_number)
    return Page(read_events(task, after), task.status == Status.RUNNING, end)


def read_round(task_pk: int, number: int) -> Round:
    return Round.objects.select_related("task").get(task_id=task_pk, number=number)


async def follow(
    task_pk: int,
    after: int,
    *,
    round_number: int | None = None,
    pings: float | None = None,
    deltas: bool = False,
) -> AsyncIterator[Frame]:
    """Every event after a sequence, in order and without gaps, as it is committed.

    With a round the stream ends with that round; without one, when the log has ended and is not running.
    With `pings` a ping comes after so many seconds of silence; with `deltas` also what models are writing.
    """
    silent_since = time.monotonic()
    with listening_to(task_pk, deltas=deltas) as ear:
        while True:
            for frame in ear.take_deltas():
                yield frame
            if ear.has_news():
                page = await database_sync_to_async(read_page, thread_sensitive=False)(
                    task_pk, after, round_number
                )
                for frame in page.frames:
                    yield frame
                    silent_since = time.monotonic()
                    after = frame.id or after
                    if page.round_end is not None and after >= page.round_end:
                        return
                if len(page.frames) == PAGE:
                    ear.look_again()
                elif _is_over(page, after, round_number):
                    return
            await ear.wait(LOOK_SECONDS if pings is None else silent_since + pings - time.monotonic())
            if pings is not None and time.monotonic() - silent_since >= pings:
                yield Frame("ping", {"timestamp": timezone.now().isoformat()})
                silent_since = time.monotonic()


def _is_over(page: Page, after: int, round_number: int | None) -> bool:
    if round_number is None:
        return not page.is_live
    return page.round_end is not None and after >= page.round_end


async def wait_for_round(task_pk: int, number: int, patience: float | None = None) -> Round | None:
    """The round once it has ended; None if that takes longer than the given seconds."""
    end = None if patience is None else time.monotonic() + patience
    with listening_to(task_pk, only_ends=True) as ear:
        while True:
            if ear.has_news():
                found: Round = await database_sync_to_async(read_round, thread_sensitive=False)(
                    task_pk, number
                )
                if found.closed_event is not None:
                    return found
            left = LOOK_SECONDS if end is None else end - time.monotonic()
            if left <= 0:
                return None
            await ear.wait(left)


class Ear:
    """What one follower has heard and not yet looked at."""

    def __init__(self, *, only_ends: bool) -> None:
        self._only_ends = only_ends
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._news = True
        self._deltas: deque[str] = deque(maxlen=LONGEST_QUEUE)

    def hear_news(self, news: str) -> None:
        if news == News.END or not self._only_ends:
            self._loop.call_soon_threadsafe(self.look_again)

    def hear_delta(self, piece: str) -> None:
        self._deltas.append(piece)
        self._loop.call_soon_threadsafe(self._wake.set)

    def look_again(self) -> None:
        self._news = True
        self._wake.set()

    def has_news(self) -> bool:
        """Whether the log should be read; asking takes the news away."""
        news, self._news = self._news, False
        return news

    def take_deltas(self) -> Iterator[Frame]:
        while self._deltas:
            yield Frame("delta", json.loads(self._deltas.popleft()))

    async def wait(self, seconds: float) -> None:
        """Until something is heard; after a while of silence, as if there were news."""
        try:
            await asyncio.wait_for(self._wake.wait(), max(0.0, min(seconds, LOOK_SECONDS)))
        except TimeoutError:
            self._news = True
        self._wake.clear()


@contextmanager
def listening_to(task_pk: int, *, only_ends: bool = False, deltas: bool = False) -> Iterator[Ear]:
    ear = Ear(only_ends=only_ends)
    with ExitStack() as stack:
        stack.enter_context(listening(Topic.NEWS, task_pk, ear.hear_news))
        if deltas:
            stack.enter_context(listening(Topic.DELTA, task_pk, ear.hear_delta))
        yield ear
