"""Keeps the names of MAIL 1.x's `mail.core.message`. No logic lives here."""

from mail.addresses import (
    MAILAddress,
    create_address,
    create_admin_address,
    create_agent_address,
    create_system_address,
    create_user_address,
    format_agent_address,
    parse_agent_address,
)
from mail.messages import (
    MAILBroadcast,
    MAILInterrupt,
    MAILInterswarmMessage,
    MAILMessage,
    MAILRequest,
    MAILResponse,
)
from mail.rendering import build_body_xml, build_mail_xml

__all__ = [
    "MAILAddress",
    "MAILBroadcast",
    "MAILInterrupt",
    "MAILInterswarmMessage",
    "MAILMessage",
    "MAILRequest",
    "MAILResponse",
    "build_body_xml",
    "build_mail_xml",
    "create_address",
    "create_admin_address",
    "create_agent_address",
    "create_system_address",
    "create_user_address",
    "format_agent_address",
    "parse_agent_address",
]
