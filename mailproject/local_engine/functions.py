"""The functions of the swarms that live in this process, behind references that never change.

A definition in the database names `registered::<swarm>/…`. What stands there looks the function up at the
moment of the call, so that a swarm can be shut down, changed or instantiated anew under the same version.
"""

import threading
from collections.abc import Callable
from typing import Any

from mail.agents import AgentOutput, ModelRefused, ToolChoice
from mail.engine import Definition
from swarms.registered import register


class LiveFunctions:
    """Which definition stands behind each hosted name just now."""

    def __init__(self) -> None:
        self._live: dict[str, Definition] = {}
        self._lock = threading.Lock()

    def find_free_name(self, name: str) -> str:
        """The name itself, or with a number if a swarm of that name lives here already."""
        with self._lock:
            number = 1
            free = name
            while free in self._live:
                number += 1
                free = f"{name}-{number}"
            return free

    def replace(self, swarm: str, definition: Definition) -> Definition | None:
        with self._lock:
            before = self._live.get(swarm)
            self._live[swarm] = definition
            return before

    def put_back(self, swarm: str, before: Definition | None) -> None:
        with self._lock:
            if before is None:
                self._live.pop(swarm, None)
            else:
                self._live[swarm] = before

    def refer_to_agent(self, swarm: str, name: str) -> str:
        async def ask(messages: list[dict[str, Any]], tool_choice: ToolChoice = "required") -> AgentOutput:
            function = self._get(swarm, name, lambda live: live.agents)
            output: AgentOutput = await function(messages, tool_choice)
            return output

        return register(f"{swarm}/{name}", ask)

    def refer_to_action(self, swarm: str, name: str) -> str:
        async def run(arguments: dict[str, Any]) -> Any:
            return await self._get(swarm, name, lambda live: live.actions)(arguments)

        return register(f"{swarm}/actions/{name}", run)

    def _get(self, swarm: str, name: str, which: Callable[[Definition], Any]) -> Callable[..., Any]:
        with self._lock:
            live = self._live.get(swarm)
        function: Callable[..., Any] | None = which(live).get(name) if live is not None else None
        if function is None:
            raise ModelRefused(f"Swarm {swarm!r} has been shut down, so {name} cannot be called.")
        return function
