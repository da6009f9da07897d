"""Keeps the names of MAIL 1.x's `mail.core.agents`. No logic lives here."""

from mail.agents import AgentFunction, AgentOutput

__all__ = ["AgentFunction", "AgentOutput"]
