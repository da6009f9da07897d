"""Mistakes of agents: each gets a word from the system and an event, and the task goes on."""

from typing import Any

import pytest

from mail.agents import AgentReply
from tasks.choices import Status
from tasks.models import Round
from tests.tasks.stage import ALICE, WAIT, Calls, Stage, action, as_reply, call, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


def pair(**fields: Any) -> Stage:
    agents = {"supervisor": ["worker"], "worker": ["supervisor"], "stranger": ["worker"]}
    return Stage(agents, **fields)


def correct(mistake: Calls) -> tuple[Stage, Any]:
    """Let the supervisor make a mistake, then finish."""
    stage = pair()
    stage.script("supervisor", mistake, finish("mended"))
    task = stage.send()
    stage.run()
    task.refresh_from_db()
    assert task.status == Status.COMPLETED
    assert_results(stage.prompts["supervisor"][1])
    return stage, task


def assert_results(prompt: list[dict[str, Any]]) -> None:
    """Every call of a prompt is followed by its result before anything else is said."""
    owed: set[str] = set()
    for entry in prompt:
        if entry.get("role") == "tool":
            owed.remove(entry["tool_call_id"])
            continue
        assert not owed, f"no result for {owed}"
        owed = {made["id"] for made in entry.get("tool_calls") or ()}
    assert not owed


MISTAKES = {
    "an unknown tool": (call("fly_to_the_moon"), "action_error", "::action_error::", "fly_to_the_moon"),
    "a missing argument": (
        call("send_request", target="worker", subject="s"),
        "agent_error",
        "::tool_call_error::",
        "`body`",
    ),
    "an argument of the wrong type": (
        call("send_request", target="worker", subject="s", body=7),
        "agent_error",
        "::tool_call_error::",
        "must be a text",
    ),
    "an agent outside its targets": (
        request("stranger"),
        "agent_error",
        "::invalid_recipient::",
        "You may write to: worker",
    ),
    "an unknown agent": (request("nobody"), "agent_error", "::invalid_recipient::", "no agent named"),
    "the user": (respond("user"), "agent_error", "::invalid_recipient::", "Only task_complete reaches"),
    "the user by name": (respond(ALICE.id), "agent_error", "::invalid_recipient::", "Only task_complete"),
    "an address that is none": (request("@"), "agent_error", "::tool_call_error::", "not an agent"),
    "waiting for nothing": (WAIT, "agent_error", "::await_refused::", "nothing to wait for"),
    "acknowledging what is no broadcast": (
        call("acknowledge_broadcast"),
        "agent_error",
        "::tool_call_error::",
        "not a broadcast",
    ),
    "a swarm nobody knows": (request("x@far-away"), "interswarm_message_error", "Router Error", "far-away"),
    "a broadcast to a swarm nobody knows": (
        call("send_broadcast", subject="s", body="b", targets=["worker@far-away"]),
        "interswarm_message_error",
        "Router Error",
        "far-away",
    ),
    "a broadcast to a stranger": (
        call("send_broadcast", subject="s", body="b", targets=["worker", "stranger"]),
        "agent_error",
        "::invalid_recipient::",
        "You may write to: worker",
    ),
}


@pytest.mark.parametrize(("mistake", "event", "subject", "text"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_answered_by_the_system_and_the_task_goes_on(
    mistake: Calls, event: str, subject: str, text: str
) -> None:
    stage, task = correct(mistake)
    assert event in stage.names(task)
    last = stage.last_texts("supervisor")[-1]
    assert '<from type="system">' in last
    assert f"<subject>{subject}</subject>" in last
    assert text in last
    assert not stage.prompts["worker"]


def test_a_tool_that_the_agent_does_not_have_is_unknown_to_it() -> None:
    stage = pair()
    stage.script("supervisor", request("worker"), finish("done"))
    stage.script("worker", finish("I am done!"), respond("supervisor"))
    task = stage.send()
    stage.run()
    assert Round.objects.get(task=task).response == "done"
    assert "action_error" in stage.names(task)


def test_arguments_that_do_not_fit_an_action_are_refused_before_it_runs() -> None:
    ran: list[Any] = []

    def note(arguments: dict[str, Any]) -> str:
        ran.append(arguments)
        return "ok"

    parameters = {"type": "object", "properties": {"days": {"type": "integer"}}, "required": ["days"]}
    stage = pair(
        actions=[action("look", note, parameters=parameters)],
        agent_actions={"supervisor": ["look"]},
    )
    stage.script("supervisor", call("look", days="many"), call("look", days=2), finish("seen"))
    task = stage.send()
    stage.run()
    assert ran == [{"days": 2}]
    assert "action_error" in stage.names(task)
    assert any("days" in text for text in stage.last_texts("supervisor"))


def test_a_mistake_beside_a_good_call_does_not_undo_it() -> None:
    stage = pair()
    stage.script("supervisor", request("worker") + call("nonsense"), WAIT, finish("fine"))
    stage.script("worker", respond("supervisor"))
    task = stage.send()
    stage.run()
    assert len(stage.prompts["worker"]) == 1
    for prompt in stage.prompts["supervisor"]:
        assert_results(prompt)
    assert Round.objects.get(task=task).response == "fine"


def test_a_reply_without_a_call_is_tried_again() -> None:
    stage = pair()
    stage.script("supervisor", "I think it is 42.", finish("It is 42."))
    task = stage.send()
    stage.run()
    assert "agent_error" in stage.names(task)
    assert "::tool_call_required::" in stage.last_texts("supervisor")[-1]
    assert Round.objects.get(task=task).response == "It is 42."


def test_replies_without_a_call_are_bounded() -> None:
    stage = pair()
    stage.always("supervisor", "I only talk.")
    task = stage.send()
    stage.run()
    assert len(stage.prompts["supervisor"]) == 4
    assert stage.names(task)[-1] == "task_error"
    assert "without calling a tool" in stage.events(task)[-1].data["response"]


def test_a_new_round_counts_plain_replies_anew() -> None:
    stage = pair()
    stage.script("supervisor", "a", "b", "c", "d", "e", finish("at last"))
    stage.send(task_id="t")
    stage.run()
    task = stage.send("again", task_id="t")
    stage.run()
    assert Round.objects.get(task=task, number=2).response == "at last"


def test_an_agent_that_answers_the_system_for_ever_is_stopped(settings: Any) -> None:
    settings.TASK_STEP_LIMIT = 10
    stage = pair()
    stage.always("supervisor", respond("system"))
    task = stage.send()
    stage.run()
    assert len(stage.prompts["supervisor"]) == 11
    frame = stage.events(task)[-1]
    assert frame.event == "task_error"
    assert frame.data["extra_data"]["reason"] == "limit"


def test_calls_with_one_id_are_told_apart() -> None:
    stage = pair()

    def twins(_: list[dict[str, Any]]) -> Any:
        reply = AgentReply.of(as_reply(request("worker", "one") + request("worker", "two"), "completions"))
        for made in reply.tool_calls:
            made.tool_call_id = "same"
        for made in reply.entries[0]["tool_calls"]:
            made["id"] = "same"
        return reply

    stage.script("supervisor", twins, WAIT, finish("ok"))
    stage.script("worker", respond("supervisor"))
    task = stage.send()
    stage.run()
    assert Round.objects.get(task=task).response == "ok"
    assert len(stage.prompts["worker"]) == 1


def test_a_round_in_which_nobody_works_gets_a_reminder_and_then_ends() -> None:
    stage = pair()
    stage.script("supervisor", call("send_broadcast", subject="s", body="b", targets=["worker"]))
    stage.always("worker", call("acknowledge_broadcast"))
    stage.always("supervisor", call("send_broadcast", subject="s", body="b", targets=["worker"]))
    task = stage.send()
    stage.run()
    names = stage.names(task)
    assert names[-1] == "task_error"
    frame = stage.events(task)[-1]
    assert frame.data["extra_data"]["reason"] == "stalled"
    reminders = [prompt for prompt in stage.prompts["supervisor"] if "::task_stalled::" in str(prompt[-1])]
    assert len(reminders) == 1


def test_waiting_for_ones_own_action_is_no_mistake() -> None:
    stage = pair(actions=[action("look", lambda arguments: "sunny")], agent_actions={"supervisor": ["look"]})
    stage.script("supervisor", call("look") + WAIT, finish("sunny"))
    task = stage.send()
    stage.run()
    assert "agent_error" not in stage.names(task)
    assert Round.objects.get(task=task).response == "sunny"


def test_what_no_database_can_store_is_replaced() -> None:
    stage = pair()
    stage.script("supervisor", request("worker", "a\x00b"), finish("c\ud800d"))
    stage.script("worker", respond("supervisor", "e\x00"))
    task = stage.send("f\x00g")
    stage.run()
    assert Round.objects.get(task=task).response == "c\N{REPLACEMENT CHARACTER}d"
