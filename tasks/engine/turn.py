"""One agent's turn while its outcome is gathered: what its calls may use and what they leave behind."""

from dataclasses import dataclass, field
from typing import Any

from swarms.compiled import CompiledAgent, CompiledSwarm
from tasks.change import Change
from tasks.choices import EntryKind, EventName
from tasks.models import Actor, Message, Step
from tasks.replies import Call, StoredReply, result_entry


@dataclass
class Turn:
    change: Change
    swarm: CompiledSwarm
    agent: CompiledAgent
    actor: Actor
    step: Step
    reply: StoredReply
    # The model had no choice but to complete the task.
    forced: bool = False
    # The agent is asked again once all results are in.
    goes_on: bool = False
    # The answer that ends the round.
    finish: Message | None = None
    # The broadcast at hand, with everything said about it, is to be forgotten.
    forgets: bool = False
    corrections: list["Correction"] = field(default_factory=list)
    # Its round is still under way. If not, its actions are recorded and nothing else is done.
    is_current: bool = field(init=False)

    def __post_init__(self) -> None:
        task = self.change.task
        self.is_current = task.is_running and self.step.round == task.round
        self.forced = self.forced and task.forced

    def event(self, name: EventName, what: str, **extra: Any) -> None:
        self.change.event(name, f"agent {self.agent.name} {what}", {"agent": self.agent.name, **extra})

    def give_result(self, call: Call, text: str) -> None:
        entry = result_entry(self.reply.tool_format, call.tool_call_id, text)
        self.change.remember(self.actor, EntryKind.RESULT, content=entry)


class Correction(Exception):  # not a fault of ours: a word to the agent
    """The agent must correct something; the text tells it what and how."""

    def __init__(self, subject: str, text: str, event: EventName = EventName.AGENT_ERROR) -> None:
        super().__init__(text)
        self.subject = subject
        self.text = text
        self.event = event
