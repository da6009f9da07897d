"""Breakpoints answered by several people, or while other work of the task is still under way."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from mail.errors import MailError
from tasks.answer import answer, parse_answers
from tasks.choices import Status
from tasks.models import Event, Round, Task
from tests.tasks.bank import Bank, pay
from tests.tasks.stage import ALICE, BOB, Stage, action, call, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_people_who_answer_at_once_one_is_told_so() -> None:
    bank = Bank()
    task = bank.pause()
    call_id = bank.calls(task)[0]["call_id"]

    def try_to(person: Any, text: str) -> str | int:
        try:
            answer(person, task, parse_answers({"call_id": call_id, "content": text}))
        except MailError as error:
            return error.status
        else:
            return text
        finally:
            connection.close()

    bank.script("supervisor", finish("done"))
    with ThreadPoolExecutor(2) as people:
        answers = list(people.map(try_to, [ALICE, BOB], ["alice's", "bob's"]))
    bank.run()
    answers.remove(409)
    assert bank.results() == answers
    assert Round.objects.filter(task=task).count() == 2


def test_any_agent_may_pause_the_task() -> None:
    bank = Bank()
    bank.script("worker", call("look") + pay(7))
    task = bank.pause(request("worker"))
    bank.script("worker", respond("supervisor"))
    bank.script("supervisor", finish("done"))
    bank.reply(task, {"decision": "approve"})
    assert bank.paid == [7]
    assert task.status == Status.COMPLETED


def test_a_pause_names_the_pending_calls_of_an_agent_whose_other_action_still_runs() -> None:
    """The worker's action outlives the pause, the answers and the start of the next round."""
    started, gate = asyncio.Event(), asyncio.Event()
    paid: list[str] = []

    async def slow(arguments: dict[str, Any]) -> str:
        started.set()
        async with asyncio.timeout(5):
            await gate.wait()
        return "slow result"

    async def pay_out(arguments: dict[str, Any]) -> str:
        paid.append("paid")
        return "paid"

    stage = Stage(
        {"supervisor": ["worker"], "worker": ["supervisor"]},
        actions=[action("slow", slow), action("pay", pay_out)],
        agent_actions={"supervisor": ["pay"], "worker": ["slow", "pay"]},
        breakpoint_tools=["pay"],
    )
    stage.script("supervisor", request("worker"))
    task = stage.send(task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    stage.send("more", task_id="t")
    stage.script("supervisor", call("pay"))
    stage.script("worker", call("slow") + call("pay"), respond("supervisor", "all paid"))

    async def play() -> None:
        slow_worker = asyncio.create_task(stage.workplace.run(await pk_of("worker")))
        await started.wait()
        await stage.workplace.run(await pk_of("supervisor"))
        calls = await asyncio.to_thread(_pending, task)
        assert len(calls) == 2
        answers = parse_answers([{"call_id": each, "decision": "approve"} for each in calls])
        await asyncio.to_thread(_closing_answer, task, answers)
        gate.set()
        await slow_worker

    async def pk_of(agent: str) -> int:
        return await asyncio.to_thread(lambda: stage.actor(task, agent).pk)

    asyncio.run(play())
    stage.script("supervisor", call("await_message"), finish("done"))
    stage.run()
    assert paid == ["paid", "paid"]
    assert Round.objects.get(task=task, number=2).response == "done"
    assert any("slow result" in text for text in stage.last_texts("worker"))


def _pending(task: Task) -> list[str]:
    paused = Event.objects.get(task=task, name="breakpoint_tool_call")
    return [made["call_id"] for made in paused.extra["calls"]]


def _closing_answer(task: Task, answers: Any) -> None:
    try:
        answer(ALICE, task, answers)
    finally:
        connection.close()
