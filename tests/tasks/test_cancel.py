"""Cancelling: the work stops, and everything so far is kept."""

import asyncio
from typing import Any

import pytest

from tasks.choices import Status
from tasks.errors import AlreadyFinished
from tasks.finish import cancel
from tasks.models import Actor, Delivery, Round, Step
from tests.tasks.stage import ALICE, Stage, action, call, finish, request

pytestmark = pytest.mark.django_db(transaction=True)


def pair(**fields: Any) -> Stage:
    return Stage({"supervisor": ["worker"], "worker": ["supervisor"]}, **fields)


def test_a_running_task_is_cancelled_and_its_mail_with_it() -> None:
    stage = pair()
    stage.script("supervisor", request("worker"))
    task = stage.send()
    stage.step(stage.actor(task, "supervisor").pk)
    cancel(task, ALICE)
    stage.run()
    task.refresh_from_db()
    assert task.status == Status.CANCELLED
    assert not stage.prompts["worker"]
    frames = stage.events(task)
    assert [frame.event for frame in frames[-2:]] == ["run_loop_cancelled", "task_error"]
    assert frames[-1].data["extra_data"]["reason"] == "cancelled"
    assert Round.objects.get(task=task).status == Status.CANCELLED


def test_a_cancelled_task_goes_on_with_what_it_knows() -> None:
    stage = pair()
    task = stage.send("the first word", task_id="t")
    cancel(task, ALICE)
    stage.script("supervisor", finish("ok"))
    stage.send("the second word", task_id="t")
    stage.run()
    texts = stage.last_texts("supervisor")
    assert len(texts) == 2
    assert "the first word" in texts[0]
    assert "the second word" in texts[1]
    assert len(stage.prompts["supervisor"]) == 1


def test_a_paused_task_is_cancelled() -> None:
    stage = pair(
        actions=[action("pay", None)], agent_actions={"supervisor": ["pay"]}, breakpoint_tools=["pay"]
    )
    stage.script("supervisor", call("pay"))
    task = stage.send(task_id="t")
    stage.run()
    cancel(task, ALICE)
    task.refresh_from_db()
    assert task.status == Status.CANCELLED
    assert stage.names(task)[-1] == "task_error"
    stage.script("supervisor", finish("ok"))
    stage.send("again", task_id="t")
    stage.run()
    assert any("cancelled" in text for text in stage.last_texts("supervisor"))


def test_a_step_that_waits_for_its_model_cannot_commit_after_a_cancel() -> None:
    stage = pair()

    async def cancel_meanwhile(messages: list[dict[str, Any]]) -> Any:
        await asyncio.to_thread(cancel, task, ALICE)
        return finish("too late")

    stage.script("supervisor", cancel_meanwhile)
    task = stage.send()
    stage.run()
    task.refresh_from_db()
    assert task.status == Status.CANCELLED
    assert stage.names(task)[-1] == "task_error"
    assert Step.objects.get(task=task).state == "abandoned"
    assert not Actor.objects.filter(task=task).exclude(worker=None).exists()
    assert not Delivery.objects.filter(task=task, state__in=["waiting", "handling"]).exists()


def test_an_old_reply_does_not_complete_a_later_round() -> None:
    async def restart(arguments: dict[str, Any]) -> str:
        await asyncio.to_thread(cancel, task, ALICE)
        await asyncio.to_thread(stage.send, "start anew", task_id="t")
        return "done"

    stage = pair(actions=[action("restart", restart)], agent_actions={"supervisor": ["restart"]})
    stage.script("supervisor", call("restart") + finish("the old answer"), finish("the new answer"))
    task = stage.send(task_id="t")
    stage.run()
    assert Round.objects.get(task=task, number=2).response == "the new answer"
    assert len(stage.prompts["supervisor"]) == 2


def test_a_finished_task_cannot_be_cancelled() -> None:
    stage = pair()
    stage.script("supervisor", finish("ok"))
    task = stage.send()
    stage.run()
    with pytest.raises(AlreadyFinished):
        cancel(task, ALICE)
