"""Gives breakpoint calls that nobody will answer any more a result, so that no call stays without one."""

from django.db.models import Q

from tasks.change import Change
from tasks.choices import ActionState, DeliveryState, EntryKind, StepState
from tasks.models import Delivery, Step
from tasks.replies import StoredReply, result_entry

NOT_RUN = "Not run: the round had ended before this call."
# Calls that wait for a person, or were approved but not begun because another one still waits.
_UNBEGUN = Q(state=ActionState.PENDING) | Q(state=ActionState.INTENDED, started_at=None)


def settle_pending(change: Change, reason: str) -> None:
    """Close steps that wait for an answer: each unanswered call gets the reason as its result."""
    waiting = Step.objects.filter(
        task=change.task, state=StepState.REPLIED, runs__state=ActionState.PENDING
    ).distinct()
    for step in waiting.select_related("actor"):
        step.runs.filter(_UNBEGUN).update(state=ActionState.FAILED, result=reason, finished_at=change.now)
        if step.runs.filter(state=ActionState.INTENDED).exists():
            # A worker is running its other calls: it closes the step, or whoever finds it left behind.
            Delivery.objects.filter(pk=step.delivery_id).update(state=DeliveryState.HANDLING)
        else:
            _close(change, step)


def _close(change: Change, step: Step) -> None:
    actor = change.actor(step.actor.agent)
    reply = StoredReply.of_step(step)
    results = dict(step.runs.values_list("call_id", "result"))
    for call in reply.calls:
        text = results.get(call.tool_call_id, NOT_RUN)
        entry = result_entry(reply.tool_format, call.tool_call_id, text)
        change.remember(actor, EntryKind.RESULT, content=entry)
    Step.objects.filter(pk=step.pk).update(state=StepState.DONE, finished_at=change.now)
    Delivery.objects.filter(pk=step.delivery_id).update(state=DeliveryState.DROPPED)
