"""Takes a person's answers to breakpoint calls; when the last one is in, the task goes on."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from accounts.caller import Caller
from mail.priorities import Priority
from swarms.compile import get_compiled
from tasks.change import Change, change
from tasks.choices import ActionState, Status, StepState
from tasks.clean import clean, clean_text
from tasks.errors import AlreadyAnswered, BadAnswer, NothingPending
from tasks.models import ActionRun, Step, Task
from tasks.submit import Submitted, begin_round


class Decision(StrEnum):
    APPROVE = "approve"
    EDIT = "edit"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Answer:
    """Either the result itself, or what is to happen with the call."""

    call_id: str | None = None
    content: str | None = None
    decision: Decision | None = None
    arguments: dict[str, Any] | None = None
    reason: str = ""


def parse_answers(value: Any) -> list[Answer]:
    """Read a breakpoint result: JSON text or value, one object or a list of objects with call ids."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return [Answer(content=value)]
    items = value if isinstance(value, list) else [value]
    if not items:
        raise BadAnswer("the breakpoint result is an empty list; answer at least one call")
    return [_parse(item) for item in items]


def _parse(item: Any) -> Answer:
    if not isinstance(item, dict):
        return Answer(content=_as_text(item))
    call_id = item.get("call_id")
    if call_id is not None and not isinstance(call_id, str):
        raise BadAnswer("`call_id` must be a text")
    if "decision" in item:
        return _parse_decision(call_id, item)
    if "content" not in item:
        raise BadAnswer("each answer needs `content`, or `decision` (approve, edit or refuse)")
    return Answer(call_id, content=_as_text(item["content"]))


def _parse_decision(call_id: str | None, item: dict[str, Any]) -> Answer:
    try:
        decision = Decision(item["decision"])
    except ValueError:
        raise BadAnswer("`decision` must be approve, edit or refuse") from None
    arguments = item.get("arguments")
    if decision == Decision.EDIT and not isinstance(arguments, dict):
        raise BadAnswer("to edit a call, give its new `arguments` as an object")
    return Answer(call_id, decision=decision, arguments=arguments, reason=str(item.get("reason") or ""))


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def answer(caller: Caller, task: Task, answers: Sequence[Answer]) -> Submitted:
    """Store answers under the task's lock, so that of two people who answer at once one is told so."""
    with change(task.pk) as current:
        if current.task.status != Status.PAUSED:
            raise NothingPending
        asked = ActionRun.objects.filter(task=task, is_breakpoint=True, step__state=StepState.REPLIED)
        runs = list(asked.select_related("step__actor").order_by("pk"))
        after = current.task.last_event
        for each in answers:
            _store(current, caller, _find_run(runs, each), each)
        if not any(run.state == ActionState.PENDING for run in runs):
            _resume(current, runs)
    return Submitted(current.task, current.task.round, after)


def _find_run(runs: Sequence[ActionRun], answer: Answer) -> ActionRun:
    pending = [run for run in runs if run.state == ActionState.PENDING]
    if answer.call_id is None:
        if len(pending) != 1:
            raise BadAnswer(f"{len(pending)} calls wait for an answer; say which with `call_id`")
        return pending[0]
    # Of calls with one id, as two agents may make them, the next is the one that still waits.
    run = next((run for run in [*pending, *runs] if run.call_id == answer.call_id), None)
    if run is None:
        raise BadAnswer(f"no call {answer.call_id!r} waits for an answer")
    if run.state != ActionState.PENDING:
        raise AlreadyAnswered
    return run


def _store(current: Change, caller: Caller, run: ActionRun, answer: Answer) -> None:
    run.answered_by = caller.key
    if answer.decision in (Decision.APPROVE, Decision.EDIT):
        action = get_compiled(current.task.version_id).actions.get(run.name)
        if action is None or action.function is None:
            raise BadAnswer(f"{run.name} has no function to run; answer it with `content`")
        if answer.arguments is not None:
            action.check_arguments(answer.arguments)
            run.arguments = clean(answer.arguments)
        run.state = ActionState.INTENDED
    else:
        run.state = ActionState.COMPLETED
        refusal = f"Refused by a person. {answer.reason}".strip()
        run.result = clean_text(answer.content if answer.content is not None else refusal)
        run.finished_at = current.now
    run.save()


def _resume(current: Change, runs: Sequence[ActionRun]) -> None:
    task = current.task
    begin_round(current, get_compiled(task.version_id), task.entrypoint)
    # What was under way when the task paused belongs to the round that goes on with it.
    Step.objects.filter(task=task, state=StepState.REPLIED).update(round=task.round)
    for run in runs:
        current.wake(run.step.actor.agent, Priority.USER)
