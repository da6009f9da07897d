"""A server that answers from a script, and can break off in the middle of a sentence."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.mail.loopback import Server, serve

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Request:
    """What arrived."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.content)


@dataclass
class Scripted:
    server: Server
    answers: list[Answer] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.server.url("")

    @property
    def requests(self) -> list[Request]:
        return [Request(*each) for each in self.server.requests]


@contextmanager
def scripted(*answers: Answer) -> Iterator[Scripted]:
    """Each request gets the next answer; the last one goes on for ever."""
    left = list(answers)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(handler)

    with serve(answer) as server:
        yield Scripted(server)


def says(body: Any, status: int = 200, kind: str = "application/json") -> Answer:
    """A whole answer."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    """The request is read, and nothing is answered."""
    handler.close_connection = True


def streams(*pieces: bytes, breaks: bool = False, stays: float = 0.0) -> Answer:
    """A stream of these pieces, which ends properly, breaks off, or stays open in silence."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.protocol_version = "HTTP/1.1"
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream; charset=utf-8")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            handler.wfile.flush()
        time.sleep(stays)
        if not breaks:
            handler.wfile.write(b"0\r\n\r\n")
        handler.close_connection = True

    return answer


def frame(event: str, number: int | None = None, **data: Any) -> bytes:
    head = "" if number is None else f"id: {number}\r\n"
    content = json.dumps({"task_id": "t1", **data})
    return f"{head}event: {event}\r\ndata: {content}\r\n\r\n".encode()
