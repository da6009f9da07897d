"""The shipped swarms answer without any key: agents delegate, act and answer, through LiteLLM."""

import pytest

from tests.mail.examples.small_swarm import SmallSwarm

pytestmark = pytest.mark.asyncio(loop_scope="session")

both_formats = pytest.mark.parametrize("tool_format", ["completions", "responses"])


@both_formats
@pytest.mark.parametrize("stream_tokens", [False, True])
async def test_a_mixed_question_goes_to_both_agents_and_comes_back_as_one_answer(
    tool_format: str, stream_tokens: bool
) -> None:
    swarm = SmallSwarm("example-no-proxy", tool_format=tool_format, stream_tokens=stream_tokens)

    answer = await swarm.ask("What's the weather in Paris and what is 12*7?")

    asked = [(arguments["target"]) for agent, tool, arguments in swarm.calls if tool == "send_request"]
    assert asked == ["weather", "math"]
    assert ("math", "calculate_expression", {"expression": "12*7"}) in swarm.calls
    assert "**Weather**" in answer
    assert "Paris, " in answer
    assert "12*7 = 84" in answer


@both_formats
async def test_a_follow_up_uses_what_was_said_before(tool_format: str) -> None:
    swarm = SmallSwarm("example-no-proxy", tool_format=tool_format)
    await swarm.ask("What is the weather in Paris today?")

    answer = await swarm.ask("And in Rome tomorrow?")

    assert answer.startswith("Rome, ")
    forecasts = [arguments for _, tool, arguments in swarm.calls if tool == "get_weather_forecast"]
    assert [(asked["location"], asked["days_ahead"]) for asked in forecasts] == [("Paris", 0), ("Rome", 1)]


async def test_the_same_question_gets_the_same_calls() -> None:
    first, second = SmallSwarm("example-no-proxy"), SmallSwarm("example-no-proxy")

    answers = [await swarm.ask("Is it cold in Oslo tomorrow? And 3 + 4?") for swarm in (first, second)]

    assert answers[0] == answers[1]
    assert first.calls == second.calls


async def test_a_question_outside_its_subjects_is_answered_politely() -> None:
    swarm = SmallSwarm("example-no-proxy")

    answer = await swarm.ask("Who wrote Faust?")

    assert "I can help with" in answer
    assert "weather" in answer
    assert [tool for _, tool, _ in swarm.calls] == ["task_complete"]


async def test_the_advice_swarm_asks_its_analyst_and_its_consultant() -> None:
    swarm = SmallSwarm("example-advice")

    report = await swarm.ask("Please analyse our sales.")
    advice = await swarm.ask("What should we improve? Ask the consultant.")

    assert "Index by quarter" in report
    assert advice
    assert [tool for _, tool, _ in swarm.calls if tool in swarm.functions] == [
        "get_report",
        "recommend_next_steps",
    ]


async def test_a_demo_call_costs_nothing_and_is_counted() -> None:
    swarm = SmallSwarm("example-no-proxy", stream_tokens=False)

    usage = (await swarm.agents["supervisor"]([{"role": "user", "content": "Hello"}])).usage

    assert usage.cost == 0
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0
