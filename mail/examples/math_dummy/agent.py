"""The math agent's function."""

from mail.factories.action import LiteLLMActionAgentFunction


class LiteLLMMathFunction(LiteLLMActionAgentFunction):
    """Answers arithmetic questions with its calculation action."""
