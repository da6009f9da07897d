"""Many and much: two hundred agents, a megabyte, ten thousand events, an agent that talks to itself."""

import time
from typing import Any

import pytest
from django.utils import timezone

from tasks.follow import read_events
from tasks.models import Delivery, Event, Round, Task
from tests.tasks.stage import Stage, call, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)

MEGABYTE = 1024 * 1024


def test_a_broadcast_to_two_hundred_agents_reaches_each_once() -> None:
    crowd = [f"agent{number}" for number in range(199)]
    stage = Stage({"supervisor": crowd, **{name: ["supervisor"] for name in crowd}})
    stage.script("supervisor", call("send_broadcast", subject="s", body="all of you"))
    task = stage.send()
    start = time.monotonic()
    stage.step(stage.actor(task, "supervisor").pk)
    assert time.monotonic() - start < 2
    assert Delivery.objects.filter(task=task, actor__agent__startswith="agent").count() == 199
    heard = crowd[:5]
    for name in heard:
        stage.script(name, call("acknowledge_broadcast"))
        stage.step(stage.actor(task, name).pk)
    stage.script("supervisor", finish("enough"))
    stage.send("stop", task_id=task.task_id)
    stage.step(stage.actor(task, "supervisor").pk)
    assert Round.objects.get(task=task).response == "enough"
    assert Delivery.objects.filter(task=task, state="stashed").count() == 194
    assert all(len(stage.prompts[name]) == 1 for name in heard)


def test_an_agent_that_answers_itself_for_ever_is_brought_to_an_end() -> None:
    stage = Stage({"supervisor": ["supervisor"]}, task_message_limit=5)
    stage.always("supervisor", request("supervisor", "me again"))
    task = stage.send()
    stage.run()
    assert len(stage.prompts["supervisor"]) == 7
    assert stage.events(task)[-1].data["extra_data"]["reason"] == "limit"


def test_a_megabyte_travels_whole_and_is_stored_once() -> None:
    body = "ä" * (MEGABYTE // 2)
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    stage.script("supervisor", request("worker", body), finish(body))
    stage.script("worker", respond("supervisor", body))
    task = stage.send(body)
    start = time.monotonic()
    stage.run()
    assert time.monotonic() - start < 5
    assert Round.objects.get(task=task).response == body
    assert body in stage.prompts["worker"][0][-1]["content"]
    assert all(len(event.description) < 1000 for event in Event.objects.filter(task=task))


def test_a_task_with_ten_thousand_events_stays_quick() -> None:
    stage = Stage({"supervisor": []})
    task = stage.send(task_id="t")
    now = timezone.now()
    Event.objects.bulk_create(
        [
            Event(task=task, sequence=number, name="tool_call", description="d", created_at=now)
            for number in range(2, 10_001)
        ],
        batch_size=1000,
    )
    Task.objects.filter(pk=task.pk).update(last_event=10_000)
    stage.script("supervisor", finish("ok"))
    start = time.monotonic()
    stage.run()
    newest = read_events(task, 9_999)
    assert time.monotonic() - start < 1
    assert [frame.id for frame in newest][:2] == [10_000, 10_001]
    assert newest[-1].event == "task_complete"


def test_an_actor_lets_others_go_first_after_a_while() -> None:
    stage = Stage({"supervisor": ["supervisor"]}, task_message_limit=1000)
    steps: list[Any] = [request("supervisor") for _ in range(40)]
    stage.script("supervisor", *steps, finish("ok"))
    task = stage.send()
    actor = stage.actor(task, "supervisor").pk
    stage.step(actor)
    assert len(stage.prompts["supervisor"]) == 16
    stage.run()
    assert Round.objects.get(task=task).response == "ok"
