"""Submitting: opening a task, going on with it, joining it, and what is refused without leaving a trace."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from mail.messages import MessageType
from swarms.errors import SwarmNotRunnable, UnknownSwarm
from swarms.store import store_document
from tasks.choices import ResumeFrom, Status
from tasks.errors import AlreadyFinished, KeyReused, UnknownEntrypoint, UnknownTask
from tasks.models import Event, Message, Round, Submission, Task
from tasks.submit import Letter, Submitted, submit
from tests.tasks.stage import ADMIN, ALICE, BOB, WAIT, Stage, finish, request

pytestmark = pytest.mark.django_db(transaction=True)


def pair(**fields: Any) -> Stage:
    return Stage({"supervisor": ["worker"], "worker": ["supervisor"]}, **fields)


def at_once(count: int, verb: Callable[[], Submitted]) -> list[Submitted]:
    def run(_: int) -> Submitted:
        try:
            return verb()
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


def test_a_task_gets_an_id_if_it_has_none() -> None:
    stage = pair()
    first, second = stage.send(), stage.send()
    assert first.task_id != second.task_id
    assert first.status == Status.RUNNING
    assert first.title == "Hello"
    assert first.owner == "user:alice@stage"


@pytest.mark.parametrize("task_id", ["t", "weather/Tokyo 1", "ünï", "x" * 255])
def test_any_text_is_a_task_id(task_id: str) -> None:
    stage = pair()
    assert stage.send(task_id=task_id).task_id == task_id


def test_the_same_id_of_somebody_else_is_another_task() -> None:
    stage = pair()
    assert stage.send(task_id="t").pk != stage.send(caller=BOB, task_id="t").pk


@pytest.mark.parametrize(
    ("msg_type", "agents"),
    [
        (MessageType.REQUEST, ["supervisor"]),
        (MessageType.RESPONSE, ["supervisor"]),
        (MessageType.INTERRUPT, ["supervisor"]),
        (MessageType.BROADCAST, ["supervisor", "worker"]),
    ],
)
def test_every_type_of_message_can_be_submitted(msg_type: MessageType, agents: list[str]) -> None:
    stage = pair()
    stage.script("supervisor", finish("ok"))
    stage.script("worker", WAIT)
    task = stage.send(msg_type=msg_type)
    message = Message.objects.get(task=task)
    assert message.msg_type == msg_type
    assert sorted(message.deliveries.values_list("actor__agent", flat=True)) == agents
    stage.run()
    assert Round.objects.get(task=task).response == "ok"


def test_the_owners_completion_reaches_every_agents_memory() -> None:
    stage = pair()
    stage.script("supervisor", request("worker"))
    task = stage.send(task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    stage.send("I know it now", task_id="t", msg_type=MessageType.BROADCAST_COMPLETE)
    stage.script("worker", WAIT)
    stage.script("supervisor", WAIT, finish("ok"))
    stage.send("and more", task_id="t")
    stage.run()
    assert any("I know it now" in text for text in stage.last_texts("worker"))


def test_only_a_running_task_can_be_completed_by_its_owner() -> None:
    stage = pair()
    with pytest.raises(AlreadyFinished):
        stage.send(task_id="new", msg_type=MessageType.BROADCAST_COMPLETE)
    assert not Task.objects.exists()


def test_any_entrypoint_may_be_named() -> None:
    stage = Stage({"supervisor": ["second"], "second": ["supervisor"]}, finishers=["second"])
    stage.script("second", finish("from the second"))
    task = stage.send(entrypoint="second")
    stage.run()
    assert Round.objects.get(task=task).response == "from the second"
    assert not stage.prompts["supervisor"]


@pytest.mark.parametrize("entrypoint", ["worker", "nobody"])
def test_an_agent_that_is_no_entrypoint_is_refused(entrypoint: str) -> None:
    stage = pair()
    with pytest.raises(UnknownEntrypoint, match="it has: supervisor"):
        stage.send(entrypoint=entrypoint)
    assert not Task.objects.exists()


def test_resuming_needs_a_task_of_ones_own() -> None:
    stage = pair()
    stage.send(task_id="t")
    for task_id in ("other", None):
        with pytest.raises(UnknownTask):
            stage.send(resume_from=ResumeFrom.USER_RESPONSE, task_id=task_id)
    with pytest.raises(UnknownTask):
        stage.send(caller=BOB, task_id="t", resume_from=ResumeFrom.USER_RESPONSE)
    assert Task.objects.count() == 1


def test_a_finished_task_is_resumed_by_a_users_response() -> None:
    stage = pair()
    stage.script("supervisor", finish("one"), finish("two"))
    stage.send(task_id="t")
    stage.run()
    again = stage.submit("go on", task_id="t", resume_from=ResumeFrom.USER_RESPONSE)
    assert again.round == 2
    assert again.after == 5
    stage.run()
    assert Round.objects.get(task=again.task, number=2).response == "two"


def test_a_swarm_that_cannot_run_takes_no_task() -> None:
    agent = {
        "name": "supervisor",
        "factory": "python::mail.factories:LiteLLMSupervisorFunction",
        "comm_targets": ["missing"],
        "enable_entrypoint": True,
        "can_complete_tasks": True,
        "agent_params": {"llm": "demo/assistant", "system": "s"},
    }
    document = {"name": "lame", "version": "1", "entrypoint": "supervisor", "agents": [agent], "actions": []}
    store_document(document)
    with pytest.raises(SwarmNotRunnable) as caught:
        submit(ALICE, Letter("Hello", swarm="lame"))
    assert caught.value.status == 409
    with pytest.raises(UnknownSwarm):
        submit(ALICE, Letter("Hello", swarm="none"))
    assert not Task.objects.exists()


def test_a_repeated_key_finds_the_same_round_and_another_letter_under_it_is_refused() -> None:
    stage = pair()
    first = stage.submit(task_id="t", idempotency_key="k")
    again = stage.submit(task_id="t", idempotency_key="k")
    assert (again.task.pk, again.round, again.after) == (first.task.pk, first.round, first.after)
    assert Event.objects.count() == 1
    with pytest.raises(KeyReused):
        stage.submit("something else", task_id="t", idempotency_key="k")
    stage.submit(caller=BOB, idempotency_key="k")
    assert Task.objects.count() == 2


def test_what_is_refused_uses_no_key_up() -> None:
    stage = pair()
    with pytest.raises(UnknownEntrypoint):
        stage.submit(entrypoint="nobody", idempotency_key="k")
    assert not Submission.objects.exists()


def test_a_round_keeps_its_version_and_the_next_takes_the_newest() -> None:
    stage = Stage({"supervisor": ["old"], "old": ["supervisor"]}, finishers=["old"])
    stage.script("supervisor", request("old") + finish("early"))
    task = stage.send(task_id="t", entrypoint="supervisor")
    document = dict(stage.swarm.current_version.document)  # type: ignore[union-attr]  # a stored swarm has one
    document["agents"] = [{**document["agents"][0], "comm_targets": []}]
    store_document(document)
    # Joins the running round, in which the agent still exists.
    stage.send("hello old", task_id="t", entrypoint="old")
    stage.script("old", WAIT)
    stage.step(stage.actor(task, "supervisor").pk)
    stage.script("supervisor", finish("late"))
    stage.send("again", task_id="t")
    stage.run()
    assert Round.objects.get(task=task, number=2).response == "late"
    assert not stage.prompts["old"], "the agent is gone, and its mail with it"


def test_an_admins_message_comes_before_a_users() -> None:
    stage = pair()
    admins = stage.send("from above", ADMIN, msg_type=MessageType.REQUEST)
    users = stage.send("from below")
    first = Message.objects.get(task=admins).deliveries.get().priority
    second = Message.objects.get(task=users).deliveries.get().priority
    assert first < second


def test_two_callers_with_the_same_new_id_share_one_task() -> None:
    stage = pair()
    submitted = at_once(4, lambda: stage.submit(task_id="same"))
    assert len({each.task.pk for each in submitted}) == 1
    assert Task.objects.count() == 1
    assert Round.objects.count() == 1
    sequences = Event.objects.order_by("sequence").values_list("sequence", flat=True)
    assert list(sequences) == [1, 2, 3, 4]


def test_the_same_key_at_the_same_moment_is_one_submission() -> None:
    stage = pair()
    submitted = at_once(4, lambda: stage.submit(idempotency_key="k"))
    assert len({each.task.pk for each in submitted}) == 1
    assert Task.objects.count() == 1
    assert Event.objects.count() == 1
