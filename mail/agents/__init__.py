"""What an agent function is: how it is called, what it answers, how it fails."""

from mail.agents.deltas import DeltaKind, DeltaSink, delta_sink
from mail.agents.errors import (
    BadModelAnswer,
    ModelError,
    ModelRefused,
    ModelTimeout,
    ModelUnavailable,
    RateLimited,
)
from mail.agents.function import AgentFunction, AgentOutput, ToolChoice
from mail.agents.reply import AgentReply, Usage

__all__ = [
    "AgentFunction",
    "AgentOutput",
    "AgentReply",
    "BadModelAnswer",
    "DeltaKind",
    "DeltaSink",
    "ModelError",
    "ModelRefused",
    "ModelTimeout",
    "ModelUnavailable",
    "RateLimited",
    "ToolChoice",
    "Usage",
    "delta_sink",
]
