"""Reading the text of an event stream."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mail.client import ServerSentEvent, UnreadableAnswer
from mail.client.events import EventParser

STREAM = (
    "\ufeff: a comment\r\n\r\n"
    'id: 1\r\nevent: new_message\r\ndata: {"a": "caf\u00e9 \u2028 x"}\r\n\r\n'
    "event: ping\ndata: {}\n\n"
    "retry: 10\r\r"
    'id: 2\revent:task_complete\rdata: {\rdata: "b": 2}\r\r'
    'data: {"never": "finished"}\n'
).encode()
EVENTS = [
    ServerSentEvent("new_message", {"a": "caf\u00e9 \u2028 x"}, 1),
    ServerSentEvent("ping", {}),
    ServerSentEvent("task_complete", {"b": 2}, 2),
]


def parse(*chunks: bytes) -> list[ServerSentEvent]:
    parser = EventParser()
    return [event for chunk in chunks for event in parser.feed(chunk)]


def test_it_reads_every_kind_of_line_end_and_drops_what_is_not_complete() -> None:
    assert parse(STREAM) == EVENTS


@given(some.lists(some.integers(0, len(STREAM)), max_size=8))
def test_it_does_not_matter_where_the_bytes_are_cut(places: list[int]) -> None:
    cuts = [0, *sorted(places), len(STREAM)]
    assert parse(*[STREAM[a:b] for a, b in pairwise(cuts)]) == EVENTS


def test_it_reads_byte_by_byte() -> None:
    assert parse(*[STREAM[at : at + 1] for at in range(len(STREAM))]) == EVENTS


def test_an_id_that_is_no_number_is_no_place_to_resume_from() -> None:
    assert parse(b"id: x1\ndata: {}\n\n") == [ServerSentEvent("message", {})]


@pytest.mark.parametrize("data", [b"nonsense", b"[1]", b"", b'"text"'])
def test_data_that_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableAnswer, match="not a JSON object"):
        parse(b"data: " + data + b"\n\n")
