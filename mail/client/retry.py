"""Knows when a request may be sent again, and how long to wait before."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from mail.client.errors import AnswerTimedOut, ConnectionBroken, MAILClientError, MAILConnectionError

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
# What a server, or the proxy in front of it, says while it restarts or is too busy.
COMES_BACK = frozenset({429, 502, 503, 504})

log = logging.getLogger("mail.client")
Answer = TypeVar("Answer")


class Backoff:
    """Growing pauses between tries, until nothing has worked for so many seconds."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.reset()

    def reset(self) -> None:
        """It works again: the next trouble starts from the beginning."""
        self._pause = FIRST_PAUSE
        self._gives_up: float | None = None

    async def wait(self, error: MAILClientError) -> None:
        """Sleep before the next try, or raise the error if patience has run out."""
        now = time.monotonic()
        self._gives_up = self._gives_up or now + self._patience
        if now >= self._gives_up:
            raise error
        # Many clients lose the same server at the same moment; they must not all come back at once.
        spread = random.uniform(0.5, 1.0)  # noqa: S311  # nothing secret depends on it
        pause = min(self._pause * spread, self._gives_up - now)
        log.debug("%s; trying again in %.2f s", error.detail, pause)
        await asyncio.sleep(pause)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)


async def repeat(
    attempt: Callable[[], Awaitable[Answer]], backoff: Backoff, *, has_worked: bool = False
) -> Answer:
    """Try until there is an answer. Only for requests that do no harm when they arrive twice.

    A server that cannot be reached at the very first try is reported at once: that is a wrong address
    more often than a restart. One that has been reached before is waited for.
    """
    while True:
        try:
            return await attempt()
        except MAILClientError as error:
            if not _may_pass(error, has_worked):
                raise
            await backoff.wait(error)
            has_worked = True


def _may_pass(error: MAILClientError, has_worked: bool) -> bool:
    if isinstance(error, ConnectionBroken):
        return True
    if isinstance(error, AnswerTimedOut) or not has_worked:
        return False
    return isinstance(error, MAILConnectionError) or error.status in COMES_BACK
