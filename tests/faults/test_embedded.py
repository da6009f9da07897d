"""The embedded form, killed in the middle of a task and started again on the same data directory."""

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.document import swarm_document
from tests.faults.farm import common_environment
from tests.faults.processes import PYTHON, Process, free_port, wait_until
from tests.faults.script import Kind, Script, mark
from tests.faults.snapshot import normalise
from tests.model_server import ModelServer

pytestmark = pytest.mark.xdist_group("faults")

Events = list[dict[str, Any]]


class Server:
    """`manage.py serve` on a data directory that outlives it."""

    def __init__(self, folder: Path, model: ModelServer) -> None:
        self.folder = folder
        self.port = free_port()
        source = folder / "swarms.json"
        source.write_text(json.dumps([swarm_document(model)]))
        self.environment = {**common_environment(folder), "SWARM_SOURCE": str(source)}
        self.process: Process | None = None
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=30)

    def start(self) -> None:
        self.process = Process(
            [PYTHON, "manage.py", "serve", "--port", str(self.port)],
            self.environment,
            self.folder / "server.log",
        )
        self.process.wait_for_port(self.port)
        shown = re.search(r"user token: (\S+)", self.process.log.read_text())
        assert shown is not None, self.process.tail()
        self.http.headers["Authorization"] = f"Bearer {shown.group(1)}"

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()

    def send(self, case: str) -> None:
        body = {"body": mark(case, Kind.DELEGATE), "task_id": case, "timeout": 0}
        assert self.http.post("/message", json=body).status_code == 202

    def status(self, case: str) -> str:
        return str(self.http.get(f"/api/v1/tasks/{case}").json()["status"])

    def events(self, case: str) -> Events:
        found: Events = self.http.get(f"/api/v1/tasks/{case}/events").json()["events"]
        return found

    def follow(self, case: str, after: int = 0) -> Iterator[int]:
        """The ids of a live stream, until it ends or breaks."""
        headers = {"Accept": "text/event-stream"}
        path = f"/api/v1/tasks/{case}/events?after={after}"
        with self.http.stream("GET", path, headers=headers) as stream:
            assert stream.status_code == 200
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    yield int(line.removeprefix("id: "))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, model: ModelServer) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"), model)
    server.start()
    yield server
    server.kill()


def without_times(events: Events) -> Any:
    text = normalise(json.dumps(events))
    return json.loads(re.sub(r"\d{4}-\d\d-\d\dT[^\"\\]+", "then", text))


def test_a_killed_server_ends_its_task_after_the_restart_and_no_follower_misses_anything(
    server: Server, script: Script
) -> None:
    script.delays["case-killed"] = script.delays["case-quiet"] = 0.3
    server.send("case-quiet")
    wait_until(lambda: server.status("case-quiet") == "completed", 30, "the undisturbed task")
    server.send("case-killed")
    seen: list[int] = []
    with contextlib.suppress(httpx.HTTPError):
        for sequence in server.follow("case-killed"):
            seen.append(sequence)
            if sequence == 4:
                server.kill()
    assert 4 <= len(seen) < 12, "the stream should have broken in the middle"
    server.start()
    seen += server.follow("case-killed", after=seen[-1])

    events = server.events("case-killed")
    assert server.status("case-killed") == "completed"
    assert seen == [event["id"] for event in events] == list(range(1, len(events) + 1))
    assert without_times(events) == without_times(server.events("case-quiet"))
    assert script.asked["case-killed"] <= script.asked["case-quiet"] + 1


def test_a_server_that_is_stopped_in_the_middle_goes_on_where_it_was(server: Server, script: Script) -> None:
    script.hang_first.add("case-stopped")
    server.send("case-stopped")
    wait_until(lambda: script.asked["case-stopped"] == 1, 20, "the first question")
    server.stop()
    server.start()
    wait_until(lambda: server.status("case-stopped") == "completed", 30, "the end of the task")
    assert script.asked["case-stopped"] == 5
