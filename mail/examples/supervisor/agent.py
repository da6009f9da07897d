"""The supervisor's agent function: the one of the factories, under the name of the example."""

from mail.factories.supervisor import LiteLLMSupervisorFunction

__all__ = ["LiteLLMSupervisorFunction"]
