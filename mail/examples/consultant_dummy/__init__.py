"""The consultant of the examples; its advice is general and made up."""

from typing import Any

from mail.actions import MAILAction
from mail.examples.consultant_dummy.actions import action_recommend_next_steps, recommend_next_steps
from mail.examples.consultant_dummy.agent import LiteLLMConsultantFunction
from mail.examples.consultant_dummy.prompts import SYSPROMPT

consultant_agent_params: dict[str, Any] = {"llm": "demo/assistant", "system": SYSPROMPT}
actions: list[MAILAction] = [action_recommend_next_steps]

__all__ = [
    "SYSPROMPT",
    "LiteLLMConsultantFunction",
    "action_recommend_next_steps",
    "actions",
    "consultant_agent_params",
    "recommend_next_steps",
]
