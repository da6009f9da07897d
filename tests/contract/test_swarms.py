"""Swarms over REST against the running server."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.running import ROOT, RunningServer

pytestmark = pytest.mark.xdist_group("contract")


@pytest.fixture
def admin(server: RunningServer, tokens: dict[str, str]) -> Iterator[httpx.Client]:
    with server.client(tokens["admin"]) as client:
        yield client


def definition(name: str) -> dict[str, object]:
    return {**json.loads((ROOT / "swarms.json").read_text())[0], "name": name}


def test_an_admin_puts_a_swarm_and_a_user_talks_to_it(admin: httpx.Client, alice: httpx.Client) -> None:
    put = admin.put("/api/v1/swarms/put-here", json=definition("put-here"))
    assert put.status_code == 200
    assert put.json()["outcome"] == "created"
    assert (
        "42" in alice.post("/message", json={"body": "What is 6*7?", "swarm": "put-here"}).json()["response"]
    )
    assert admin.delete("/api/v1/swarms/put-here").status_code == 409


def test_a_swarm_without_tasks_can_be_deleted(admin: httpx.Client) -> None:
    admin.put("/api/v1/swarms/short-lived", json=definition("short-lived"))
    assert admin.delete("/api/v1/swarms/short-lived").status_code == 204
    assert admin.get("/api/v1/swarms/short-lived").status_code == 404


def test_a_bad_definition_is_refused_with_sentences(admin: httpx.Client) -> None:
    bad = {**definition("bad"), "entrypoint": "nobody"}
    answer = admin.put("/api/v1/swarms/bad", json=bad)
    assert answer.status_code == 400
    assert "nobody" in answer.json()["detail"]
    checked = admin.post("/api/v1/swarms/check", json=bad).json()
    assert checked["is_valid"] is False
    assert any("nobody" in problem["sentence"] for problem in checked["problems"])


def test_a_name_that_differs_from_the_address_is_refused(admin: httpx.Client) -> None:
    assert admin.put("/api/v1/swarms/one", json=definition("two")).status_code == 400


def test_users_read_and_do_not_write(alice: httpx.Client) -> None:
    assert alice.get("/api/v1/swarms/example-no-proxy").json()["entrypoint"] == "supervisor"
    for answer in (
        alice.put("/api/v1/swarms/x", json=definition("x")),
        alice.delete("/api/v1/swarms/example-no-proxy"),
        alice.get("/swarms/dump"),
        alice.post("/swarms/load", json={"json": "[]"}),
    ):
        assert answer.status_code == 403


def test_the_old_names_dump_and_load(admin: httpx.Client, alice: httpx.Client) -> None:
    dumped = admin.get("/swarms/dump").json()
    assert dumped["status"] == "dumped"
    text = json.dumps([{**dumped["swarm"], "name": "loaded"}])
    assert admin.post("/swarms/load", json={"json": text}).json()["swarm_name"] == "loaded"
    assert admin.post("/swarms/load", json={"json": "{nonsense"}).status_code == 400
    agents = alice.get("/ui/agents", params={"swarm": "loaded"}).json()
    assert agents["entrypoint"] == "supervisor"
    assert {agent["name"] for agent in agents["agents"]} == {"supervisor", "weather", "math"}
