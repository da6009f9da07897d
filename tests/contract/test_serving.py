"""The process itself: first start, second start, signals, and what it says when it cannot start."""

import os
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.running import ROOT, RunningServer

pytestmark = pytest.mark.xdist_group("contract")


def test_a_second_start_is_quick_and_keeps_everything(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    with server:
        token = server.first("user token")
        assert server.first("administrator").startswith("admin / ")
        assert server.stop() == 0
    began = time.monotonic()
    with server:
        took = time.monotonic() - began
        assert (
            httpx.get(f"{server.url}/whoami", headers={"Authorization": f"Bearer {token}"}).status_code == 200
        )
        assert server.output().count("administrator: ") == 1
        assert server.stop() == 0
    assert took < 5
    key = tmp_path / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_it_stops_cleanly_while_somebody_waits(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        token = server.create_token("user", "alice")
        with server.client(token) as client:
            client.post("/message", json={"body": "What is 1+1?", "timeout": 0})
        assert server.stop() == 0


def start_and_fail(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", environment.pop("PORT", "0")],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_taken_port_gets_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = start_and_fail(MAIL_DATA_DIR=str(tmp_path), PORT=str(taken.getsockname()[1]))
    assert "choose another with --port" in said


def test_a_data_directory_that_cannot_be_made_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = start_and_fail(MAIL_DATA_DIR=str(tmp_path / "file" / "var"), PORT="18999")
    assert "cannot write to the data directory" in said
