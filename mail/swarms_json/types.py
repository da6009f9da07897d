"""Knows the shape of swarms.json as Python types."""

from typing import Any, Literal, NotRequired, TypedDict


class SwarmsJSONAction(TypedDict):
    """One entry of `actions`."""

    name: str
    description: str
    parameters: dict[str, Any]
    function: NotRequired[str]
    idempotent: NotRequired[bool]
    timeout: NotRequired[float | None]


class SwarmsJSONAgent(TypedDict):
    """One entry of `agents`."""

    name: str
    factory: str
    comm_targets: list[str]
    agent_params: dict[str, Any]
    actions: NotRequired[list[str]]
    enable_entrypoint: NotRequired[bool]
    enable_interswarm: NotRequired[bool]
    can_complete_tasks: NotRequired[bool]
    tool_format: NotRequired[Literal["completions", "responses"]]
    exclude_tools: NotRequired[list[str]]


class SwarmsJSONSwarm(TypedDict):
    """One entry of the file."""

    name: str
    version: str
    entrypoint: str
    agents: list[SwarmsJSONAgent]
    actions: list[SwarmsJSONAction]
    action_imports: NotRequired[list[str]]
    description: NotRequired[str]
    keywords: NotRequired[list[str]]
    public: NotRequired[bool]
    enable_interswarm: NotRequired[bool]
    enable_db_agent_histories: NotRequired[bool]
    breakpoint_tools: NotRequired[list[str]]
    exclude_tools: NotRequired[list[str]]
    task_message_limit: NotRequired[int | None]
    budgets: NotRequired[dict[str, Any]]


class SwarmsJSONFile(TypedDict):
    """The whole file, as the loading functions give it back."""

    swarms: list[SwarmsJSONSwarm]
