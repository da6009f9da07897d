"""The server itself: takes requests, follows the script, keeps what happened."""

import asyncio
import json
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, Self

from aiohttp import web

from tests.model_server import completions, responses
from tests.model_server.reply import Reply, fail
from tests.model_server.request import Format, ModelRequest

Answer = Callable[[ModelRequest], Reply]
WIRES: dict[Format, Any] = {"completions": completions, "responses": responses}


class ModelServer:
    """A model on 127.0.0.1 that says what it was told to say."""

    def __init__(self, answer: Answer | None = None, port: int = 0) -> None:
        self.port = port
        self.requests: list[ModelRequest] = []
        self.unanswered: list[ModelRequest] = []
        self.disconnects = 0
        self.in_flight = 0
        self.remember = True  # off for benchmarks, whose prompts would fill the memory
        self.total = 0
        self._answer = answer
        self._scripts: dict[str, deque[Reply | Answer]] = defaultdict(deque)
        self._counts: dict[str, int] = defaultdict(int)
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="model-server", daemon=True)

    # What a test says

    def script(self, agent: str, *replies: Reply | Answer) -> None:
        """Append to what this agent's model will answer, call by call."""
        with self._news:
            self._scripts[agent].extend(replies)

    def answer(self, function: Answer | None) -> None:
        """Answer with this whatever has no script (left)."""
        self._answer = function

    def params(self, agent: str, **more: Any) -> dict[str, Any]:
        """The agent_params that lead an agent here."""
        return {"llm": f"openai/{agent}", "api_base": self.url, "api_key": "test", **more}

    def clear(self) -> None:
        with self._news:
            self.requests, self.unanswered, self.disconnects, self._answer = [], [], 0, None
            self.total = 0
            self._scripts.clear()
            self._counts.clear()

    # What a test asks

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def requests_of(self, agent: str) -> list[ModelRequest]:
        return [request for request in self.requests if request.agent == agent]

    def count(self, agent: str | None = None) -> int:
        return len(self.requests) if agent is None else len(self.requests_of(agent))

    def wait_for(self, count: int, agent: str | None = None, timeout: float = 10.0) -> None:
        """Block until so many requests have arrived."""
        self._wait(lambda: self.count(agent) >= count, timeout, f"{count} requests")

    def wait_for_disconnects(self, count: int, timeout: float = 10.0) -> None:
        self._wait(lambda: self.disconnects >= count, timeout, f"{count} disconnects")

    # Life

    def start(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)
        return self

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def _listen(self) -> None:
        app = web.Application(client_max_size=1 << 30)
        app.router.add_post("/v1/chat/completions", self._complete)
        app.router.add_post("/v1/responses", self._respond)
        # Cancelling the handler is how it notices that the client has gone.
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, backlog=4096)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def _complete(self, http: web.Request) -> web.StreamResponse:
        return await self._handle(http, "completions")

    async def _respond(self, http: web.Request) -> web.StreamResponse:
        return await self._handle(http, "responses")

    async def _handle(self, http: web.Request, wire_format: Format) -> web.StreamResponse:
        request = ModelRequest(wire_format, json.loads(await http.read()), dict(http.headers))
        reply = self._take(request)
        try:
            return await self._send(http, request, reply)
        except (asyncio.CancelledError, ConnectionResetError):
            self._tell(disconnects=1)
            raise
        finally:
            self._tell(in_flight=-1)

    def _take(self, request: ModelRequest) -> Reply:
        with self._news:
            self._counts[request.agent] += 1
            self.total += 1
            request.number, request.number_of_agent = self.total, self._counts[request.agent]
            if self.remember:
                self.requests.append(request)
            self.in_flight += 1
            script = self._scripts.get(request.agent)
            entry = script.popleft() if script else self._answer
            self._news.notify_all()
        if entry is None:
            self.unanswered.append(request)
            return fail(400, f"nothing is scripted for call {request.number_of_agent} of {request.agent!r}")
        return entry if isinstance(entry, Reply) else entry(request)

    async def _send(self, http: web.Request, request: ModelRequest, reply: Reply) -> web.StreamResponse:
        await asyncio.sleep(10**9 if reply.hang else reply.delay)
        if reply.status != 200:
            error = {"message": reply.error, "type": "scripted", "param": None, "code": reply.error_code}
            return web.json_response({"error": error}, status=reply.status, headers=reply.headers)
        if request.stream:
            return await self._stream(http, request, reply)
        body = json.dumps(WIRES[request.format].whole(reply, request)).encode()
        if reply.cut:
            return await self._send_half(http, body)
        return web.Response(body=body, content_type="application/json", headers=reply.headers)

    async def _stream(self, http: web.Request, request: ModelRequest, reply: Reply) -> web.StreamResponse:
        stream = web.StreamResponse(headers={"content-type": "text/event-stream", **reply.headers})
        await stream.prepare(http)
        pieces = list(WIRES[request.format].pieces(reply, request))
        for name, data in pieces[: len(pieces) // 2] if reply.cut else pieces:
            line = f"event: {name}\n" if name else ""
            await stream.write(f"{line}data: {json.dumps(data)}\n\n".encode())
            if reply.piece_delay:
                await asyncio.sleep(reply.piece_delay)
        if reply.cut:
            _drop(http)
        elif request.format == "completions":
            await stream.write(b"data: [DONE]\n\n")
        return stream

    async def _send_half(self, http: web.Request, body: bytes) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"content-type": "application/json"})
        answer.content_length = len(body)
        await answer.prepare(http)
        await answer.write(body[: len(body) // 2])
        _drop(http)
        return answer

    def _tell(self, disconnects: int = 0, in_flight: int = 0) -> None:
        with self._news:
            self.disconnects += disconnects
            self.in_flight += in_flight
            self._news.notify_all()

    def _wait(self, reached: Callable[[], bool], timeout: float, what: str) -> None:
        deadline = time.monotonic() + timeout
        with self._news:
            if not self._news.wait_for(reached, max(0.0, deadline - time.monotonic())):
                raise TimeoutError(f"the model server did not see {what} within {timeout} s")


def _drop(http: web.Request) -> None:
    if http.transport is not None:
        http.transport.abort()
