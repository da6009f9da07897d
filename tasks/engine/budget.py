"""Reserves what a model call will probably use before it is made, and ends a round whose budget is spent."""

from decimal import Decimal
from enum import Enum, auto

from django.db.models import Max

from tasks.change import change
from tasks.engine.claim import Claim
from tasks.engine.lease import get_leased
from tasks.finish import fail
from tasks.models import Step, Task

# What a reply may take when nothing is known of this task's replies yet.
USUAL_REPLY_TOKENS = 1000


class Verdict(Enum):
    GO = auto()
    WAIT = auto()
    SPENT = auto()


def reserve(held: Claim) -> Verdict:
    """Set tokens aside for this call, unless what is left is spent or spoken for.

    Calls under way count as spent, so parallel agents overshoot by one call at most. When it is only
    they that fill the budget, this call waits to see what they really use.
    """
    with change(held.task.pk) as current:
        get_leased(current, held.lease)
        others = max(0, current.task.reserved_tokens - held.step.reserved_tokens)
        if (spent := _find_spent_budget(current.task, held, 0)) is not None:
            fail(current, f"the task has used up its {spent}", kind="budget")
            return Verdict.SPENT
        if _find_spent_budget(current.task, held, others) is not None:
            return Verdict.WAIT
        if not held.step.reserved_tokens:
            held.step.reserved_tokens = _estimate(held)
            Step.objects.filter(pk=held.step.pk).update(reserved_tokens=held.step.reserved_tokens)
            current.task.reserved_tokens += held.step.reserved_tokens
    return Verdict.GO


def _estimate(held: Claim) -> int:
    longest = Step.objects.filter(task=held.task).aggregate(longest=Max("output_tokens"))["longest"] or 0
    return held.prompt.estimate_tokens() + max(USUAL_REPLY_TOKENS, longest)


def _find_spent_budget(task: Task, held: Claim, reserved: int) -> str | None:
    budgets = held.swarm.budgets
    used = task.input_tokens + task.output_tokens
    if budgets.tokens is not None and used + reserved >= budgets.tokens:
        return f"budget of {budgets.tokens} tokens"
    # A call's price is not known before; the task's own average is the best guess.
    price = task.cost / used if used else Decimal(0)
    if budgets.cost is not None and task.cost + price * reserved >= budgets.cost:
        return f"budget of {budgets.cost} dollars"
    return None
