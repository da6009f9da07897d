"""How asking a model fails: the kind of error, its sentence, and that nobody asks twice behind our back."""

import asyncio

import pytest

from mail.agents import BadModelAnswer, ModelError, ModelRefused, ModelTimeout, ModelUnavailable, RateLimited
from mail.factories import LiteLLMAgentFunction
from mail.tools import Style
from tests.mail.factories.conftest import MakeAgent
from tests.model_server import ModelServer, Reply, call, calls, fail, hang, text

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = [{"role": "user", "content": "What now?"}]
both_formats = pytest.mark.parametrize("tool_format", ["completions", "responses"])
streamed_or_not = pytest.mark.parametrize("stream_tokens", [False, True])

CASES: list[tuple[Reply, type[ModelError], str]] = [
    (fail(429, "slow down"), RateLimited, "asks to slow down: slow down"),
    (fail(429, "You exceeded your current quota"), ModelRefused, "exceeded your current quota"),
    (fail(500, "oops"), ModelUnavailable, "is not available: oops"),
    (fail(502, "oops"), ModelUnavailable, "is not available"),
    (fail(503, "busy"), ModelUnavailable, "is not available: busy"),
    (fail(401, "bad key"), ModelRefused, r"bad key \(check OPENAI_API_KEY or the api_key"),
    (fail(403, "no access"), ModelRefused, "refused the request: no access"),
    (fail(404, "no such model"), ModelRefused, "refused the request: no such model"),
    (fail(400, "bad schema"), ModelRefused, "refused the request: bad schema"),
    (Reply(text="never whole " * 20, cut=True), ModelUnavailable, "is not available"),
]


@both_formats
@pytest.mark.parametrize(
    ("reply", "kind", "sentence"), CASES, ids=[kind.__name__ + sentence for _, kind, sentence in CASES]
)
async def test_each_failure_has_its_kind_and_a_sentence(
    make_agent: MakeAgent,
    model_server: ModelServer,
    *,
    tool_format: Style,
    reply: Reply,
    kind: type[ModelError],
    sentence: str,
) -> None:
    model_server.script("alice", reply)

    with pytest.raises(ModelError, match=sentence) as failure:
        await make_agent(tool_format=tool_format)(QUESTION)

    assert type(failure.value) is kind
    assert model_server.count() == 1


@both_formats
@streamed_or_not
async def test_it_tells_how_long_the_provider_wants_us_to_wait(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, stream_tokens: bool
) -> None:
    model_server.script("alice", fail(429, "slow down", retry_after=7))

    with pytest.raises(RateLimited) as failure:
        await make_agent(tool_format=tool_format, stream_tokens=stream_tokens)(QUESTION)

    assert failure.value.retry_after == 7
    assert failure.value.retryable


@both_formats
@streamed_or_not
@pytest.mark.parametrize(
    "reply",
    [
        calls(("send_request", '{"target": "bob", "bo'), finish_reason="length"),
        calls(("send_request", '{"target": "bob"}'), finish_reason="length"),
        text("I was about to", finish_reason="length"),
        calls(("send_request", '{"target": "bob", "bo')),
        calls(("send_request", '["bob"]')),
    ],
    ids=["cut in arguments", "cut after arguments", "cut before a call", "broken JSON", "not an object"],
)
async def test_an_answer_that_is_not_whole_is_an_error(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, stream_tokens: bool, reply: Reply
) -> None:
    model_server.script("alice", reply)

    with pytest.raises(BadModelAnswer, match=r"cut off|not a JSON object"):
        await make_agent(tool_format=tool_format, stream_tokens=stream_tokens)(QUESTION, "required")


@both_formats
async def test_words_cut_short_are_kept_where_words_were_enough(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style
) -> None:
    model_server.script("alice", text("Once upon", finish_reason="length"))

    assert (await make_agent(tool_format=tool_format)(QUESTION, "auto")).text == "Once upon"


@both_formats
async def test_a_silent_model_times_out(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style
) -> None:
    model_server.script("alice", hang())

    with pytest.raises(ModelTimeout, match="did not answer in time"):
        await make_agent(tool_format=tool_format, timeout=0.2)(QUESTION)


@both_formats
@streamed_or_not
async def test_cancelling_the_call_closes_the_connection(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style, stream_tokens: bool
) -> None:
    # LiteLLM streams the Responses format only for models that it knows.
    endless = Reply(text="word " * 500, piece_delay=0.05) if stream_tokens else hang()
    model_server.script("gpt-4o", endless)
    agent = make_agent(llm="openai/gpt-4o", tool_format=tool_format, stream_tokens=stream_tokens)
    asking = asyncio.ensure_future(agent(QUESTION))
    await asyncio.to_thread(model_server.wait_for, 1)
    await asyncio.sleep(0.1)

    asking.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asking
    await asyncio.to_thread(model_server.wait_for_disconnects, 1, 5)


@both_formats
async def test_a_stream_that_breaks_can_be_tried_again(
    make_agent: MakeAgent, model_server: ModelServer, tool_format: Style
) -> None:
    model_server.script("gpt-4o", Reply(text="never whole " * 20, cut=True), call("help"))
    agent = make_agent(llm="openai/gpt-4o", tool_format=tool_format, stream_tokens=True)

    with pytest.raises(ModelUnavailable):
        await agent(QUESTION)

    assert [made.tool_name for made in (await agent(QUESTION)).tool_calls] == ["help"]


@pytest.mark.parametrize("llm", ["openai/gpt-4o", "anthropic/claude-sonnet-4-20250514"])
async def test_a_missing_key_is_named(llm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variable = f"{llm.split('/', maxsplit=1)[0].upper()}_API_KEY"
    monkeypatch.delenv(variable, raising=False)

    with pytest.raises(ModelRefused, match=f"no key for model {llm}: set {variable}"):
        await LiteLLMAgentFunction(name="alice", llm=llm, tool_format="completions")(QUESTION)


async def test_a_model_without_a_provider_is_explained() -> None:
    with pytest.raises(ModelRefused, match="write it as provider/model"):
        await LiteLLMAgentFunction(name="alice", llm="nonsense", tool_format="completions")(QUESTION)


async def test_a_server_that_is_not_there_can_be_tried_again(make_agent: MakeAgent) -> None:
    with pytest.raises(ModelUnavailable):
        await make_agent(api_base="http://127.0.0.1:9/v1")(QUESTION)


async def test_a_key_in_the_providers_words_is_hidden(
    make_agent: MakeAgent, model_server: ModelServer
) -> None:
    model_server.script("alice", fail(400, "the key sk-very-secret is odd"))

    with pytest.raises(ModelRefused) as failure:
        await make_agent(api_key="sk-very-secret")(QUESTION)

    assert "sk-very-secret" not in failure.value.detail
