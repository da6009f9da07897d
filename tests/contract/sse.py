"""Reads a server-sent event stream to its end."""

import json
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Received:
    event: str
    data: dict[str, Any]
    id: int | None


def read_stream(response: httpx.Response) -> list[Received]:
    blocks = b"".join(response.iter_bytes()).decode().split("\r\n\r\n")
    return [_read(block) for block in blocks if block]


def _read(block: str) -> Received:
    fields = dict(line.split(": ", 1) for line in block.split("\r\n"))
    return Received(
        fields["event"], json.loads(fields["data"]), int(fields["id"]) if "id" in fields else None
    )
