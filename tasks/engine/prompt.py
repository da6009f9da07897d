"""What the model is told: the actor's history, then the message at hand. Calls always have their results."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mail.rendering import build_mail_xml
from tasks.choices import EntryKind
from tasks.engine.compact import first_position, shorten
from tasks.models import Actor, Delivery, HistoryEntry, Message

Entry = dict[str, Any]
NO_RESULT = "No result was recorded for this call."
CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Prompt:
    entries: list[Entry]

    def estimate_tokens(self) -> int:
        """Roughly what asking will cost, to reserve it."""
        return math.ceil(sum(len(str(entry)) for entry in self.entries) / CHARACTERS_PER_TOKEN)


def read_prompt(actor: Actor, delivery: Delivery) -> Prompt:
    start = first_position(actor.entries)
    entries = shorten(_read_entries(actor, start), left_out=start) if actor.entries else []
    if not delivery.continues:
        entries.append((EntryKind.MESSAGE, _show(actor, delivery.message)))
    return Prompt(pair_results(entries))


def _read_entries(actor: Actor, start: int) -> list[tuple[EntryKind, Entry]]:
    """The history from a position on. Columns, not rows with their messages: it may be a thousand."""
    history = HistoryEntry.objects.filter(actor=actor, is_hidden=False, position__gte=start)
    rows = list(history.order_by("position").values_list("kind", "content", "message_id"))
    messages = Message.objects.in_bulk([message for _, _, message in rows if message is not None])
    return [
        (EntryKind(kind), content if message is None else _show(actor, messages[message]))
        for kind, content, message in rows
    ]


def _show(actor: Actor, message: Message) -> Entry:
    message.task = actor.task
    return dict(build_mail_xml(message.as_mail()))


def pair_results(rows: Iterable[tuple[EntryKind, Entry]]) -> list[Entry]:
    """Put every result right behind its call, whatever came in between, and give orphans a stand-in.

    A broadcast may arrive while an action runs, and a crash may end a step between call and result;
    providers refuse a history in which a call is not followed by its result.
    """
    paired: list[Entry] = []
    owed: dict[str, Entry] = {}
    held: list[Entry] = []
    before: EntryKind | None = None
    for kind, entry in rows:
        if kind == EntryKind.REPLY:
            if before != EntryKind.REPLY:
                _settle(paired, owed, held)
            paired.append(entry)
            owed.update(_stand_ins(entry))
        elif kind == EntryKind.RESULT:
            if owed.pop(_answered(entry), None) is not None:
                paired.append(entry)
        elif owed:
            held.append(entry)
        else:
            paired.append(entry)
        if not owed:
            _settle(paired, owed, held)
        before = kind
    _settle(paired, owed, held)
    return paired


def _settle(paired: list[Entry], owed: dict[str, Entry], held: list[Entry]) -> None:
    paired.extend(owed.values())
    paired.extend(held)
    owed.clear()
    held.clear()


def _stand_ins(entry: Entry) -> dict[str, Entry]:
    """The calls that an entry makes, each with the result it gets if none was recorded."""
    if entry.get("type") == "function_call":
        call_id = entry["call_id"]
        return {call_id: {"type": "function_call_output", "call_id": call_id, "output": NO_RESULT}}
    return {
        call["id"]: {"role": "tool", "tool_call_id": call["id"], "content": NO_RESULT}
        for call in entry.get("tool_calls") or ()
    }


def _answered(entry: Entry) -> str:
    return str(entry.get("call_id") or entry.get("tool_call_id"))
