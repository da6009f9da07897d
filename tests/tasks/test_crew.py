"""The crew of a worker process: many actors on one loop, model calls that can really be given up."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from mail.agents import AgentReply, Usage
from mail.factories.litellm_gate import warm_up
from mail.messages import MessageType
from tasks.choices import Status
from tasks.engine import heart
from tasks.finish import cancel
from tasks.models import Actor, Event, Round, Task, Worker
from tests.model_server import ModelServer, call, hang
from tests.tasks.crewed import crew_at_work, eventually
from tests.tasks.http_stage import HttpStage
from tests.tasks.stage import ALICE, Stage, action, finish, request, respond
from tests.tasks.stage import call as say

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module", autouse=True)
def _model_library_loaded() -> None:
    # It takes seconds, for which no test should wait.
    asyncio.run(warm_up())


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(autouse=True)
def _quick_heart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heart, "BEAT_SECONDS", 0.1)


def is_over(task: Task) -> bool:
    return Task.objects.get(pk=task.pk).status != Status.RUNNING


def test_many_tasks_are_worked_on_at_once() -> None:
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    stage.always("supervisor", lambda m: finish("ok") if "answer" in str(m[-1]) else request("worker"))
    stage.always("worker", respond("supervisor", "answer"))
    with crew_at_work():
        tasks = [stage.send() for _ in range(12)]
        eventually(lambda: all(is_over(task) for task in tasks))
    assert set(Round.objects.values_list("response", flat=True)) == {"ok"}
    for task in tasks:
        sequences = Event.objects.filter(task=task).order_by("sequence").values_list("sequence", flat=True)
        assert list(sequences) == list(range(1, 10))


def test_an_interrupt_really_cancels_the_model_call(server: ModelServer) -> None:
    stage = HttpStage(server)
    server.script("supervisor", hang(), call("help"), call("task_complete", finish_message="heard"))
    with crew_at_work():
        task = stage.send("the question", task_id="t")
        server.wait_for(1)
        stage.send("stop", task_id="t", msg_type=MessageType.INTERRUPT)
        server.wait_for_disconnects(1)
        eventually(lambda: is_over(task))
    assert Round.objects.get(task=task).response == "heard"
    assert [("stop" in request.last_text) for request in server.requests[:2]] == [False, True]
    assert server.count() == 3, "no reply was asked for twice"


def test_a_cancelled_task_stops_paying(server: ModelServer) -> None:
    stage = HttpStage(server)
    server.script("supervisor", hang())
    with crew_at_work():
        task = stage.send()
        server.wait_for(1)
        cancel(task, ALICE)
        server.wait_for_disconnects(1)
    assert stage.names(task)[-1] == "task_error"
    assert not Actor.objects.exclude(worker=None).exists()


def test_a_lost_halt_is_noticed_with_the_next_heartbeat(server: ModelServer) -> None:
    stage = HttpStage(server)
    server.script("supervisor", hang())
    with crew_at_work():
        task = stage.send()
        server.wait_for(1)
        # As when the lease was taken away on another machine and the nudge got lost.
        Actor.objects.filter(task=task).update(fence=99)
        server.wait_for_disconnects(1)


def test_a_crew_that_stops_hands_its_actors_back(server: ModelServer) -> None:
    stage = HttpStage(server)
    server.script("supervisor", hang(), call("task_complete", finish_message="by the next"))
    with crew_at_work():
        task = stage.send()
        server.wait_for(1)
    assert not Actor.objects.exclude(worker=None).exists()
    assert not Worker.objects.exclude(pk=stage.workplace.worker).exists()
    assert stage.names(task)[-1] == "shutdown_requested"
    with crew_at_work():
        eventually(lambda: is_over(task))
    assert Round.objects.get(task=task).response == "by the next"
    assert stage.names(task).count("new_message") == 2


def test_an_action_under_way_may_finish_when_the_crew_stops() -> None:
    started: list[float] = []

    def slow(arguments: dict[str, Any]) -> str:
        started.append(time.monotonic())
        time.sleep(0.3)
        return "finished"

    stage = Stage({"supervisor": []}, actions=[action("slow", slow)], agent_actions={"supervisor": ["slow"]})
    stage.script("supervisor", say("slow"), finish("ok"))
    with crew_at_work():
        task = stage.send()
        eventually(lambda: bool(started))
    assert "action_complete" in stage.names(task)
    stage.run()
    assert len(started) == 1
    assert Round.objects.get(task=task).response == "ok"


def test_a_fault_of_ours_is_told_and_given_up_after_a_few_tries() -> None:
    stage = Stage({"supervisor": []})
    # A reply that no database can store.
    usage = Usage("m", input_tokens=10**30)
    stage.always("supervisor", AgentReply("hello", [], entries=[], usage=usage))
    with crew_at_work():
        task = stage.send()
        eventually(lambda: is_over(task))
    names = stage.names(task)
    assert names.count("run_loop_error") == 3
    assert names[-1] == "task_error"
