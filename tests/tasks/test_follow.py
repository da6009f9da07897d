"""Following the log: in order, without gaps or repeats, from any point, and woken by each commit."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from tasks import follow as following
from tasks.follow import follow, read_events_of_round, wait_for_round
from tasks.frames import Frame
from tasks.models import Round
from tests.tasks.stage import Stage, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


def pair() -> Stage:
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    stage.script("supervisor", request("worker"), finish("ok"))
    stage.script("worker", respond("supervisor"))
    return stage


async def collect(frames: AsyncIterator[Frame]) -> list[Frame]:
    async with asyncio.timeout(10):
        return [frame async for frame in frames]


async def play(stage: Stage) -> None:
    """Take the steps of all agents, in a thread of their own."""

    def run() -> None:
        try:
            stage.run()
        finally:
            connection.close()

    await asyncio.to_thread(run)


async def test_a_follower_sees_every_event_as_it_is_committed() -> None:
    stage = await database_sync_to_async(pair)()
    task = await database_sync_to_async(stage.send)()
    frames = asyncio.create_task(collect(follow(task.pk, 0, round_number=1)))
    await play(stage)
    seen = await frames
    assert [frame.id for frame in seen] == list(range(1, 10))
    assert seen[-1].data["response"] == "ok"


async def test_a_follower_resumes_where_it_stopped() -> None:
    stage = await database_sync_to_async(pair)()
    task = await database_sync_to_async(stage.send)()
    await play(stage)
    assert [frame.id for frame in await collect(follow(task.pk, 6))] == [7, 8, 9]
    assert await collect(follow(task.pk, 9)) == []


async def test_a_long_log_is_read_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "PAGE", 4)
    stage = await database_sync_to_async(pair)()
    task = await database_sync_to_async(stage.send)()
    await play(stage)
    assert [frame.id for frame in await collect(follow(task.pk, 0))] == list(range(1, 10))


async def test_a_stream_ends_with_its_own_round() -> None:
    stage = await database_sync_to_async(pair)()
    task = await database_sync_to_async(stage.send)(task_id="t")
    await play(stage)
    stage.script("supervisor", finish("again"))
    await database_sync_to_async(stage.send)(task_id="t")
    await play(stage)
    first = await collect(follow(task.pk, 0, round_number=1))
    assert first[-1].id == 9
    everything = await collect(follow(task.pk, 0))
    assert [frame.event for frame in everything].count("task_complete") == 2
    second = await database_sync_to_async(Round.objects.select_related("task").get)(number=2)
    frames = await database_sync_to_async(read_events_of_round)(second)
    assert frames[0].id == 10


async def test_silence_is_filled_with_pings() -> None:
    stage = await database_sync_to_async(pair)()
    task = await database_sync_to_async(stage.send)()
    stream = follow(task.pk, 0, round_number=1, pings=0.05)
    assert [(await anext(stream)).event for _ in range(3)] == ["new_message", "ping", "ping"]


async def test_a_waiter_is_woken_by_the_end_of_the_round_or_gives_up() -> None:
    stage = await database_sync_to_async(pair)()
    task = await database_sync_to_async(stage.send)()
    assert await wait_for_round(task.pk, 1, patience=0.05) is None
    waiting = asyncio.create_task(wait_for_round(task.pk, 1, patience=10))
    await play(stage)
    start = time.monotonic()
    ended = await waiting
    assert time.monotonic() - start < 1
    assert ended is not None
    assert ended.response == "ok"
