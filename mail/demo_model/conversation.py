"""Reads a chat history: who wrote what, what was called, what came back, and where the round begins."""

import json
import re
from dataclasses import dataclass, field
from datetime import date, datetime
from html import unescape
from typing import Any

from mail.tools import MAIL_TOOL_NAMES

FIELD = r"<{0}(?: [^>]*)?>(.*?)</{0}>"
TIMESTAMP, SUBJECT, BODY = (re.compile(FIELD.format(name), re.S) for name in ("timestamp", "subject", "body"))
SENDER = re.compile(r'<from type="(\w+)">(.*?)</from>', re.S)
RECIPIENT = re.compile(r'<address type="\w+">(.*?)</address>')

# A call of these ends a round: what came before has been answered.
FINISHING = frozenset({"task_complete", "send_response"})
TASK_COMPLETE_NOTICE = "::task_complete::"


@dataclass(frozen=True, slots=True)
class Mail:
    """One message as the agent sees it; plain text counts as mail from the user."""

    sender_type: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    body: str
    day: date | None = None

    @property
    def is_from_person(self) -> bool:
        return self.sender_type in ("user", "admin")

    @property
    def is_from_system(self) -> bool:
        return self.sender_type == "system"

    @property
    def is_broadcast(self) -> bool:
        return len(self.recipients) > 1 or "all" in self.recipients


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call, made before or about to be made."""

    name: str
    arguments: dict[str, Any]


@dataclass(slots=True)
class Finding:
    """Something learned in this round: an agent's response or an action's result."""

    source: str
    text: str


@dataclass(slots=True)
class Round:
    """What belongs together: questions, the calls made for them, and what they brought."""

    questions: list[Mail] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    waiting_for: list[str] = field(default_factory=list)
    trouble: list[Mail] = field(default_factory=list)


@dataclass(slots=True)
class Conversation:
    """The whole history, cut into rounds."""

    rounds: list[Round]
    last_mail: Mail | None

    @property
    def present(self) -> Round:
        return self.rounds[-1]

    @property
    def earlier_questions(self) -> list[Mail]:
        return [question for past in self.rounds[:-1] for question in past.questions]


def read_conversation(messages: list[dict[str, Any]]) -> Conversation:
    conversation = Conversation([Round()], None)
    names: dict[str, str] = {}
    for message in messages:
        role = message.get("role")
        if role == "assistant":
            conversation.last_mail = None
            _read_calls(conversation, message, names)
        elif role == "tool":
            _read_result(conversation.present, message, names)
        elif role == "user":
            conversation.last_mail = read_mail(_text(message.get("content")))
            _read_mail(conversation, conversation.last_mail)
    return conversation


def read_mail(text: str) -> Mail:
    sender = SENDER.search(text)
    body = BODY.search(text)
    if sender is None or body is None:
        return Mail("user", "user", (), "", text)
    subject, timestamp = SUBJECT.search(text), TIMESTAMP.search(text)
    return Mail(
        sender_type=sender.group(1),
        sender=unescape(sender.group(2)),
        recipients=tuple(unescape(name) for name in RECIPIENT.findall(text)),
        subject=unescape(subject.group(1)) if subject else "",
        body=unescape(body.group(1)),
        day=_day(timestamp.group(1)) if timestamp else None,
    )


def _read_calls(conversation: Conversation, message: dict[str, Any], names: dict[str, str]) -> None:
    for wire_call in message.get("tool_calls") or []:
        function = wire_call["function"]
        name = function["name"]
        names[wire_call.get("id") or ""] = name
        call = Call(name, _arguments(function.get("arguments")))
        conversation.present.calls.append(call)
        if name == "send_request":
            conversation.present.waiting_for.append(str(call.arguments.get("target", "")))
        elif name in FINISHING:
            conversation.rounds.append(Round())


def _read_result(present: Round, message: dict[str, Any], names: dict[str, str]) -> None:
    name = names.get(message.get("tool_call_id") or "", "")
    if name and name not in MAIL_TOOL_NAMES:
        present.findings.append(Finding(name, _text(message.get("content"))))


def _read_mail(conversation: Conversation, mail: Mail) -> None:
    present = conversation.present
    if mail.subject == TASK_COMPLETE_NOTICE:
        conversation.rounds.append(Round())
    elif mail.is_from_system:
        present.trouble.append(mail)
    elif mail.sender in present.waiting_for:
        present.waiting_for.remove(mail.sender)
        present.findings.append(Finding(mail.sender, mail.body))
    elif mail.is_from_person or not mail.is_broadcast:
        present.questions.append(mail)


def _arguments(text: Any) -> dict[str, Any]:
    try:
        arguments = json.loads(text or "{}")
    except ValueError:
        return {}
    return arguments if isinstance(arguments, dict) else {}


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")


def _day(timestamp: str) -> date | None:
    try:
        return datetime.fromisoformat(timestamp.strip()).date()
    except ValueError:
        return None
