"""Starts worker processes fast: loads the heavy libraries once, then forks one process for each worker.

Run as a program it reads a stop point (or an empty line) per line, forks a Celery worker that will die there,
and prints its process id. What it forks is the ordinary worker command.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import django

from tests.faults.processes import OWN, PYTHON, ROOT, wait_until


class Nursery:
    """The tests' end: asks for workers and knows which of them live."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        self._workers: list[int] = []
        self._popen = subprocess.Popen(
            [PYTHON, "-m", "tests.faults.nursery"],
            cwd=ROOT,
            env={**os.environ, **OWN, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log.open("ab"),
            text=True,
        )

    def start_worker(self, stop_at: str = "") -> int:
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._popen.stdin.write(stop_at + "\n")
        self._popen.stdin.flush()
        pid = int(self._popen.stdout.readline())
        self._workers.append(pid)
        return pid

    def wait_for_death(self, pid: int, timeout: float = 20.0) -> None:
        wait_until(lambda: not is_alive(pid), timeout, "the worker's death", self.tail)

    def end(self, *workers: int, by: signal.Signals = signal.SIGKILL) -> None:
        """End these workers, or all that live."""
        living = [pid for pid in workers or self._workers if is_alive(pid)]
        for pid in living:
            os.kill(pid, by)
        for pid in living:
            self.wait_for_death(pid)

    def close(self) -> None:
        self.end()
        self._popen.kill()
        self._popen.wait()

    def tail(self) -> str:
        return self.log.read_text()[-4000:]


def is_alive(pid: int) -> bool:
    # The nursery ignores its children's ends, so the kernel forgets them once their last thread is gone.
    return Path(f"/proc/{pid}").exists()


def serve() -> None:
    from mail.factories.litellm_gate import warm_up

    asyncio.run(warm_up())
    django.setup()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            work(line.strip())
        print(pid, flush=True)


def work(stop_at: str) -> None:
    from mailproject.celery import app
    from tasks.engine import stops

    stops.STOP_AT = stop_at
    # The pipe belongs to the parent's conversation with the tests.
    os.dup2(2, 1)
    app.worker_main(["worker", "-l", "WARNING", "--without-gossip", "--without-mingle"])
    os._exit(0)


if __name__ == "__main__":
    serve()
