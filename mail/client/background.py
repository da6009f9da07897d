"""Knows how plain code waits for coroutines: an event loop in a thread of its own."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class BackgroundLoop:
    """Runs coroutines for callers that have no event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="mail-client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for the work's result. Whoever is interrupted while waiting also stops the work."""
        if self._loop.is_closed():
            work.close()
            raise RuntimeError("this client has been closed; make a new one")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def finish(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do one last thing and end the thread. Twice is the same as once."""
        if self._loop.is_closed():
            return
        self.run(self._loop.shutdown_asyncgens())
        self.run(last())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
