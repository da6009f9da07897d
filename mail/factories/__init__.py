"""Agent functions made from configuration: a factory is a class, its instance is the agent function."""

from mail.factories.action import ActionAgentFunction, LiteLLMActionAgentFunction
from mail.factories.base import (
    LiteLLMAgentFactory,
    LiteLLMAgentFunction,
    MAILAgentFunction,
    base_agent_factory,
)
from mail.factories.supervisor import LiteLLMSupervisorFunction, SupervisorFunction

__all__ = [
    "ActionAgentFunction",
    "LiteLLMActionAgentFunction",
    "LiteLLMAgentFactory",
    "LiteLLMAgentFunction",
    "LiteLLMSupervisorFunction",
    "MAILAgentFunction",
    "SupervisorFunction",
    "base_agent_factory",
]
