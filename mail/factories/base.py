"""The base classes of agent functions: the abstract one, and the one that asks a model through LiteLLM."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any

from mail.agents import AgentOutput, AgentReply, ToolChoice
from mail.errors import Invalid
from mail.factories.ask import ask
from mail.factories.request import RequestPlan
from mail.factories.toolset import GivenTool, build_toolset
from mail.tools import Style


class MAILAgentFunction(ABC):
    """What every agent function knows about its place in the swarm, and the tools that follow from it."""

    def __init__(
        self,
        name: str,
        comm_targets: Sequence[str] = (),
        tools: Iterable[GivenTool] = (),
        *,
        enable_entrypoint: bool = False,
        enable_interswarm: bool = False,
        can_complete_tasks: bool = False,
        tool_format: Style = "responses",
        exclude_tools: Iterable[str] = (),
        **agent_params: Any,
    ) -> None:
        self.name = name
        self.comm_targets = list(comm_targets)
        self.enable_entrypoint = enable_entrypoint
        self.enable_interswarm = enable_interswarm
        self.can_complete_tasks = can_complete_tasks
        self.tool_format = tool_format
        self.exclude_tools = list(exclude_tools)
        self.agent_params = agent_params
        self.tools = build_toolset(
            tools,
            comm_targets=self.comm_targets,
            can_complete_tasks=can_complete_tasks,
            enable_interswarm=enable_interswarm,
            style=tool_format,
            exclude_tools=self.exclude_tools,
        )

    @abstractmethod
    def __call__(
        self, messages: list[dict[str, Any]], tool_choice: ToolChoice = "required"
    ) -> Awaitable[AgentOutput]:
        """Ask for the agent's next words, given its history without the system prompt."""


class LiteLLMAgentFunction(MAILAgentFunction):
    """An agent whose words come from any model that LiteLLM can reach.

    `use_proxy`, `stream_tokens`, `memory` and `user_token` are ours; every other parameter that is not named
    here goes to LiteLLM as it is (`api_base`, `temperature`, `max_tokens` …).
    """

    def __init__(
        self,
        name: str,
        comm_targets: Sequence[str] = (),
        tools: Iterable[GivenTool] = (),
        *,
        llm: str,
        system: str = "",
        reasoning_effort: str | None = None,
        thinking_budget: int | None = None,
        use_proxy: bool = False,
        stream_tokens: bool = False,
        memory: bool = True,
        user_token: str | None = None,
        **wiring_and_parameters: Any,
    ) -> None:
        super().__init__(name, comm_targets, tools, **wiring_and_parameters)
        if not isinstance(llm, str) or not llm:
            raise Invalid(f"Agent {name!r} needs `llm`, the model's name, for example openai/gpt-5-mini.")
        if not isinstance(system, str):
            raise Invalid(f"The system prompt of agent {name!r} must be text.")
        self.llm = llm
        self.system = system
        # Built once: tool definitions and parameters do not change from call to call.
        self._plan = RequestPlan.build(
            model=llm,
            system=system,
            style=self.tool_format,
            tools=self.tools,
            parameters=self.agent_params,
            reasoning_effort=reasoning_effort,
            thinking_budget=thinking_budget,
            use_proxy=use_proxy,
            stream=stream_tokens,
        )

    async def __call__(
        self, messages: list[dict[str, Any]], tool_choice: ToolChoice = "required"
    ) -> AgentReply:
        return await ask(self._plan, messages, tool_choice)


# The name that the MAIL 1.x documents also use for it.
LiteLLMAgentFactory = LiteLLMAgentFunction


def base_agent_factory(*args: Any, **parameters: Any) -> LiteLLMAgentFunction:
    """Deprecated: construct LiteLLMAgentFunction itself."""
    warnings.warn(
        "base_agent_factory is deprecated: use LiteLLMAgentFunction", DeprecationWarning, stacklevel=2
    )
    return LiteLLMAgentFunction(*args, **parameters)
