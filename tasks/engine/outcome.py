"""Commits what a step has come to: the reply before anything acts on it, then everything it led to.

A reply whose calls need nothing from outside is stored together with its outcome, in one transaction.
A reply with actions is stored first, with their intents; the outcome follows when they have run.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from mail.agents import AgentReply, Usage
from tasks.change import change
from tasks.choices import ActionState, EntryKind, EventName, StepState
from tasks.engine.actions import Outcome, describe
from tasks.engine.carry_out import carry_out
from tasks.engine.claim import Claim, claim_next
from tasks.engine.dispatch import Kind, Planned, plan, runs_outside
from tasks.engine.lease import get_leased, release
from tasks.engine.stops import stop_point
from tasks.engine.turn import Turn
from tasks.finish import fail, pause
from tasks.models import ActionRun
from tasks.replies import Call, StoredReply


@dataclass(frozen=True)
class Next:
    """What follows a commit: actions to run now, or the actor's next step, or nothing."""

    runs: Sequence[ActionRun] = ()
    claim: Claim | None = None


def store_reply(claim: Claim, reply: AgentReply) -> Next:
    """Commit a model's reply and, unless it needs actions to run, all that it leads to."""
    stored = StoredReply.of(reply, claim.agent.tool_format)
    with transaction.atomic():
        with change(claim.task.pk) as current:
            actor = get_leased(current, claim.lease)
            turn = Turn(current, claim.swarm, claim.agent, actor, claim.step, stored, claim.forced)
            planned = plan(current.task, claim.swarm, claim.agent, stored)
            _record_reply(turn, planned, reply.usage)
            runs = _record_intents(turn, planned)
            if not runs:
                carry_out(turn, planned, [])
        stop_point("before_reply_commit")
        following = None if runs else _go_on(claim, turn)
    stop_point("reply_stored")
    return Next(runs=runs, claim=following)


def store_outcome(claim: Claim, outcomes: Sequence[Outcome]) -> Next:
    """Commit what the actions of a stored reply gave, and all that it leads to."""
    stored = StoredReply.of_step(claim.step)
    with transaction.atomic():
        with change(claim.task.pk) as current:
            actor = get_leased(current, claim.lease)
            claim.step.refresh_from_db(fields=["round"])
            turn = Turn(current, claim.swarm, claim.agent, actor, claim.step, stored, claim.forced)
            runs = _record_outcomes(turn, outcomes)
            states = {run.state for run in runs}
            approved = _begin_approved(turn, runs) if ActionState.PENDING not in states else []
            if ActionState.PENDING in states and turn.is_current:
                pause(current, claim.agent.name)
            elif ActionState.PENDING not in states and not approved:
                carry_out(turn, plan(current.task, claim.swarm, claim.agent, stored), runs)
        stop_point("before_outcome_commit")
        following = None if approved else _go_on(claim, turn)
    stop_point("outcome_stored")
    return Next(runs=approved, claim=following)


def store_failure(claim: Claim, reason: str) -> None:
    """Commit that a step could not be taken: the round ends with the reason."""
    with change(claim.task.pk) as current:
        get_leased(current, claim.lease)
        current.event(
            EventName.AGENT_ERROR, f"agent {claim.agent.name} failed: {reason}", {"agent": claim.agent.name}
        )
        fail(current, reason, kind="model_error", extra={"agent": claim.agent.name})


def _record_reply(turn: Turn, planned: Sequence[Planned], usage: Usage | None) -> None:
    """The message and the reply enter the history; the reply and its price enter the step."""
    change, step, task = turn.change, turn.step, turn.change.task
    if not step.delivery.continues:
        change.remember(turn.actor, EntryKind.MESSAGE, message=step.delivery.message)
    for entry in turn.reply.entries:
        change.remember(turn.actor, EntryKind.REPLY, content=entry)
    step.reply = turn.reply.as_json()
    step.state = StepState.REPLIED
    step.replied_at = change.now
    if usage is not None:
        step.model = usage.model
        step.input_tokens, step.output_tokens = usage.input_tokens, usage.output_tokens
        step.reasoning_tokens, step.cached_tokens = usage.reasoning_tokens, usage.cached_tokens
        step.cost = usage.cost or 0
        task.cost += step.cost
    step.save()
    task.step_count += 1
    task.input_tokens += step.input_tokens
    task.output_tokens += step.output_tokens
    task.reserved_tokens = max(0, task.reserved_tokens - step.reserved_tokens)
    for each in planned:
        _announce_call(turn, each.call)
    for builtin in turn.reply.builtin_calls:
        turn.event(
            EventName.BUILTIN_TOOL_CALL, f"used {builtin.get('type', 'a built-in tool')}", call=builtin
        )


def _announce_call(turn: Turn, call: Call) -> None:
    extra = {
        "tool_name": call.tool_name,
        "tool_args": call.tool_args,
        "tool_call_id": call.tool_call_id,
    }
    if call.reasoning:
        extra["reasoning"] = call.reasoning
    if call.preamble:
        extra["preamble"] = call.preamble
    turn.event(EventName.TOOL_CALL, f"called {call.tool_name}", **extra)


def _record_intents(turn: Turn, planned: Sequence[Planned]) -> list[ActionRun]:
    """Store that these calls are about to run or wait for a person, before any of them does."""
    if not runs_outside(planned):
        return []
    runs = [
        ActionRun(
            task=turn.change.task,
            step=turn.step,
            call_id=each.call.tool_call_id,
            name=each.call.tool_name,
            arguments=each.call.tool_args,
            state=ActionState.INTENDED if each.kind == Kind.ACTION else ActionState.PENDING,
            is_breakpoint=each.kind == Kind.BREAKPOINT,
            started_at=turn.change.now if each.kind == Kind.ACTION else None,
        )
        for each in planned
        if each.kind in (Kind.ACTION, Kind.BREAKPOINT)
    ]
    for run in runs:
        if not run.is_breakpoint:
            turn.event(EventName.ACTION_CALL, f"called action {run.name}", **describe(run))
    return ActionRun.objects.bulk_create(runs)


def _record_outcomes(turn: Turn, outcomes: Sequence[Outcome]) -> list[ActionRun]:
    """Store each outcome with its run; all runs of the step, as they now are."""
    for outcome in outcomes:
        ActionRun.objects.filter(pk=outcome.run.pk).update(
            state=outcome.state, result=outcome.result, finished_at=turn.change.now
        )
    return list(turn.step.runs.order_by("pk"))


def _begin_approved(turn: Turn, runs: Sequence[ActionRun]) -> list[ActionRun]:
    """Calls that a person approved while the others of the same reply ran: they run now."""
    approved = [run for run in runs if run.state == ActionState.INTENDED]
    for run in approved:
        run.started_at = turn.change.now
        run.save(update_fields=["started_at"])
    return approved


def _go_on(claim: Claim, turn: Turn) -> Claim | None:
    """Claim the actor's next step in the same transaction, or let the actor go."""
    if turn.change.task.is_running:
        turn.actor.task = turn.change.task
        return claim_next(claim.lease, turn.actor)
    release(claim.lease)
    return None
