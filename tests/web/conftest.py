"""People with browsers: Django's client for single answers, Chromium at a running server for stories."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from accounts.models import User
from tests.running import RunningServer

CHROMIUM = Path("/usr/bin/chromium")
THINKING_SECONDS = 1.5


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", password="correct horse battery")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", password="correct horse battery")


@pytest.fixture
def alices_browser(alice: User) -> Client:
    client = Client(headers={"accept": "text/html"})
    client.force_login(alice)
    return client


def write_swarms(path: Path) -> None:
    """The shipped swarm, and two like it: one that asks a person first, one that takes its time."""
    shipped: dict[str, Any] = json.loads((settings.BASE_DIR / "swarms.json").read_text())[0]
    careful = {**copy.deepcopy(shipped), "name": "careful", "breakpoint_tools": ["get_weather_forecast"]}
    slow = {**copy.deepcopy(shipped), "name": "slow"}
    for agent in slow["agents"]:
        agent["agent_params"]["delay"] = THINKING_SECONDS
    path.write_text(json.dumps([shipped, careful, slow]))


@pytest.fixture(scope="module")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("server")
    write_swarms(folder / "swarms.json")
    with RunningServer(folder, SWARM_SOURCE=str(folder / "swarms.json"), MAIL_THROTTLE="off") as server:
        yield server


@pytest.fixture(scope="module")
def live_server_url(running_server: RunningServer) -> str:
    return running_server.url


# Not for the whole session: while Playwright runs, Django takes this thread for an event loop's.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def browser_context(chromium: Browser, live_server_url: str) -> Iterator[BrowserContext]:
    context = chromium.new_context(base_url=live_server_url, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def browser_page(browser_context: BrowserContext) -> Iterator[Page]:
    """A page nobody is logged in on. A script that fails, or is refused by the policy, fails the test."""
    page = browser_context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
    yield page
    assert faults == []


def password_of(server: RunningServer) -> str:
    return server.first("administrator").removeprefix("admin / ")


@pytest.fixture
def chat(browser_page: Page, running_server: RunningServer) -> Page:
    """The chat page, logged in."""
    browser_page.goto("/")
    browser_page.get_by_label("Name").fill("admin")
    browser_page.get_by_label("Password").fill(password_of(running_server))
    browser_page.get_by_role("button", name="Log in").click()
    browser_page.locator("#composer:not([aria-busy])").wait_for()
    return browser_page
