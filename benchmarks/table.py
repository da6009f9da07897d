"""Prints results as a small table that can be pasted into README.md."""

from collections.abc import Sequence


def show(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    print(f"\n{title}\n")
    for row in (head, ["---"] * len(head), *rows):
        print(
            "| " + " | ".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row) + " |"
        )
