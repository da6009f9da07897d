"""The sweeper: what was lost is found, by any number of sweepers at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from kombu import Connection

from mailproject.celery import app
from tasks.models import Actor, Delivery, Round, Worker
from tasks.sweep import free_dead_leases, queue_waiting, sweep
from tests.tasks.stage import Died, Stage, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def broker() -> Iterator[Any]:
    """Celery's in-memory queue, empty at first."""
    with Connection(app.conf.broker_url) as connected:
        queue = connected.SimpleQueue(app.conf.task_queues[0])
        queue.clear()
        yield queue
        queue.clear()


def jobs(queue: Any) -> list[int]:
    """The actors that jobs are queued for."""
    found = []
    while len(queue):
        found.append(queue.get_nowait().payload[0][0])
    return found


def pair() -> Stage:
    return Stage({"supervisor": ["worker"], "worker": ["supervisor"]})


def test_a_message_queues_one_job_for_its_agent(broker: Any) -> None:
    task = pair().send()
    assert jobs(broker) == [Actor.objects.get(task=task).pk]


def test_mail_whose_job_was_lost_is_queued_again(broker: Any) -> None:
    task = pair().send()
    broker.clear()
    assert queue_waiting() == 1
    assert jobs(broker) == [Actor.objects.get(task=task).pk]
    assert queue_waiting() == 0, "its job is on its way"
    Actor.objects.update(woken_at=timezone.now() - timedelta(seconds=10))
    assert queue_waiting() == 1


def test_an_actor_at_work_is_left_alone(broker: Any) -> None:
    stage = pair()
    stage.send()
    Actor.objects.update(worker=stage.workplace.worker)
    broker.clear()
    sweep()
    assert jobs(broker) == []


def test_the_leases_of_a_dead_worker_are_freed_and_queued_at_once(broker: Any) -> None:
    stage = pair()
    stage.script("supervisor", Died())
    task = stage.send()
    with pytest.raises(Died):
        stage.run()
    actor = stage.actor(task, "supervisor")
    assert actor.worker_id == stage.workplace.worker
    broker.clear()
    assert free_dead_leases() == 0, "its heart still beats"
    stage.bury()
    assert jobs(broker) == [actor.pk]
    assert stage.actor(task, "supervisor").fence > actor.fence
    assert Worker.objects.count() == 1
    stage.script("supervisor", finish("ok"))
    stage.run()
    assert Round.objects.get(task=task).response == "ok"


def test_several_sweepers_at_once_do_no_harm(broker: Any) -> None:
    stage = pair()
    stage.script("supervisor", Died(), request("worker"), finish("ok"))
    stage.script("worker", respond("supervisor"))
    task = stage.send()
    with pytest.raises(Died):
        stage.run()
    Worker.objects.update(beat_at=timezone.now() - timedelta(minutes=1))

    def run(_: int) -> None:
        try:
            sweep()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(run, range(4)))
    stage.bury()
    stage.run()
    assert Round.objects.get(task=task).response == "ok"
    assert not Delivery.objects.exclude(state="done").exists()


def test_a_doubled_job_finds_nothing_to_do() -> None:
    stage = pair()
    stage.script("supervisor", finish("ok"))
    task = stage.send()
    actor = stage.actor(task, "supervisor").pk
    for _ in range(3):
        stage.step(actor)
    assert len(stage.prompts["supervisor"]) == 1
