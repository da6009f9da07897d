"""The only place that asks a model: with patience for passing faults, and a reason a person can read."""

import asyncio
import random
from typing import Any

import structlog

from mail.agents import AgentReply, ModelError, delta_sink
from mail.agents.deltas import DeltaSink
from swarms.compiled import CompiledAgent
from tasks.engine.prompt import Prompt

log = structlog.get_logger(__name__)

ATTEMPTS = 5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
COMPLETE_NOW = {"type": "function", "function": {"name": "task_complete"}}


class AgentFailed(ModelError):
    """The agent's own code failed."""


async def ask(
    agent: CompiledAgent, prompt: Prompt, *, forced: bool, deltas: DeltaSink | None = None
) -> AgentReply:
    """Ask an agent for its reply. Rate limits, time-outs and the provider's own trouble are tried again."""
    tool_choice: str | dict[str, Any] = COMPLETE_NOW if forced else "required"
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return await _ask_once(agent, prompt, tool_choice, deltas)
        except ModelError as error:
            if not error.retryable or attempt == ATTEMPTS:
                raise
            pause = _pause(attempt, error.retry_after)
            log.info("model call will be repeated", agent=agent.name, attempt=attempt, pause=round(pause, 2))
            await asyncio.sleep(pause)
    raise AssertionError("unreachable: the last attempt returns or raises")


async def _ask_once(
    agent: CompiledAgent, prompt: Prompt, tool_choice: str | dict[str, Any], deltas: DeltaSink | None
) -> AgentReply:
    token = delta_sink.set(deltas)
    try:
        return AgentReply.of(await agent.function(prompt.entries, tool_choice))
    except ModelError:
        raise
    except (Exception, SystemExit) as error:
        log.exception("agent function failed", agent=agent.name)
        raise AgentFailed(f"agent {agent.name} failed: {type(error).__name__}: {error}") from error
    finally:
        delta_sink.reset(token)


def _pause(attempt: int, asked_for: float | None) -> float:
    """Back off ever longer, with jitter so that many callers do not return at the same moment."""
    pause = asked_for if asked_for is not None else FIRST_PAUSE * 2 ** (attempt - 1)
    return min(LONGEST_PAUSE, pause * random.uniform(0.8, 1.2))  # noqa: S311  # jitter, not a secret
