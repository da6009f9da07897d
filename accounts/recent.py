"""What was learned a moment ago: a small memory that forgets by age and by size."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class RecentAnswers(Generic[Value]):
    """Keeps the newest `size` values for `seconds` each. Safe to use from several threads."""

    def __init__(self, *, seconds: float, size: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._size = size
        self._clock = clock
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[float, Value]] = OrderedDict()

    def find(self, key: str) -> Value | None:
        with self._lock:
            kept = self._kept.get(key)
            return kept[1] if kept and kept[0] > self._clock() else None

    def keep(self, key: str, value: Value) -> None:
        with self._lock:
            # Every value lives equally long, so the first one in is always the first to die.
            self._kept.pop(key, None)
            self._kept[key] = (self._clock() + self._seconds, value)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def forget_all(self) -> None:
        with self._lock:
            self._kept.clear()
