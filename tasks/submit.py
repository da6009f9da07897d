"""Takes a message from outside: opens a task, goes on with one, or joins one that is running."""

import hashlib
import json
import uuid
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.caller import Caller
from mail.addresses import AddressType
from mail.messages import MessageType
from mail.priorities import Priority
from swarms.check import check_runnable
from swarms.compile import get_compiled
from swarms.compiled import CompiledSwarm
from swarms.find import get_swarm
from swarms.models import Swarm
from tasks import compose
from tasks.change import Change, change
from tasks.choices import DeliveryState, ResumeFrom, Status
from tasks.clean import clean_text
from tasks.deliver import post
from tasks.errors import AlreadyFinished, KeyReused, UnknownEntrypoint, UnknownTask
from tasks.finish import complete, completion_message, open_round
from tasks.models import Actor, Delivery, Message, Submission, Task
from tasks.settle import settle_pending

DEFAULT_SECONDS = 3600.0
TITLE_LENGTH = 80
ROLES = {"admin": AddressType.ADMIN, "user": AddressType.USER, "agent": AddressType.AGENT}


@dataclass(frozen=True)
class Letter:
    """What a caller sends to a swarm."""

    body: str
    subject: str = "New Message"
    msg_type: MessageType = MessageType.REQUEST
    entrypoint: str | None = None
    swarm: str | None = None
    task_id: str | None = None
    resume_from: ResumeFrom | None = None
    max_steps: int | None = None
    timeout: float | None = None
    tools: list[dict[str, Any]] = field(default_factory=list)
    idempotency_key: str | None = None

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True, default=str).encode()).hexdigest()


@dataclass(frozen=True)
class Submitted:
    """Where the caller finds what happens now: the task, its round, and the newest event before it."""

    task: Task
    round: int
    after: int


def submit(caller: Caller, letter: Letter) -> Submitted:
    """Store a caller's message with everything that belongs to it, in one transaction.

    1. A repeated idempotency key finds what it did the first time.
    2. The swarm must be runnable.
    3. The task is found or made under its lock, so two callers with one new id share it.
       If the entrypoint does not exist, nothing of it stays.
    4. A round is opened unless one is running, and the message goes into the mailbox.
    """
    if (known := _find_submission(caller, letter)) is not None:
        return known
    existing = find_task(caller, letter.task_id) if letter.task_id else None
    if letter.resume_from and existing is None:
        raise UnknownTask(
            f"task {letter.task_id!r} not found" if letter.task_id else "task_id is required to resume"
        )
    swarm_row = existing.swarm if existing else get_swarm(letter.swarm)
    compiled = get_runnable(swarm_row)
    try:
        return _store(caller, letter, existing or swarm_row, compiled)
    except IntegrityError:
        # The same key at the same moment: the other request stored it, so this one finds it.
        if (known := _find_submission(caller, letter)) is None:
            raise
        return known


def _store(caller: Caller, letter: Letter, where: Task | Swarm, compiled: CompiledSwarm) -> Submitted:
    with transaction.atomic():
        pk = where.pk if isinstance(where, Task) else _make(caller, letter, where, compiled)
        with change(pk) as opened:
            after = _deliver(opened, caller, letter, compiled)
        if letter.idempotency_key:
            _remember_submission(caller, letter, opened.task)
    return Submitted(opened.task, opened.task.round, after)


def find_task(caller: Caller, task_id: str) -> Task | None:
    """The caller's own task of that name."""
    return Task.objects.select_related("swarm").filter(account=caller.account, task_id=task_id).first()


def get_runnable(swarm: Swarm) -> CompiledSwarm:
    check_runnable(swarm)
    assert swarm.current_version_id is not None, "a runnable swarm has a version"
    return get_compiled(swarm.current_version_id)


def choose_entrypoint(swarm: CompiledSwarm, name: str | None, task: Task) -> str:
    """The agent the caller named, else the one that has the task, else the swarm's own."""
    if name is not None:
        if not can_enter(swarm, name):
            possible = ", ".join(each for each in swarm.agents if can_enter(swarm, each))
            raise UnknownEntrypoint(f"swarm {swarm.name!r} has no entrypoint {name!r}; it has: {possible}")
        return name
    return task.entrypoint if can_enter(swarm, task.entrypoint) else swarm.entrypoint


def can_enter(swarm: CompiledSwarm, name: str) -> bool:
    return name in swarm.agents and swarm.agents[name].enable_entrypoint


def _make(caller: Caller, letter: Letter, swarm: Swarm, compiled: CompiledSwarm) -> int:
    """Insert the task unless somebody with the same id was faster, and return its key either way."""
    task = Task(
        task_id=letter.task_id or str(uuid.uuid4()),
        account=caller.account,
        owner=caller.key,
        user_id=caller.user_id,
        swarm=swarm,
        version=swarm.current_version,
        entrypoint=compiled.entrypoint,
        title=clean_text(" ".join(letter.body.split())[:TITLE_LENGTH]),
        status=Status.COMPLETED,
        contributors=[caller.key],
    )
    Task.objects.bulk_create([task], ignore_conflicts=True)
    return Task.objects.values_list("pk", flat=True).get(account=task.account, task_id=task.task_id)


def _deliver(change: Change, caller: Caller, letter: Letter, swarm: CompiledSwarm) -> int:
    """Open a round if none is running and post the message. Returns the newest event before it."""
    task = change.task
    after = task.last_event
    if letter.msg_type == MessageType.BROADCAST_COMPLETE:
        _end_by_caller(change, caller, letter, swarm)
        return after
    if task.is_running:
        # The round keeps its version of the swarm, in which the agents may be others.
        swarm = get_compiled(task.version_id)
    entrypoint = choose_entrypoint(swarm, letter.entrypoint, task)
    if task.is_running:
        _count_anew(change, swarm)
    else:
        _start_round(change, letter, swarm, entrypoint)
    post(change, swarm, _message(caller, letter, swarm, entrypoint))
    return after


def _start_round(change: Change, letter: Letter, swarm: CompiledSwarm, entrypoint: str) -> None:
    task = change.task
    settle_pending(change, "Not answered: the user sent a message instead.")
    begin_round(change, swarm, entrypoint, letter.timeout)
    task.message_limit = letter.max_steps or swarm.task_message_limit or settings.TASK_MESSAGE_LIMIT
    task.extra_tools = letter.tools


def begin_round(change: Change, swarm: CompiledSwarm, entrypoint: str, seconds: float | None = None) -> None:
    """Start the next round and give back the mail that the last one left."""
    task = change.task
    task.round += 1
    task.version_id = swarm.version_id
    task.entrypoint = entrypoint
    limit = seconds or swarm.budgets.seconds or DEFAULT_SECONDS
    task.deadline = change.now + timedelta(seconds=limit)
    open_round(change)
    if task.round > 1:
        Actor.objects.filter(task=task).update(plain_replies=0)
    _count_anew(change, swarm)


def _count_anew(change: Change, swarm: CompiledSwarm) -> None:
    """A user's word is a fresh start: limits count from here, and mail that was set aside is given back."""
    task = change.task
    task.message_count = task.step_count = 0
    task.nudged = task.forced = False
    stashed = Delivery.objects.filter(task=task, state=DeliveryState.STASHED)
    # A newer version of the swarm may have lost an agent, and its mail with it.
    stashed.exclude(actor__agent__in=list(swarm.agents)).update(state=DeliveryState.DROPPED)
    for agent in stashed.values_list("actor__agent", flat=True).distinct():
        change.wake(agent, Priority.LETTER)
    stashed.update(state=DeliveryState.WAITING)


def _message(caller: Caller, letter: Letter, swarm: CompiledSwarm, entrypoint: str) -> Message:
    return compose.new_message(
        letter.msg_type,
        sender_type=ROLES[caller.role.value],
        sender=caller.id,
        recipients=[compose.ALL if letter.msg_type == MessageType.BROADCAST else entrypoint],
        subject=letter.subject,
        body=letter.body,
        swarm=swarm.name,
    )


def _end_by_caller(change: Change, caller: Caller, letter: Letter, swarm: CompiledSwarm) -> None:
    if not change.task.is_running:
        raise AlreadyFinished("only a running task can be completed")
    complete(change, swarm, completion_message(ROLES[caller.role.value], caller.id, swarm.name, letter.body))


def _find_submission(caller: Caller, letter: Letter) -> Submitted | None:
    if not letter.idempotency_key:
        return None
    known = (
        Submission.objects.select_related("task__swarm")
        .filter(account=caller.account, key=letter.idempotency_key)
        .first()
    )
    if known is None:
        return None
    if known.digest != letter.digest():
        raise KeyReused
    opened = known.task.rounds.get(number=known.round).opened_event
    return Submitted(known.task, known.round, opened)


def _remember_submission(caller: Caller, letter: Letter, task: Task) -> None:
    assert letter.idempotency_key is not None
    Submission.objects.create(
        account=caller.account,
        key=letter.idempotency_key,
        digest=letter.digest(),
        task=task,
        round=task.round,
    )
