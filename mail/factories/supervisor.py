"""Agent functions in charge of a task: they can always complete it."""

from typing import Any

from mail.factories.base import LiteLLMAgentFunction, MAILAgentFunction


class SupervisorFunction(MAILAgentFunction):
    """Has the tools of control (task_complete, interrupts, broadcasts), whatever the configuration says."""

    def __init__(self, *args: Any, **wiring_and_parameters: Any) -> None:
        super().__init__(*args, **{**wiring_and_parameters, "can_complete_tasks": True})


class LiteLLMSupervisorFunction(SupervisorFunction, LiteLLMAgentFunction):
    """A supervisor whose words come from a model."""
