"""Knows the Multi-Agent Interface Layer: messages, tools, actions and agents.

Names are loaded when they are first used, so that importing `mail` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mail.actions import MAILAction, action
    from mail.addresses import MAILAddress
    from mail.api import MAILAgent, MAILAgentTemplate, MAILSwarm, MAILSwarmTemplate
    from mail.client import MAILClient, MAILClientSync
    from mail.config import ClientConfig
    from mail.messages import (
        MAILBroadcast,
        MAILInterrupt,
        MAILInterswarmMessage,
        MAILMessage,
        MAILRequest,
        MAILResponse,
    )
    from mail.tools import AgentToolCall

_HOMES = {
    "AgentToolCall": "mail.tools",
    "ClientConfig": "mail.config",
    "MAILAction": "mail.actions",
    "MAILAddress": "mail.addresses",
    "MAILAgent": "mail.api",
    "MAILAgentTemplate": "mail.api",
    "MAILBroadcast": "mail.messages",
    "MAILClient": "mail.client",
    "MAILClientSync": "mail.client",
    "MAILInterrupt": "mail.messages",
    "MAILInterswarmMessage": "mail.messages",
    "MAILMessage": "mail.messages",
    "MAILRequest": "mail.messages",
    "MAILResponse": "mail.messages",
    "MAILSwarm": "mail.api",
    "MAILSwarmTemplate": "mail.api",
    "action": "mail.actions",
}

__all__ = [
    "AgentToolCall",
    "ClientConfig",
    "MAILAction",
    "MAILAddress",
    "MAILAgent",
    "MAILAgentTemplate",
    "MAILBroadcast",
    "MAILClient",
    "MAILClientSync",
    "MAILInterrupt",
    "MAILInterswarmMessage",
    "MAILMessage",
    "MAILRequest",
    "MAILResponse",
    "MAILSwarm",
    "MAILSwarmTemplate",
    "action",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
