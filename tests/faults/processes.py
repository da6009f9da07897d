"""Processes under test, started as an operator starts them, each with a log that a failure shows."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Self

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
OWN = {
    # Forked workers and imported parts find the tests package.
    "PYTHONPATH": str(ROOT),
    "PYTHONUNBUFFERED": "1",
    # Half of a start is loading libraries: keep them compiled, whatever the machine does otherwise.
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "mail-faults-compiled"),
}


class Process:
    """One program in a process of its own."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        self._log_file: IO[bytes] = log.open("ab")
        self.popen = subprocess.Popen(
            list(command),
            cwd=ROOT,
            env={**os.environ, **OWN, **environment},
            stdin=subprocess.DEVNULL,
            stdout=self._log_file,
            stderr=subprocess.STDOUT,
        )

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def terminate(self, timeout: float = 15.0) -> None:
        self._end(signal.SIGTERM, timeout)

    def _end(self, number: signal.Signals, timeout: float = 15.0) -> None:
        if self.popen.poll() is None:
            self.popen.send_signal(number)
        try:
            self.popen.wait(timeout)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            raise AssertionError(
                f"did not stop within {timeout} s of {number.name}:\n{self.tail()}"
            ) from None
        finally:
            self._log_file.close()

    def wait_for_port(self, port: int, timeout: float = 30.0) -> None:
        wait_until(lambda: is_listening(port), timeout, f"somebody who listens on {port}", self.tail)

    def tail(self) -> str:
        return self.log.read_text()[-4000:]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.popen.poll() is None:
            self.kill()


def run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """Run a program to its end; its output, or a failure that shows it."""
    done = subprocess.run(
        list(command),
        cwd=ROOT,
        env={**os.environ, **OWN, **environment},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(
    reached: Callable[[], object], timeout: float, what: str, context: Callable[[], str] = str
) -> float:
    """Wait for something to become true; the seconds it took."""
    begin = time.monotonic()
    while not reached():
        waited = time.monotonic() - begin
        if waited > timeout:
            raise AssertionError(f"waited {waited:.1f} s in vain for {what}\n{context()}")
        time.sleep(0.02)
    return time.monotonic() - begin
