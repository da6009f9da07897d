"""Takes an actor through its steps: claim, ask, store the reply, act, store the outcome, and again."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol
from uuid import UUID

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from mail.agents import AgentReply, ModelError
from tasks.choices import ActionState, DeliveryState, StepState
from tasks.engine.actions import run_actions
from tasks.engine.budget import Verdict, reserve
from tasks.engine.claim import Claim
from tasks.engine.lease import Lease, check_lease, release
from tasks.engine.model import ask
from tasks.engine.outcome import Next, store_failure, store_outcome, store_reply
from tasks.engine.stops import stop_point
from tasks.errors import StepHalted
from tasks.models import ActionRun, Delivery, Step
from tasks.speak import delta_sink_of

log = structlog.get_logger(__name__)

# After so many steps an actor goes to the back of the queue, so that no task starves the others.
STEPS_IN_A_ROW = 16
# How soon a call looks again whether the budget has room, while others are under way.
BUDGET_PAUSE = 0.1
# How soon a commit is tried again after the database went away.
DATABASE_PAUSE = 0.2


class Workplace(Protocol):
    """What a worker process lends to a running actor. Nothing here holds a connection while it waits."""

    @property
    def worker(self) -> UUID: ...

    async def in_database(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a plain function in a database thread."""

    async def asking(self, lease: Lease, question: Coroutine[Any, Any, AgentReply]) -> AgentReply:
        """Await a model in a way that an interrupt can end; raises StepHalted then."""


async def run_actor(claimed: Claim, at: Workplace) -> bool:
    """Step a claimed actor until it has no mail. True if it was let go early and should be queued again."""
    held: Claim | None = claimed
    for _ in range(STEPS_IN_A_ROW):
        if held is None:
            return False
        stop_point("claimed")
        held = await take_step(held, at)
    if held is None:
        return False
    await at.in_database(put_back, held)
    return True


async def take_step(held: Claim, at: Workplace) -> Claim | None:
    """One step, from wherever it stands, to the claim of the next one."""
    if held.step.state == StepState.REPLIED:
        runs, repeated = await at.in_database(resume_runs, held)
        return await act(held, runs, repeated, at)
    if held.swarm.budgets.is_limited and not await afford(held, at):
        return None
    try:
        reply = await at.asking(
            held.lease, ask(held.agent, held.prompt, forced=held.forced, deltas=delta_sink_of(held))
        )
    except ModelError as error:
        await at.in_database(store_failure, held, error.detail)
        return None
    stop_point("asked")
    following = await store(at, store_reply, held, reply)
    if following.runs:
        return await act(held, following.runs, frozenset(), at)
    return following.claim


async def store(at: Workplace, commit: Callable[..., Next], held: Claim, result: Any) -> Next:
    """Commit what was paid for or done outside, however long the database may be away."""
    state = held.step.state
    while True:
        try:
            following: Next = await at.in_database(commit, held, result)
        except (OperationalError, InterfaceError):
            log.warning("the database does not answer; the result is kept and stored later")
            await asyncio.sleep(DATABASE_PAUSE)
            await check_unstored(at, held, state)
        else:
            return following


async def check_unstored(at: Workplace, held: Claim, state: str) -> None:
    """A commit whose answer was lost may have succeeded: then there is nothing left to store."""
    try:
        now = await at.in_database(find_state, held.step.pk)
    except (OperationalError, InterfaceError):
        return
    if now != state:
        raise StepHalted


async def afford(held: Claim, at: Workplace) -> bool:
    """Wait until the budget has room for this call. False if it is spent and the round has ended."""
    while True:
        verdict: Verdict = await at.in_database(reserve, held)
        if verdict != Verdict.WAIT:
            return verdict == Verdict.GO
        # Those we wait for may run on other machines: looking again is all we can do.
        await asyncio.sleep(BUDGET_PAUSE)


async def act(
    held: Claim, runs: Sequence[ActionRun], repeated: frozenset[int], at: Workplace
) -> Claim | None:
    """Run the actions of a stored reply and commit what they gave."""
    outcomes = await run_actions(held.swarm, held.task.task_id, held.agent.name, runs, repeated=repeated)
    stop_point("action_run")
    following = await store(at, store_outcome, held, outcomes)
    if following.runs:
        # A person approved further calls of this reply while the first ones ran.
        return await act(held, following.runs, frozenset(), at)
    return following.claim


def resume_runs(held: Claim) -> tuple[list[ActionRun], frozenset[int]]:
    """The runs of a step that was left behind or paused, and which of them may have run already."""
    with transaction.atomic():
        check_lease(held.lease)
        runs = list(held.step.runs.order_by("pk"))
        intended = [run for run in runs if run.state == ActionState.INTENDED]
        repeated = frozenset(run.pk for run in intended if run.started_at is not None)
        fresh = [run.pk for run in intended if run.started_at is None]
        ActionRun.objects.filter(pk__in=fresh).update(started_at=timezone.now())
    return runs, repeated


def find_state(step_pk: int) -> str | None:
    return Step.objects.filter(pk=step_pk).values_list("state", flat=True).first()


def put_back(held: Claim) -> None:
    """Give a claimed but untouched step back, so that any worker can claim what is best by then."""
    with transaction.atomic():
        check_lease(held.lease)
        if held.step.state == StepState.ASKING:
            Delivery.objects.filter(pk=held.step.delivery_id).update(state=DeliveryState.WAITING)
            held.step.delete()
        release(held.lease)
