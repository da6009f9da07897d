"""A scripted, OpenAI-compatible model server for tests and benchmarks: nothing beyond 127.0.0.1.

It speaks `POST /v1/chat/completions` and `POST /v1/responses`, streamed or not, in a thread of its own, so
that synchronous tests, asynchronous ones and other processes can all use it.

    with ModelServer() as server:
        server.script("supervisor", call("send_request", target="weather", subject="s", body="b"))
        server.script("supervisor", call("task_complete", finish_message="done"))
        server.script("weather", text("sunny", delay=0.2), fail(429, retry_after=1), hang())
        agent_params = server.params("supervisor")
        # {"llm": "openai/supervisor", "api_base": "http://127.0.0.1:…/v1", "api_key": "test"}

Whose turn it is: an agent is recognised by `[agent:NAME]` in its system prompt, else by the model's name.
Each request takes the next reply of that agent's script. A script entry is a `Reply` or a function of the
request that returns one. `server.answer(function)` answers everything that has no script (left). A request
that nothing answers gets a 400 that says so and is kept in `server.unanswered`, so that a test can assert
that it is empty.

Replies: `text("…")`, `call("tool", argument=…)`, `calls(("a", {…}), ("b", {…}))`, `fail(status, "why")`,
`hang()`, or `Reply(…)` with all its fields: delay, cut (the connection drops in the middle), finish_reason,
usage, reasoning, builtin items of the Responses format, time between streamed pieces.

What happened: `server.requests` (all, in order of arrival), `server.requests_of("weather")`,
`server.count("weather")`, `server.wait_for(3)`, `server.in_flight`, `server.disconnects`,
`server.wait_for_disconnects(1)`; `server.clear()` forgets all of it and the scripts too.

As its own process, answering the four calls of a demo task at once (supervisor, worker, worker, supervisor):

    python -m tests.model_server --port 8123 [--delay 1.0]
"""

from tests.model_server.reply import Reply, call, calls, fail, hang, text
from tests.model_server.request import ModelRequest
from tests.model_server.round_trip import round_trip
from tests.model_server.server import ModelServer

__all__ = ["ModelRequest", "ModelServer", "Reply", "call", "calls", "fail", "hang", "round_trip", "text"]
