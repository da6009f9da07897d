"""Brings a message to its recipients: local mailboxes, other swarms' out-tray, or the round's forced end."""

from collections.abc import Iterable

from django.conf import settings
from django.db.models import Q, QuerySet

from mail.addresses import AddressType, parse_agent_address
from mail.messages import MessageType
from mail.priorities import get_priority
from swarms.compiled import CompiledSwarm
from tasks import compose
from tasks.change import Change
from tasks.choices import OPEN_DELIVERIES, DeliveryState, EntryKind, EventName, StepState
from tasks.models import Actor, Delivery, Message, Step


def post(change: Change, swarm: CompiledSwarm, message: Message) -> None:
    """Record a message, announce it and put it into the mailbox of every local recipient.

    A counted message past the limit is recorded but goes nowhere: the round is made to end instead.
    """
    change.send(message)
    change.event(EventName.NEW_MESSAGE, describe(message), message=message)
    if change.task.forced:
        # The round is being brought to its end: nobody but its finisher works any more.
        return
    if _is_over_limit(change, message):
        force_end(change, swarm, message)
        return
    priority = get_priority(message.sender_type, message.msg_type)
    if message.msg_type == MessageType.INTERRUPT:
        # Interrupts look at the mailboxes they go to: what this change put there must be seen.
        change.flush()
    for agent in local_recipients(swarm, message):
        delivery = change.deliver(message, agent, priority)
        if message.msg_type == MessageType.INTERRUPT:
            give_way(change, delivery)


def describe(message: Message) -> str:
    to = ", ".join(address["address"] for address in message.recipients[:5])
    more = f" and {len(message.recipients) - 5} more" if len(message.recipients) > 5 else ""
    sender = f"{message.sender_type} {message.sender}"
    return f"{sender} sent a {message.msg_type} to {to}{more}: {message.subject[:200]}"


def local_recipients(swarm: CompiledSwarm, message: Message) -> list[str]:
    """The agents of this swarm that get the message; `all` never includes its sender."""
    names = [address["address"] for address in message.recipients]
    if compose.ALL in names:
        itself = message.sender if message.sender_type == AddressType.AGENT else None
        return [agent for agent in swarm.agents if agent != itself]
    local = (parse_agent_address(name) for name in names)
    return list(dict.fromkeys(agent for agent, remote in local if remote in (None, swarm.name)))


def _is_over_limit(change: Change, message: Message) -> bool:
    if message.sender_type != AddressType.AGENT or message.msg_type == MessageType.BROADCAST_COMPLETE:
        return False
    change.task.message_count += 1
    return change.task.message_count > change.task.message_limit


def force_end(change: Change, swarm: CompiledSwarm, last: Message | None = None) -> None:
    """Stop all other work and make one agent finish the task with what there is.

    It has read what waited for it, the message that went over the limit included.
    """
    stop_all(change, DeliveryState.STASHED)
    finisher = change.actor(who_can_finish(swarm, change.task.entrypoint))
    if finisher.pk is not None:
        unread = Delivery.objects.filter(actor=finisher, state=DeliveryState.STASHED)
        remember_unread(change, unread)
        unread.update(state=DeliveryState.DONE)
    if last is not None and finisher.agent in local_recipients(swarm, last):
        change.remember(finisher, EntryKind.MESSAGE, message=last)
    body = (
        f"This round has reached its limit ({change.task.message_limit} messages, "
        f"{settings.TASK_STEP_LIMIT} steps). "
        "Call task_complete now with the best answer that can be given from what is known so far."
    )
    tell(change, swarm, finisher.agent, compose.LIMIT_REACHED, body)
    change.task.forced = True


def who_can_finish(swarm: CompiledSwarm, entrypoint: str) -> str:
    if swarm.agents[entrypoint].can_complete_tasks:
        return entrypoint
    return next(name for name, agent in swarm.agents.items() if agent.can_complete_tasks)


def tell(change: Change, swarm: CompiledSwarm, agent: str, subject: str, body: str) -> None:
    """A system message to one agent."""
    post(change, swarm, compose.from_system(change.task, swarm.name, agent, subject, body))


def give_way(change: Change, interrupt: Delivery) -> None:
    """Let an interrupt come before the mail its agent is busy with, however urgent that is.

    A step that waits for its model is abandoned and its mail waits again. One whose reply is stored
    is acted on first. Interrupts among themselves keep their order.
    """
    if interrupt.actor.pk is None:
        return
    busy_with = Q(state=DeliveryState.HANDLING) | Q(state=DeliveryState.WAITING, goes_first=True)
    mail = Delivery.objects.filter(busy_with, actor=interrupt.actor)
    if (ahead := mail.order_by("priority").first()) is None:
        return
    asking = Step.objects.filter(actor=interrupt.actor, state=StepState.ASKING)
    step = asking.select_related("delivery__message").first()
    if step is not None and not _is_interrupt(step.delivery, interrupt.priority):
        _take_away(change, [interrupt.actor])
        Delivery.objects.filter(pk=step.delivery_id).update(state=DeliveryState.WAITING)
    interrupt.priority = min(interrupt.priority, ahead.priority)
    interrupt.goes_first = True


def _is_interrupt(delivery: Delivery, priority: int) -> bool:
    """Whether this is an interrupt too, and no less urgent."""
    return delivery.message.msg_type == MessageType.INTERRUPT and delivery.priority <= priority


def stop_all(change: Change, becomes: DeliveryState) -> None:
    """Take every actor's open mail away, and abandon steps that still wait for their model.

    A step whose reply is stored goes on: what its actions do outside must still be recorded.
    """
    change.flush()
    # Locked before looking: a claim that is being committed just now must be seen.
    actors = change.actors().values()
    asking = set(
        Step.objects.filter(task=change.task, state=StepState.ASKING).values_list("actor_id", flat=True)
    )
    _take_away(change, [actor for actor in actors if actor.pk in asking])
    _unacted(change, OPEN_DELIVERIES).update(state=becomes)


def drop_all(change: Change) -> None:
    """Stop all work for good. Agents keep what they had not read yet in their histories."""
    stop_all(change, DeliveryState.STASHED)
    left = _unacted(change, [DeliveryState.STASHED])
    remember_unread(change, left)
    left.update(state=DeliveryState.DROPPED)


def remember_unread(change: Change, mail: QuerySet[Delivery]) -> None:
    unread = mail.filter(continues=False).select_related("message", "actor").order_by("pk")
    for delivery in unread:
        change.remember(change.actor(delivery.actor.agent), EntryKind.MESSAGE, message=delivery.message)


def _unacted(change: Change, states: Iterable[DeliveryState]) -> QuerySet[Delivery]:
    """Mail in these states, without that of steps whose reply is being acted on."""
    acting = Step.objects.filter(task=change.task, state=StepState.REPLIED).values("delivery_id")
    return Delivery.objects.filter(task=change.task, state__in=states).exclude(pk__in=acting)


def _take_away(change: Change, actors: Iterable[Actor]) -> None:
    """End the leases of actors: their workers can no longer commit, and are told to stop."""
    for actor in actors:
        change.halt(actor)
        actor.fence += 1
        actor.worker_id = None
        Actor.objects.filter(pk=actor.pk).update(fence=actor.fence, worker=None)
        asking = Step.objects.filter(actor=actor, state=StepState.ASKING)
        for reserved in asking.values_list("reserved_tokens", flat=True):
            change.task.reserved_tokens = max(0, change.task.reserved_tokens - reserved)
        asking.update(state=StepState.ABANDONED, finished_at=change.now)
