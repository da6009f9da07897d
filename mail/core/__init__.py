"""Keeps the names of MAIL 1.x's `mail.core`."""

from mail.core.actions import ActionCore
from mail.core.agents import AgentCore

__all__ = ["ActionCore", "AgentCore"]
