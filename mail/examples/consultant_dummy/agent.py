"""The consultant's function."""

from mail.factories.action import LiteLLMActionAgentFunction


class LiteLLMConsultantFunction(LiteLLMActionAgentFunction):
    """Advises with the help of its checklist of next steps."""
