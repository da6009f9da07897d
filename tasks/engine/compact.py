"""Keeps prompts bounded: the oldest part of a long history is left out, whole replies with their results.

The rows stay; only what the model is shown is shortened, with a note in place of the rest.
"""

from collections.abc import Sequence
from typing import Any

from tasks.choices import EntryKind

Row = tuple[EntryKind, dict[str, Any]]

ENTRIES = 1000
# About 200,000 tokens.
CHARACTERS = 800_000
# The beginning moves in strides: a provider's prompt cache is of use until it moves.
STRIDE = 200


def first_position(length: int) -> int:
    """Where the shown part of a history of this length begins."""
    surplus = max(0, length - ENTRIES)
    return -(-surplus // STRIDE) * STRIDE


def shorten(rows: Sequence[Row], left_out: int) -> list[Row]:
    """The newest rows that fit, from the beginning of a message or a reply on, behind a note on the rest."""
    start = _first_that_fits(rows)
    if not left_out and not start:
        return list(rows)
    beginnings = [at for at in range(len(rows)) if _is_beginning(rows, at)]
    # The newest is kept however long it is.
    start = next((at for at in beginnings if at >= start), beginnings[-1] if beginnings else len(rows))
    text = f"{left_out + start} earlier entries of this conversation are left out here."
    return [(EntryKind.SUMMARY, {"role": "user", "content": text}), *rows[start:]]


def _first_that_fits(rows: Sequence[Row]) -> int:
    room = CHARACTERS
    for at in range(len(rows) - 1, -1, -1):
        room -= len(str(rows[at][1]))
        if room < 0:
            return at + 1
    return 0


def _is_beginning(rows: Sequence[Row], at: int) -> bool:
    """Whether nothing before this row belongs to it: a message, or the first part of a reply."""
    kind = rows[at][0]
    if kind == EntryKind.REPLY:
        # What stood before the first row is not known.
        return at > 0 and rows[at - 1][0] != EntryKind.REPLY
    return kind == EntryKind.MESSAGE
