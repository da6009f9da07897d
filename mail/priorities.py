"""Knows which message an agent reads first."""

from enum import IntEnum
from typing import assert_never

from mail.addresses import AddressType
from mail.errors import Invalid
from mail.messages import MessageType


class Priority(IntEnum):
    """Lower goes first. Within one level the order of arrival decides."""

    ADMIN = 0
    SYSTEM = 1
    USER = 2
    URGENT = 3
    BROADCAST = 4
    LETTER = 5


AGENT_PRIORITIES: dict[MessageType, Priority] = {
    MessageType.INTERRUPT: Priority.URGENT,
    MessageType.BROADCAST_COMPLETE: Priority.URGENT,
    MessageType.BROADCAST: Priority.BROADCAST,
    MessageType.REQUEST: Priority.LETTER,
    MessageType.RESPONSE: Priority.LETTER,
    # Whatever it was before it was set aside, it was ordinary mail.
    MessageType.BUFFERED: Priority.LETTER,
}


def get_priority(sender_type: str, msg_type: str) -> Priority:
    """The level of a message: by sender, and for agents by kind of message."""
    try:
        sender, kind = AddressType(sender_type), MessageType(msg_type)
    except ValueError as error:
        raise Invalid(f"No priority is known for a {msg_type!r} from a {sender_type!r}.") from error
    match sender:
        case AddressType.ADMIN:
            return Priority.ADMIN
        case AddressType.SYSTEM:
            return Priority.SYSTEM
        case AddressType.USER:
            return Priority.USER
        case AddressType.AGENT:
            return AGENT_PRIORITIES[kind]
    assert_never(sender)
