"""The analyst of the examples; its figures are made up, always the same for a subject."""

from typing import Any

from mail.actions import MAILAction
from mail.examples.analyst_dummy.actions import action_get_report, get_report
from mail.examples.analyst_dummy.agent import LiteLLMAnalystFunction
from mail.examples.analyst_dummy.prompts import SYSPROMPT

analyst_agent_params: dict[str, Any] = {"llm": "demo/assistant", "system": SYSPROMPT}
actions: list[MAILAction] = [action_get_report]

__all__ = [
    "SYSPROMPT",
    "LiteLLMAnalystFunction",
    "action_get_report",
    "actions",
    "analyst_agent_params",
    "get_report",
]
