"""The engine for programs that run swarms themselves, found by name from `mail.engine`.

Importing this file needs no Django settings: they are made, or found, on the first call.
"""

import threading
from pathlib import Path

from mail.engine import Engine
from mailproject.local_engine.setup import set_up

_lock = threading.Lock()
_engine: Engine | None = None


def get_engine(data_dir: Path | None = None) -> Engine:
    """This process's engine. The first call decides where its data is kept."""
    global _engine  # noqa: PLW0603  # one per process, as Django and the crew are
    with _lock:
        set_up(data_dir)
        if _engine is None:
            # Its models can only be imported once Django is set up.
            from mailproject.local_engine.swarms import LocalEngine

            _engine = LocalEngine()
        return _engine
