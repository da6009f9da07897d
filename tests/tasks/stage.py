"""A stage for engine tests: a swarm of scripted agents, run in the test's own process.

    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    stage.script("supervisor", call("send_request", target="worker", subject="s", body="b"))
    stage.script("worker", call("send_response", target="supervisor", subject="s", body="42"))
    stage.script("supervisor", call("task_complete", finish_message="It is 42."))
    task = stage.send("What is it?")
    stage.run()

Nothing of the engine is replaced: agents are plain async functions, as any operator may register them.
"""

import asyncio
import inspect
import json
import uuid
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.caller import Caller
from accounts.choices import Role
from mail.agents import AgentReply
from mail.tools import AgentToolCall
from swarms.models import Swarm
from swarms.registered import register
from swarms.store import store_document
from tasks.choices import OPEN_DELIVERIES
from tasks.engine.claim import claim
from tasks.engine.lease import Lease
from tasks.engine.repair import give_back
from tasks.engine.run import run_actor
from tasks.errors import LeaseLost, StepHalted
from tasks.follow import read_events
from tasks.frames import Frame
from tasks.models import Actor, Delivery, Task, Worker
from tasks.submit import Letter, Submitted, submit
from tasks.sweep import free_dead_leases

Calls = list[tuple[str, dict[str, Any]]]
Scripted = (
    Calls
    | str
    | BaseException
    | AgentReply
    | Awaitable["Scripted"]
    | Callable[[list[dict[str, Any]]], "Scripted"]
)

ALICE = Caller(role=Role.USER, id="alice", swarm="stage")
BOB = Caller(role=Role.USER, id="bob", swarm="stage")
ADMIN = Caller(role=Role.ADMIN, id="ada", swarm="stage")


def call(name: str, /, **arguments: Any) -> Calls:
    return [(name, arguments)]


def request(target: str, body: str = "please") -> Calls:
    return call("send_request", target=target, subject="question", body=body)


def respond(target: str, body: str = "done") -> Calls:
    return call("send_response", target=target, subject="answer", body=body)


def finish(message: str = "finished") -> Calls:
    return call("task_complete", finish_message=message)


def action(name: str, function: Callable[..., Any] | None, **fields: Any) -> dict[str, Any]:
    """An action's definition; the function lives in this process."""
    parameters = fields.pop("parameters", {"type": "object", "properties": {}})
    definition = {"name": name, "description": name, "parameters": parameters, **fields}
    if function is not None:
        definition["function"] = register(f"action/{uuid.uuid4().hex}", function)
    return definition


WAIT = call("await_message")


class Died(BaseException):
    """What a test raises in an agent or an action to have the worker die there."""


class Stage:
    """One swarm. The first agent is the entrypoint and, with the `finishers`, can complete tasks."""

    def __init__(self, agents: Mapping[str, Sequence[str]], **swarm: Any) -> None:
        self.name = f"stage-{uuid.uuid4().hex[:8]}"
        self.prompts: dict[str, list[list[dict[str, Any]]]] = defaultdict(list)
        self.choices: dict[str, list[Any]] = defaultdict(list)
        self._scripts: dict[str, deque[Scripted]] = defaultdict(deque)
        self._default: dict[str, Scripted] = {}
        actions = swarm.pop("agent_actions", {})
        finishers = swarm.pop("finishers", [])
        self.tool_format = swarm.pop("tool_format", "completions")
        first = next(iter(agents))
        document = {
            "name": self.name,
            "version": "1",
            "entrypoint": first,
            "agents": [
                {
                    "name": name,
                    "factory": register(f"{self.name}/{name}", self._function(name)),
                    "comm_targets": list(targets),
                    "enable_entrypoint": name == first or name in finishers,
                    "can_complete_tasks": name == first or name in finishers,
                    "tool_format": self.tool_format,
                    "actions": actions.get(name, []),
                    "agent_params": {},
                }
                for name, targets in agents.items()
            ],
            "actions": [],
            **swarm,
        }
        self.swarm: Swarm = store_document(document).swarm
        assert self.swarm.is_runnable, self.swarm.problems
        self.workplace = Workplace()

    def script(self, agent: str, *replies: Scripted) -> None:
        self._scripts[agent].extend(replies)

    def always(self, agent: str, reply: Scripted) -> None:
        self._default[agent] = reply

    def _function(self, name: str) -> Callable[..., Any]:
        async def answer(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
            self.prompts[name].append(messages)
            self.choices[name].append(tool_choice)
            scripted = self._scripts[name].popleft() if self._scripts[name] else self._default.get(name)
            while callable(scripted) or inspect.isawaitable(scripted):
                scripted = scripted(messages) if callable(scripted) else await scripted
            if isinstance(scripted, BaseException):
                raise scripted
            assert scripted is not None, f"nothing is scripted for {name}"
            return scripted if isinstance(scripted, AgentReply) else as_reply(scripted, self.tool_format)

        return answer

    def send(self, body: str = "Hello", caller: Caller = ALICE, **fields: Any) -> Task:
        return self.submit(body, caller, **fields).task

    def submit(self, body: str = "Hello", caller: Caller = ALICE, **fields: Any) -> Submitted:
        return submit(caller, Letter(body=body, swarm=self.name, **fields))

    def run(self, limit: int = 200) -> None:
        """Step every actor that has mail until all is quiet."""
        for _ in range(limit):
            waiting = Delivery.objects.filter(
                state__in=OPEN_DELIVERIES, actor__worker=None, task__swarm=self.swarm
            )
            actor = waiting.order_by("priority", "pk").values_list("actor_id", flat=True).first()
            if actor is None:
                return
            self.step(actor)
        raise AssertionError("the swarm does not come to rest")

    def run_together(self, limit: int = 100) -> None:
        """The same with every actor that has mail at work at once."""
        for _ in range(limit):
            waiting = Delivery.objects.filter(
                state__in=OPEN_DELIVERIES, actor__worker=None, task__swarm=self.swarm
            )
            actors = set(waiting.values_list("actor_id", flat=True))
            if not actors:
                return
            asyncio.run(self._gather(actors))
        raise AssertionError("the swarm does not come to rest")

    async def _gather(self, actors: set[int]) -> None:
        await asyncio.gather(*(self.workplace.run(actor) for actor in actors))

    def step(self, actor_pk: int) -> None:
        asyncio.run(self.workplace.run(actor_pk))

    def bury(self) -> None:
        """The worker has died: its heart stands still, and the sweeper finds out."""
        long_ago = timezone.now() - timedelta(minutes=1)
        Worker.objects.filter(pk=self.workplace.worker).update(beat_at=long_ago)
        free_dead_leases()
        self.workplace = Workplace()

    def last_texts(self, agent: str) -> list[str]:
        """What the agent's newest prompt says, entry by entry."""
        return [str(entry.get("content") or entry.get("output") or "") for entry in self.prompts[agent][-1]]

    def events(self, task: Task) -> list[Frame]:
        return read_events(task, 0, 100_000)

    def names(self, task: Task) -> list[str]:
        return [frame.event for frame in self.events(task)]

    def actor(self, task: Task, agent: str) -> Actor:
        return Actor.objects.get(task=task, agent=agent)


@dataclass
class Workplace:
    """A worker process in miniature: real leases, real threads, no broker."""

    worker: uuid.UUID

    def __init__(self) -> None:
        self.worker = uuid.uuid4()
        now = timezone.now()
        Worker.objects.create(id=self.worker, host="test", pid=1, started_at=now, beat_at=now)

    async def run(self, actor_pk: int) -> None:
        held = await self.in_database(claim, actor_pk, self.worker)
        if held is None:
            return
        try:
            await run_actor(held, self)
        except LeaseLost:
            return
        except StepHalted:
            await self.in_database(give_back, held.lease, None)

    async def in_database(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.to_thread(_closing, function, *arguments)

    async def asking(self, lease: Lease, question: Coroutine[Any, Any, AgentReply]) -> AgentReply:
        return await question


def _closing(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    finally:
        connection.close()


def as_reply(scripted: Scripted, tool_format: str) -> tuple[str | None, list[AgentToolCall]]:
    """A plain pair, as a custom agent function returns it."""
    if isinstance(scripted, str):
        return scripted, []
    assert isinstance(scripted, list)
    ids = [f"call_{uuid.uuid4().hex[:12]}" for _ in scripted]
    if tool_format == "responses":
        return None, [_response_call(call_id, *named) for call_id, named in zip(ids, scripted, strict=True)]
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": call_id, "type": "function", "function": {"name": name, "arguments": "{}"}}
            for call_id, (name, _) in zip(ids, scripted, strict=True)
        ],
    }
    calls = [
        AgentToolCall(tool_name=name, tool_args=arguments, tool_call_id=call_id, completion=message)
        for call_id, (name, arguments) in zip(ids, scripted, strict=True)
    ]
    return None, calls


def _response_call(call_id: str, name: str, arguments: dict[str, Any]) -> AgentToolCall:
    item = {"type": "function_call", "call_id": call_id, "name": name, "arguments": json.dumps(arguments)}
    return AgentToolCall(tool_name=name, tool_args=arguments, tool_call_id=call_id, responses=[item])
