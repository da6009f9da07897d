"""Breakpoints: the task waits for a person, for as long as it takes, and goes on exactly once."""

import json
from typing import Any

import pytest

from mail.actions import BadActionArguments
from mail.errors import MailError
from tasks.answer import answer, parse_answers
from tasks.choices import Status
from tasks.errors import AlreadyAnswered, BadAnswer, NothingPending
from tasks.models import ActionRun, Round
from tests.tasks.bank import Bank, pay
from tests.tasks.stage import ALICE, call, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_breakpoint_pauses_the_task_and_names_the_call() -> None:
    bank = Bank()
    task = bank.pause()
    assert bank.names(task)[-1] == "breakpoint_tool_call"
    (made,) = bank.calls(task)
    assert (made["name"], json.loads(made["arguments"])) == ("pay", {"euros": 5})
    assert json.loads(Round.objects.get(task=task).response) == [made]
    assert not bank.paid


def test_a_breakpoint_outlives_the_worker() -> None:
    bank = Bank()
    task = bank.pause()
    bank.bury()
    bank.script("supervisor", finish("paid"))
    bank.reply(task, {"content": "OK"})
    assert task.status == Status.COMPLETED


def test_content_is_the_result_and_the_function_does_not_run() -> None:
    bank = Bank()
    task = bank.pause()
    bank.script("supervisor", finish("done"))
    bank.reply(task, json.dumps({"content": "I paid it myself"}))
    assert bank.results() == ["I paid it myself"]
    assert not bank.paid
    assert "breakpoint_action_complete" in bank.names(task)
    assert [each.status for each in Round.objects.filter(task=task).order_by("number")] == [
        "paused",
        "completed",
    ]


@pytest.mark.parametrize(
    ("decision", "result", "paid"),
    [
        ({"decision": "approve"}, "paid 5", [5]),
        ({"decision": "edit", "arguments": {"euros": 3}}, "paid 3", [3]),
        ({"decision": "refuse", "reason": "Too much."}, "Refused by a person. Too much.", []),
    ],
)
def test_a_decision_runs_changes_or_refuses_the_call(
    decision: dict[str, Any], result: str, paid: list[int]
) -> None:
    bank = Bank()
    task = bank.pause()
    bank.script("supervisor", finish("done"))
    bank.reply(task, decision)
    assert bank.results() == [result]
    assert bank.paid == paid
    assert ActionRun.objects.get(task=task).answered_by == ALICE.key
    assert task.status == Status.COMPLETED


def test_several_calls_are_answered_together() -> None:
    bank = Bank()
    task = bank.pause(pay(1) + pay(2))
    first, second = bank.calls(task)
    bank.script("supervisor", finish("done"))
    answers = [
        {"call_id": second["call_id"], "content": "two"},
        {"call_id": first["call_id"], "content": "one"},
    ]
    bank.reply(task, answers)
    assert bank.results(2) == ["one", "two"]


def test_several_calls_are_answered_one_by_one() -> None:
    bank = Bank()
    task = bank.pause(pay(1) + pay(2))
    first, second = bank.calls(task)
    bank.reply(task, {"call_id": first["call_id"], "decision": "approve"})
    assert task.status == Status.PAUSED
    assert not bank.paid, "nothing runs before the last answer is in"
    bank.script("supervisor", finish("done"))
    bank.reply(task, {"call_id": second["call_id"], "content": "two"})
    assert bank.results(2) == ["paid 1", "two"]
    assert bank.paid == [1]


def test_other_calls_of_the_reply_are_carried_out_with_it() -> None:
    bank = Bank()
    task = bank.pause(call("look") + pay(1) + request("worker"))
    assert not bank.prompts["worker"], "mail leaves when the whole reply is carried out"
    bank.script("supervisor", call("await_message"), finish("done"))
    bank.script("worker", respond("supervisor"))
    bank.reply(task, {"content": "ok"})
    assert len(bank.prompts["worker"]) == 1
    results = [str(entry.get("content")) for entry in bank.prompts["supervisor"][1][-3:]]
    assert results == ["sunny", "ok", "The request was sent to worker."]
    assert bank.names(task).count("action_complete") == 1
    assert task.status == Status.COMPLETED


def test_a_tool_of_the_caller_is_a_breakpoint() -> None:
    bank = Bank()
    tool = {"name": "open_door", "description": "", "parameters": {"type": "object", "properties": {}}}
    task = bank.pause(call("open_door"), tools=[tool])
    bank.script("supervisor", finish("open"))
    with pytest.raises(BadAnswer, match="no function"):
        bank.reply(task, {"decision": "approve"})
    bank.reply(task, {"content": "it is open"})
    assert bank.results() == ["it is open"]


def test_the_round_after_a_breakpoint_has_a_deadline_too() -> None:
    bank = Bank()
    task = bank.pause()
    answer(ALICE, task, parse_answers({"content": "ok"}))
    task.refresh_from_db()
    assert task.deadline is not None


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ({"call_id": "nope", "content": "x"}, BadAnswer),
        ({"call_id": 7, "content": "x"}, BadAnswer),
        ({"result": "x"}, BadAnswer),
        ([], BadAnswer),
        ({"decision": "perhaps"}, BadAnswer),
        ({"decision": "edit"}, BadAnswer),
        ({"decision": "edit", "arguments": {"euros": "many"}}, BadActionArguments),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_and_changes_nothing(
    value: Any, error: type[MailError]
) -> None:
    bank = Bank()
    task = bank.pause()
    with pytest.raises(error) as caught:
        bank.reply(task, value)
    assert caught.value.status == 400
    task.refresh_from_db()
    assert task.status == Status.PAUSED
    bank.script("supervisor", finish("done"))
    bank.reply(task, {"content": "ok"})
    assert task.status == Status.COMPLETED


def test_of_several_calls_one_must_be_named() -> None:
    bank = Bank()
    task = bank.pause(pay(1) + pay(2))
    with pytest.raises(BadAnswer, match="call_id"):
        bank.reply(task, {"content": "x"})


def test_an_answered_call_is_not_answered_again() -> None:
    bank = Bank()
    task = bank.pause(pay(1) + pay(2))
    first, second = bank.calls(task)
    bank.reply(task, {"call_id": first["call_id"], "content": "x"})
    with pytest.raises(AlreadyAnswered):
        bank.reply(task, {"call_id": first["call_id"], "content": "y"})
    bank.script("supervisor", finish("done"))
    bank.reply(task, {"call_id": second["call_id"], "content": "z"})
    with pytest.raises(NothingPending) as caught:
        bank.reply(task, {"call_id": second["call_id"], "content": "z"})
    assert caught.value.status == 409
    assert bank.results(2) == ["x", "z"]


def test_a_message_instead_of_an_answer_goes_on_without_one() -> None:
    bank = Bank()
    task = bank.pause(request("worker") + pay(1))
    bank.script("supervisor", finish("never mind"))
    bank.send("Forget it", task_id="t")
    bank.run()
    task.refresh_from_db()
    assert task.status == Status.COMPLETED
    texts = bank.last_texts("supervisor")
    assert any("Not answered" in text for text in texts)
    assert any("Not run" in text for text in texts)
    assert "<body>Forget it</body>" in texts[-1]
    assert not bank.prompts["worker"]


def test_an_approved_call_is_not_run_when_the_user_writes_instead() -> None:
    bank = Bank()
    task = bank.pause(pay(1) + pay(2))
    bank.reply(task, {"call_id": bank.calls(task)[0]["call_id"], "decision": "approve"})
    bank.script("supervisor", finish("never mind"))
    bank.send("Forget it", task_id="t")
    bank.run()
    assert not bank.paid


def test_an_approved_action_that_fails_is_told_as_an_error() -> None:
    bank = Bank()
    task = bank.pause(call("ask"))
    with pytest.raises(BadAnswer, match="content"):
        bank.reply(task, {"decision": "approve"})
    bank.script("supervisor", finish("done"))
    bank.reply(task, "just a text")
    assert bank.results() == ["just a text"]
