"""Carries out the calls of a reply in order, and settles what becomes of the step and its mail."""

from collections.abc import Sequence

from mail.errors import Invalid
from mail.tools import ToolName
from tasks import compose
from tasks.choices import ActionState, DeliveryState, EventName, StepState
from tasks.deliver import tell
from tasks.engine.actions import describe
from tasks.engine.dispatch import Planned
from tasks.engine.handlers import HANDLERS
from tasks.engine.settle_round import settle_round
from tasks.engine.turn import Correction, Turn
from tasks.finish import fail
from tasks.models import ActionRun, Actor, Delivery, HistoryEntry, Step
from tasks.replies import Call
from tasks.settle import NOT_RUN

PLAIN_REPLIES = 3


def carry_out(turn: Turn, planned: Sequence[Planned], runs: Sequence[ActionRun]) -> None:
    """Carry out the calls in order, then settle what becomes of the step, the mail and the round."""
    by_call = {run.call_id: run for run in runs}
    turn.goes_on = bool(runs)
    for each in planned:
        _carry_out_call(turn, each, by_call.get(each.call.tool_call_id))
    if not planned:
        _correct_plain_reply(turn)
    elif turn.actor.plain_replies:
        turn.actor.plain_replies = 0
        Actor.objects.filter(pk=turn.actor.pk).update(plain_replies=0)
    _close_step(turn)
    settle_round(turn)


def _carry_out_call(turn: Turn, planned: Planned, run: ActionRun | None) -> None:
    call = planned.call
    if run is not None and planned.mistake is None:
        _take_result(turn, call, run)
    elif turn.finish is not None or not turn.is_current:
        if call.tool_name == ToolName.TASK_COMPLETE and turn.is_current:
            turn.event(EventName.TASK_COMPLETE_CALL_DUPLICATE, "completed the task a second time")
        turn.give_result(call, NOT_RUN)
    else:
        try:
            turn.give_result(call, _handle(turn, planned))
        except Correction as correction:
            turn.corrections.append(correction)
            turn.event(correction.event, f"made a mistake: {correction}", tool_name=call.tool_name)
            turn.give_result(call, correction.text)
            tell(turn.change, turn.swarm, turn.agent.name, correction.subject, correction.text)


def _handle(turn: Turn, planned: Planned) -> str:
    if planned.mistake is not None:
        raise planned.mistake
    try:
        return HANDLERS[planned.call.tool_name](turn, planned.call)
    except Invalid as error:
        raise Correction(compose.TOOL_CALL_ERROR, error.detail) from error


def _take_result(turn: Turn, call: Call, run: ActionRun) -> None:
    turn.give_result(call, run.result)
    if not turn.is_current:
        # The round has ended: its log is closed, only the history still learns the result.
        return
    completed = run.state == ActionState.COMPLETED
    if completed and run.is_breakpoint:
        turn.event(
            EventName.BREAKPOINT_ACTION_COMPLETE,
            f"got the answer to {run.name}",
            **describe(run),
            result=run.result,
        )
    elif completed:
        turn.event(
            EventName.ACTION_COMPLETE, f"finished action {run.name}", **describe(run), result=run.result
        )
    else:
        turn.event(
            EventName.ACTION_ERROR, f"could not finish action {run.name}", **describe(run), error=run.result
        )


def _correct_plain_reply(turn: Turn) -> None:
    """A reply without a tool call goes to nobody: say so, a bounded number of times."""
    turn.actor.plain_replies += 1
    Actor.objects.filter(pk=turn.actor.pk).update(plain_replies=turn.actor.plain_replies)
    if turn.actor.plain_replies > PLAIN_REPLIES:
        fail(
            turn.change, f"agent {turn.agent.name} answered {PLAIN_REPLIES + 1} times without calling a tool"
        )
        return
    text = (
        "Your last reply called no tool, so nobody received it. Answer with a tool call: "
        "write to an agent, await a message, or complete the task if you can."
    )
    turn.event(EventName.AGENT_ERROR, "answered without calling a tool", text=turn.reply.text)
    tell(turn.change, turn.swarm, turn.agent.name, compose.TOOL_CALL_REQUIRED, text)


def _close_step(turn: Turn) -> None:
    step = turn.step
    goes_on = turn.goes_on and turn.finish is None
    state = DeliveryState.DONE
    if goes_on:
        # While a round is forced to its end, nobody but the finisher goes on.
        task = turn.change.task
        held_back = not task.is_running or (task.forced and not turn.forced)
        state = DeliveryState.STASHED if held_back else DeliveryState.WAITING
    Delivery.objects.filter(pk=step.delivery_id).update(state=state, continues=goes_on)
    Step.objects.filter(pk=step.pk).update(state=StepState.DONE, finished_at=turn.change.now)
    if turn.forgets:
        _forget(turn)


def _forget(turn: Turn) -> None:
    """Hide the broadcast at hand and what was said about it from the agent's later prompts."""
    turn.change.flush()
    history = HistoryEntry.objects.filter(actor=turn.actor)
    history.filter(message=turn.step.delivery.message_id).update(is_hidden=True)
    if len(turn.reply.calls) == 1:
        count = len(turn.reply.entries) + 1
        history.filter(position__gte=turn.actor.entries - count).update(is_hidden=True)
