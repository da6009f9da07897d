"""Decides what each call of a reply is: a MAIL tool, an action, a breakpoint, or a mistake."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from mail.actions import BadActionArguments
from swarms.compiled import CompiledAgent, CompiledSwarm
from tasks.choices import EventName
from tasks.compose import ACTION_ERROR, TOOL_CALL_ERROR
from tasks.engine.turn import Correction
from tasks.models import Task
from tasks.replies import Call, StoredReply


class Kind(Enum):
    MAIL_TOOL = auto()
    ACTION = auto()
    BREAKPOINT = auto()
    MISTAKE = auto()


@dataclass(frozen=True)
class Planned:
    call: Call
    kind: Kind
    mistake: Correction | None = None


def plan(task: Task, swarm: CompiledSwarm, agent: CompiledAgent, reply: StoredReply) -> list[Planned]:
    """What is to be done with each call, in the order the model made them."""
    offered = {tool["name"] for tool in task.extra_tools}
    seen: set[str] = set()
    planned = []
    for call in reply.calls:
        if call.tool_call_id in seen:
            text = "Two calls of your reply had the same id; this one was not run. Call it again."
            planned.append(Planned(call, Kind.MISTAKE, Correction(TOOL_CALL_ERROR, text)))
        else:
            planned.append(_plan_call(swarm, agent, offered, call))
        seen.add(call.tool_call_id)
    return planned


def _plan_call(swarm: CompiledSwarm, agent: CompiledAgent, offered: set[str], call: Call) -> Planned:
    if call.tool_name in offered:
        return Planned(call, Kind.BREAKPOINT)
    if call.tool_name in agent.mail_tools:
        return Planned(call, Kind.MAIL_TOOL)
    action = agent.actions.get(call.tool_name)
    if action is None:
        text = f"There is no tool named {call.tool_name!r}. Use one of the tools you were given."
        return Planned(call, Kind.MISTAKE, Correction(ACTION_ERROR, text, EventName.ACTION_ERROR))
    try:
        action.check_arguments(call.tool_args)
    except BadActionArguments as error:
        text = f"The arguments do not fit. {error.detail} Correct them and call again."
        return Planned(call, Kind.MISTAKE, Correction(TOOL_CALL_ERROR, text, EventName.ACTION_ERROR))
    return Planned(call, Kind.BREAKPOINT if call.tool_name in swarm.breakpoint_tools else Kind.ACTION)


def runs_outside(planned: Sequence[Planned]) -> bool:
    """Whether carrying the reply out takes more than this one transaction."""
    return any(each.kind in (Kind.ACTION, Kind.BREAKPOINT) for each in planned)
