"""Broadcasts: to all or to some, acknowledged or dropped from memory."""

import pytest

from tasks.models import HistoryEntry, Round
from tests.tasks.stage import WAIT, Calls, Stage, call, finish, respond

pytestmark = pytest.mark.django_db(transaction=True)


def trio() -> Stage:
    agents = {"supervisor": ["a", "b"], "a": ["supervisor"], "b": ["supervisor"], "c": ["supervisor"]}
    return Stage(agents)


def shout(*targets: str) -> Calls:
    more = {"targets": list(targets)} if targets else {}
    return call("send_broadcast", subject="news", body="hear me", **more)


def test_a_broadcast_reaches_everybody_but_its_sender() -> None:
    stage = trio()
    stage.script("supervisor", shout(), finish("told"))
    for agent in "abc":
        stage.script(agent, call("acknowledge_broadcast"))
    stage.send()
    stage.run()
    assert [len(stage.prompts[agent]) for agent in "abc"] == [1, 1, 1]
    assert "<body>hear me</body>" in stage.last_texts("a")[-1]


def test_a_broadcast_with_targets_reaches_only_those_and_each_once() -> None:
    stage = trio()
    stage.script("supervisor", shout("a", "b", "a"), finish("told"))
    stage.script("a", call("acknowledge_broadcast"))
    stage.script("b", call("acknowledge_broadcast"))
    stage.send()
    stage.run()
    assert [len(stage.prompts[agent]) for agent in "abc"] == [1, 1, 0]


def test_an_acknowledged_broadcast_stays_in_memory() -> None:
    stage = trio()
    stage.script("supervisor", shout("a"), call("send_request", target="a", subject="q", body="?"), WAIT)
    stage.script("a", call("acknowledge_broadcast"), respond("supervisor"))
    stage.script("supervisor", finish("ok"))
    stage.send()
    stage.run()
    assert any("hear me" in text for text in stage.last_texts("a"))


def test_an_ignored_broadcast_is_dropped_from_memory() -> None:
    stage = trio()
    stage.script("supervisor", shout("a"), call("send_request", target="a", subject="q", body="?"), WAIT)
    stage.script("a", call("ignore_broadcast", reason="not mine"), respond("supervisor"))
    stage.script("supervisor", finish("ok"))
    task = stage.send()
    stage.run()
    assert len(stage.prompts["a"][-1]) == 1
    assert "hear me" not in stage.last_texts("a")[0]
    ignored = next(frame for frame in stage.events(task) if frame.event == "broadcast_ignored")
    assert ignored.data["extra_data"]["reason"] == "not mine"


def test_ignoring_beside_another_call_drops_the_broadcast_and_keeps_the_call() -> None:
    stage = trio()
    stage.script("supervisor", shout("a"), WAIT, finish("ok"))
    stage.script("a", call("ignore_broadcast") + respond("supervisor", "I am busy"))
    task = stage.send()
    stage.run()
    shown = HistoryEntry.objects.filter(actor=stage.actor(task, "a"), is_hidden=False)
    assert list(shown.order_by("position").values_list("kind", flat=True)) == [
        "reply",
        "result",
        "result",
        "message",
    ]
    assert Round.objects.get(task=task).response == "ok"
