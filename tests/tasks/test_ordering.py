"""Order, against a simple model of mailboxes: by priority, by age within a class, one step at a time."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from mail.messages import MessageType
from tasks.engine import run
from tasks.models import Event, Step
from tests.tasks.stage import WAIT, Calls, Died, Stage, call, finish, respond

pytestmark = pytest.mark.django_db(transaction=True)

AGENTS = ("a", "b", "c")
USER, URGENT, BROADCAST, LETTER = 2, 3, 4, 5


@dataclass(order=True)
class Mail:
    """A message in the model's mailbox; the smallest is read first."""

    priority: int
    yields: bool
    number: int
    body: str = field(compare=False)
    is_interrupt: bool = field(compare=False, default=False)


class Mailboxes(RuleBasedStateMachine):
    """The engine beside a model in which every mailbox is a list."""

    @initialize()
    def open(self) -> None:
        others = {name: [other for other in AGENTS if other != name] for name in AGENTS}
        self.stage = Stage(others, finishers=AGENTS, task_message_limit=10_000)
        self.boxes: dict[str, list[Mail]] = {name: [] for name in AGENTS}
        self.number = 0
        self.name = self.stage.name
        self.user_writes("a")

    # What happens

    @rule(agent=st.sampled_from(AGENTS))
    def user_writes(self, agent: str) -> None:
        body = self._put([agent], USER)
        self.task = self.stage.send(body, task_id=self.name, entrypoint=agent)

    @rule(agent=st.sampled_from(AGENTS))
    def user_interrupts(self, agent: str) -> None:
        self._interrupt(agent)

    @rule()
    def user_broadcasts(self) -> None:
        body = self._put(AGENTS, USER)
        self.stage.send(body, task_id=self.name, msg_type=MessageType.BROADCAST)

    @precondition(lambda self: self._waiting() > 1)
    @rule(data=st.data())
    def agent_steps(self, data: st.DataObject) -> None:
        agent = data.draw(st.sampled_from([name for name in AGENTS if self.boxes[name]]))
        kind = data.draw(st.sampled_from(["request", "response", "interrupt", "broadcast", "quiet"]))
        target = data.draw(st.sampled_from([name for name in AGENTS if name != agent]))
        expected = self._take(agent)
        reply = self._say(agent, kind, target)
        self._step(agent, reply, expected)

    @precondition(lambda self: self._waiting() > 1)
    @rule(data=st.data())
    def agent_is_interrupted_while_it_thinks(self, data: st.DataObject) -> None:
        agent = data.draw(st.sampled_from([name for name in AGENTS if self.boxes[name]]))
        expected = min(self.boxes[agent])

        async def think(messages: list[dict[str, Any]]) -> Calls:
            await asyncio.to_thread(self._interrupt, agent, expected)
            return WAIT

        if expected.is_interrupt and expected.priority <= USER:
            self.boxes[agent].remove(expected)
        self._step(agent, think, expected)

    # What must hold

    @invariant()
    def the_log_has_no_gaps(self) -> None:
        sequences = (
            Event.objects.filter(task=self.task).order_by("sequence").values_list("sequence", flat=True)
        )
        assert list(sequences) == list(range(1, len(sequences) + 1))

    def teardown(self) -> None:
        """Every message is read once, in the model's order."""
        while self._waiting() > 1:
            agent = next(name for name in AGENTS if self.boxes[name])
            self._step(agent, WAIT, self._take(agent))
        (last,) = [name for name in AGENTS if self.boxes[name]]
        self._step(last, finish("all read"), self._take(last))
        self.task.refresh_from_db()
        assert self.task.is_completed

    # How the model thinks

    def _waiting(self) -> int:
        return sum(len(box) for box in self.boxes.values())

    def _put(self, agents: Any, priority: int, *, is_interrupt: bool = False, first: bool = False) -> str:
        self.number += 1
        body = f"message {self.number}."
        for agent in agents:
            self.boxes[agent].append(Mail(priority, not first, self.number, body, is_interrupt))
        return body

    def _put_interrupt(self, agent: str, priority: int, handled: Mail | None = None) -> str:
        ahead = [mail.priority for mail in self.boxes[agent] if not mail.yields]
        ahead += [handled.priority] if handled is not None else []
        first = bool(ahead)
        return self._put([agent], min([priority, *ahead]), is_interrupt=True, first=first)

    def _interrupt(self, agent: str, handled: Mail | None = None) -> None:
        body = self._put_interrupt(agent, USER, handled)
        self.stage.send(body, task_id=self.name, entrypoint=agent, msg_type=MessageType.INTERRUPT)

    def _take(self, agent: str) -> Mail:
        mail = min(self.boxes[agent])
        self.boxes[agent].remove(mail)
        return mail

    def _say(self, agent: str, kind: str, target: str) -> Calls:
        if kind == "quiet":
            return WAIT
        if kind == "broadcast":
            others = [name for name in AGENTS if name != agent]
            return call("send_broadcast", subject="s", body=self._put(others, BROADCAST))
        body = self._put_interrupt(target, URGENT) if kind == "interrupt" else self._put([target], LETTER)
        return call(f"send_{kind}", target=target, subject="s", body=body)

    def _step(self, agent: str, reply: Any, expected: Mail) -> None:
        self.stage.script(agent, reply)
        self.stage.step(self.stage.actor(self.task, agent).pk)
        assert f"<body>{expected.body}</body>" in self.stage.last_texts(agent)[-1]


@pytest.fixture
def _one_step_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "STEPS_IN_A_ROW", 1)


@pytest.mark.usefixtures("_one_step_at_a_time")
def test_mailboxes_keep_their_order_whatever_happens() -> None:
    few = settings(
        max_examples=8, stateful_step_count=16, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(Mailboxes, settings=few)


def test_an_actor_takes_one_step_at_a_time_however_many_workers_look() -> None:
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    at_work: list[int] = []

    async def think(messages: list[dict[str, Any]]) -> Calls:
        at_work.append(1)
        assert len(at_work) == 1
        await asyncio.sleep(0.01)
        at_work.pop()
        return respond("supervisor")

    requests = [
        each
        for number in range(6)
        for each in call("send_request", target="worker", subject="s", body=str(number))
    ]
    stage.script("supervisor", requests, *[WAIT] * 5, finish("ok"))
    stage.always("worker", think)
    task = stage.send()
    stage.step(stage.actor(task, "supervisor").pk)
    worker = stage.actor(task, "worker").pk

    async def crowd() -> None:
        await asyncio.gather(*(stage.workplace.run(worker) for _ in range(8)))

    asyncio.run(crowd())
    stage.run()
    read = [prompt[-1]["content"].split("<body>")[1][0] for prompt in stage.prompts["worker"]]
    assert read == list("012345")
    assert Step.objects.filter(actor=worker, state="done").count() == 6


def test_a_step_left_by_a_dead_worker_gives_way_to_more_urgent_mail() -> None:
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]}, finishers=["worker"])
    stage.script("supervisor", call("send_request", target="worker", subject="s", body="ordinary"))
    task = stage.send(task_id="t")
    stage.step(stage.actor(task, "supervisor").pk)
    stage.script("worker", Died(), WAIT, finish("ok"))
    with pytest.raises(Died):
        stage.run()
    stage.send("urgent", task_id="t", entrypoint="worker")
    stage.bury()
    stage.run()
    order = [prompt[-1]["content"].split("<body>")[1].split("<")[0] for prompt in stage.prompts["worker"]]
    assert order == ["ordinary", "urgent", "ordinary"]
    assert Step.objects.filter(actor__agent="worker").count() == 2
