"""What each method sends, for doors whose server side is elsewhere, and that the twin has every method."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from mail.addresses import create_agent_address
from mail.client import MAILClient, MAILClientSync, UnreadableAnswer
from mail.messages import MAILInterswarmMessage, MAILMessage, MAILRequest
from tests.mail.client.scripted import says, scripted

Call = Callable[[MAILClient], Awaitable[Any]]

REQUEST = MAILRequest(
    task_id="t1",
    request_id="r1",
    sender=create_agent_address("supervisor@alpha"),
    recipient=create_agent_address("supervisor@beta"),
    subject="Question",
    body="What is 6*7?",
)
LETTER = MAILMessage(id="m1", timestamp="2026-01-01T00:00:00+00:00", message=REQUEST, msg_type="request")
CROSSING = MAILInterswarmMessage(
    message_id="x1",
    source_swarm="alpha",
    target_swarm="beta",
    timestamp="2026-01-01T00:00:00+00:00",
    payload=REQUEST,
    msg_type="request",
)
CALLS: list[tuple[Call, str, str, Any]] = [
    (lambda c: c.update_health("degraded"), "POST", "/health", {"status": "degraded"}),
    (lambda c: c.get_swarms(), "GET", "/swarms", None),
    (lambda c: c.dump_swarm(), "GET", "/swarms/dump", None),
    (lambda c: c.load_swarm_from_json("{}"), "POST", "/swarms/load", {"json": "{}"}),
    (
        lambda c: c.register_swarm("beta", "http://beta"),
        "POST",
        "/swarms",
        {"name": "beta", "base_url": "http://beta", "volatile": True},
    ),
    (
        lambda c: c.register_swarm("b", "http://b", auth_token="t", volatile=False, metadata={"a": 1}),
        "POST",
        "/swarms",
        {"name": "b", "base_url": "http://b", "volatile": False, "auth_token": "t", "metadata": {"a": 1}},
    ),
    (lambda c: c.post_interswarm_message(CROSSING), "POST", "/interswarm/message", CROSSING),
    (lambda c: c.post_interswarm_response(LETTER), "POST", "/interswarm/response", LETTER),
    (
        lambda c: c.send_interswarm_message("supervisor@beta", "hello", "token"),
        "POST",
        "/interswarm/send",
        {"target_agent": "supervisor@beta", "message": "hello", "user_token": "token"},
    ),
    (
        lambda c: c.send_interswarm_message(
            None, "all", targets=["a@b", "c@d"], msg_type="broadcast", subject="S", task_id="t"
        ),
        "POST",
        "/interswarm/send",
        {
            "message": "all",
            "targets": ["a@b", "c@d"],
            "msg_type": "broadcast",
            "subject": "S",
            "task_id": "t",
        },
    ),
    (
        lambda c: c.post_message("hello"),
        "POST",
        "/message",
        {
            "body": "hello",
            "subject": "New Message",
            "msg_type": "request",
            "entrypoint": None,
            "task_id": None,
            "resume_from": None,
            "stream": False,
            "show_events": False,
            "kwargs": {},
        },
    ),
    (
        lambda c: c.post_message(
            "hello",
            subject="S",
            msg_type="broadcast",
            entrypoint="supervisor",
            task_id="t",
            resume_from="user_response",
            show_events=True,
            swarm="beta",
            wait=2.5,
            timeout=60,
            max_steps=3,
        ),
        "POST",
        "/message",
        {
            "body": "hello",
            "subject": "S",
            "msg_type": "broadcast",
            "entrypoint": "supervisor",
            "task_id": "t",
            "resume_from": "user_response",
            "stream": False,
            "show_events": True,
            "swarm": "beta",
            "timeout": 2.5,
            "kwargs": {"timeout": 60, "max_steps": 3},
        },
    ),
    (lambda c: c.get_task("a b"), "GET", "/task?task_id=a+b", {"task_id": "a b"}),
    (lambda c: c.get_task_details("a/../b?c"), "GET", "/api/v1/tasks/a%2F%2E%2E%2Fb%3Fc", None),
    (lambda c: c.cancel_task(".."), "POST", "/api/v1/tasks/%2E%2E/cancel", None),
    (lambda c: c.get_events("t", 5), "GET", "/api/v1/tasks/t/events?after=5", None),
    (
        lambda c: c.list_tasks(limit=5, cursor="9", status="running", search="x", everybody=True),
        "GET",
        "/api/v1/tasks?limit=5&cursor=9&status=running&q=x&all=1",
        None,
    ),
    (
        lambda c: c.answer_breakpoint("t", [{"call_id": "c", "decision": "approve"}]),
        "POST",
        "/api/v1/tasks/t/answer",
        {"answers": [{"call_id": "c", "decision": "approve"}]},
    ),
]


@pytest.mark.parametrize(
    ("call", "method", "path", "body"), CALLS, ids=[f"{method} {path}" for _, method, path, _ in CALLS]
)
async def test_a_method_sends_what_its_door_expects(call: Call, method: str, path: str, body: Any) -> None:
    with scripted(says({"status": "told"})) as server:
        async with MAILClient(server.url) as client:
            assert await call(client) == {"status": "told"}
    (request,) = server.requests
    assert (request.method, request.path) == (method, path)
    assert (request.body if request.content else None) == body


@pytest.mark.parametrize("answer", [{}, {"id": "alice"}, {"id": "", "role": "user"}])
async def test_a_login_needs_an_id_and_a_role(answer: dict[str, str]) -> None:
    with scripted(says(answer)) as server:
        async with MAILClient(server.url) as client:
            with pytest.raises(UnreadableAnswer, match="no id and role"):
                await client.login()


def test_the_synchronous_twin_has_every_method() -> None:
    here = {name for name, _ in inspect.getmembers(MAILClient, inspect.iscoroutinefunction)}
    public = {name for name in here if not name.startswith("_")} - {"aclose"}
    assert len(public) > 20
    assert {name for name in public if not hasattr(MAILClientSync, name)} == set()
    for name in public:
        assert getattr(MAILClientSync, name).__doc__ == getattr(MAILClient, name).__doc__
