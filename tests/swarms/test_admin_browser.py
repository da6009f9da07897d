"""A person builds the weather and math swarm in a real browser, mostly by clicking."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from swarms.export import to_document
from swarms.models import Swarm
from tests.services import CHROMIUM

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

READY_MADE = [
    "python::mail.examples.weather_dummy.actions:get_weather_forecast",
    "python::mail.examples.math_dummy.actions:calculate_expression",
]


@pytest.fixture
def page(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The admin's front page as alice sees it; any complaint of the browser fails the test."""
    from playwright.sync_api import sync_playwright

    get_user_model().objects.create_superuser("alice", "alice@example.com", "correct horse battery")
    # The driver runs a loop in this thread; the rows are still read the plain way.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    complaints: list[str] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--disable-dev-shm-usage"])
        page = browser.new_page()
        page.set_default_timeout(10_000)
        page.goto(f"{live_server.url}/admin/login/?next=/admin/swarms/swarm/")
        page.fill("#id_username", "alice")
        page.fill("#id_password", "correct horse battery")
        page.press("#id_password", "Enter")
        page.wait_for_url("**/admin/swarms/swarm/")
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page
        browser.close()
    assert complaints == []


def press(page: Any, field: str, name: str) -> None:
    page.click(f"#id_{field} + .name-chips button:text-is('{name}')")


def add_agent(page: Any, place: int, name: str) -> None:
    page.click("#agents-group .add-row")
    page.wait_for_function(f"document.activeElement.id === 'id_agents-{place}-name'")
    page.keyboard.type(name)


def test_the_weather_and_math_swarm_is_built_by_clicking(page: Any) -> None:
    page.goto(page.url + "add/")
    page.fill("#id_name", "clicked")
    for reference in READY_MADE:
        press(page, "action_imports", reference)
    for place, name in enumerate(("supervisor", "weather", "math")):
        add_agent(page, place, name)
    for target in ("weather", "math"):
        press(page, "agents-0-comm_targets", target)
    for place, action in ((1, "get_weather_forecast"), (2, "calculate_expression")):
        press(page, f"agents-{place}-comm_targets", "supervisor")
        press(page, f"agents-{place}-actions", action)
    for switch in ("enable_entrypoint", "can_complete_tasks"):
        page.check(f"#id_agents-0-{switch}")
    page.click("[name=_continue]")
    page.wait_for_selector(".swarm-picture")
    document = to_document(Swarm.objects.get(name="clicked", is_runnable=True))
    assert document["entrypoint"] == "supervisor"
    assert document["action_imports"] == READY_MADE
    assert [agent["comm_targets"] for agent in document["agents"]] == [
        ["weather", "math"],
        ["supervisor"],
        ["supervisor"],
    ]


def test_json_is_judged_while_it_is_written_and_set_straight_on_request(page: Any) -> None:
    page.goto(page.url + "add/")
    add_agent(page, 0, "supervisor")
    field = "#id_agents-0-agent_params"
    page.fill(field, '{\n"temperature": 0,}')
    assert page.inner_text(f"{field} + .json-tools output") == "Not JSON in line 2, column 18"
    page.fill(field, '{"temperature": 0}')
    page.click(f"{field} + .json-tools button")
    assert page.input_value(field) == '{\n  "temperature": 0\n}'
