"""Knows how a user's words become a whole MAIL message."""

from collections.abc import Sequence
from uuid import uuid4

from mail.addresses import MAILAddress
from mail.api.errors import BadLetter
from mail.api.letters import check_task_id
from mail.compose import create_broadcast, create_interrupt, create_request, create_response
from mail.messages import MAILMessage

KINDS = ("request", "response", "broadcast", "interrupt", "broadcast_complete")
TO_ONE = {"request": create_request, "response": create_response}


def compose_message(
    kind: str,
    sender: MAILAddress,
    targets: Sequence[str],
    *,
    subject: str,
    body: str,
    swarm: str,
    task_id: str | None,
) -> MAILMessage:
    """A message of one kind with new ids; requests and responses have exactly one target."""
    if kind not in KINDS:
        raise BadLetter(f"There is no message type {kind!r}: use one of {', '.join(KINDS)}.")
    if task_id is not None:
        check_task_id(task_id)
    task_id = task_id or str(uuid4())
    if kind in TO_ONE:
        if len(targets) != 1:
            raise BadLetter(f"A {kind} has exactly one target, not {len(targets)}.")
        return TO_ONE[kind](
            task_id=task_id,
            sender=sender,
            recipient=targets[0],
            subject=subject,
            body=body,
            sender_swarm=swarm,
            recipient_swarm=swarm,
        )
    if kind == "interrupt":
        return create_interrupt(
            task_id=task_id,
            sender=sender,
            recipients=list(targets),
            subject=subject,
            body=body,
            sender_swarm=swarm,
            recipient_swarms=[swarm],
        )
    return create_broadcast(
        task_id=task_id,
        sender=sender,
        recipients=list(targets),
        subject=subject,
        body=body,
        sender_swarm=swarm,
        recipient_swarms=[swarm],
        complete=kind == "broadcast_complete",
    )
