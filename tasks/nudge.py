"""Nudges between threads and processes: "task N has news", "drop what you do for actor N", a word spoken.

Inside a process a nudge is a call; between processes it goes over Redis publish/subscribe when Redis
is configured. A nudge may be lost: who waits for one also looks by himself now and then.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache

import redis
import structlog
from django.conf import settings

log = structlog.get_logger(__name__)

RECONNECT_SECONDS = 1.0


class Topic(StrEnum):
    NEWS = "news"
    HALT = "halt"
    DELTA = "delta"


class News(StrEnum):
    """What a nudge about a task says: a waiter for the end need not look at every event."""

    EVENTS = "events"
    END = "end"


Listener = Callable[[str], None]
_listeners: dict[tuple[Topic, int], set[Listener]] = defaultdict(set)
_everything: dict[Topic, set[Callable[[int, str], None]]] = defaultdict(set)
_lock = threading.Lock()


def nudge(topic: Topic, number: int, value: str = "") -> None:
    """Reach the listeners of this process and of all others."""
    _tell_here(topic, number, value)
    if settings.REDIS_URL:
        try:
            _publisher().publish(_channel(), f"{topic}:{number}:{value}")
        except redis.RedisError:
            log.warning("nudge lost", topic=topic, number=number)


@contextmanager
def listening(topic: Topic, number: int, listener: Listener) -> Iterator[None]:
    """Call the listener, in whatever thread, whenever somebody nudges about this number."""
    _start_subscriber()
    with _lock:
        _listeners[topic, number].add(listener)
    try:
        yield
    finally:
        with _lock:
            remaining = _listeners[topic, number]
            remaining.discard(listener)
            if not remaining:
                del _listeners[topic, number]


def listen_to_all(topic: Topic, listener: Callable[[int, str], None]) -> None:
    """Call a listener for every nudge of a topic, for as long as the process lives."""
    _start_subscriber()
    with _lock:
        _everything[topic].add(listener)


def _tell_here(topic: Topic, number: int, value: str) -> None:
    with _lock:
        listeners = list(_listeners.get((topic, number), ()))
        general = list(_everything.get(topic, ()))
    for listener in listeners:
        try:
            listener(value)
        except RuntimeError:
            # The listener's event loop closed between our look and our call.
            log.debug("listener gone", topic=topic, number=number)
    for each in general:
        each(number, value)


@cache
def _publisher() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


@cache
def _channel() -> str:
    # Publish/subscribe knows no databases, so that two deployments on one Redis would hear each other.
    parts = redis.connection.parse_url(settings.REDIS_URL)  # type: ignore[no-untyped-call]  # theirs
    return f"mail:nudges:{parts.get('db', 0)}"


_subscriber: threading.Thread | None = None


def _start_subscriber() -> None:
    """One thread per process passes on what other processes say."""
    global _subscriber  # noqa: PLW0603  # one per process, started on first need
    if not settings.REDIS_URL or _subscriber is not None:
        return
    with _lock:
        if _subscriber is None:
            _subscriber = threading.Thread(target=_subscribe_for_ever, name="nudges", daemon=True)
            _subscriber.start()


def _subscribe_for_ever() -> None:
    pause = threading.Event()
    while True:
        try:
            _subscribe()
        except redis.RedisError:
            log.warning("nudges from other processes interrupted; trying again")
            pause.wait(RECONNECT_SECONDS)


def _subscribe() -> None:
    client = redis.Redis.from_url(settings.REDIS_URL, health_check_interval=10)
    with client.pubsub(ignore_subscribe_messages=True) as subscription:  # type: ignore[no-untyped-call]  # theirs
        subscription.subscribe(_channel())
        for item in subscription.listen():
            topic, number, value = item["data"].decode().split(":", 2)
            _tell_here(Topic(topic), int(number), value)
