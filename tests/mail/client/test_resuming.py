"""Streams that break: nothing is missing, nothing comes twice, and nothing is asked for twice blindly."""

import asyncio

import pytest

from mail.client import (
    ClientConfig,
    ConnectionBroken,
    EventStream,
    MAILClient,
    MAILClientError,
    MAILConnectionError,
    ServerSentEvent,
)
from tests.mail.client.scripted import Answer, frame, hangs_up, says, scripted, streams

QUICK = ClientConfig(timeout=5.0, reconnect=2.0, silence=0.3)
END = frame("task_complete", 4, response="done")


def client(url: str, config: ClientConfig = QUICK) -> MAILClient:
    return MAILClient(url, config=config)


async def collect(stream: EventStream) -> list[ServerSentEvent]:
    return [event async for event in stream]


def numbers(events: list[ServerSentEvent]) -> list[int | None]:
    return [event.id for event in events]


async def test_it_goes_on_after_the_last_event_it_has_seen() -> None:
    cut = frame("tool_call", 3)[:-4]
    with scripted(
        streams(frame("new_message", 1), frame("tool_call", 2), cut, breaks=True),
        streams(frame("tool_call", 3), END),
    ) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert numbers(events) == [1, 2, 3, 4]
    first, second = server.requests
    assert (first.method, first.path) == ("POST", "/message")
    assert (second.method, second.path) == ("GET", "/api/v1/tasks/t1/events")
    assert second.headers["last-event-id"] == "2"
    assert second.headers["accept"] == "text/event-stream"


async def test_it_goes_on_after_a_polite_end_that_came_too_early() -> None:
    with scripted(streams(frame("new_message", 1)), streams(END)) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert numbers(events) == [1, 4]


async def test_it_drops_what_a_server_repeats() -> None:
    with scripted(
        streams(frame("new_message", 1), frame("tool_call", 2), breaks=True),
        streams(frame("new_message", 1), frame("tool_call", 2), frame("tool_call", 3), END),
    ) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert numbers(events) == [1, 2, 3, 4]


@pytest.mark.parametrize("first", [hangs_up, streams(breaks=True), streams(frame("ping"), breaks=True)])
async def test_a_break_before_the_first_event_repeats_the_message_under_its_key(first: Answer) -> None:
    with scripted(first, streams(frame("new_message", 1), END)) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert [event.id for event in events if event.id] == [1, 4]
    one, two = server.requests
    assert one.headers["idempotency-key"] == two.headers["idempotency-key"]
    assert one.body == two.body
    assert one.body["body"] == "hello"


async def test_every_message_has_a_key_of_its_own() -> None:
    with scripted(streams(END)) as server:
        async with client(server.url) as opened:
            await collect(await opened.post_message_stream("one"))
            await collect(await opened.post_message_stream("one"))
    one, two = server.requests
    assert one.headers["idempotency-key"] != two.headers["idempotency-key"]


async def test_silence_counts_as_a_break() -> None:
    with scripted(streams(frame("new_message", 1), stays=2.0), streams(END)) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert numbers(events) == [1, 4]


async def test_it_waits_for_a_server_that_is_restarting() -> None:
    busy = says({"detail": "starting"}, 503)
    with scripted(streams(frame("new_message", 1), breaks=True), busy, hangs_up, streams(END)) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert numbers(events) == [1, 4]


async def test_it_gives_up_when_patience_has_run_out_and_says_how_to_go_on() -> None:
    hasty = ClientConfig(reconnect=0.3)
    with scripted(streams(frame("new_message", 7), breaks=True), hangs_up) as server:
        async with client(server.url, hasty) as opened:
            stream = await opened.post_message_stream("hello")
            assert (await anext(stream)).id == 7
            with pytest.raises(ConnectionBroken, match=r"follow_task\('t1', after=7\)"):
                await anext(stream)
            with pytest.raises(StopAsyncIteration):
                await anext(stream)


async def test_without_patience_it_never_tries_again() -> None:
    with scripted(streams(frame("new_message", 1), breaks=True), streams(END)) as server:
        async with client(server.url, ClientConfig(reconnect=0)) as opened:
            stream = await opened.post_message_stream("hello")
            await anext(stream)
            with pytest.raises(MAILConnectionError):
                await anext(stream)
    assert len(server.requests) == 1


async def test_a_refusal_while_going_on_is_raised() -> None:
    refusal = says({"detail": "invalid API key"}, 401)
    with scripted(streams(frame("new_message", 1), breaks=True), refusal) as server:
        async with client(server.url) as opened:
            stream = await opened.post_message_stream("hello")
            await anext(stream)
            with pytest.raises(MAILClientError, match="invalid API key") as caught:
                await anext(stream)
    assert caught.value.status == 401


async def test_a_refused_message_is_raised_where_it_was_sent() -> None:
    with scripted(says({"detail": "no message provided"}, 400)) as server:
        async with client(server.url) as opened:
            with pytest.raises(MAILClientError, match="no message provided"):
                await opened.post_message_stream("")
    assert len(server.requests) == 1


async def test_a_server_without_numbers_is_not_sent_the_message_again() -> None:
    with scripted(streams(frame("new_message"), breaks=True), streams(END)) as server:
        async with client(server.url) as opened:
            stream = await opened.post_message_stream("hello")
            assert (await anext(stream)).event == "new_message"
            with pytest.raises(MAILClientError, match="does not number its events"):
                await anext(stream)
    assert len(server.requests) == 1


async def test_a_stream_of_a_server_without_numbers_is_read_to_its_end() -> None:
    pieces = [frame("breakpoint_tool_call"), frame("ping"), frame("task_complete", response="x")]
    with scripted(streams(*pieces)) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert [event.event for event in events] == ["breakpoint_tool_call", "ping", "task_complete"]


@pytest.mark.parametrize("breaks", [False, True])
async def test_the_notice_of_a_pause_comes_exactly_once(breaks: bool) -> None:
    pause = frame("breakpoint_tool_call", 2, extra_data={"status": "paused", "response": "[calls]"})
    notice = b"" if breaks else frame("task_complete", response="[calls]", status="paused")
    with scripted(streams(frame("new_message", 1), pause, notice or b":\n", breaks=breaks)) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert [event.event for event in events] == ["new_message", "breakpoint_tool_call", "task_complete"]
    assert events[-1].id is None
    assert (events[-1].data["response"], events[-1].data["status"]) == ("[calls]", "paused")
    assert len(server.requests) == 1


async def test_a_round_ends_with_its_own_end_although_the_log_goes_on() -> None:
    with scripted(
        streams(frame("new_message", 1), breaks=True),
        streams(frame("task_error", 2), frame("new_message", 3), END),
    ) as server:
        async with client(server.url) as opened:
            events = await collect(await opened.post_message_stream("hello"))
    assert numbers(events) == [1, 2]


async def test_somebody_who_stopped_waiting_can_wait_again() -> None:
    patient = ClientConfig(reconnect=2.0, silence=10.0)
    with scripted(streams(frame("new_message", 1), stays=3.0), streams(frame("tool_call", 2), END)) as server:
        async with client(server.url, patient) as opened:
            stream = await opened.post_message_stream("hello")
            await anext(stream)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(stream), 0.1)
            assert numbers(await collect(stream)) == [2, 4]


async def test_a_closed_stream_is_over() -> None:
    with scripted(streams(frame("new_message", 1), stays=1.0), streams(END)) as server:
        async with client(server.url) as opened, await opened.post_message_stream("hello") as stream:
            await anext(stream)
            await stream.aclose()
            assert await collect(stream) == []
    assert len(server.requests) == 1


async def test_a_follower_goes_on_until_the_log_says_that_all_is_told() -> None:
    running = says({"events": [], "last_event": 2, "status": "running"})
    finished = says({"events": [], "last_event": 6, "status": "completed"})
    with scripted(
        streams(frame("task_complete", 1), frame("new_message", 2)),
        running,
        streams(frame("new_message", 5), breaks=True),
        streams(frame("task_complete", 6)),
        finished,
    ) as server:
        async with client(server.url) as opened:
            stream = await opened.follow_task("t1")
            assert numbers(await collect(stream)) == [1, 2, 5, 6]
            assert stream.last_id == 6
    asked = [(each.path, each.headers.get("last-event-id")) for each in server.requests]
    events = "/api/v1/tasks/t1/events"
    assert asked == [
        (events, "0"),
        (f"{events}?after=2", None),
        (events, "2"),
        (events, "5"),
        (f"{events}?after=6", None),
    ]


async def test_a_message_whose_connection_breaks_is_sent_again_under_its_key() -> None:
    with scripted(hangs_up, says({"detail": "starting"}, 503), says({"response": "42"})) as server:
        async with client(server.url) as opened:
            answer = await opened.post_message("What is 6*7?")
    assert answer["response"] == "42"
    assert len({each.headers["idempotency-key"] for each in server.requests}) == 1
    assert len(server.requests) == 3


async def test_a_busy_server_is_reported_when_nothing_has_been_sent_before() -> None:
    with scripted(says({"detail": "Request was throttled."}, 429)) as server:
        async with client(server.url) as opened:
            with pytest.raises(MAILClientError, match="throttled") as caught:
                await opened.post_message("hello")
    assert caught.value.status == 429
    assert len(server.requests) == 1
