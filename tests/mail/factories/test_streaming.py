"""While the model writes, a listener can follow; the result is the same as without one."""

import asyncio

import pytest

from mail.agents import delta_sink
from mail.tools import Style
from tests.mail.factories.conftest import MakeAgent
from tests.model_server import ModelServer, calls, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = [{"role": "user", "content": "What now?"}]


@pytest.mark.parametrize("tool_format", ["completions", "responses"])
async def test_a_listener_hears_every_piece_by_kind(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style
) -> None:
    heard: list[tuple[str, str]] = []
    scripted = calls(
        ("help", {"get_identity": True}), text="Let me look that up.", reasoning="I do not know."
    )
    model_server.script("gpt-4o", scripted)
    agent = make_agent(llm="openai/gpt-4o", tool_format=tool_format, stream_tokens=True)
    token = delta_sink.set(lambda kind, piece: heard.append((kind, piece)))
    try:
        reply = await agent(QUESTION)
    finally:
        delta_sink.reset(token)

    def said(kind: str) -> str:
        return "".join(piece for of, piece in heard if of == kind)

    assert said("text") == reply.text == "Let me look that up."
    assert said("reasoning") == "I do not know."
    assert said("tool") == '{"get_identity": true}'
    assert len(heard) > 5


async def test_without_stream_tokens_nothing_is_streamed(
    make_agent: MakeAgent, model_server: ModelServer
) -> None:
    model_server.script("alice", text("Hi"))
    heard: list[str] = []
    token = delta_sink.set(lambda _, piece: heard.append(piece))
    try:
        await make_agent()(QUESTION, "auto")
    finally:
        delta_sink.reset(token)

    assert not model_server.requests[0].stream
    assert heard == []


async def test_two_calls_at_once_have_each_their_own_listener(
    make_agent: MakeAgent, model_server: ModelServer
) -> None:
    model_server.answer(lambda request: text(request.last_text, piece_delay=0.01))
    agent = make_agent(stream_tokens=True)

    async def listen(words: str) -> str:
        heard: list[str] = []
        delta_sink.set(lambda _, piece: heard.append(piece))
        await agent([{"role": "user", "content": words}], "auto")
        return "".join(heard)

    first, second = await asyncio.gather(listen("alpha beta gamma"), listen("one two three"))

    assert (first, second) == ("alpha beta gamma", "one two three")
