"""The supervisor of the examples: hands work to others and answers the user."""

from typing import Any

from mail.examples.supervisor.agent import LiteLLMSupervisorFunction
from mail.examples.supervisor.prompts import SYSPROMPT

supervisor_agent_params: dict[str, Any] = {"llm": "demo/assistant", "system": SYSPROMPT}

__all__ = ["SYSPROMPT", "LiteLLMSupervisorFunction", "supervisor_agent_params"]
