"""One transaction's change to one task: gathered in memory, written in bulk, announced after commit.

Every writer of a task goes through here, so three rules hold everywhere:
the task's row is locked first (events and mail of a task have one order), rows are written
parents first in as few statements as possible, and wake-ups leave only once the rows are there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone

from mail.messages import MessageType
from mail.priorities import Priority
from tasks import events
from tasks.choices import EntryKind, EventName
from tasks.models import Actor, Delivery, Event, HistoryEntry, Message, Task
from tasks.nudge import News
from tasks.wake import announce

LIVE_FIELDS = [
    "title",
    "status",
    "contributors",
    "updated_at",
    "last_event",
    "round",
    "version",
    "entrypoint",
    "message_count",
    "message_limit",
    "step_count",
    "nudged",
    "forced",
    "deadline",
    "extra_tools",
    "input_tokens",
    "output_tokens",
    "cost",
    "reserved_tokens",
]


class Change:
    """What is about to happen to a locked task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.now = timezone.now()
        self.has_new_mail = False
        self._actors: dict[str, Actor] | None = None
        self._new_actors: list[Actor] = []
        self._grown: dict[str, Actor] = {}
        self._messages: list[Message] = []
        self._deliveries: list[Delivery] = []
        self._entries: list[HistoryEntry] = []
        self._events: list[Event] = []
        self._woken: dict[str, int] = {}
        self._halted: list[tuple[int, int]] = []
        self.ends_round = False

    def event(
        self,
        name: EventName,
        description: str,
        extra: dict[str, Any] | None = None,
        message: Message | None = None,
    ) -> Event:
        event = events.new_event(self.task, name, description, at=self.now, extra=extra, message=message)
        self._events.append(event)
        return event

    def actor(self, agent: str) -> Actor:
        """The agent's actor in this task, made on its first message."""
        actors = self.actors()
        if agent not in actors:
            actors[agent] = Actor(task=self.task, agent=agent, entries=0)
            self._new_actors.append(actors[agent])
            self._catch_up(actors[agent])
        return actors[agent]

    def actors(self) -> dict[str, Actor]:
        """All actors so far. Locked: a worker may be claiming mail of one of them just now."""
        if self._actors is None:
            rows = Actor.objects.select_for_update(no_key=True).filter(task=self.task).order_by("pk")
            self._actors = {actor.agent: actor for actor in rows}
        return self._actors

    def _catch_up(self, actor: Actor) -> None:
        # An agent that joins in a later round still learns how the earlier ones ended.
        if self.task.round > 1:
            ends = Message.objects.filter(task=self.task, msg_type=MessageType.BROADCAST_COMPLETE).order_by(
                "pk"
            )
            for message in ends:
                self.remember(actor, EntryKind.MESSAGE, message=message)

    def send(self, message: Message) -> Message:
        """Put a message on record; `deliver` puts it into mailboxes."""
        message.task = self.task
        message.round = self.task.round
        message.created_at = self.now
        self._messages.append(message)
        return message

    def deliver(self, message: Message, agent: str, priority: Priority) -> Delivery:
        delivery = Delivery(task=self.task, actor=self.actor(agent), message=message, priority=priority)
        self._deliveries.append(delivery)
        self.has_new_mail = True
        self.wake(agent, priority)
        return delivery

    def remember(
        self,
        actor: Actor,
        kind: EntryKind,
        *,
        content: dict[str, Any] | None = None,
        message: Message | None = None,
    ) -> None:
        """Append to an actor's history."""
        self._entries.append(
            HistoryEntry(actor=actor, position=actor.entries, kind=kind, content=content, message=message)
        )
        actor.entries += 1
        self._grown[actor.agent] = actor

    def wake(self, agent: str, priority: int) -> None:
        """Queue a job for the agent's actor after commit."""
        self._woken[agent] = min(priority, self._woken.get(agent, priority))

    def halt(self, actor: Actor) -> None:
        """Tell the worker that runs this actor, after commit, to drop what it is doing."""
        self._halted.append((actor.pk, actor.fence))

    def flush(self) -> None:
        """Store the rows gathered so far, parents before children, so that queries see them."""
        if self._messages:
            Message.objects.bulk_create(self._messages)
        if self._new_actors:
            Actor.objects.bulk_create(self._new_actors)
        if self._deliveries:
            Delivery.objects.bulk_create(self._deliveries)
        if self._entries:
            HistoryEntry.objects.bulk_create(self._entries)
        self._write_lengths()
        events.write_events(self._events)
        self._entries, self._events, self._messages = [], [], []
        self._deliveries, self._new_actors, self._grown = [], [], {}

    def write(self) -> None:
        """Store everything, the task's own row last."""
        self.flush()
        self.task.updated_at = self.now
        self.task.save(update_fields=LIVE_FIELDS)

    def _write_lengths(self) -> None:
        for actor in self._grown.values():
            Actor.objects.filter(pk=actor.pk).update(entries=actor.entries)

    def announce_later(self) -> None:
        """Wake-ups and nudges leave on commit. Both may be lost; the sweeper and the log make up for it."""
        woken = {self.actors()[agent].pk: priority for agent, priority in self._woken.items()}
        halted = list(self._halted)
        task_pk, news = self.task.pk, News.END if self.ends_round else News.EVENTS
        transaction.on_commit(lambda: announce(task_pk, news, woken, halted))


@contextmanager
def change(task_pk: int) -> Iterator[Change]:
    """Lock a task, let the caller gather a change, and commit it as a whole."""
    # Inside a caller's transaction this is part of it: nobody rolls back one without the other.
    with transaction.atomic(savepoint=False):
        change = Change(get_locked(task_pk))
        yield change
        change.write()
        change.announce_later()


def get_locked(task_pk: int) -> Task:
    # "No key": claims insert rows that point at this one and must not wait for it.
    return Task.objects.select_for_update(no_key=True, of=("self",)).get(pk=task_pk)
