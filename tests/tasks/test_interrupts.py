"""Interrupts reach an agent while it waits for its model: they come first, and nothing is lost or doubled."""

import asyncio
from typing import Any

import pytest

from mail.messages import MessageType
from tasks.choices import DeliveryState
from tasks.models import Delivery, Round, Step, Task
from tests.tasks.stage import ALICE, WAIT, Stage, action, call, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


def pair(**fields: Any) -> Stage:
    return Stage({"supervisor": ["worker"], "worker": ["supervisor"]}, **fields)


def bodies(stage: Stage, agent: str) -> list[str]:
    """The body of the message at hand in each of the agent's prompts."""
    texts = [str(prompt[-1].get("content")) for prompt in stage.prompts[agent]]
    return [text.split("<body>")[-1].split("</body>")[0] for text in texts]


def interrupting(stage: Stage, reply: Any, *interrupts: str, caller: Any = ALICE) -> Any:
    """A reply of a model that is slow enough for the user to interrupt it."""

    async def think(messages: list[dict[str, Any]]) -> Any:
        for text in interrupts:
            await asyncio.to_thread(stage.send, text, caller, task_id="t", msg_type=MessageType.INTERRUPT)
        return reply

    return think


def test_an_interrupt_comes_before_the_mail_it_interrupts() -> None:
    stage = pair()
    stage.script("supervisor", interrupting(stage, finish("unheard"), "stop!"), WAIT, finish("heard"))
    task = stage.send("the question", task_id="t")
    stage.run()
    assert bodies(stage, "supervisor") == ["the question", "stop!", "the question"]
    assert Round.objects.get(task=task).response == "heard"
    assert "unheard" not in str(stage.prompts["supervisor"])
    assert stage.names(task).count("task_complete") == 1
    assert list(Step.objects.filter(task=task).order_by("pk").values_list("state", flat=True)) == [
        "abandoned",
        "done",
        "done",
    ]
    assert not Delivery.objects.filter(task=task).exclude(state=DeliveryState.DONE).exists()


def test_interrupts_among_themselves_keep_their_order() -> None:
    stage = pair()
    stage.script("supervisor", interrupting(stage, finish("unheard"), "first", "second"), WAIT, WAIT)
    stage.script("supervisor", finish("heard"))
    stage.send("the question", task_id="t")
    stage.run()
    assert bodies(stage, "supervisor") == ["the question", "first", "second", "the question"]


def test_an_interrupt_does_not_interrupt_an_interrupt_of_its_own_kind() -> None:
    stage = pair()
    stage.script(
        "supervisor",
        interrupting(stage, finish("unheard"), "first"),
        interrupting(stage, WAIT, "second"),
        WAIT,
        finish("heard"),
    )
    task = stage.send("the question", task_id="t")
    stage.run()
    assert bodies(stage, "supervisor") == ["the question", "first", "second", "the question"]
    assert Step.objects.filter(task=task, state="abandoned").count() == 1


def test_an_agent_interrupts_another_one() -> None:
    stage = pair()
    stop = call("send_interrupt", target="worker", subject="stop", body="leave it")

    async def think(messages: list[dict[str, Any]]) -> Any:
        await stage.workplace.run(await asyncio.to_thread(lambda: stage.actor(task, "supervisor").pk))
        return respond("supervisor", "unheard")

    stage.script("supervisor", request("worker", "long work"), stop, finish("left"))
    stage.script("worker", think, WAIT, respond("supervisor", "stopped"))
    task = stage.send("go", task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    stage.send("let it be", task_id="t")
    stage.step(stage.actor(task, "worker").pk)
    stage.run()
    assert bodies(stage, "worker") == ["long work", "leave it", "long work"]
    assert Round.objects.get(task=task).response == "left"


def test_an_interrupt_while_actions_run_is_read_right_after_them() -> None:
    async def look(arguments: dict[str, Any]) -> str:
        await asyncio.to_thread(stage.send, "hurry", task_id="t", msg_type=MessageType.INTERRUPT)
        return "sunny"

    stage = pair(actions=[action("look", look)], agent_actions={"supervisor": ["look"]})
    stage.script("supervisor", call("look"), finish("sunny"))
    task = stage.send("weather?", task_id="t")
    stage.run()
    assert bodies(stage, "supervisor") == ["weather?", "hurry"]
    assert "sunny" in stage.last_texts("supervisor")
    assert Round.objects.get(task=task).response == "sunny"
    assert not Delivery.objects.filter(task=task).exclude(state=DeliveryState.DONE).exists()


def test_two_interrupts_of_one_reply_both_come_first() -> None:
    stage = pair()
    stop = [
        *call("send_interrupt", target="worker", subject="stop", body="one"),
        *call("send_interrupt", target="worker", subject="stop", body="two"),
    ]

    async def think(messages: list[dict[str, Any]]) -> Any:
        await stage.workplace.run(await asyncio.to_thread(lambda: stage.actor(task, "supervisor").pk))
        return respond("supervisor", "unheard")

    stage.script("supervisor", request("worker", "long work"), stop, finish("left"))
    stage.script("worker", think, WAIT, WAIT, respond("supervisor", "stopped"))
    task = stage.send("go", task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    stage.send("let it be", task_id="t")
    stage.step(stage.actor(task, "worker").pk)
    stage.run()
    assert bodies(stage, "worker") == ["long work", "one", "two", "long work"]


def test_an_interrupt_to_an_idle_agent_is_ordinary_mail() -> None:
    stage = pair()
    stage.script("supervisor", finish("ok"))
    task = stage.send("stop", task_id="t", msg_type=MessageType.INTERRUPT)
    stage.run()
    assert Round.objects.get(task=task).response == "ok"
    assert Task.objects.get(pk=task.pk).round == 1
