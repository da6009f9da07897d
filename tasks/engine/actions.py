"""Runs action calls outside any transaction. Their intents are stored before, their outcomes after."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from mail.context import ActionCall, current_call
from swarms.compiled import CompiledAction, CompiledSwarm
from tasks.choices import ActionState
from tasks.clean import clean_text
from tasks.models import ActionRun

log = structlog.get_logger(__name__)

DEFAULT_SECONDS = 60.0
UNKNOWN = (
    "The outcome of this call is unknown: the worker stopped while it ran. "
    "It was not repeated because it may have had an effect. Check before calling it again."
)


@dataclass(frozen=True)
class Outcome:
    run: ActionRun
    state: ActionState
    result: str


async def run_actions(
    swarm: CompiledSwarm, task_id: str, agent: str, runs: Sequence[ActionRun], *, repeated: frozenset[int]
) -> list[Outcome]:
    """Run the intended calls of one reply, all at once. After a crash only idempotent ones are repeated."""
    intended = [run for run in runs if run.state == ActionState.INTENDED]
    return await asyncio.gather(
        *(_run(swarm.actions[run.name], task_id, agent, run, repeated=run.pk in repeated) for run in intended)
    )


async def _run(
    action: CompiledAction, task_id: str, agent: str, run: ActionRun, *, repeated: bool
) -> Outcome:
    if repeated and not action.idempotent:
        return Outcome(run, ActionState.UNKNOWN, UNKNOWN)
    assert action.function is not None, "a breakpoint tool without a function is never intended to run"
    seconds = action.timeout or DEFAULT_SECONDS
    limit = asyncio.timeout(seconds)
    token = current_call.set(ActionCall(task_id, agent, run.call_id, run.key))
    try:
        async with limit:
            result = await action.function(run.arguments)
        return Outcome(run, ActionState.COMPLETED, _as_text(result))
    except (Exception, SystemExit) as error:
        if limit.expired():
            return Outcome(run, ActionState.FAILED, f"{run.name} did not finish within {seconds:g} seconds.")
        # Whatever an action raises is for its agent to deal with; our own faults are in the log.
        log.warning("action failed", action=run.name, exc_info=True)
        text = clean_text(f"{run.name} failed: {type(error).__name__}: {error}")
        return Outcome(run, ActionState.FAILED, text)
    finally:
        current_call.reset(token)


def _as_text(result: Any) -> str:
    return clean_text(result if isinstance(result, str) else json.dumps(result, default=str))


def describe(run: ActionRun) -> dict[str, Any]:
    """A call as the events about it name it."""
    return {"action_name": run.name, "action_args": run.arguments, "tool_call_id": run.call_id}
