"""The examples' actions: callable both ways, deterministic, safe against bad input."""

import re
from datetime import date
from typing import Any

import pytest

from mail.actions import BadActionArguments, find_action
from mail.errors import Invalid, NotFound
from mail.examples import EXAMPLES, get_example
from mail.examples.analyst_dummy import get_report
from mail.examples.consultant_dummy import recommend_next_steps
from mail.examples.math_dummy import calculate_expression
from mail.examples.weather_dummy import get_weather_forecast
from mail.examples.weather_dummy.actions import describe_forecast
from tests.mail.examples.small_swarm import SWARMS, load_swarm, resolve


async def test_an_action_takes_one_dictionary_or_keywords() -> None:
    by_dictionary = await get_weather_forecast({"location": "Tokyo", "days_ahead": 2})
    by_keywords = await get_weather_forecast(location="Tokyo", days_ahead=2)

    assert by_dictionary == by_keywords
    assert by_dictionary.startswith("Tokyo, ")


def test_a_forecast_is_the_same_for_a_place_and_a_day() -> None:
    day = date(2026, 7, 1)

    metric, imperial = (describe_forecast("Oslo", day, metric=metric) for metric in (True, False))

    assert metric == describe_forecast("Oslo", day, metric=True)
    assert metric != describe_forecast("Rome", day, metric=True).replace("Rome", "Oslo")
    assert "Wednesday 1 July 2026" in metric
    assert "°C" in metric
    assert "°F" in imperial
    celsius, fahrenheit = (int(re.search(r"to (-?\d+)", text)[1]) for text in (metric, imperial))  # type: ignore[index]  # always there
    assert fahrenheit == round(celsius * 9 / 5 + 32)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"location": ""}, {"location": "X", "days_ahead": -1}, {"location": "X", "days_ahead": "soon"}],
)
async def test_a_forecast_for_nothing_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(BadActionArguments, match=r"location|days_ahead"):
        await get_weather_forecast(arguments)


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ({"expression": "12*7"}, "12*7 = 84"),
        ({"expression": "(3 + 4) / 2"}, "(3 + 4) / 2 = 3.5"),
        ({"expression": "0.1 + 0.2"}, "0.1 + 0.2 = 0.3"),
        ({"expression": "1 / 3", "precision": 4}, "1 / 3 = 0.3333"),
        ({"expression": "2^10"}, "2^10 = 1024"),
        ({"expression": "sqrt(144) + max(1, 2)"}, "sqrt(144) + max(1, 2) = 14"),
        ({"expression": "-7 // 2"}, "-7 // 2 = -4"),
        ({"expression": "10 / 2"}, "10 / 2 = 5"),
    ],
)
async def test_it_calculates(arguments: dict[str, Any], result: str) -> None:
    assert await calculate_expression(arguments) == result


@pytest.mark.parametrize(
    "expression",
    [
        "1 / 0",
        "9**9**9",
        "2**(10**9)",
        "10.0**400",
        "(-8)**0.5",
        "__import__('os').system('true')",
        "().__class__",
        "a + 1",
        "1 +",
        "'a' * 10",
        "[1]",
        "max()",
        "round(1, ndigits=2)",
        "lambda: 1",
        "(" * 200,
        "1" * 501,
        "True + 1",
        "1e308 * 10",
    ],
)
async def test_what_is_not_plain_arithmetic_is_refused(expression: str) -> None:
    with pytest.raises(Invalid):
        await calculate_expression(expression=expression)


async def test_the_other_examples_answer_the_same_each_time() -> None:
    assert await get_report(topic="sales") == await get_report({"topic": "sales"})
    assert await recommend_next_steps(topic="growth") == await recommend_next_steps({"topic": "growth"})
    assert len((await recommend_next_steps(topic="growth", number=5)).splitlines()) == 5


def test_the_shipped_actions_are_those_of_the_examples() -> None:
    swarm = load_swarm("example-no-proxy")

    for entry in swarm["actions"]:
        declared = find_action(resolve(entry["function"]))
        assert declared is not None
        assert declared.name == entry["name"]
        assert declared.idempotent == entry["idempotent"]
        assert set(declared.parameters["properties"]) == set(entry["parameters"]["properties"])
        assert declared.parameters["required"] == entry["parameters"]["required"]


def test_every_name_in_the_shipped_swarms_resolves() -> None:
    references = re.findall(r'"(python::[^"]+)"', SWARMS.read_text())

    assert len(references) > 10
    assert all(resolve(reference) is not None for reference in references)


def test_every_example_can_be_built_from_the_catalogue() -> None:
    for example in EXAMPLES.values():
        agent = resolve(example.factory)(
            name=example.name, comm_targets=["x"], tools=list(example.actions), **example.agent_params
        )
        assert agent.can_complete_tasks == example.is_supervisor


def test_an_unknown_example_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotFound, match="supervisor, weather, math, consultant, analyst"):
        get_example("butler")
