"""An agent function asks its model over HTTP and reads the answer, in both tool formats."""

from decimal import Decimal
from typing import Any

import pytest

from mail.agents import AgentReply
from mail.factories import LiteLLMAgentFunction
from mail.tools import Style
from tests.mail.factories.conftest import MakeAgent
from tests.model_server import ModelServer, Reply, call, calls, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = [{"role": "user", "content": "What now?"}]
both_formats = pytest.mark.parametrize("tool_format", ["completions", "responses"])
streamed_or_not = pytest.mark.parametrize("stream_tokens", [False, True])


@both_formats
@streamed_or_not
async def test_it_answers_with_text_and_tool_calls(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, stream_tokens: bool
) -> None:
    model_server.script("alice", calls(("send_request", {"target": "bob"}), ("help", ""), text="On it."))

    words, tool_calls = await make_agent(tool_format=tool_format, stream_tokens=stream_tokens)(QUESTION)

    assert words == "On it."
    assert [(made.tool_name, made.tool_args) for made in tool_calls] == [
        ("send_request", {"target": "bob"}),
        ("help", {}),
    ]
    assert tool_calls[0].preamble == "On it."
    assert tool_calls[1].preamble is None


@both_formats
@streamed_or_not
async def test_what_it_answered_can_stand_in_the_next_history(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, stream_tokens: bool
) -> None:
    agent = make_agent(tool_format=tool_format, stream_tokens=stream_tokens)
    model_server.script("alice", call("help"), text("Understood."))

    first = await agent(QUESTION)
    result = first.tool_calls[0].create_response_msg("MAIL is …")
    second = await agent([*QUESTION, *first.entries, result], "auto")

    assert second.text == "Understood."
    sent = model_server.requests[-1]
    assert sent.last_is_tool_result
    assert sent.last_text == "MAIL is …"
    made = sent.entries[-2]
    call_id = made["call_id"] if tool_format == "responses" else made["tool_calls"][0]["id"]
    assert call_id == first.tool_calls[0].tool_call_id


@both_formats
async def test_the_model_reads_the_system_prompt_first(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style
) -> None:
    model_server.script("alice", text("Hello."))

    await make_agent(tool_format=tool_format)(QUESTION, "auto")

    assert model_server.requests[0].system == "You are Alice."


async def test_a_history_is_not_changed_by_asking(make_agent: MakeAgent, model_server: ModelServer) -> None:
    model_server.script("alice", text("Hello."))
    history = [{"role": "user", "content": "Hi"}]

    await make_agent(tool_format="completions")(history, "auto")

    assert history == [{"role": "user", "content": "Hi"}]


@both_formats
@streamed_or_not
async def test_it_tells_what_the_call_used_and_cost(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, stream_tokens: bool
) -> None:
    used = Reply(text="Hi", input_tokens=1000, output_tokens=100, cached_tokens=200, reasoning_tokens=30)
    model_server.script("gpt-4o", used)
    agent = make_agent(llm="openai/gpt-4o", tool_format=tool_format, stream_tokens=stream_tokens)

    usage = (await agent(QUESTION, "auto")).usage

    assert usage is not None
    assert (usage.model, usage.input_tokens, usage.output_tokens) == ("openai/gpt-4o", 1000, 100)
    assert (usage.cached_tokens, usage.reasoning_tokens) == (200, 30)
    # 800 fresh tokens at 2.50, 200 cached at 1.25 and 100 written at 10 dollars a million.
    assert usage.cost == Decimal("0.00325")


async def test_an_unknown_price_is_not_taken_for_free(
    make_agent: MakeAgent, model_server: ModelServer
) -> None:
    model_server.script("alice", text("Hi"))

    usage = (await make_agent()(QUESTION, "auto")).usage

    assert usage is not None
    assert usage.cost is None


@both_formats
@streamed_or_not
async def test_what_the_model_thought_comes_with_its_first_call(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, stream_tokens: bool
) -> None:
    model_server.script("alice", calls(("help", {}), ("await_message", {}), reasoning="Bob may know."))

    reply = await make_agent(tool_format=tool_format, stream_tokens=stream_tokens)(QUESTION)

    assert reply.reasoning == ["Bob may know."]
    assert [made.reasoning for made in reply.tool_calls] == [["Bob may know."], None]


@streamed_or_not
async def test_a_paused_turn_is_continued(
    make_agent: MakeAgent, model_server: ModelServer, stream_tokens: bool
) -> None:
    model_server.script("alice", Reply(text="Searching. ", finish_reason="pause_turn"), call("help"))

    reply = await make_agent(tool_format="completions", stream_tokens=stream_tokens)(QUESTION)

    assert [made.tool_name for made in reply.tool_calls] == ["help"]
    assert model_server.requests[1].entries[-1]["content"] == "Searching. "
    assert [entry["role"] for entry in reply.entries] == ["assistant", "assistant"]
    assert reply.usage is not None
    assert reply.usage.input_tokens == 20


async def test_built_in_tools_pass_through_and_are_reported(
    make_agent: MakeAgent, model_server: ModelServer
) -> None:
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    action = {"type": "search", "query": "weather"}
    model_server.script("alice", calls(("help", {}), builtin=({**search, "action": action},)))

    reply = await make_agent(tool_format="responses", tools=[{"type": "web_search"}])(QUESTION)

    assert {"type": "web_search"} in model_server.requests[0].body["tools"]
    assert [item["type"] for item in reply.builtin_calls] == ["web_search_call"]
    assert [made.tool_name for made in reply.tool_calls] == ["help"]
    assert [item["type"] for item in reply.entries] == ["web_search_call", "function_call"]


async def test_it_can_be_called_as_the_documents_show(model_server: ModelServer) -> None:
    model_server.script("alice", text("Test answer"))
    report = {
        "name": "fetch_report",
        "description": "Fetch it",
        "parameters": {"type": "object", "properties": {}},
    }
    agent = LiteLLMAgentFunction(
        name="analyst",
        comm_targets=["consultant@mail", "supervisor@mail"],
        tools=[{"type": "function", "function": report}],
        system="system prompt string",
        tool_format="responses",
        enable_entrypoint=False,
        enable_interswarm=False,
        can_complete_tasks=False,
        user_token="",
        reasoning_effort="low",
        thinking_budget=4000,
        max_tokens=6000,
        memory=True,
        use_proxy=False,
        **model_server.params("alice"),
    )

    output: Any = await agent(messages=[{"role": "user", "content": "Test message"}], tool_choice="auto")

    assert output == ("Test answer", [])
    assert isinstance(output, AgentReply)
    assert "fetch_report" in model_server.requests[0].tool_names
