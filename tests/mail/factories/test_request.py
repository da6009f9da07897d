"""What is sent to the model: tools, tool choice, parameters, and nothing that is ours."""

from typing import Any

import pytest

from mail.agents import ModelRefused, ToolChoice
from mail.errors import Invalid
from mail.factories import LiteLLMAgentFunction
from mail.factories.request import RequestPlan
from mail.tools import Style
from tests.mail.factories.conftest import MakeAgent
from tests.model_server import ModelServer, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = [{"role": "user", "content": "What now?"}]
both_formats = pytest.mark.parametrize("tool_format", ["completions", "responses"])
FORCED_COMPLETIONS = {"type": "function", "function": {"name": "help"}}
FORCED_RESPONSES = {"type": "function", "name": "help"}
CLAUDE = "anthropic/claude-sonnet-4-20250514"


@pytest.mark.parametrize("choice", [FORCED_COMPLETIONS, FORCED_RESPONSES, "help"])
@pytest.mark.parametrize(
    ("tool_format", "wanted"), [("completions", FORCED_COMPLETIONS), ("responses", FORCED_RESPONSES)]
)
async def test_a_forced_tool_is_told_in_the_shape_of_the_format(
    make_agent: MakeAgent, model_server: ModelServer, choice: ToolChoice, tool_format: Style, wanted: Any
) -> None:
    model_server.script("alice", text("Hi"))

    await make_agent(tool_format=tool_format)(QUESTION, choice)

    assert model_server.requests[0].tool_choice == wanted


@both_formats
@pytest.mark.parametrize("choice", ["auto", "none", "required", {"type": "required"}])
async def test_a_plain_choice_is_told_as_its_word(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, choice: ToolChoice
) -> None:
    model_server.script("alice", text("Hi"))

    await make_agent(tool_format=tool_format)(QUESTION, choice)

    assert model_server.requests[0].tool_choice == (choice if isinstance(choice, str) else choice["type"])


async def test_a_forced_choice_without_a_name_is_refused(make_agent: MakeAgent) -> None:
    with pytest.raises(Invalid, match="must name its tool"):
        await make_agent()(QUESTION, {"type": "function"})


@both_formats
async def test_our_own_parameters_never_reach_the_model_and_others_do(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style
) -> None:
    model_server.script("alice", text("Hi"))
    ours: dict[str, Any] = {
        "use_proxy": False,
        "stream_tokens": False,
        "memory": True,
        "user_token": "secret",
    }

    await make_agent(tool_format=tool_format, temperature=0.3, max_tokens=77, **ours)(QUESTION, "auto")

    body = model_server.requests[0].body
    assert body["temperature"] == 0.3
    assert body["max_output_tokens" if tool_format == "responses" else "max_tokens"] == 77
    assert not set(ours) & set(body)
    assert "secret" not in str(body)


@both_formats
async def test_tools_have_the_shape_of_the_format_whichever_they_were_given_in(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style
) -> None:
    model_server.script("alice", text("Hi"))
    flat = {"type": "function", "name": "one", "description": "", "parameters": {"type": "object"}}
    nested = {
        "type": "function",
        "function": {"name": "two", "description": "", "parameters": {"type": "object"}},
    }

    await make_agent(tool_format=tool_format, tools=[flat, nested])(QUESTION, "auto")

    request = model_server.requests[0]
    assert request.tool_names[:2] == ["one", "two"]
    assert all(("function" in tool) == (tool_format == "completions") for tool in request.body["tools"])
    assert "send_request" in request.tool_names
    assert "task_complete" not in request.tool_names


async def test_a_key_is_read_from_the_environment_at_the_moment_of_the_call(
    make_agent: MakeAgent, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    model_server.script("alice", text("Hi"), text("Hi"))
    agent = make_agent(api_key="${ALICE_KEY}")

    for key in ("first", "second"):
        monkeypatch.setenv("ALICE_KEY", key)
        await agent(QUESTION, "auto")

    sent = [request.headers["Authorization"] for request in model_server.requests]
    assert sent == ["Bearer first", "Bearer second"]


async def test_an_unset_variable_refuses_the_call_by_its_name(
    make_agent: MakeAgent, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ALICE_KEY", raising=False)

    with pytest.raises(ModelRefused, match="ALICE_KEY is not set") as refusal:
        await make_agent(api_key="${ALICE_KEY}")(QUESTION)

    assert not refusal.value.retryable
    assert model_server.count() == 0


@both_formats
async def test_with_use_proxy_the_proxy_is_asked(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, tool_format: Style
) -> None:
    monkeypatch.setenv("LITELLM_PROXY_API_BASE", model_server.url)
    model_server.script("gpt-5-mini", text("Hi"))
    agent = LiteLLMAgentFunction(
        name="alice", llm="openai/gpt-5-mini", use_proxy=True, tool_format=tool_format
    )

    assert (await agent(QUESTION, "auto")).text == "Hi"
    assert model_server.requests[0].model == "openai/gpt-5-mini"


async def test_with_use_proxy_and_no_address_the_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LITELLM_PROXY_API_BASE", raising=False)
    agent = LiteLLMAgentFunction(name="alice", llm="openai/gpt-5-mini", use_proxy=True)

    with pytest.raises(ModelRefused, match="LITELLM_PROXY_API_BASE is not set"):
        await agent(QUESTION)


async def test_openai_is_told_the_effort_and_not_the_thinking_budget(
    make_agent: MakeAgent, model_server: ModelServer
) -> None:
    model_server.answer(lambda _: text("Hi"))
    thinking: dict[str, Any] = {
        "llm": "openai/gpt-5-mini",
        "reasoning_effort": "low",
        "thinking_budget": 4000,
    }

    await make_agent(tool_format="completions", **thinking)(QUESTION, "auto")
    await make_agent(tool_format="responses", **thinking)(QUESTION, "auto")

    completions, responses = (request.body for request in model_server.requests)
    assert completions["reasoning_effort"] == "low"
    assert responses["reasoning"]["effort"] == "low"
    assert "thinking" not in completions
    assert "thinking" not in responses


def plan_for_claude(**reasoning: Any) -> RequestPlan:
    tools = [{"type": "function", "function": {"name": "help", "parameters": {"type": "object"}}}]
    return RequestPlan.build(
        model=CLAUDE, system="", style="completions", tools=tools, parameters={}, **reasoning
    )


async def test_claude_is_given_its_thinking_budget_and_is_then_not_forced() -> None:
    request = plan_for_claude(thinking_budget=2048).request(QUESTION, "required")

    assert request["thinking"] == {"type": "enabled", "budget_tokens": 2048}
    assert request["tool_choice"] == "auto"


async def test_claude_does_not_think_when_one_tool_is_forced() -> None:
    thought = {
        "role": "assistant",
        "content": "x",
        "thinking_blocks": [{"type": "thinking", "thinking": "h"}],
    }

    request = plan_for_claude(reasoning_effort="high").request([thought], FORCED_RESPONSES)

    assert request["tool_choice"] == FORCED_COMPLETIONS
    assert "reasoning_effort" not in request
    assert request["messages"] == [{"role": "assistant", "content": "x"}]


async def test_claude_without_thinking_is_forced_as_asked() -> None:
    assert plan_for_claude().request(QUESTION, "required")["tool_choice"] == "required"


async def test_a_thinking_budget_beyond_the_length_limit_is_refused(make_agent: MakeAgent) -> None:
    with pytest.raises(Invalid, match="raise max_tokens"):
        make_agent(llm=CLAUDE, thinking_budget=4000, max_tokens=4000)


async def test_an_agent_without_a_model_is_refused(make_agent: MakeAgent) -> None:
    with pytest.raises(Invalid, match="needs `llm`"):
        make_agent(llm="")
