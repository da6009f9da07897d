"""Keeps the names of MAIL 1.x's `mail.core.agents`: an agent as the runtime wants it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mail.agents import AgentFunction, AgentOutput
from mail.core.actions import ActionCore
from mail.tools import Style

__all__ = ["AgentCore", "AgentFunction", "AgentOutput"]


@dataclass(frozen=True)
class AgentCore:
    """An agent ready to run; the runtime knows it by the key it stands under."""

    function: AgentFunction
    comm_targets: Sequence[str]
    actions: Mapping[str, ActionCore] = field(default_factory=dict)
    enable_entrypoint: bool = False
    enable_interswarm: bool = False
    can_complete_tasks: bool = False
    tool_format: Style = "responses"
    exclude_tools: Sequence[str] = ()
    model: str = ""
