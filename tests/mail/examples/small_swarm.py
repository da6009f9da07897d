"""The smallest thing that can run a shipped swarm: one mailbox, no database, the real agent functions."""

import importlib
import json
from collections import deque
from pathlib import Path
from typing import Any

from mail.actions import find_action
from mail.tools import AgentToolCall

SWARMS = Path(__file__).parents[3] / "swarms.json"
ENVELOPE = """<incoming_message>
<timestamp>2026-11-18T12:00:00+00:00</timestamp>
<from type="{sender_type}">{sender}</from>
<to>
<address type="agent">{recipient}</address>
</to>
<subject>{subject}</subject>
<body>{body}</body>
</incoming_message>"""


def mail(
    sender: str, body: str, *, sender_type: str = "user", recipient: str = "me", subject: str = "Hi"
) -> dict[str, Any]:
    """A history entry as the engine writes it."""
    content = ENVELOPE.format(
        sender=sender, body=body, sender_type=sender_type, recipient=recipient, subject=subject
    )
    return {"role": "user", "content": content}


def load_swarm(name: str) -> dict[str, Any]:
    swarms: list[dict[str, Any]] = json.loads(SWARMS.read_text())
    return next(swarm for swarm in swarms if swarm["name"] == name)


def resolve(value: Any) -> Any:
    if not isinstance(value, str) or not value.startswith("python::"):
        return value
    module, _, attribute = value.removeprefix("python::").partition(":")
    return getattr(importlib.import_module(module), attribute)


class SmallSwarm:
    """Keeps a history for each agent and hands the mail round until the task is complete."""

    def __init__(self, name: str, **overrides: Any) -> None:
        swarm = load_swarm(name)
        self.entrypoint = swarm["entrypoint"]
        self.functions = {action["name"]: resolve(action["function"]) for action in swarm["actions"]}
        tools = {
            action["name"]: {
                "type": "function",
                "function": {key: action[key] for key in ("name", "description", "parameters")},
            }
            for action in swarm["actions"]
        }
        for reference in swarm.get("action_imports", ()):
            declared = find_action(resolve(reference))
            assert declared is not None
            self.functions[declared.name] = declared.function
            tools[declared.name] = declared.to_tool_dict("completions")
        self.agents = {agent["name"]: self._build(agent, tools, overrides) for agent in swarm["agents"]}
        self.histories: dict[str, list[dict[str, Any]]] = {agent: [] for agent in self.agents}
        self.calls: list[tuple[str, str, dict[str, Any]]] = []

    def _build(self, agent: dict[str, Any], tools: dict[str, Any], overrides: dict[str, Any]) -> Any:
        parameters = {key: resolve(value) for key, value in agent["agent_params"].items()}
        wiring = {
            "name": agent["name"],
            "comm_targets": agent["comm_targets"],
            "tools": [tools[action] for action in agent.get("actions", ())],
            "can_complete_tasks": agent.get("can_complete_tasks", False),
            "tool_format": agent["tool_format"],
        }
        return resolve(agent["factory"])(**{**wiring, **parameters, **overrides})

    async def ask(self, question: str) -> str:
        """Run one round and return the finish message."""
        queue = deque([(self.entrypoint, mail("someone", question))])
        for _ in range(40):
            agent, entry = queue.popleft()
            self.histories[agent].append(entry)
            answer = await self._step(agent, queue)
            if answer is not None:
                return answer
        raise AssertionError("the task did not end")

    async def _step(self, agent: str, queue: deque[Any]) -> str | None:
        history = self.histories[agent]
        while True:
            reply = await self.agents[agent](history, "required")
            history += reply.entries
            used_action, answer = False, None
            for made in reply.tool_calls:
                self.calls.append((agent, made.tool_name, made.tool_args))
                used_action |= made.tool_name in self.functions
                history.append(made.create_response_msg(await self._carry_out(agent, made, queue)))
                answer = made.tool_args["finish_message"] if made.tool_name == "task_complete" else answer
            if answer is not None or not used_action:
                return answer

    async def _carry_out(self, agent: str, made: AgentToolCall, queue: deque[Any]) -> str:
        if made.tool_name in self.functions:
            return str(await self.functions[made.tool_name](made.tool_args))
        if made.tool_name in ("send_request", "send_response"):
            letter = mail(
                agent, made.tool_args["body"], sender_type="agent", subject=made.tool_args["subject"]
            )
            queue.append((made.tool_args["target"], letter))
        return "done"
