"""Worker and beat threads for a program without a server, started with its first swarm."""

import asyncio
import threading

from mail.engine import Definition
from mail.factories.litellm_gate import get_litellm, is_loaded
from mailproject.embedded import EmbeddedWorker
from tasks.engine.crew import get_crew

_lock = threading.Lock()
_worker: list[EmbeddedWorker] = []


class LocalWorker(EmbeddedWorker):
    """Loads no model library: a swarm of plain functions never needs it."""

    def start(self) -> None:
        for name, work in (("worker", self._worker.start), ("beat", self._beat.start)):
            threading.Thread(target=work, name=name, daemon=True).start()


def ensure_worker(definition: Definition) -> None:
    """One worker per process. Inside a server its own is there already."""
    with _lock:
        if not _worker and not is_served():
            _worker.append(LocalWorker())
            _worker[0].start()
    if asks_models(definition) and not is_loaded():
        # It takes seconds: now, beside everything else, not in the first question.
        get_crew().do_soon(asyncio.to_thread(get_litellm))


def is_served() -> bool:
    """Whether the embedded server's worker thread runs in this process."""
    return any(thread.name == "worker" and thread.is_alive() for thread in threading.enumerate())


def asks_models(definition: Definition) -> bool:
    return any(agent["agent_params"].get("llm") for agent in definition.document["agents"])
