"""Knows an agent that can be asked: its function and its place in the swarm."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mail.actions import MAILAction
from mail.agents import AgentFunction, AgentOutput, ToolChoice
from mail.api.functions import Factory, action_core
from mail.api.wiring import check_agent, keep_targets
from mail.core.agents import AgentCore
from mail.tools import Style

if TYPE_CHECKING:
    from mail.api.agent_template import MAILAgentTemplate


@dataclass
class MAILAgent:
    """An agent with its function. Calling it asks the function."""

    name: str
    factory: Factory
    actions: list[MAILAction]
    function: AgentFunction
    comm_targets: list[str]
    agent_params: dict[str, Any]
    enable_entrypoint: bool = False
    enable_interswarm: bool = False
    can_complete_tasks: bool = False
    tool_format: Style = "responses"
    exclude_tools: list[str] = field(default_factory=list)
    # Makes the function anew for other targets; None where the function was given ready-made.
    rebuild: Callable[[list[str]], AgentFunction] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._validate()

    async def __call__(
        self, messages: list[dict[str, Any]], tool_choice: ToolChoice = "required"
    ) -> AgentOutput:
        return await self.function(messages, tool_choice)

    def write_to(self, targets: list[str]) -> None:
        """Let the agent write to these and no others. Its tools name them, so they are made anew."""
        self.comm_targets = list(targets)
        if self.rebuild is not None:
            self.function = self.rebuild(self.comm_targets)

    def to_core(self) -> AgentCore:
        """The agent ready to run."""
        return AgentCore(
            function=self.__call__,
            comm_targets=tuple(self.comm_targets),
            actions={action.name: action_core(action) for action in self.actions},
            enable_entrypoint=self.enable_entrypoint,
            enable_interswarm=self.enable_interswarm,
            can_complete_tasks=self.can_complete_tasks,
            tool_format=self.tool_format,
            exclude_tools=tuple(self.exclude_tools),
            model=str(self.agent_params.get("llm") or ""),
        )

    def _to_template(self, names: Sequence[str]) -> "MAILAgentTemplate":
        """The template of this agent in a smaller swarm: it can write only to those who are there."""
        from mail.api.agent_template import MAILAgentTemplate

        return MAILAgentTemplate(
            name=self.name,
            # A function that was given ready-made goes along; one that was built is built again.
            factory=self.factory if self.rebuild is not None else self.function,
            comm_targets=keep_targets(self.comm_targets, names),
            actions=list(self.actions),
            agent_params=dict(self.agent_params),
            enable_entrypoint=self.enable_entrypoint,
            enable_interswarm=self.enable_interswarm,
            can_complete_tasks=self.can_complete_tasks,
            tool_format=self.tool_format,
            exclude_tools=list(self.exclude_tools),
        )

    def _validate(self) -> None:
        check_agent(self)
