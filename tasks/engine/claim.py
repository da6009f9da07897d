"""Claims an actor's best piece of work: an unfinished step first, else its most urgent mail."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from swarms.compile import get_compiled
from swarms.compiled import CompiledAgent, CompiledSwarm
from swarms.errors import SwarmNotRunnable
from tasks.change import change
from tasks.choices import OPEN_STEPS, DeliveryState, StepState
from tasks.engine.lease import Lease, release, take_actor
from tasks.engine.prompt import Prompt, read_prompt
from tasks.finish import fail
from tasks.models import Actor, Delivery, Step, Task


@dataclass
class Claim:
    """One step that is ours to take, with everything the model has to be told."""

    lease: Lease
    task: Task
    actor: Actor
    step: Step
    swarm: CompiledSwarm
    agent: CompiledAgent
    prompt: Prompt
    # The round is being brought to its end: the model has no choice but to complete it.
    forced: bool


def claim(actor_pk: int, worker: UUID) -> Claim | None:
    """Lease an actor and claim work for it; None if another worker has it or there is none."""
    try:
        with transaction.atomic():
            actor = take_actor(actor_pk, worker)
            if actor is None:
                return None
            lease = Lease(actor.pk, actor.task_id, worker, actor.fence)
            return _claim_step(lease, actor, _find_open_step(actor) or _start_step(actor))
    except SwarmNotRunnable as error:
        _end_round(actor_pk, error.detail)
        return None


def _end_round(actor_pk: int, reason: str) -> None:
    """A swarm that cannot be put together, say because a prompt cannot be fetched, ends the round."""
    with change(Actor.objects.values_list("task_id", flat=True).get(pk=actor_pk)) as current:
        if current.task.is_running:
            fail(current, reason, kind="swarm")


def claim_next(lease: Lease, actor: Actor) -> Claim | None:
    """Claim the next mail of an actor that has just been stepped, inside the caller's transaction."""
    return _claim_step(lease, actor, _start_step(actor))


def _claim_step(lease: Lease, actor: Actor, step: Step | None) -> Claim | None:
    """The step with all that belongs to it; without one the actor is let go."""
    if step is None:
        release(lease)
        return None
    swarm = get_compiled(actor.task.version_id)
    return Claim(
        lease=lease,
        task=actor.task,
        actor=actor,
        step=step,
        swarm=swarm,
        agent=swarm.agents[actor.agent],
        prompt=read_prompt(actor, step.delivery),
        forced=actor.task.forced,
    )


def _find_open_step(actor: Actor) -> Step | None:
    """A step that a dead worker left, or one whose breakpoint has been answered."""
    open_steps = Step.objects.filter(actor=actor, state__in=OPEN_STEPS)
    step = open_steps.select_related("delivery__message").first()
    if step is not None and step.state == StepState.ASKING:
        _choose_again(actor, step)
    return step


def _choose_again(actor: Actor, step: Step) -> None:
    """A step without a reply begins anew: with more urgent mail, if that has come in the meantime."""
    left = step.delivery
    best = find_first(Delivery.objects.filter(Q(pk=left.pk) | Q(actor=actor, state=DeliveryState.WAITING)))
    if best is not None and best.pk != left.pk:
        Delivery.objects.filter(pk=left.pk).update(state=DeliveryState.WAITING)
        Delivery.objects.filter(pk=best.pk).update(state=DeliveryState.HANDLING)
        step.delivery = best
        step.save(update_fields=["delivery"])


def find_first(mail: QuerySet[Delivery]) -> Delivery | None:
    """The piece of mail that comes first: by priority, interrupts before what they interrupt, by age."""
    return mail.select_related("message").order_by("priority", "-goes_first", "pk").first()


def _start_step(actor: Actor) -> Step | None:
    waiting = Delivery.objects.filter(actor=actor, state=DeliveryState.WAITING)
    delivery = find_first(waiting)
    if delivery is None:
        return None
    delivery.message.task = actor.task
    Delivery.objects.filter(pk=delivery.pk).update(state=DeliveryState.HANDLING)
    if not delivery.continues:
        # The results this older mail was waiting for are in the prompt of the new step.
        waiting.filter(continues=True).update(state=DeliveryState.DONE)
    return Step.objects.create(
        task_id=actor.task_id,
        actor=actor,
        delivery=delivery,
        round=actor.task.round,
        started_at=timezone.now(),
    )
