"""A person builds and changes swarms by filling in the pages of the admin."""

from typing import Any

import pytest
from django.test import Client

from swarms.export import to_document
from swarms.models import Swarm, SwarmVersion
from swarms.store import store_document
from tests.swarms.conftest import read_document
from tests.swarms.forms import ADD, filled

LOOK_UP_WEATHER = "python::mail.examples.weather_dummy.actions:get_weather_forecast"
CALCULATE = "python::mail.examples.math_dummy.actions:calculate_expression"
SUPERVISOR = {
    "name": "supervisor",
    "system": "You lead.",
    "comm_targets": "weather, math",
    "enable_entrypoint": True,
    "can_complete_tasks": True,
}
WEATHER = {"name": "weather", "comm_targets": "supervisor", "actions": "get_weather_forecast"}
MATH = {"name": "math", "comm_targets": "supervisor", "actions": "calculate_expression"}
FORECAST = {
    "name": "get_weather_forecast",
    "description": "The weather at a place",
    "function": LOOK_UP_WEATHER,
    "parameters": '{"type": "object", "properties": {"location": {"type": "string"}}}',
}
CALCULATION = {"name": "calculate_expression", "description": "Arithmetic", "function": CALCULATE}
ROWS: dict[str, Any] = {"agents": [SUPERVISOR, WEATHER, MATH], "actions": [FORECAST, CALCULATION]}


def build(browser: Client, swarm: dict[str, Any] | None = None, **rows: Any) -> str:
    """Post the page for a new swarm; gives back the page that comes after it."""
    data = filled(browser, ADD, {"name": "demo"} | (swarm or {}), **(ROWS | rows))
    return browser.post(ADD, data, follow=True).content.decode()


def test_a_person_builds_the_weather_and_math_swarm_from_nothing(browser: Client) -> None:
    build(browser)
    swarm = Swarm.objects.get(name="demo")
    document = to_document(swarm)
    assert swarm.is_runnable
    assert swarm.is_default
    assert document["entrypoint"] == "supervisor"
    assert [agent["name"] for agent in document["agents"]] == ["supervisor", "weather", "math"]
    assert document["agents"][0]["comm_targets"] == ["weather", "math"]
    assert document["agents"][0]["agent_params"] == {"llm": "demo/assistant", "system": "You lead."}
    assert document["actions"][0]["parameters"]["properties"] == {"location": {"type": "string"}}
    assert swarm.current_version is not None
    assert str(swarm.current_version.created_by) == "alice"


def change_address(name: str = "demo") -> str:
    return f"/admin/swarms/swarm/{Swarm.objects.get(name=name).pk}/change/"


def change(browser: Client, swarm: Any = None, **posted: str) -> str:
    """Post the page of the swarm as it stands, with these fields written over."""
    address = change_address()
    data = (
        filled(browser, address, swarm or {}, [], []) | switches_of(Swarm.objects.get(name="demo")) | posted
    )
    return browser.post(address, data, follow=True).content.decode()


def switches_of(swarm: Swarm) -> dict[str, str]:
    """The switches that are on: a browser sends those and no others."""
    names = ("enable_entrypoint", "can_complete_tasks", "enable_interswarm")
    rows = enumerate(swarm.agents.all())
    on = {f"agents-{place}-{name}": "on" for place, agent in rows for name in names if getattr(agent, name)}
    return on | ({"is_default": "on"} if swarm.is_default else {})


def test_saving_the_page_unchanged_makes_no_version(browser: Client) -> None:
    build(browser)
    change(browser)
    assert SwarmVersion.objects.count() == 1


def test_every_field_of_a_loaded_definition_survives_a_save_in_the_admin(browser: Client) -> None:
    document = read_document("everything")[0] | {"name": "demo"}
    store_document(document)
    data = filled(browser, change_address(), {}, [], []) | switches_of(Swarm.objects.get())
    data |= {"enable_interswarm": "on", "actions-0-idempotent": "on"}
    browser.post(change_address(), data)
    assert to_document(Swarm.objects.get()) == document
    assert SwarmVersion.objects.count() == 1


def test_a_change_makes_a_version_by_that_person(browser: Client) -> None:
    build(browser)
    change(browser, {"description": "Weather and sums."}, **{"agents-1-llm": "openai/gpt-5-mini"})
    swarm = Swarm.objects.get()
    assert swarm.current_version is not None
    assert swarm.current_version.number == 2
    assert swarm.description == "Weather and sums."
    assert swarm.agents.get(name="weather").agent_params["llm"] == "openai/gpt-5-mini"


def test_agents_can_swap_their_names_and_places(browser: Client) -> None:
    build(browser)
    swap = {
        "agents-1-name": "math",
        "agents-2-name": "weather",
        "agents-1-position": "2",
        "agents-2-position": "1",
    }
    change(browser, **swap)
    assert [agent.name for agent in Swarm.objects.get().agents.all()] == ["supervisor", "weather", "math"]


def test_a_swarm_can_be_renamed(browser: Client) -> None:
    build(browser)
    change(browser, {"name": "renamed"})
    assert [swarm.name for swarm in Swarm.objects.all()] == ["renamed"]


def test_an_agent_can_be_deleted_and_what_misses_it_is_told(browser: Client) -> None:
    build(browser)
    page = change(browser, **{"agents-2-DELETE": "on"})
    assert "Saved, but it will not run yet" in page
    assert not Swarm.objects.get().is_runnable


def test_the_default_mark_moves_to_the_swarm_that_takes_it(
    browser: Client, weather_math: dict[str, Any]
) -> None:
    store_document(weather_math)
    build(browser, {"is_default": True})
    assert Swarm.objects.get(is_default=True).name == "demo"


def test_ready_made_actions_need_no_description_of_their_own(browser: Client) -> None:
    build(browser, {"action_imports": f"{LOOK_UP_WEATHER}\n{CALCULATE}"}, actions=[])
    assert Swarm.objects.get().is_runnable
    assert to_document(Swarm.objects.get())["action_imports"] == [LOOK_UP_WEATHER, CALCULATE]


REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({"swarm": {"name": "two words"}}, "name", "no spaces"),
    ({"swarm": {"entrypoint": "nobody"}}, "entrypoint", "not one of the agents"),
    ({"swarm": {"extra": '{"x": }'}}, "extra", "line 1, column 7"),
    ({"swarm": {"extra": '{"agents": 1}'}}, "extra", "a field of its own"),
    ({"swarm": {"budget_cost": "0.12345678"}}, "budget_cost", "decimal"),
    ({"agents": [SUPERVISOR, WEATHER, WEATHER]}, "agents-2-name", "Two agents"),
    ({"agents": [SUPERVISOR, WEATHER | {"name": "all"}, MATH]}, "agents-1-name", "addresses every agent"),
    ({"agents": [SUPERVISOR, WEATHER | {"actions": "fly"}, MATH]}, "agents-1-actions", "unknown action"),
    (
        {"agents": [SUPERVISOR, WEATHER | {"factory": "os:system"}, MATH]},
        "agents-1-factory",
        "may not be imported",
    ),
    (
        {"agents": [SUPERVISOR, WEATHER | {"system": "url::http://169.254.169.254/"}]},
        "agents-1-system",
        "169.254",
    ),
    ({"agents": [SUPERVISOR, WEATHER | {"agent_params": "[1]"}]}, "agents-1-agent_params", "JSON object"),
    (
        {"agents": [SUPERVISOR, WEATHER | {"agent_params": '{"api_key": "sk-1"}'}]},
        "agents-1-agent_params",
        "environment reference",
    ),
    ({"agents": [SUPERVISOR | {"can_complete_tasks": False}, WEATHER, MATH]}, "", "can complete tasks"),
    (
        {"actions": [FORECAST | {"parameters": '{"type": "array"}'}, CALCULATION]},
        "actions-0-parameters",
        "object",
    ),
    ({"actions": [FORECAST | {"function": ""}, CALCULATION]}, "actions-0-function", "needs a function"),
    (
        {"actions": [FORECAST | {"function": "subprocess:run"}, CALCULATION]},
        "actions-0-function",
        "not be imported",
    ),
]


@pytest.mark.parametrize(("posted", "field", "words"), REFUSALS, ids=[f"{f}: {w}" for _, f, w in REFUSALS])
def test_a_fault_is_told_at_its_field_and_nothing_is_saved(
    browser: Client, posted: dict[str, Any], field: str, words: str
) -> None:
    swarm = {"name": "demo"} | posted.pop("swarm", {})
    data = filled(browser, ADD, swarm, **(ROWS | posted))
    response = browser.post(ADD, data)
    assert response.status_code == 200
    assert words in errors_at(response.context, field)
    assert Swarm.objects.count() == 0


def errors_at(context: Any, field: str) -> str:
    """What the page says at a field, or above the form when no field is named."""
    prefix, _, rest = field.partition("-")
    form = context["adminform"].form
    if rest:
        formset = next(
            one.formset for one in context["inline_admin_formsets"] if one.formset.prefix == prefix
        )
        place, _, field = rest.partition("-")
        form = formset.forms[int(place)]
    return " ".join(form.errors.get(field or "__all__", []))
