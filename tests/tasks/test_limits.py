"""Limits: messages, steps, tokens, money and time. Each is an orderly end, never a hang."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from mail.agents import AgentReply, Usage
from mail.messages import MessageType
from tasks.choices import Status
from tasks.models import Round, Step, Task
from tasks.sweep import end_overdue
from tests.tasks.stage import WAIT, Scripted, Stage, action, as_reply, call, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)

FORCED = {"type": "function", "function": {"name": "task_complete"}}


def pair(**fields: Any) -> Stage:
    return Stage({"supervisor": ["worker"], "worker": ["supervisor"]}, **fields)


def endless(**fields: Any) -> Stage:
    """Two agents that write to each other for ever."""
    stage = pair(**fields)
    stage.always("supervisor", request("worker"))
    stage.always("worker", respond("supervisor", "an answer"))
    return stage


def obey(stage: Stage, answer: str) -> None:
    """Let the supervisor complete when it is forced to."""

    def reply(messages: list[dict[str, Any]]) -> Scripted:
        return finish(answer) if stage.choices["supervisor"][-1] == FORCED else request("worker")

    stage.always("supervisor", reply)


@pytest.mark.parametrize("tool_format", ["completions", "responses"])
def test_the_message_limit_forces_completion(tool_format: str) -> None:
    stage = endless(task_message_limit=4, tool_format=tool_format)
    obey(stage, "the best I have")
    task = stage.send()
    stage.run()
    assert Round.objects.get(task=task).response == "the best I have"
    assert stage.choices["supervisor"][-1] == FORCED
    assert "::maximum_steps_reached::" in stage.last_texts("supervisor")[-1]
    assert len(stage.prompts["worker"]) == 2
    made = [entry for entry in stage.prompts["supervisor"][-1] if entry.get("type") == "function_call"]
    assert bool(made) == (tool_format == "responses")


def test_the_finisher_has_read_the_answer_that_went_over_the_limit() -> None:
    stage = endless(task_message_limit=1)
    obey(stage, "done")
    stage.send()
    stage.run()
    assert any("<body>an answer</body>" in text for text in stage.last_texts("supervisor"))
    assert "::maximum_steps_reached::" in stage.last_texts("supervisor")[-1]


def test_a_limit_that_nobody_heeds_ends_the_round() -> None:
    stage = endless(task_message_limit=2)
    task = stage.send()
    stage.run()
    frame = stage.events(task)[-1]
    assert frame.event == "task_error"
    assert frame.data["extra_data"]["reason"] == "limit"
    assert len(stage.prompts["supervisor"]) == 3


def test_an_agent_that_cannot_complete_is_not_the_one_that_is_forced() -> None:
    """The other agent's action is under way when the limit is reached; its mail goes nowhere."""

    async def reach_limit(arguments: dict[str, Any]) -> str:
        await stage.workplace.run(await asyncio.to_thread(lambda: stage.actor(task, "supervisor").pk))
        return "slow"

    stage = pair(
        task_message_limit=1, actions=[action("slow", reach_limit)], agent_actions={"worker": ["slow"]}
    )
    stage.script("supervisor", request("worker"))
    task = stage.send(task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    # A second user message would count anew, so the limit is reached through the entrypoint's own mail.
    stage.script("worker", call("slow") + respond("supervisor") + request("supervisor"))
    stage.script("supervisor", finish("forced"))
    stage.run()
    assert Round.objects.get(task=task).response == "forced"
    assert stage.choices["supervisor"][-1] == FORCED
    assert len(stage.prompts["worker"]) == 1


def test_max_steps_of_a_message_is_its_rounds_limit() -> None:
    stage = endless(task_message_limit=50)
    obey(stage, "short")
    task = stage.send(max_steps=2)
    stage.run()
    assert len(stage.prompts["worker"]) == 1
    assert Round.objects.get(task=task).response == "short"


def test_a_users_message_counts_anew() -> None:
    stage = endless(task_message_limit=3)
    stage.script("supervisor", request("worker"))
    task = stage.send(task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    stage.send("and another thing", task_id="t")
    task.refresh_from_db()
    assert task.message_count == 0


def test_a_users_message_lifts_the_force() -> None:
    stage = endless(task_message_limit=1)
    task = stage.send(task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    stage.script("worker", respond("supervisor"))
    stage.step(stage.actor(task, "worker").pk)
    assert Task.objects.get(pk=task.pk).forced
    stage.send("take your time", task_id="t")
    assert not Task.objects.get(pk=task.pk).forced
    stage.script("supervisor", WAIT, finish("thank you"))
    stage.run()
    assert Round.objects.get(task=task).response == "thank you"


def test_a_loop_of_actions_is_bounded_by_steps(settings: Any) -> None:
    settings.TASK_STEP_LIMIT = 6
    stage = pair(actions=[action("look", lambda arguments: "x")], agent_actions={"supervisor": ["look"]})

    def look_on(messages: list[dict[str, Any]]) -> Scripted:
        return finish("enough") if stage.choices["supervisor"][-1] == FORCED else call("look")

    stage.always("supervisor", look_on)
    task = stage.send()
    stage.run()
    assert Round.objects.get(task=task).response == "enough"
    assert len(stage.prompts["supervisor"]) == 7


def using(scripted: Scripted, tokens: int, cost: str | None = None) -> Scripted:
    """A reply with its price."""
    text, calls = as_reply(scripted, "completions")
    plain = AgentReply.of((text, calls))
    usage = Usage("m", tokens // 2, tokens - tokens // 2, cost=Decimal(cost) if cost else None)
    return AgentReply(text, calls, entries=plain.entries, usage=usage)


def test_usage_is_recorded_for_the_call_and_the_task() -> None:
    stage = pair()
    stage.script("supervisor", using(request("worker"), 100, "0.25"), using(finish("x"), 50, "0.5"))
    stage.script("worker", using(respond("supervisor"), 10))
    task = stage.send()
    stage.run()
    task.refresh_from_db()
    assert (task.input_tokens, task.output_tokens, task.cost) == (80, 80, Decimal("0.75"))
    steps = Step.objects.filter(task=task, actor__agent="supervisor").order_by("pk")
    assert [(step.model, step.input_tokens, step.cost) for step in steps] == [
        ("m", 50, Decimal("0.25")),
        ("m", 25, Decimal("0.5")),
    ]


@pytest.mark.parametrize(
    ("budgets", "word"), [({"tokens": 150}, "150 tokens"), ({"cost": 1.5}, "1.5 dollars")]
)
def test_a_spent_budget_ends_the_round(budgets: dict[str, Any], word: str) -> None:
    stage = pair(budgets=budgets)
    stage.always("supervisor", lambda messages: using(request("worker"), 100, "1"))
    stage.always("worker", lambda messages: using(respond("supervisor"), 100, "1"))
    task = stage.send()
    stage.run()
    frame = stage.events(task)[-1]
    assert frame.event == "task_error"
    assert frame.data["extra_data"]["reason"] == "budget"
    assert word in frame.data["response"]
    assert Step.objects.filter(task=task, state="done").count() == 2
    assert Task.objects.get(pk=task.pk).reserved_tokens == 0


def test_parallel_agents_overshoot_by_one_call_at_most() -> None:
    helpers = [f"helper{number}" for number in range(6)]
    stage = Stage(
        {"supervisor": helpers, **{name: ["supervisor"] for name in helpers}}, budgets={"tokens": 1000}
    )
    stage.script(
        "supervisor", using(call("send_broadcast", subject="s", body="b"), 100), using(finish("x"), 1)
    )

    async def think(messages: list[dict[str, Any]]) -> Scripted:
        await asyncio.sleep(0.02)
        return using(respond("supervisor"), 500)

    for name in helpers:
        stage.script(name, think)
    task = stage.send()
    stage.run_together()
    task.refresh_from_db()
    assert task.status == Status.FAILED
    assert 1000 <= task.input_tokens + task.output_tokens < 1500


def test_agents_within_the_budget_do_not_end_each_others_work() -> None:
    helpers = ["a", "b", "c"]
    stage = Stage(
        {"supervisor": helpers, **{name: ["supervisor"] for name in helpers}}, budgets={"tokens": 1500}
    )
    stage.script("supervisor", using(call("send_broadcast", subject="s", body="b"), 10))

    async def think(messages: list[dict[str, Any]]) -> Scripted:
        await asyncio.sleep(0.02)
        return using(respond("supervisor"), 10)

    for name in helpers:
        stage.script(name, think)
    stage.always("supervisor", lambda messages: using(WAIT if len(messages) < 9 else finish("all"), 10))
    task = stage.send()
    stage.run_together()
    task.refresh_from_db()
    assert task.status == Status.COMPLETED


def test_a_round_whose_time_is_up_ends() -> None:
    stage = pair()
    task = stage.send(timeout=5.0)
    task.refresh_from_db()
    assert task.deadline is not None
    assert 4 < (task.deadline - timezone.now()).total_seconds() <= 5
    end_overdue()
    task.refresh_from_db()
    assert task.status == Status.RUNNING
    Task.objects.filter(pk=task.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    end_overdue()
    end_overdue()
    task.refresh_from_db()
    assert task.status == Status.FAILED
    assert stage.names(task).count("task_error") == 1
    assert stage.events(task)[-1].data["extra_data"]["reason"] == "timeout"
    stage.run()
    assert not stage.prompts["supervisor"]


def test_the_swarms_own_time_limit_holds_when_the_caller_names_none() -> None:
    stage = pair(budgets={"seconds": 7})
    task = stage.send()
    task.refresh_from_db()
    assert task.deadline is not None
    assert (task.deadline - timezone.now()).total_seconds() <= 7


def test_the_owner_completes_a_running_task() -> None:
    stage = pair()
    task = stage.send(task_id="t")
    stage.send("I found it myself.", task_id="t", msg_type=MessageType.BROADCAST_COMPLETE)
    task.refresh_from_db()
    assert task.status == Status.COMPLETED
    assert Round.objects.get(task=task).response == "I found it myself."
    stage.run()
    assert not stage.prompts["supervisor"]
