"""Knows the shape of every MAIL message."""

from enum import StrEnum
from typing import Any, Literal, NotRequired, TypedDict

from mail.addresses import MAILAddress

MessageKind = Literal["request", "response", "broadcast", "interrupt", "broadcast_complete", "buffered"]
InterswarmKind = Literal["request", "response", "broadcast", "interrupt"]


class MessageType(StrEnum):
    """What a message is for. It decides which payload the envelope holds."""

    REQUEST = "request"
    RESPONSE = "response"
    BROADCAST = "broadcast"
    INTERRUPT = "interrupt"
    BROADCAST_COMPLETE = "broadcast_complete"
    # Kept for an agent that is stepped by hand. Never leaves the server, so the schema does not know it.
    BUFFERED = "buffered"


class MAILRequest(TypedDict):
    """One agent or user asks one agent."""

    task_id: str
    request_id: str
    sender: MAILAddress
    recipient: MAILAddress
    subject: str
    body: str
    sender_swarm: NotRequired[str | None]
    recipient_swarm: NotRequired[str | None]
    routing_info: NotRequired[dict[str, Any] | None]


class MAILResponse(TypedDict):
    """The answer to a request."""

    task_id: str
    request_id: str
    sender: MAILAddress
    recipient: MAILAddress
    subject: str
    body: str
    sender_swarm: NotRequired[str | None]
    recipient_swarm: NotRequired[str | None]
    routing_info: NotRequired[dict[str, Any] | None]


class MAILBroadcast(TypedDict):
    """One tells many."""

    task_id: str
    broadcast_id: str
    sender: MAILAddress
    recipients: list[MAILAddress]
    subject: str
    body: str
    sender_swarm: NotRequired[str | None]
    recipient_swarms: NotRequired[list[str] | None]
    routing_info: NotRequired[dict[str, Any] | None]


class MAILInterrupt(TypedDict):
    """One stops or redirects others, before all ordinary messages."""

    task_id: str
    interrupt_id: str
    sender: MAILAddress
    recipients: list[MAILAddress]
    subject: str
    body: str
    sender_swarm: NotRequired[str | None]
    recipient_swarms: NotRequired[list[str] | None]
    routing_info: NotRequired[dict[str, Any] | None]


Payload = MAILRequest | MAILResponse | MAILBroadcast | MAILInterrupt


class MAILMessage(TypedDict):
    """The envelope of every message inside a swarm."""

    id: str
    timestamp: str
    message: Payload
    msg_type: MessageKind


class MAILInterswarmMessage(TypedDict):
    """The envelope of a message from one swarm to another."""

    message_id: str
    source_swarm: str
    target_swarm: str
    timestamp: str
    payload: Payload
    msg_type: InterswarmKind
    auth_token: NotRequired[str | None]
    task_owner: NotRequired[str | None]
    task_contributors: NotRequired[list[str] | None]
    metadata: NotRequired[dict[str, Any] | None]


# The type of payload that each kind of message carries, and the field that identifies it.
PAYLOAD_TYPES: dict[MessageType, type[Any]] = {
    MessageType.REQUEST: MAILRequest,
    MessageType.RESPONSE: MAILResponse,
    MessageType.BROADCAST: MAILBroadcast,
    MessageType.INTERRUPT: MAILInterrupt,
    MessageType.BROADCAST_COMPLETE: MAILBroadcast,
}
IDENTIFIER_FIELDS: dict[MessageType, str] = {
    MessageType.REQUEST: "request_id",
    MessageType.RESPONSE: "request_id",
    MessageType.BROADCAST: "broadcast_id",
    MessageType.INTERRUPT: "interrupt_id",
    MessageType.BROADCAST_COMPLETE: "broadcast_id",
}
