"""POST /message against the running server."""

import json
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.contract.sse import read_stream
from tests.running import ROOT, RunningServer

pytestmark = pytest.mark.xdist_group("contract")

QUESTION = "What is 6*7?"


def test_a_question_gets_an_answer(alice: httpx.Client) -> None:
    answer = alice.post("/message", json={"body": QUESTION})
    assert answer.status_code == 200
    body = answer.json()
    assert "42" in body["response"]
    assert body["status"] == "completed"
    assert body["completed"] is True
    assert body["events"] is None
    assert body["usage"]["input_tokens"] > 0


def test_the_published_client_sends_every_field_and_nulls(alice: httpx.Client) -> None:
    sent: dict[str, object] = {
        "body": QUESTION,
        "subject": "New Message",
        "msg_type": "request",
        "entrypoint": None,
        "task_id": None,
        "resume_from": None,
        "stream": False,
        "show_events": True,
        "kwargs": {},
    }
    answer = alice.post("/message", json=sent, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    events = answer.json()["events"]
    assert [event["id"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["event"] == "task_complete"
    assert isinstance(events[0]["data"], dict)


def test_a_stream_ends_with_the_answer_and_its_ids_have_no_gaps(alice: httpx.Client) -> None:
    with alice.stream("POST", "/message", json={"body": QUESTION, "stream": True}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["x-accel-buffering"] == "no"
        frames = read_stream(response)
    assert [frame.id for frame in frames] == list(range(1, len(frames) + 1))
    assert frames[-1].event == "task_complete"
    assert "42" in frames[-1].data["response"]
    assert {"timestamp", "description", "task_id", "extra_data"} <= frames[0].data.keys()


def test_lines_of_a_stream_end_in_crlf(alice: httpx.Client) -> None:
    with alice.stream("POST", "/message", json={"body": QUESTION, "stream": True}) as response:
        raw = b"".join(response.iter_raw())
    assert raw.endswith(b"\r\n\r\n")
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_a_stream_can_be_resumed_after_any_event(alice: httpx.Client) -> None:
    task_id = f"resume-{uuid.uuid4()}"
    alice.post("/message", json={"body": QUESTION, "task_id": task_id})
    path = f"/api/v1/tasks/{task_id}/events"
    accept = {"Accept": "text/event-stream"}
    with alice.stream("GET", path, headers=accept) as response:
        everything = read_stream(response)
    with alice.stream("GET", path, headers={**accept, "Last-Event-ID": "4"}) as response:
        rest = read_stream(response)
    assert rest == everything[4:]
    assert alice.get(path, params={"after": 4}).json()["events"][0]["id"] == 5


def test_a_follow_up_goes_on_with_the_same_task(alice: httpx.Client) -> None:
    task_id = f"follow-{uuid.uuid4()}"
    alice.post("/message", json={"body": "What is the weather in Paris?", "task_id": task_id})
    again = alice.post(
        "/message", json={"body": "What is 1+1?", "task_id": task_id, "resume_from": "user_response"}
    )
    assert "2" in again.json()["response"]
    assert len(alice.get(f"/api/v1/tasks/{task_id}").json()["rounds"]) == 2


def test_a_used_task_id_without_resume_from_is_a_follow_up(alice: httpx.Client) -> None:
    task_id = f"again-{uuid.uuid4()}"
    for _ in range(2):
        assert alice.post("/message", json={"body": QUESTION, "task_id": task_id}).status_code == 200


def test_two_callers_with_one_new_task_id_both_get_an_answer(alice: httpx.Client) -> None:
    task_id = f"twice-{uuid.uuid4()}"
    barrier = threading.Barrier(2)

    def post() -> httpx.Response:
        barrier.wait()
        return alice.post("/message", json={"body": QUESTION, "task_id": task_id})

    with ThreadPoolExecutor(2) as pool:
        answers = [future.result() for future in [pool.submit(post), pool.submit(post)]]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert all("42" in answer.json()["response"] for answer in answers)


def test_with_a_time_out_of_nothing_the_task_id_comes_back_at_once(alice: httpx.Client) -> None:
    answer = alice.post("/message", json={"body": QUESTION, "timeout": 0})
    assert answer.status_code == 202
    assert answer.json()["task_id"]


def test_an_idempotency_key_makes_a_repeat_harmless(alice: httpx.Client) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    first = alice.post("/message", json={"body": QUESTION}, headers=headers).json()
    again = alice.post("/message", json={"body": QUESTION}, headers=headers).json()
    assert first["task_id"] == again["task_id"]
    other = alice.post("/message", json={"body": "another"}, headers=headers)
    assert other.status_code == 409


@pytest.mark.parametrize(
    ("sent", "status", "word"),
    [
        ({}, 400, "no message provided"),
        ({"body": ""}, 400, "no message provided"),
        ({"body": "x", "msg_type": "bogus"}, 400, "invalid message type: bogus"),
        ({"body": "x", "entrypoint": "nobody"}, 400, "no entrypoint 'nobody'"),
        ({"body": "x", "entrypoint": "weather"}, 400, "no entrypoint 'weather'"),
        ({"body": "x", "swarm": "none"}, 404, "no swarm named 'none'"),
        ({"body": "x", "task_id": "unknown", "resume_from": "user_response"}, 404, "not found"),
        ({"body": "x", "resume_from": "user_response"}, 400, "task_id is required"),
        ({"body": "x", "task_id": "t", "resume_from": "bogus"}, 400, "invalid resume_from"),
        ({"task_id": "t", "resume_from": "breakpoint_tool_call"}, 400, "breakpoint_tool_call_result"),
        ({"body": "x", "kwargs": {"max_steps": "abc"}}, 400, "kwargs.max_steps"),
        ({"body": "x", "task_id": "a\nb"}, 400, "printable"),
        ({"body": "x", "task_id": "y" * 300}, 400, "task_id"),
        ({"body": "x" * 1_000_001}, 400, "body"),
        ({"body": ["x"]}, 400, "body"),
        ([1, 2], 400, ""),
    ],
)
def test_bad_input_is_refused_with_what_is_wrong(
    alice: httpx.Client, sent: object, status: int, word: str
) -> None:
    before = len(alice.get("/api/v1/tasks", params={"limit": 500}).json()["tasks"])
    answer = alice.post("/message", json=sent)
    assert answer.status_code == status
    assert word in answer.json()["detail"]
    assert len(alice.get("/api/v1/tasks", params={"limit": 500}).json()["tasks"]) == before


def test_what_is_not_json_is_refused(alice: httpx.Client) -> None:
    answer = alice.post("/message", content=b"{nonsense", headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_a_broadcast_by_the_user_reaches_every_agent(alice: httpx.Client) -> None:
    answer = alice.post("/message", json={"body": "hello all", "msg_type": "broadcast", "show_events": True})
    assert answer.status_code == 200


def test_the_oldest_name_takes_message(alice: httpx.Client) -> None:
    assert "42" in alice.post("/chat", json={"message": QUESTION}).json()["response"]


def test_the_browser_name_streams_by_default(alice: httpx.Client) -> None:
    with alice.stream("POST", "/ui/message", json={"body": QUESTION}) as response:
        assert read_stream(response)[-1].event == "task_complete"


def test_deltas_come_without_ids_when_asked_for(server: RunningServer, alice: httpx.Client) -> None:
    definitions = json.loads((ROOT / "swarms.json").read_text())[:1]
    definitions[0]["name"] = "talkative"
    for agent in definitions[0]["agents"]:
        agent["agent_params"]["stream_tokens"] = True
    path = server.data_dir / "talkative.json"
    path.write_text(json.dumps(definitions))
    server.manage("load_swarms", str(path))
    asked = {"body": QUESTION, "swarm": "talkative", "stream": True}
    with alice.stream("POST", "/message", json={**asked, "deltas": True}) as response:
        frames = read_stream(response)
    deltas = [frame for frame in frames if frame.event == "delta"]
    assert deltas
    assert all(frame.id is None and frame.data["agent"] and frame.data["text"] for frame in deltas)
    with alice.stream("POST", "/message", json=asked) as response:
        assert not [frame for frame in read_stream(response) if frame.event == "delta"]
