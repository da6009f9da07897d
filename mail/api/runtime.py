"""Knows how one user's swarm runs: a thin class over the engine, in this process."""

import asyncio
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mail.api.definition import SwarmRules, build_definition
from mail.api.errors import BadSwarm, NoInterswarm, SwarmStopped
from mail.api.letters import check_task_id, read_letter
from mail.api.override import overridable
from mail.api.stream import EventStream, still_running
from mail.core.actions import ActionCore, ActionOverrideFunction
from mail.core.agents import AgentCore
from mail.engine import Definition, Engine, MAILTask, SwarmEvent, Ticket, get_engine
from mail.messages import MAILMessage

DEFAULT_SECONDS = 3600.0


class MAILRuntime:
    """Runs a swarm for one user. The engine works from the first message on; nothing has to be pumped."""

    def __init__(
        self,
        agents: Mapping[str, AgentCore],
        actions: Mapping[str, ActionCore],
        user_id: str,
        swarm_name: str = "example",
        swarm_registry: Any = None,
        *,
        enable_interswarm: bool = False,
        entrypoint: str = "supervisor",
        rules: SwarmRules | None = None,
        data_dir: str | Path | None = None,
    ) -> None:
        if not isinstance(user_id, str) or not user_id.strip() or len(user_id) > 200:
            raise BadSwarm("A swarm needs a user_id: a text of 1 to 200 characters.")
        self.user_id = user_id
        self.swarm_name = swarm_name
        self.swarm_registry = swarm_registry
        self.enable_interswarm = enable_interswarm
        self.entrypoint = entrypoint
        self.pending_requests: dict[str, asyncio.Future[MAILMessage]] = {}
        # The newest answers; bounded, so that a long-lived swarm does not grow.
        self.response_queue: deque[tuple[str, MAILMessage]] = deque(maxlen=1000)
        self._rules = rules or SwarmRules()
        self._data_dir = data_dir
        self._override: ActionOverrideFunction | None = None
        self._opened: list[Ticket] = []
        self._engine: Engine | None = None
        self._hosted = ""
        self._lock = threading.Lock()
        self._is_stopped = False
        self._idlers: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._definition = self._define(agents, actions)

    def redefine(self, agents: Mapping[str, AgentCore], actions: Mapping[str, ActionCore]) -> None:
        """Other agents or connections from the next round on."""
        self._definition = self._define(agents, actions)
        if self._engine is not None and not self._is_stopped:
            self._engine.host(self._definition, self._hosted)

    def _define(self, agents: Mapping[str, AgentCore], actions: Mapping[str, ActionCore]) -> Definition:
        definition = build_definition(
            self.swarm_name,
            agents,
            actions,
            entrypoint=self.entrypoint,
            enable_interswarm=self.enable_interswarm,
            rules=self._rules,
        )
        functions = {
            name: overridable(name, function, lambda: self._override)
            for name, function in definition.actions.items()
        }
        return Definition(definition.document, definition.agents, functions)

    def start(self) -> Engine:
        """Start the engine if this process has none yet, and give it the swarm."""
        with self._lock:
            if self._is_stopped:
                raise SwarmStopped
            if self._engine is None:
                engine = get_engine(self._data_dir)
                self._hosted = engine.host(self._definition)
                self._engine = engine
            return self._engine

    def _reading(self) -> Engine:
        """The engine for those who only look: what a swarm did can be read after it was shut down, too."""
        return self._engine or self.start()

    async def submit(self, message: MAILMessage, resume_from: str | None = None, **options: Any) -> Ticket:
        """Send a message and return at once."""
        letter = read_letter(message, self.swarm_name, resume_from, options)
        engine = await asyncio.to_thread(self.start)
        ticket = await engine.submit(self._hosted, self.user_id, letter)
        self._opened.append(ticket)
        return ticket

    async def submit_and_wait(
        self,
        message: MAILMessage,
        timeout: float | None = DEFAULT_SECONDS,  # noqa: ASYNC109  # the documented name
        resume_from: str | None = None,
        **options: Any,
    ) -> MAILMessage:
        """Send a message and wait for the message that ends its round."""
        ticket = await self.submit(message, resume_from, **options)
        return await self._answer(ticket, timeout)

    def submit_and_stream(
        self,
        message: MAILMessage,
        timeout: float | None = DEFAULT_SECONDS,
        resume_from: str | None = None,
        **options: Any,
    ) -> EventStream:
        """Send a message and follow its round."""

        async def send() -> Ticket:
            ticket = await self.submit(message, resume_from, **options)
            # Whoever reads the stream sees the answer there: `run` need not wait for it.
            self._opened.remove(ticket)
            return ticket

        return EventStream(send, lambda ticket: self._reading().follow(ticket), timeout)

    async def run(self) -> MAILMessage:
        """Wait for the oldest message that nobody has waited for yet, and give back what ended its round."""
        if not self._opened:
            raise BadSwarm("There is nothing to wait for: submit a message first.")
        return await self._answer(self._opened[0], None)

    async def run_continuous(self, action_override: ActionOverrideFunction | None = None) -> None:
        """Wait until the swarm is shut down; meanwhile the override, if given, stands in for every action."""
        await asyncio.to_thread(self.start)
        idler = (asyncio.get_running_loop(), asyncio.Event())
        self._idlers.add(idler)
        self._override = action_override
        try:
            await idler[1].wait()
        finally:
            self._idlers.discard(idler)
            self._override = None

    async def _answer(self, ticket: Ticket, patience: float | None) -> MAILMessage:
        with suppress(ValueError):
            self._opened.remove(ticket)
        waiting = asyncio.ensure_future(self._wait(ticket, patience))
        self.pending_requests[ticket.task_id] = waiting
        try:
            return await waiting
        finally:
            if self.pending_requests.get(ticket.task_id) is waiting:
                del self.pending_requests[ticket.task_id]

    async def _wait(self, ticket: Ticket, patience: float | None) -> MAILMessage:
        message = await self._reading().wait(ticket, patience)
        if message is None:
            raise still_running(ticket.task_id, patience)
        self.response_queue.append((ticket.task_id, message))
        return message

    @property
    def events(self) -> dict[str, list[SwarmEvent]]:
        """All events so far, by task."""
        return {task.task_id: self.get_events_by_task_id(task.task_id) for task in self.get_tasks()}

    def get_events_by_task_id(self, task_id: str) -> list[SwarmEvent]:
        """All events of a task so far."""
        check_task_id(task_id)
        return self._reading().read_events(self._hosted, self.user_id, task_id)

    def get_tasks(self) -> list[MAILTask]:
        """The user's tasks in this swarm, oldest first."""
        return self._reading().read_tasks(self._hosted, self.user_id)

    async def shutdown(self) -> None:
        """Cancel what still runs and let the swarm go. Twice is the same as once."""
        with self._lock:
            engine = None if self._is_stopped else self._engine
            self._is_stopped = True
        for loop, event in list(self._idlers):
            loop.call_soon_threadsafe(event.set)
        if engine is not None:
            await asyncio.to_thread(engine.release, self._hosted, self.user_id)

    async def start_interswarm(self) -> None:
        """Interswarm messages need a server that others can reach."""
        raise NoInterswarm

    async def stop_interswarm(self) -> None:
        """Nothing to stop: see start_interswarm."""

    async def is_interswarm_running(self) -> bool:
        return False

    async def handle_interswarm_response(self, response_message: Mapping[str, Any]) -> None:
        """Interswarm messages need a server that others can reach."""
        raise NoInterswarm
