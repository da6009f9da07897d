"""What reaches Anthropic's own wire: thinking, forced tools, paused turns, and an honest price."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web

from mail.factories import LiteLLMAgentFunction
from mail.tools import Style

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = [{"role": "user", "content": "What now?"}]
LISTED = "anthropic/claude-opus-4-5-20251101"
UNLISTED = "anthropic/claude-sonnet-4-20250514"
THOUGHT = {"type": "thinking", "thinking": "Bob may know.", "signature": "s"}
HELP = {"type": "tool_use", "id": "toolu_1", "name": "help", "input": {}}
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}


class Anthropic:
    """Answers `POST /v1/messages` with the scripted content blocks."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.answers: list[tuple[list[dict[str, Any]], str]] = []
        self.port = 0

    async def answer(self, http: web.Request) -> web.Response:
        body = await http.json()
        self.bodies.append(body)
        content, stop_reason = self.answers.pop(0)
        usage = {"input_tokens": 1000, "output_tokens": 500}
        message = {"id": "m", "type": "message", "role": "assistant", "model": body["model"], "usage": usage}
        return web.json_response({**message, "content": content, "stop_reason": stop_reason})

    def make_agent(self, llm: str = LISTED, **parameters: Any) -> LiteLLMAgentFunction:
        address = {"api_base": f"http://127.0.0.1:{self.port}", "api_key": "test"}
        return LiteLLMAgentFunction(name="alice", comm_targets=["bob"], llm=llm, **{**address, **parameters})


@pytest_asyncio.fixture(loop_scope="session")
async def anthropic() -> AsyncIterator[Anthropic]:
    scripted = Anthropic()
    app = web.Application()
    app.router.add_post("/v1/messages", scripted.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    scripted.port = runner.addresses[0][1]
    yield scripted
    await runner.cleanup()


@pytest.mark.parametrize("tool_format", ["completions", "responses"])
async def test_thoughts_go_back_with_the_call_they_led_to(anthropic: Anthropic, tool_format: Style) -> None:
    anthropic.answers = [([THOUGHT, HELP], "tool_use"), ([HELP], "tool_use")]
    agent = anthropic.make_agent(UNLISTED, tool_format=tool_format, thinking_budget=2048)

    reply = await agent(QUESTION)
    result = reply.tool_calls[0].create_response_msg("MAIL is …")
    await agent([*QUESTION, *reply.entries, result])

    assert reply.tool_calls[0].reasoning == ["Bob may know."]
    first, second = anthropic.bodies
    assert first["thinking"] == {"type": "enabled", "budget_tokens": 2048}
    assert first["tool_choice"]["type"] == "auto"
    assert [block["type"] for block in second["messages"][1]["content"]] == ["thinking", "tool_use"]


@pytest.mark.parametrize("tool_format", ["completions", "responses"])
async def test_one_forced_tool_reaches_the_wire_without_thinking(
    anthropic: Anthropic, tool_format: Style
) -> None:
    anthropic.answers = [([HELP], "tool_use")]
    agent = anthropic.make_agent(UNLISTED, tool_format=tool_format, thinking_budget=2048)

    await agent(QUESTION, {"type": "function", "name": "help"})

    (body,) = anthropic.bodies
    assert body["tool_choice"] == {"type": "tool", "name": "help"}
    assert "thinking" not in body


async def test_a_paused_search_goes_back_as_the_providers_own_call(anthropic: Anthropic) -> None:
    said = {"type": "text", "text": "Searching."}
    anthropic.answers = [([said, SEARCH], "pause_turn"), ([HELP], "tool_use")]

    reply = await anthropic.make_agent(tool_format="completions")(QUESTION)

    assert anthropic.bodies[1]["messages"][1]["content"] == [said, SEARCH]
    assert [made.tool_name for made in reply.tool_calls] == ["help"]
    assert [made["type"] for made in reply.builtin_calls] == ["web_search"]


async def test_a_finished_search_goes_back_with_its_result(anthropic: Anthropic) -> None:
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    anthropic.answers = [([SEARCH, found, HELP], "tool_use"), ([HELP], "tool_use")]
    agent = anthropic.make_agent(tool_format="completions")

    reply = await agent(QUESTION)
    await agent([*QUESTION, *reply.entries, reply.tool_calls[0].create_response_msg("MAIL is …")])

    assert anthropic.bodies[1]["messages"][1]["content"] == [SEARCH, found, HELP]


async def test_a_listed_price_is_told(anthropic: Anthropic) -> None:
    anthropic.answers = [([HELP], "tool_use")]

    usage = (await anthropic.make_agent(LISTED, tool_format="completions")(QUESTION)).usage

    assert usage is not None
    # 1000 tokens at 5 and 500 at 25 dollars a million.
    assert str(usage.cost) == "0.0175"


@pytest.mark.parametrize("tool_format", ["completions", "responses"])
async def test_a_paid_model_without_a_listed_price_is_not_called_free(
    anthropic: Anthropic, tool_format: Style
) -> None:
    anthropic.answers = [([HELP], "tool_use")]

    usage = (await anthropic.make_agent(UNLISTED, tool_format=tool_format)(QUESTION)).usage

    assert usage is not None
    assert usage.cost is None
