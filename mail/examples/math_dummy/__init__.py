"""The math agent of the examples."""

from typing import Any

from mail.actions import MAILAction
from mail.examples.math_dummy.actions import action_calculate_expression, calculate_expression
from mail.examples.math_dummy.agent import LiteLLMMathFunction
from mail.examples.math_dummy.prompts import SYSPROMPT

math_agent_params: dict[str, Any] = {"llm": "demo/assistant", "system": SYSPROMPT}
actions: list[MAILAction] = [action_calculate_expression]

__all__ = [
    "SYSPROMPT",
    "LiteLLMMathFunction",
    "action_calculate_expression",
    "actions",
    "calculate_expression",
    "math_agent_params",
]
