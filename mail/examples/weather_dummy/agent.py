"""The weather agent's function."""

from mail.factories.action import LiteLLMActionAgentFunction


class LiteLLMWeatherFunction(LiteLLMActionAgentFunction):
    """Answers questions about the weather with its forecast action."""
