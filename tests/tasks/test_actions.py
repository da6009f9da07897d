"""Actions: run together, checked, timed, and never silently repeated after a crash."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from mail.actions import action as decorate
from mail.context import current_call
from mail.messages import MessageType
from swarms.registered import register
from tasks.choices import ActionState, Status
from tasks.models import ActionRun, Round
from tests.tasks.stage import Calls, Died, Stage, action, call, finish, respond

pytestmark = pytest.mark.django_db(transaction=True)


def solo(*functions: Callable[..., Any], **fields: Any) -> Stage:
    """One agent with these functions as its actions."""
    names = [function.__name__ for function in functions]
    return Stage(
        {"supervisor": []},
        actions=[action(function.__name__, function, **fields) for function in functions],
        agent_actions={"supervisor": names},
    )


def play(stage: Stage, *replies: Calls) -> Any:
    stage.script("supervisor", *replies, finish("done"))
    task = stage.send()
    stage.run()
    task.refresh_from_db()
    return task


async def look(arguments: dict[str, Any]) -> str:
    return f"sunny in {arguments.get('place', 'Paris')}"


def test_an_async_action_gives_its_result_to_its_caller() -> None:
    stage = solo(look)
    task = play(stage, call("look", place="Rome"))
    assert stage.prompts["supervisor"][1][-1]["content"] == "sunny in Rome"
    names = stage.names(task)
    assert names[:4] == ["new_message", "tool_call", "action_call", "action_complete"]
    extra = stage.events(task)[3].data["extra_data"]
    assert extra["agent"] == "supervisor"
    assert extra["action_name"] == "look"
    assert extra["result"] == "sunny in Rome"


def test_a_plain_function_runs_in_a_thread() -> None:
    def slow_sum(arguments: dict[str, Any]) -> int:
        time.sleep(0.01)
        return 7

    stage = solo(slow_sum)
    play(stage, call("slow_sum"))
    assert stage.prompts["supervisor"][1][-1]["content"] == "7"


def test_a_decorated_function_takes_keywords() -> None:
    @decorate
    def double(number: int) -> int:
        """Double a number."""
        return 2 * number

    stage = Stage(
        {"supervisor": []},
        action_imports=[register("stage/double", double)],
        agent_actions={"supervisor": ["double"]},
    )
    play(stage, call("double", number=21), call("double", number="many"))
    assert stage.prompts["supervisor"][1][-1]["content"] == "42"
    assert any("number" in text for text in stage.last_texts("supervisor")[-2:])


def test_a_failing_action_is_told_to_its_agent() -> None:
    async def broken(arguments: dict[str, Any]) -> str:
        raise ValueError("no such place")

    stage = solo(broken)
    task = play(stage, call("broken"))
    assert "ValueError: no such place" in stage.prompts["supervisor"][1][-1]["content"]
    assert "action_error" in stage.names(task)
    assert task.status == Status.COMPLETED


def test_an_action_that_wants_to_leave_does_not_take_the_worker_along() -> None:
    def leave(arguments: dict[str, Any]) -> str:
        raise SystemExit(1)

    stage = solo(leave)
    assert play(stage, call("leave")).status == Status.COMPLETED


def test_an_action_that_takes_too_long_is_given_up() -> None:
    async def endless(arguments: dict[str, Any]) -> str:
        await asyncio.sleep(60)
        return "never"

    stage = solo(endless, timeout=0.05)
    play(stage, call("endless"))
    assert "did not finish within 0.05 seconds" in stage.prompts["supervisor"][1][-1]["content"]


def test_the_actions_of_one_reply_run_at_the_same_time_and_answer_in_order() -> None:
    together = asyncio.Barrier(3)

    async def meet(arguments: dict[str, Any]) -> str:
        async with asyncio.timeout(5):
            await together.wait()
        return str(arguments["number"])

    stage = solo(meet)
    play(stage, call("meet", number=1) + call("meet", number=2) + call("meet", number=3))
    assert [entry["content"] for entry in stage.prompts["supervisor"][1][-3:]] == ["1", "2", "3"]


def test_calls_of_both_kinds_are_carried_out_in_order() -> None:
    stage = Stage(
        {"supervisor": ["worker"], "worker": ["supervisor"]},
        actions=[action("look", look)],
        agent_actions={"supervisor": ["look"]},
    )
    send = call("send_request", target="worker", subject="s", body="b")
    stage.script("supervisor", send + call("look"), call("await_message"), finish("ok"))
    stage.script("worker", respond("supervisor"))
    task = stage.send()
    stage.run()
    contents = [entry["content"] for entry in stage.prompts["supervisor"][1][-2:]]
    assert contents == ["The request was sent to worker.", "sunny in Paris"]
    assert Round.objects.get(task=task).response == "ok"


def test_an_action_knows_its_call_and_its_key() -> None:
    seen: list[Any] = []

    async def note(arguments: dict[str, Any]) -> str:
        seen.append(current_call.get())
        return "noted"

    stage = solo(note)
    task = play(stage, call("note"))
    run = ActionRun.objects.get(task=task)
    assert (seen[0].task_id, seen[0].agent, seen[0].idempotency_key) == (task.task_id, "supervisor", run.key)


def crash_once(seen: list[str]) -> Callable[[dict[str, Any]], Any]:
    async def pay(arguments: dict[str, Any]) -> str:
        made = current_call.get()
        assert made is not None
        seen.append(made.idempotency_key)
        if len(seen) == 1:
            raise Died
        return "paid"

    return pay


@pytest.mark.parametrize("idempotent", [True, False])
def test_after_a_crash_only_an_idempotent_action_is_repeated(idempotent: bool) -> None:
    seen: list[str] = []
    stage = solo(crash_once(seen), idempotent=idempotent)
    stage.script("supervisor", call("pay"), finish("done"))
    task = stage.send()
    with pytest.raises(Died):
        stage.run()
    stage.run()
    assert len(stage.prompts["supervisor"]) == 1, "a live worker's actor must not be taken"
    stage.bury()
    stage.run()
    # The reply was paid for once: the second question is the one after the action.
    assert len(stage.prompts["supervisor"]) == 2
    result = stage.prompts["supervisor"][1][-1]["content"]
    run = ActionRun.objects.get(task=task)
    if idempotent:
        assert seen == [run.key, run.key]
        assert result == "paid"
    else:
        assert seen == [run.key]
        assert "unknown" in result
        assert run.state == ActionState.UNKNOWN
        assert "action_error" in stage.names(task)
    assert Round.objects.get(task=task).response == "done"


def test_a_worker_that_was_taken_for_dead_cannot_store_its_outcome() -> None:
    stage = solo(look)

    async def slow_look(messages: list[dict[str, Any]]) -> Calls:
        await asyncio.to_thread(stage.bury)
        return call("look")

    stage.script("supervisor", slow_look, finish("by the other"))
    task = stage.send()
    stage.run()
    assert stage.names(task).count("tool_call") == 1
    assert Round.objects.get(task=task).response == "by the other"


def test_an_action_that_ends_after_its_round_is_recorded_and_nothing_more() -> None:
    async def outlast(arguments: dict[str, Any]) -> str:
        await asyncio.to_thread(stage.send, "enough", task_id="t", msg_type=MessageType.BROADCAST_COMPLETE)
        return "too late"

    stage = Stage(
        {"supervisor": ["worker"], "worker": ["supervisor"]},
        actions=[action("outlast", outlast)],
        agent_actions={"worker": ["outlast"]},
    )
    stage.script("supervisor", call("send_request", target="worker", subject="s", body="b"))
    stage.script("worker", call("outlast") + respond("supervisor", "result"))
    task = stage.send(task_id="t")
    stage.run()
    assert Round.objects.get(task=task).response == "enough"
    assert stage.names(task)[-1] == "task_complete"
    stage.script("worker", respond("supervisor", "late result"))
    stage.script("supervisor", call("await_message"), finish("both"))
    stage.send("go on", task_id="t")
    stage.run()
    texts = stage.last_texts("worker")
    assert "too late" in texts
    assert any("Not run" in text for text in texts)
