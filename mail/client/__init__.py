"""Knows how to talk to a MAIL server: an asynchronous client, and a synchronous twin of it."""

from mail.client.client import MAILClient
from mail.client.errors import (
    AnswerTimedOut,
    ConnectionBroken,
    MAILClientError,
    MAILConnectionError,
    UnreadableAnswer,
)
from mail.client.events import ServerSentEvent
from mail.client.stream import EventStream
from mail.client.sync import MAILClientSync, SyncEventStream
from mail.config import ClientConfig

__all__ = [
    "AnswerTimedOut",
    "ClientConfig",
    "ConnectionBroken",
    "EventStream",
    "MAILClient",
    "MAILClientError",
    "MAILClientSync",
    "MAILConnectionError",
    "ServerSentEvent",
    "SyncEventStream",
    "UnreadableAnswer",
]
