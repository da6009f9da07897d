"""A round from its message to its one end."""

import pytest

from tasks.choices import DeliveryState, Status
from tasks.models import Delivery, Event, HistoryEntry, Round
from tests.tasks.stage import ALICE, WAIT, Stage, call, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


def pair() -> Stage:
    return Stage({"supervisor": ["worker"], "worker": ["supervisor"]})


def test_a_task_is_delegated_and_answered() -> None:
    stage = pair()
    stage.script("supervisor", request("worker", "6 times 7?"), finish("It is 42."))
    stage.script("worker", respond("supervisor", "42"))
    task = stage.send("What is 6 times 7?")
    stage.run()
    task.refresh_from_db()
    assert task.status == Status.COMPLETED
    assert Round.objects.get(task=task).response == "It is 42."
    assert stage.names(task) == [
        "new_message",
        "tool_call",
        "new_message",
        "tool_call",
        "new_message",
        "tool_call",
        "task_complete_call",
        "new_message",
        "task_complete",
    ]
    assert "<body>6 times 7?</body>" in stage.prompts["worker"][0][-1]["content"]


def test_the_log_has_no_gaps_and_ends_with_the_response() -> None:
    stage = pair()
    stage.script("supervisor", finish("Hi."))
    task = stage.send()
    stage.run()
    frames = stage.events(task)
    assert [frame.id for frame in frames] == list(range(1, len(frames) + 1))
    assert frames[-1].data["response"] == "Hi."


def test_every_agent_of_the_task_learns_the_answer() -> None:
    stage = pair()
    stage.script("supervisor", request("worker"), finish("42"))
    stage.script("worker", respond("supervisor"))
    task = stage.send()
    stage.run()
    last = HistoryEntry.objects.filter(actor__task=task, actor__agent="worker").order_by("position").last()
    assert last is not None
    assert last.message is not None
    assert last.message.msg_type == "broadcast_complete"


def test_a_follow_up_opens_a_second_round_with_the_history() -> None:
    stage = pair()
    stage.script("supervisor", finish("Hi."), finish("Again."))
    task = stage.send("one", task_id="my-task")
    stage.run()
    stage.send("two", task_id="my-task")
    stage.run()
    assert [each.response for each in Round.objects.filter(task=task).order_by("number")] == ["Hi.", "Again."]
    assert "<body>one</body>" in stage.prompts["supervisor"][1][0]["content"]
    assert "<body>two</body>" in stage.prompts["supervisor"][1][-1]["content"]


def test_a_message_to_a_running_task_joins_its_round() -> None:
    stage = pair()
    stage.script("supervisor", WAIT, finish("both"))
    task = stage.send("one", task_id="t")
    second = stage.submit("two", ALICE, task_id="t")
    assert second.round == 1
    stage.run()
    assert Round.objects.filter(task=task).count() == 1


def test_mail_that_is_left_over_is_stashed_and_given_back_on_resume() -> None:
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    stage.script("supervisor", request("worker") + finish("early"))
    task = stage.send(task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    assert list(Delivery.objects.filter(actor__agent="worker").values_list("state", flat=True)) == ["stashed"]
    stage.script("worker", respond("supervisor"))
    stage.script("supervisor", WAIT, finish("late"))
    stage.send("go on", task_id="t")
    stage.run()
    assert len(stage.prompts["worker"]) == 1
    assert not Delivery.objects.filter(state=DeliveryState.STASHED).exists()
    assert Event.objects.filter(task=task, name="task_complete").count() == 2


def test_the_second_completion_in_one_reply_is_a_duplicate() -> None:
    stage = pair()
    stage.script("supervisor", finish("first") + finish("second"))
    task = stage.send()
    stage.run()
    assert "task_complete_call_duplicate" in stage.names(task)
    assert Round.objects.get(task=task).response == "first"


def test_a_repeated_submission_finds_the_same_task() -> None:
    stage = pair()
    first = stage.submit(idempotency_key="k1")
    again = stage.submit(idempotency_key="k1")
    assert first.task.pk == again.task.pk
    assert Event.objects.filter(task=first.task, name="new_message").count() == 1


def test_help_arrives_as_a_message_and_the_agent_goes_on() -> None:
    stage = pair()
    stage.script("supervisor", call("help", get_identity=True), finish("ok"))
    task = stage.send()
    stage.run()
    assert "help_called" in stage.names(task)
    assert "Your name is supervisor" in stage.prompts["supervisor"][1][-1]["content"]
