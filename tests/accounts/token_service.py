"""A token service on a real local port, whose answers a test chooses and whose visits it can count."""

import json
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class Handler(BaseHTTPRequestHandler):
    server: "Server"

    def answer(self) -> None:
        service = self.server.service
        service.visits.append((self.command, self.path, self.headers.get("Authorization", "")))
        time.sleep(service.delay)
        status, body = service.answers[self.path]
        payload = body if isinstance(body, bytes) else json.dumps(body).encode()
        # A caller that has given up is what some tests are about.
        with suppress(ConnectionError):
            self.send_response(status)
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

    do_GET = do_POST = answer  # noqa: N815  # the names the standard library looks for

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the standard library's name
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    service: "TokenService"


class TokenService:
    def __init__(self) -> None:
        self.visits: list[tuple[str, str, str]] = []
        self.delay = 0.0
        self.answers: dict[str, tuple[int, Any]] = {
            "/login": (200, {"token": "short-lived"}),
            "/info": (200, {"role": "user", "id": "bob", "api_key": "key-of-bob"}),
        }
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.service = self
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "TokenService":
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
