"""Makes message rows: who writes to whom, with which reference and subject."""

import uuid
from collections.abc import Iterable
from typing import Any

from mail.addresses import AddressType
from mail.messages import MessageType
from tasks.clean import clean_text
from tasks.models import Message, Task

ALL = "all"

# Subjects of system messages as prompts and other swarms know them. Code never decides by them.
TOOL_CALL_REQUIRED = "::tool_call_required::"
TOOL_CALL_ERROR = "::tool_call_error::"
ACTION_ERROR = "::action_error::"
INVALID_RECIPIENT = "::invalid_recipient::"
AWAIT_REFUSED = "::await_refused::"
STALLED = "::task_stalled::"
LIMIT_REACHED = "::maximum_steps_reached::"
HELP = "::help::"
TASK_COMPLETE = "::task_complete::"
ROUTER_ERROR = "Router Error"


def agent_address(name: str) -> dict[str, str]:
    return {"address_type": AddressType.AGENT.value, "address": name}


def new_message(
    msg_type: MessageType,
    *,
    sender_type: AddressType,
    sender: str,
    recipients: Iterable[str],
    subject: str,
    body: str,
    reference: str | None = None,
    swarm: str | None = None,
    routing_info: dict[str, Any] | None = None,
) -> Message:
    return Message(
        msg_type=msg_type,
        sender_type=sender_type,
        sender=sender,
        recipients=[agent_address(name) for name in recipients],
        subject=clean_text(subject),
        body=clean_text(body),
        reference=reference or str(uuid.uuid4()),
        sender_swarm=swarm,
        recipient_swarm=swarm,
        routing_info=routing_info or {},
    )


def from_system(task: Task, swarm: str, recipient: str, subject: str, body: str) -> Message:
    """A response of the system to one agent."""
    return new_message(
        MessageType.RESPONSE,
        sender_type=AddressType.SYSTEM,
        sender=swarm,
        recipients=[recipient],
        subject=subject,
        body=body,
        swarm=swarm,
    )
