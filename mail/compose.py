"""Knows how a new message is made: identifiers, time and addresses filled in."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from mail.addresses import EVERYBODY, MAILAddress, create_agent_address, normalise_address
from mail.errors import Invalid
from mail.messages import (
    InterswarmKind,
    MAILBroadcast,
    MAILInterrupt,
    MAILInterswarmMessage,
    MAILMessage,
    MAILRequest,
    MAILResponse,
    MessageKind,
    Payload,
)

TASK_COMPLETE_SUBJECT = "::task_complete::"
Addressee = MAILAddress | str


def create_message(payload: Payload, msg_type: MessageKind) -> MAILMessage:
    """The envelope around a payload, with a new id and the present time."""
    return {"id": str(uuid4()), "timestamp": _now(), "message": payload, "msg_type": msg_type}


def create_request(
    *,
    task_id: str,
    sender: Addressee,
    recipient: Addressee,
    subject: str,
    body: str,
    request_id: str | None = None,
    sender_swarm: str | None = None,
    recipient_swarm: str | None = None,
    routing_info: dict[str, Any] | None = None,
) -> MAILMessage:
    """A request from one to one."""
    payload: MAILRequest = {
        "task_id": task_id,
        "request_id": request_id or str(uuid4()),
        "sender": normalise_address(sender),
        "recipient": normalise_address(recipient),
        "subject": subject,
        "body": body,
        "sender_swarm": sender_swarm,
        "recipient_swarm": recipient_swarm,
        "routing_info": routing_info or {},
    }
    return create_message(payload, "request")


def create_response(
    *,
    task_id: str,
    sender: Addressee,
    recipient: Addressee,
    subject: str,
    body: str,
    request_id: str | None = None,
    sender_swarm: str | None = None,
    recipient_swarm: str | None = None,
    routing_info: dict[str, Any] | None = None,
) -> MAILMessage:
    """A response from one to one; give the request's own id to tie the two together."""
    payload: MAILResponse = {
        "task_id": task_id,
        "request_id": request_id or str(uuid4()),
        "sender": normalise_address(sender),
        "recipient": normalise_address(recipient),
        "subject": subject,
        "body": body,
        "sender_swarm": sender_swarm,
        "recipient_swarm": recipient_swarm,
        "routing_info": routing_info or {},
    }
    return create_message(payload, "response")


def create_broadcast(
    *,
    task_id: str,
    sender: Addressee,
    subject: str,
    body: str,
    recipients: Sequence[Addressee] = (),
    broadcast_id: str | None = None,
    sender_swarm: str | None = None,
    recipient_swarms: list[str] | None = None,
    routing_info: dict[str, Any] | None = None,
    complete: bool = False,
) -> MAILMessage:
    """A broadcast, to everybody unless recipients are named; `complete` makes it the end of the task."""
    payload: MAILBroadcast = {
        "task_id": task_id,
        "broadcast_id": broadcast_id or str(uuid4()),
        "sender": normalise_address(sender),
        "recipients": [normalise_address(one) for one in recipients] or [create_agent_address(EVERYBODY)],
        "subject": subject,
        "body": body,
        "sender_swarm": sender_swarm,
        "recipient_swarms": recipient_swarms,
        "routing_info": routing_info or {},
    }
    return create_message(payload, "broadcast_complete" if complete else "broadcast")


def create_interrupt(
    *,
    task_id: str,
    sender: Addressee,
    recipients: Sequence[Addressee],
    subject: str,
    body: str,
    interrupt_id: str | None = None,
    sender_swarm: str | None = None,
    recipient_swarms: list[str] | None = None,
    routing_info: dict[str, Any] | None = None,
) -> MAILMessage:
    """An interrupt for the named recipients."""
    if not recipients:
        raise Invalid("An interrupt needs at least one recipient.")
    payload: MAILInterrupt = {
        "task_id": task_id,
        "interrupt_id": interrupt_id or str(uuid4()),
        "sender": normalise_address(sender),
        "recipients": [normalise_address(one) for one in recipients],
        "subject": subject,
        "body": body,
        "sender_swarm": sender_swarm,
        "recipient_swarms": recipient_swarms,
        "routing_info": routing_info or {},
    }
    return create_message(payload, "interrupt")


def create_interswarm_message(
    *,
    source_swarm: str,
    target_swarm: str,
    payload: Payload,
    msg_type: InterswarmKind,
    task_owner: str | None = None,
    task_contributors: list[str] | None = None,
    metadata: dict[str, Any] | None = None,
) -> MAILInterswarmMessage:
    """The envelope for another swarm. The token stays empty: it travels in a header, never in a body."""
    return {
        "message_id": str(uuid4()),
        "source_swarm": source_swarm,
        "target_swarm": target_swarm,
        "timestamp": _now(),
        "payload": payload,
        "msg_type": msg_type,
        "auth_token": "",
        "task_owner": task_owner,
        "task_contributors": task_contributors,
        "metadata": metadata or {},
    }


def _now() -> str:
    return datetime.now(UTC).isoformat()
