"""The client against the running server."""

import asyncio
import json
import uuid

import pytest

from mail.client import EventStream, MAILClient, MAILClientError, MAILClientSync, ServerSentEvent
from tests.running import RunningServer

pytestmark = pytest.mark.xdist_group("client")

QUESTION = "What is 6*7?"
FORECAST = "What is the weather in Paris?"


def new_task() -> str:
    return f"task-{uuid.uuid4()}"


async def collect(stream: EventStream) -> list[ServerSentEvent]:
    return [event async for event in stream if event.event != "ping"]


async def test_the_server_says_who_it_is(client: MAILClient) -> None:
    root = await client.get_root()
    assert root["name"] == "mail"
    assert root["version"]
    assert (await client.get_health())["status"] == "healthy"
    assert (await client.get_status())["swarm"]["status"] == "ready"
    caller = await client.login()
    assert caller["role"] == "user"
    assert caller == await client.get_whoami()


async def test_a_question_gets_an_answer(client: MAILClient) -> None:
    answer = await client.post_message(QUESTION, entrypoint="supervisor", show_events=True)
    assert "42" in answer["response"]
    assert answer["events"] is not None
    assert answer["events"][-1]["event"] == "task_complete"


async def test_a_stream_has_every_event_once_and_ends_with_the_answer(client: MAILClient) -> None:
    stream = await client.post_message_stream(QUESTION)
    events = await collect(stream)
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert events[-1].event == "task_complete"
    assert "42" in events[-1].data["response"]
    assert stream.task_id == events[0].data["task_id"]


async def test_a_task_is_listed_shown_and_followed(client: MAILClient) -> None:
    task_id = f"{new_task()}/part.1"
    await client.post_message(QUESTION, task_id=task_id)
    assert (await client.get_tasks())[task_id]["completed"] is True
    assert (await client.get_task(task_id))["task_id"] == task_id
    assert (await client.list_tasks(limit=1))["tasks"][0]["task_id"] == task_id
    assert (await client.get_task_details(task_id))["rounds"][0]["status"] == "completed"
    page = await client.get_events(task_id, after=2)
    assert page["events"][0]["id"] == 3
    followed = await collect(await client.follow_task(task_id, after=2))
    assert [event.id for event in followed] == [event["id"] for event in page["events"]]
    assert await collect(await client.follow_task(task_id, after=page["last_event"])) == []


async def test_a_follow_up_goes_on_with_the_task_and_its_stream_has_only_its_own_round(
    client: MAILClient,
) -> None:
    task_id = new_task()
    await client.post_message(FORECAST, task_id=task_id)
    told = (await client.get_task_details(task_id))["last_event"]
    events = await collect(
        await client.post_message_stream("What is 1+1?", task_id=task_id, resume_from="user_response")
    )
    assert events[0].id == told + 1
    everything = await collect(await client.follow_task(task_id))
    assert [event.id for event in everything] == list(range(1, len(everything) + 1))
    assert everything[told:] == events
    assert [event.event for event in everything].count("task_complete") == 2


async def test_a_long_task_is_left_alone_and_then_cancelled(client: MAILClient) -> None:
    answer = await client.post_message(FORECAST, swarm="slow", wait=0)
    assert answer["status"] == "running"
    assert "response" not in answer
    stream = await client.follow_task(answer["task_id"])
    first = await anext(stream)
    assert first.id == 1
    assert (await client.cancel_task(answer["task_id"]))["status"] == "cancelled"
    events = await collect(stream)
    assert events[-1].event == "task_error"
    assert events[-1].data["extra_data"]["reason"] == "cancelled"
    with pytest.raises(MAILClientError, match="finished") as caught:
        await client.cancel_task(answer["task_id"])
    assert caught.value.status == 409


async def test_a_breakpoint_pauses_the_stream_and_an_answer_goes_on(client: MAILClient) -> None:
    task_id = new_task()
    events = await collect(await client.post_message_stream(FORECAST, swarm="careful", task_id=task_id))
    assert [event.event for event in events[-2:]] == ["breakpoint_tool_call", "task_complete"]
    assert events[-1].data["status"] == "paused"
    (call,) = json.loads(events[-1].data["response"])
    stream = await client.post_message_stream(
        "Continuing after breakpoint",
        task_id=task_id,
        resume_from="breakpoint_tool_call",
        breakpoint_tool_call_result=json.dumps({"call_id": call["call_id"], "content": "Sunny, 24 degrees"}),
    )
    rest = await collect(stream)
    assert rest[0].id == (events[-2].id or 0) + 1
    assert "Sunny, 24 degrees" in rest[-1].data["response"]


async def test_a_breakpoint_is_answered_with_a_decision(client: MAILClient) -> None:
    answer = await client.post_message(FORECAST, swarm="careful")
    assert answer["status"] == "paused"
    (call,) = answer["breakpoint"]["calls"]
    decision = {"call_id": call["call_id"], "decision": "approve"}
    task = await client.answer_breakpoint(answer["task_id"], [decision])
    assert task["status"] == "running"
    events = await collect(await client.follow_task(answer["task_id"], after=task["last_event"]))
    assert events[-1].event == "task_complete"
    assert "Paris" in events[-1].data["response"]


async def test_a_refusal_has_the_servers_reason(server: RunningServer, client: MAILClient) -> None:
    with pytest.raises(MAILClientError, match="no entrypoint 'nobody'") as caught:
        await client.post_message(QUESTION, entrypoint="nobody")
    assert caught.value.status == 400
    with pytest.raises(MAILClientError, match="task 'none' not found") as caught:
        await client.follow_task("none")
    assert caught.value.status == 404
    async with MAILClient(server.url, api_key="nonsense") as stranger:
        with pytest.raises(MAILClientError, match="invalid API key") as caught:
            await stranger.login()
    assert caught.value.status == 401


async def test_many_streams_at_once_do_not_wait_for_each_other(client: MAILClient) -> None:
    async def ask(number: int) -> str:
        events = await collect(await client.post_message_stream(f"What is {number}+1000?"))
        return str(events[-1].data["response"])

    answers = await asyncio.gather(*(ask(number) for number in range(20)))
    assert all(str(number + 1000) in answer for number, answer in enumerate(answers))


def test_the_twin_does_the_same_without_async(twin: MAILClientSync) -> None:
    assert twin.login()["role"] == "user"
    assert "42" in twin.post_message(QUESTION)["response"]
    with twin.post_message_stream(QUESTION) as stream:
        events = list(stream)
    assert events[-1].event == "task_complete"
    assert stream.task_id is not None
    assert stream.last_id == events[-1].id
    assert [event.id for event in twin.follow_task(stream.task_id)] == [event.id for event in events]
    with pytest.raises(MAILClientError, match="not found"):
        twin.get_task("none")


def test_a_closed_twin_says_so(twin: MAILClientSync) -> None:
    stream = twin.post_message_stream(FORECAST, swarm="slow")
    assert next(stream).id == 1
    twin.close()
    twin.close()
    with pytest.raises(RuntimeError, match="has been closed"):
        twin.get_root()


def test_a_twin_s_subclass_adds_headers(server: RunningServer, token: str) -> None:
    class WithToken(MAILClient):
        def _build_headers(self, extra: object = None) -> dict[str, str]:
            return {"Authorization": f"Bearer {token}"}

    class Twin(MAILClientSync):
        client_class = WithToken

    with Twin(server.url) as twin:
        assert twin.get_whoami()["role"] == "user"


async def test_everything_goes_on_when_the_server_is_killed_and_started_again(
    server: RunningServer, client: MAILClient
) -> None:
    """A stream, a follower of another task and a caller who waits: none of them notices."""
    stream = await client.post_message_stream(f"{FORECAST} And what is 12*7?", swarm="slow")
    waiting = asyncio.create_task(client.post_message(QUESTION, swarm="slow", task_id=new_task()))
    seen = [await anext(stream) for _ in range(3)]
    following = await client.follow_task(stream.task_id or "")
    server.kill()
    restarted = asyncio.create_task(asyncio.to_thread(server.start))
    seen += await collect(stream)
    assert [event.id for event in seen] == list(range(1, len(seen) + 1))
    assert seen[-1].event == "task_complete"
    assert "84" in seen[-1].data["response"]
    assert await collect(following) == seen
    assert "42" in (await waiting)["response"]
    await restarted
    tasks = (await client.list_tasks(limit=2))["tasks"]
    assert [task["status"] for task in tasks] == ["completed", "completed"]
    assert {task["title"] for task in tasks} == {f"{FORECAST} And what is 12*7?", QUESTION}
