"""Reading tasks over REST, and who may not."""

import time
import uuid

import httpx
import pytest

pytestmark = pytest.mark.xdist_group("contract")


def make_task(client: httpx.Client) -> str:
    task_id = f"task-{uuid.uuid4()}"
    assert client.post("/message", json={"body": "What is 2+2?", "task_id": task_id}).status_code == 200
    return task_id


def test_a_task_is_listed_and_shown(alice: httpx.Client) -> None:
    task_id = make_task(alice)
    listed = alice.get("/api/v1/tasks").json()["tasks"]
    assert listed[0]["task_id"] == task_id
    assert alice.get(f"/api/v1/tasks/{task_id}").json()["rounds"][0]["status"] == "completed"
    assert alice.get(f"/api/v1/tasks/{listed[0]['uuid']}").json()["task_id"] == task_id


def test_pages_of_the_list_follow_each_other(alice: httpx.Client) -> None:
    made = [make_task(alice) for _ in range(3)]
    first = alice.get("/api/v1/tasks", params={"limit": 2}).json()
    second = alice.get("/api/v1/tasks", params={"limit": 2, "cursor": first["next"]}).json()
    names = [task["task_id"] for task in first["tasks"] + second["tasks"]]
    assert names[:3] == made[::-1]
    assert len(set(names)) == len(names)


def test_the_old_names_keep_their_shape(alice: httpx.Client) -> None:
    task_id = make_task(alice)
    old = alice.request("GET", "/task", json={"task_id": task_id}).json()
    assert old["task_owner"].startswith("user:alice@")
    assert old["completed"] is True
    assert old["events"][-1]["event"] == "task_complete"
    assert alice.get("/task", params={"task_id": task_id}).json()["task_id"] == task_id
    assert task_id in alice.get("/tasks", headers={"Accept": "application/json"}).json()


@pytest.mark.parametrize("path", ["", "/events"])
def test_a_stranger_s_task_does_not_exist(alice: httpx.Client, charlie: httpx.Client, path: str) -> None:
    task_id = make_task(alice)
    number = alice.get(f"/api/v1/tasks/{task_id}").json()["uuid"]
    for name in (task_id, number):
        answer = charlie.get(f"/api/v1/tasks/{name}{path}")
        assert answer.status_code == 404
        assert "not found" in answer.json()["detail"]
    assert charlie.post(f"/api/v1/tasks/{number}/cancel").status_code == 404
    assert charlie.post(f"/api/v1/tasks/{number}/answer", json={"answers": []}).status_code == 404
    assert charlie.request("GET", "/task", json={"task_id": task_id}).status_code == 404


def test_the_same_task_id_of_another_caller_is_another_task(
    alice: httpx.Client, charlie: httpx.Client
) -> None:
    task_id = make_task(alice)
    assert charlie.post("/message", json={"body": "What is 3+3?", "task_id": task_id}).status_code == 200
    assert len(alice.get(f"/api/v1/tasks/{task_id}").json()["rounds"]) == 1


def test_a_finished_task_cannot_be_cancelled(alice: httpx.Client) -> None:
    answer = alice.post(f"/api/v1/tasks/{make_task(alice)}/cancel")
    assert answer.status_code == 409
    assert "finished" in answer.json()["detail"]


def test_nobody_gets_in_without_a_token(nobody: httpx.Client) -> None:
    for path in ("/status", "/whoami", "/api/v1/tasks", "/api/v1/swarms"):
        answer = nobody.get(path)
        assert answer.status_code == 401
        assert answer.json()["detail"] == "no API key provided"
    assert (
        nobody.get("/whoami", headers={"Authorization": "Bearer nonsense"}).json()["detail"]
        == "invalid API key"
    )


def test_an_agent_s_token_does_not_open_users_doors(nobody: httpx.Client, tokens: dict[str, str]) -> None:
    answer = nobody.post(
        "/message", json={"body": "x"}, headers={"Authorization": f"Bearer {tokens['agent']}"}
    )
    assert answer.status_code == 403
    assert answer.json()["detail"] == "invalid role"


def test_the_server_says_who_it_is(alice: httpx.Client, nobody: httpx.Client) -> None:
    root = nobody.get("/", headers={"Accept": "*/*"}).json()
    assert root["name"] == "mail"
    assert root["protocol_version"] == "1.3"
    assert root["swarm"]["entrypoint"] == "supervisor"
    assert nobody.get("/health").json()["status"] == "healthy"
    assert alice.get("/whoami").json() == {"id": "alice", "username": "alice", "role": "user"}
    assert alice.get("/status").json()["swarm"]["status"] == "ready"


def test_an_idle_server_answers_quickly(alice: httpx.Client) -> None:
    """The budget is 15 ms to the first event; this is a generous alarm, benchmarks/ has the figures."""
    with alice.stream("POST", "/message", json={"body": "What is 1+2?", "stream": True}) as response:
        began = time.perf_counter()
        next(response.iter_bytes())
    assert time.perf_counter() - began < 1.0


def test_browser_names_list_and_show(alice: httpx.Client, charlie: httpx.Client) -> None:
    task_id = make_task(alice)
    assert alice.get("/ui/tasks").json()[0]["task_id"] == task_id
    shown = alice.get(f"/ui/task/{task_id}").json()
    assert shown["completed"] is True
    assert shown["events"][-1]["event"] == "task_complete"
    assert charlie.get(f"/ui/task/{task_id}").status_code == 404
