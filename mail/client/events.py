"""Knows the text of a server-sent event stream: bytes in, however they are cut, events out."""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mail.client.errors import UnreadableAnswer

# Only these end a line: str.splitlines would also cut a text at U+2028 and others.
LINE_END = re.compile(r"\r\n|\n|\r")
PING = "ping"
LONGEST_QUOTE = 200


@dataclass(frozen=True, slots=True)
class ServerSentEvent:
    """One event. The id is its number in the task's log; pings and final notices have none."""

    event: str
    data: dict[str, Any]
    id: int | None = None


class EventParser:
    """Reads one stream. What has no empty line behind it is not an event yet."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._after_return = False
        self._fields: dict[str, list[str]] = {}

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        *lines, self._rest = LINE_END.split(self._rest + self._decode(chunk))
        for line in lines:
            if line:
                self._read(line)
            elif fields := self._take():
                yield _event(fields)

    def _decode(self, chunk: bytes) -> str:
        """The chunk as text. A CRLF that was cut in two is one line end, not two."""
        text = self._decoder.decode(chunk)
        if not text:
            return text
        whole = text.removeprefix("\n") if self._after_return else text
        self._after_return = text.endswith("\r")
        return whole

    def _read(self, line: str) -> None:
        name, _, value = line.partition(":")
        self._fields.setdefault(name, []).append(value.removeprefix(" "))

    def _take(self) -> dict[str, list[str]] | None:
        """The fields since the last empty line; without data they are a comment or a keep-alive."""
        fields, self._fields = self._fields, {}
        return fields if "data" in fields else None


def _event(fields: dict[str, list[str]]) -> ServerSentEvent:
    number = fields.get("id", [""])[-1]
    return ServerSentEvent(
        event=fields.get("event", ["message"])[-1],
        data=_read_data("\n".join(fields["data"])),
        id=int(number) if number.isdecimal() else None,
    )


def _read_data(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise UnreadableAnswer(f"the data of an event is not a JSON object: {text[:LONGEST_QUOTE]!r}")
    return data
