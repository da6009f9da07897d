"""Knows a swarm that one user works with: its agents, and how messages are sent to it."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mail.actions import MAILAction
from mail.addresses import AddressKind, create_address
from mail.api.agent import MAILAgent
from mail.api.definition import SwarmRules
from mail.api.errors import BadLetter, NoInterswarm
from mail.api.functions import action_core
from mail.api.outgoing import compose_message
from mail.api.part import take_part
from mail.api.runtime import DEFAULT_SECONDS, MAILRuntime
from mail.api.stream import EventStream
from mail.api.swarm_template import MAILSwarmTemplate
from mail.api.wiring import apply_adjacency_matrix, build_adjacency_matrix
from mail.core.actions import ActionOverrideFunction
from mail.core.agents import AgentCore
from mail.engine import MAILTask, SwarmEvent, Ticket
from mail.messages import MAILMessage

Answer = tuple[MAILMessage, list[SwarmEvent]]


class MAILSwarm:
    """Agents that work together for one user, run by the engine of this process."""

    def __init__(
        self,
        name: str,
        agents: Sequence[MAILAgent],
        actions: Sequence[MAILAction],
        entrypoint: str,
        user_id: str = "default_user",
        *,
        swarm_registry: Any = None,
        enable_interswarm: bool = False,
        rules: SwarmRules | None = None,
        data_dir: str | Path | None = None,
    ) -> None:
        self.name = name
        self.agents = list(agents)
        self.actions = list(actions)
        self.entrypoint = entrypoint
        self.user_id = user_id
        self.enable_interswarm = enable_interswarm
        self.rules = rules or SwarmRules()
        self._runtime = MAILRuntime(
            agents=self._cores(),
            actions={action.name: action_core(action) for action in self.actions},
            user_id=user_id,
            swarm_name=name,
            swarm_registry=swarm_registry,
            enable_interswarm=enable_interswarm,
            entrypoint=entrypoint,
            rules=self.rules,
            data_dir=data_dir,
        )

    def _cores(self) -> dict[str, AgentCore]:
        return {agent.name: agent.to_core() for agent in self.agents}

    def start(self) -> "MAILSwarm":
        """Start the engine now rather than with the first message."""
        self._runtime.start()
        return self

    async def post_message(
        self,
        body: str,
        subject: str = "New Message",
        msg_type: str = "request",
        entrypoint: str | None = None,
        show_events: bool = False,
        *,
        timeout: float | None = DEFAULT_SECONDS,  # noqa: ASYNC109  # the documented name
        task_id: str | None = None,
        resume_from: str | None = None,
        **kwargs: Any,
    ) -> Answer:
        """Send a text to the entrypoint and wait for the answer."""
        message = self._compose(body, subject, msg_type, entrypoint, task_id)
        return await self.submit_message(message, timeout, show_events, resume_from, **kwargs)

    def post_message_stream(
        self,
        body: str,
        subject: str = "New Message",
        msg_type: str = "request",
        entrypoint: str | None = None,
        task_id: str | None = None,
        *,
        timeout: float | None = DEFAULT_SECONDS,
        resume_from: str | None = None,
        **kwargs: Any,
    ) -> EventStream:
        """Send a text to the entrypoint and follow what happens; the stream ends with the round."""
        message = self._compose(body, subject, msg_type, entrypoint, task_id)
        return self.submit_message_stream(message, timeout, resume_from, **kwargs)

    async def post_message_and_run(
        self,
        body: str,
        subject: str = "New Message",
        msg_type: str = "request",
        entrypoint: str | None = None,
        show_events: bool = False,
        *,
        task_id: str | None = None,
        resume_from: str | None = None,
        max_steps: int | None = None,
        **kwargs: Any,
    ) -> Answer:
        """The same as post_message, without a limit on the waiting: the engine runs by itself."""
        message = self._compose(body, subject, msg_type, entrypoint, task_id)
        return await self.submit_message(
            message, None, show_events, resume_from, max_steps=max_steps, **kwargs
        )

    async def submit_message(
        self,
        message: MAILMessage,
        timeout: float | None = DEFAULT_SECONDS,  # noqa: ASYNC109  # the documented name
        show_events: bool = False,
        resume_from: str | None = None,
        **kwargs: Any,
    ) -> Answer:
        """Send a whole MAIL message and wait for the answer."""
        response = await self._runtime.submit_and_wait(message, timeout, resume_from, **kwargs)
        if not show_events:
            return response, []
        task_id = response["message"]["task_id"]
        return response, await asyncio.to_thread(self._runtime.get_events_by_task_id, task_id)

    async def submit_message_nowait(
        self, message: MAILMessage, resume_from: str | None = None, **kwargs: Any
    ) -> Ticket:
        """Send a whole MAIL message and return at once."""
        return await self._runtime.submit(message, resume_from, **kwargs)

    def submit_message_stream(
        self,
        message: MAILMessage,
        timeout: float | None = DEFAULT_SECONDS,
        resume_from: str | None = None,
        **kwargs: Any,
    ) -> EventStream:
        """Send a whole MAIL message and follow what happens."""
        return self._runtime.submit_and_stream(message, timeout, resume_from, **kwargs)

    def build_message(
        self,
        subject: str,
        body: str,
        targets: Sequence[str],
        sender_type: AddressKind = "user",
        type: str = "request",  # noqa: A002  # the documented name
        *,
        task_id: str | None = None,
    ) -> MAILMessage:
        """A whole MAIL message from this swarm's user, with new ids."""
        sender = create_address(self.user_id, sender_type)
        return compose_message(
            type, sender, targets, subject=subject, body=body, swarm=self.name, task_id=task_id
        )

    def _compose(
        self, body: str, subject: str, msg_type: str, entrypoint: str | None, task_id: str | None
    ) -> MAILMessage:
        if not isinstance(body, str):
            raise BadLetter("The body must be a text that is not empty.")
        targets = [] if msg_type == "broadcast" else [entrypoint or self.entrypoint]
        return self.build_message(subject, body, targets, "user", msg_type, task_id=task_id)

    async def run_continuous(self, action_override: ActionOverrideFunction | None = None, **_: Any) -> None:
        """Wait until shutdown is called; meanwhile the override, if given, stands in for every action."""
        await self._runtime.run_continuous(action_override)

    async def shutdown(self) -> None:
        """Cancel what still runs and let the swarm go."""
        await self._runtime.shutdown()

    def get_pending_requests(self) -> dict[str, asyncio.Future[MAILMessage]]:
        """What is being waited for, by task id."""
        return dict(self._runtime.pending_requests)

    def get_events(self, task_id: str) -> list[SwarmEvent]:
        """All events of a task so far."""
        return self._runtime.get_events_by_task_id(task_id)

    def get_all_tasks(self) -> dict[str, MAILTask]:
        """The user's tasks in this swarm, by task id, oldest first."""
        return {task.task_id: task for task in self._runtime.get_tasks()}

    def get_task_by_id(self, task_id: str) -> MAILTask | None:
        return self.get_all_tasks().get(task_id)

    def get_subswarm(
        self, names: Sequence[str], name_suffix: str, entrypoint: str | None = None
    ) -> MAILSwarmTemplate:
        """The template of a smaller swarm with these agents."""
        agents = [agent._to_template([each.name for each in self.agents]) for agent in self.agents]
        whole = MAILSwarmTemplate(
            self.name, agents, self.actions, self.entrypoint, self.enable_interswarm, rules=self.rules
        )
        return take_part(whole, names, name_suffix, entrypoint)

    def update_from_adjacency_matrix(self, adj: Sequence[Sequence[int]]) -> None:
        """Set who may write to whom, from the next round on."""
        apply_adjacency_matrix(self.agents, adj)
        self._runtime.redefine(self._cores(), {action.name: action_core(action) for action in self.actions})

    def _build_adjacency_matrix(self) -> tuple[list[list[int]], list[str]]:
        return build_adjacency_matrix(self.agents)

    async def start_interswarm(self) -> None:
        """Interswarm messages need a server that others can reach."""
        await self._runtime.start_interswarm()

    async def stop_interswarm(self) -> None:
        """Nothing to stop: see start_interswarm."""

    async def is_interswarm_running(self) -> bool:
        return False

    async def handle_interswarm_response(self, response_message: Mapping[str, Any]) -> None:
        """Interswarm messages need a server that others can reach."""
        await self._runtime.handle_interswarm_response(response_message)

    async def route_interswarm_message(self, message: Mapping[str, Any]) -> MAILMessage:
        """Interswarm messages need a server that others can reach."""
        raise NoInterswarm
