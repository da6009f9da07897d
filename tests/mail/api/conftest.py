"""One program with swarms in it for all tests of this folder."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
# What a machine may be configured for: none of it concerns a swarm without a server.
ELSEWHERE = {
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
    "MAIL_REDIS_URL": "redis://127.0.0.1:1/0",
    "MAIL_DATA_DIR": "/nowhere",
    "DJANGO_SETTINGS_MODULE": "somebody.elses",
}


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAIL_", "DJANGO_"))}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


class Refused(Exception):
    """What was raised inside the program."""


class Program:
    """The running child."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mail.api.child"],
            cwd=folder,
            env=environment(**ELSEWHERE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        # The first swarm of a process decides where its data is.
        self.started = self.run("first", folder=str(folder / "data"))

    def run(self, scenario: str, **arguments: Any) -> Any:
        return self._order({"scenario": scenario, "arguments": arguments})

    def execute(self, program: str) -> str:
        return str(self._order({"program": program}))

    def _order(self, order: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise Refused(f"{answer['kind']}: {answer['error']}\n{answer['trace']}")
        return answer["value"]

    def end(self) -> int:
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait(20)


@pytest.fixture(scope="package")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    running = Program(tmp_path_factory.mktemp("program"))
    yield running
    assert running.end() == 0
