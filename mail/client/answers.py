"""Knows the shape of every answer. Keys that only newer servers send are marked."""

from typing import Any, NotRequired, TypedDict

from mail.messages import MAILMessage


class SwarmInfo(TypedDict):
    """The default swarm, as a server introduces it."""

    name: str
    version: str
    description: str
    entrypoint: str
    keywords: list[str]
    public: bool


class GetRootResponse(TypedDict):
    """GET /"""

    name: str
    status: str
    version: NotRequired[str]
    protocol_version: NotRequired[str]
    swarm: NotRequired[SwarmInfo | None]
    uptime: NotRequired[float]


class SwarmStatus(TypedDict):
    name: str | None
    status: str


class GetStatusResponse(TypedDict):
    """GET /status"""

    swarm: SwarmStatus
    active_users: int
    user_mail_ready: bool
    user_task_running: bool


class GetWhoamiResponse(TypedDict):
    """GET /whoami"""

    id: str
    role: str
    username: NotRequired[str]


class GetHealthResponse(TypedDict):
    """GET and POST /health"""

    status: str
    swarm_name: str | None
    timestamp: str


class Event(TypedDict):
    """One event of a task's log."""

    event: str
    id: int | None
    data: dict[str, Any]


class Usage(TypedDict):
    input_tokens: int
    output_tokens: int
    cost: float


class BreakpointCall(TypedDict):
    """A call that waits for a person's answer."""

    call_id: str
    name: str
    arguments: dict[str, Any]


class Breakpoint(TypedDict):
    calls: list[BreakpointCall]


class Fault(TypedDict):
    detail: str


class PostMessageResponse(TypedDict):
    """POST /message. With `wait` the answer may come before the end: then it has no `response` yet."""

    response: NotRequired[str]
    events: NotRequired[list[Event] | None]
    task_id: NotRequired[str]
    uuid: NotRequired[str]
    status: NotRequired[str]
    completed: NotRequired[bool]
    usage: NotRequired[Usage]
    breakpoint: NotRequired[Breakpoint]
    error: NotRequired[Fault]
    round: NotRequired[int]
    after: NotRequired[int]


class Task(TypedDict):
    """A task as GET /task and GET /tasks show it."""

    task_id: str
    task_owner: str
    task_contributors: list[str]
    start_time: str
    events: list[Event]
    is_running: bool
    task_message_queue: list[Any]
    remote_swarms: list[str]
    completed: bool
    title: str


class TaskSummary(TypedDict):
    """A task in a list."""

    task_id: str
    uuid: str
    title: str
    status: str
    swarm: str
    entrypoint: str
    created_at: str
    updated_at: str
    last_event: int
    usage: Usage


class Round(TypedDict):
    number: int
    status: str
    opened_at: str
    closed_at: str | None
    response: str
    error: str


class TaskDetails(TaskSummary):
    """A task by itself, with its rounds and the calls that wait for an answer."""

    rounds: list[Round]
    pending: list[BreakpointCall]


class TaskPage(TypedDict):
    """One page of the caller's tasks; `next` is the cursor of the following one."""

    tasks: list[TaskSummary]
    next: str | None


class EventPage(TypedDict):
    """Events after a number, and where the task stands."""

    events: list[Event]
    last_event: int
    status: str


class SwarmEndpoint(TypedDict):
    """A swarm that a server knows."""

    swarm_name: str
    base_url: str
    version: NotRequired[str]
    last_seen: NotRequired[str | None]
    is_active: NotRequired[bool]
    latency: NotRequired[float | None]
    swarm_description: NotRequired[str]
    keywords: NotRequired[list[str]]
    metadata: NotRequired[dict[str, Any] | None]
    volatile: NotRequired[bool]


class GetSwarmsResponse(TypedDict):
    """GET /swarms"""

    swarms: list[SwarmEndpoint]


class SwarmAnswer(TypedDict):
    """POST /swarms, GET /swarms/dump and POST /swarms/load"""

    status: str
    swarm_name: str


class PostInterswarmResponseResponse(TypedDict):
    """POST /interswarm/response"""

    status: str
    task_id: str


class PostInterswarmSendResponse(TypedDict):
    """POST /interswarm/send"""

    response: MAILMessage
    events: NotRequired[list[Event] | None]
