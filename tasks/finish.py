"""The four ends of a round: completed, paused, failed, cancelled. Each round has exactly one."""

import json
from typing import Any

from accounts.caller import Caller
from mail.addresses import AddressType
from mail.messages import MessageType
from swarms.compiled import CompiledSwarm
from tasks import compose
from tasks.change import Change, change
from tasks.choices import ROUND_ENDS, ActionState, DeliveryState, EntryKind, EventName, Status
from tasks.deliver import drop_all, stop_all
from tasks.errors import AlreadyFinished
from tasks.models import ActionRun, Delivery, Message, Round, Task
from tasks.settle import settle_pending

CANCELLED = "The task was cancelled."


def complete(change: Change, swarm: CompiledSwarm, message: Message) -> None:
    """End the round with an answer, which every agent of the task learns."""
    change.send(message)
    change.event(EventName.NEW_MESSAGE, f"task complete: answer from {message.sender}", message=message)
    stop_all(change, DeliveryState.STASHED)
    for actor in change.actors().values():
        change.remember(actor, EntryKind.MESSAGE, message=message)
    close_round(change, Status.COMPLETED, response=message.body)


def completion_message(sender_type: AddressType, sender: str, swarm: str, body: str) -> Message:
    return compose.new_message(
        MessageType.BROADCAST_COMPLETE,
        sender_type=sender_type,
        sender=sender,
        recipients=[compose.ALL],
        subject=compose.TASK_COMPLETE,
        body=body,
        swarm=swarm,
    )


def pause(change: Change, agent: str) -> None:
    """End the round at a breakpoint: a person has to answer the pending calls before it goes on.

    All of them, also those of an agent whose other calls are still running: nobody can add one later.
    """
    stop_all(change, DeliveryState.STASHED)
    pending = ActionRun.objects.filter(task=change.task, state=ActionState.PENDING).order_by("pk")
    calls = [describe_call(run) for run in pending]
    Delivery.objects.filter(task=change.task, step__runs__state=ActionState.PENDING).update(
        state=DeliveryState.STASHED
    )
    names = ", ".join(call["name"] for call in calls)
    close_round(
        change,
        Status.PAUSED,
        response=json.dumps(calls),
        description=f"agent {agent} waits for an answer to {names}",
        extra={"agent": agent, "calls": calls},
    )


def describe_call(run: ActionRun) -> dict[str, Any]:
    """A pending call in the shape that clients of the Responses format know."""
    return {
        "type": "function_call",
        "call_id": run.call_id,
        "name": run.name,
        "arguments": json.dumps(run.arguments),
    }


def fail(change: Change, reason: str, *, kind: str = "error", extra: dict[str, Any] | None = None) -> None:
    """End the round with a reason a person can act on."""
    settle_pending(change, "The task has failed; this call was not answered.")
    drop_all(change)
    close_round(change, Status.FAILED, response=reason, error=reason, extra={"reason": kind, **(extra or {})})


def cancel(task: Task, caller: Caller) -> None:
    """Stop a running or paused task and keep everything so far."""
    with change(task.pk) as step:
        if step.task.status not in (Status.RUNNING, Status.PAUSED):
            raise AlreadyFinished
        was_paused = step.task.status == Status.PAUSED
        if was_paused:
            step.task.round += 1
            open_round(step)
        step.event(EventName.RUN_LOOP_CANCELLED, f"cancelled by {caller.key}", {"by": caller.key})
        settle_pending(step, "The task was cancelled; this call was not answered.")
        drop_all(step)
        close_round(
            step, Status.CANCELLED, response=CANCELLED, error=CANCELLED, extra={"reason": "cancelled"}
        )


def open_round(change: Change) -> None:
    """Record the start of the task's present round."""
    task = change.task
    task.status = Status.RUNNING
    Round.objects.create(
        task=task,
        number=task.round,
        version_id=task.version_id,
        entrypoint=task.entrypoint,
        opened_event=task.last_event,
    )


def close_round(
    change: Change,
    status: Status,
    *,
    response: str,
    error: str = "",
    description: str = "",
    extra: dict[str, Any] | None = None,
) -> None:
    """Record the one end of the present round; its event is the last of the round."""
    task = change.task
    change.ends_round = True
    task.status = status
    task.forced = False
    task.deadline = None
    task.reserved_tokens = 0
    facts: dict[str, Any] = {"response": response, "status": status.value, **(extra or {})}
    if error:
        facts["error"] = error
    event = change.event(ROUND_ENDS[status], description or f"response: {response[:500]}", facts)
    Round.objects.filter(task=task, number=task.round).update(
        status=status, closed_at=change.now, closed_event=event.sequence, response=response, error=error
    )
