"""The analyst's function."""

from mail.factories.action import LiteLLMActionAgentFunction


class LiteLLMAnalystFunction(LiteLLMActionAgentFunction):
    """Answers questions about figures with its report action."""
