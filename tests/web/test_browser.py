"""Whole stories in a real browser at a really running server."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.running import RunningServer
from tests.web.conftest import password_of

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)

QUESTION = "What is the weather in Paris?"


def ask(page: Page, text: str, swarm: str | None = None) -> None:
    if swarm:
        page.get_by_label("Swarm", exact=True).select_option(swarm)
    page.get_by_label("Your message").fill(text)
    page.get_by_label("Your message").press("Enter")


def answers(page: Page) -> Locator:
    return page.locator(".answer .prose")


def expect_state(page: Page, word: str) -> None:
    expect(page.locator("#chat-status")).to_have_text(word)


def post(server: RunningServer, path: str, body: dict[str, Any]) -> None:
    """Somebody else's program, with the same account."""
    with server.client(server.first("user token")) as program:
        program.post(path, json=body).raise_for_status()


def read(page: Page, path: str) -> dict[str, Any]:
    """What the page itself would read there."""
    answer: dict[str, Any] = page.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)
    return answer


def test_it_leads_from_the_first_visit_to_an_answer_and_a_follow_up(chat: Page) -> None:
    ask(chat, QUESTION)
    expect(answers(chat)).to_contain_text("Paris")
    expect_state(chat, "Done")
    expect(chat.locator(".step-line", has_text="weather uses get_weather_forecast")).to_be_visible()

    ask(chat, "And what is 12*7+3?")
    expect(answers(chat)).to_have_count(2)
    expect(answers(chat).last).to_contain_text("87")

    said = [*answers(chat).all_text_contents(), *chat.locator(".question").all_text_contents()]
    steps = chat.locator(".step-row").count()
    chat.reload()
    expect(answers(chat)).to_have_count(2)
    assert [*answers(chat).all_text_contents(), *chat.locator(".question").all_text_contents()] == said
    assert chat.locator(".step-row").count() == steps
    expect(chat.locator(".task-link[aria-current]")).to_contain_text(QUESTION)


def test_it_shows_the_work_while_it_happens_and_misses_nothing_over_a_reload(chat: Page) -> None:
    ask(chat, QUESTION, swarm="slow")
    expect(chat.locator(".work-now")).to_have_text("supervisor is thinking")
    expect(chat.locator("#graph .graph-node.working")).to_have_count(1)
    expect(chat.locator(".step-line", has_text="supervisor asks weather")).to_be_visible()
    chat.reload()
    expect_state(chat, "Working")
    expect(answers(chat)).to_contain_text("Paris")
    expect(chat.locator(".question")).to_have_count(1)
    expect(chat.locator(".step-line", has_text="supervisor asks weather")).to_have_count(1)


def test_it_says_that_the_connection_is_lost_and_goes_on_where_it_was(
    chat: Page, browser_context: BrowserContext
) -> None:
    ask(chat, QUESTION, swarm="slow")
    expect(chat.locator(".step-line", has_text="supervisor asks weather")).to_be_visible()
    browser_context.set_offline(True)
    expect(chat.locator("#connection")).to_contain_text("Connection lost", timeout=60_000)
    browser_context.set_offline(False)
    expect(answers(chat)).to_contain_text("Paris")
    expect(chat.locator("#connection")).to_be_hidden()
    expect(chat.locator(".step-line", has_text="supervisor asks weather")).to_have_count(1)


def test_stop_keeps_what_there_is(chat: Page) -> None:
    ask(chat, QUESTION, swarm="slow")
    expect(chat.locator(".step-line", has_text="supervisor asks weather")).to_be_visible()
    chat.get_by_role("button", name="Stop").click()
    expect_state(chat, "Stopped")
    expect(chat.locator(".outcome")).to_contain_text("cancelled")
    expect(chat.locator(".step-line", has_text="supervisor asks weather")).to_be_visible()
    expect(chat.get_by_role("button", name="Stop")).to_be_hidden()


def test_a_person_edits_a_call_in_one_window_and_the_other_learns_of_it(
    chat: Page, browser_context: BrowserContext
) -> None:
    ask(chat, QUESTION, swarm="careful")
    expect_state(chat, "Needs you")
    other = browser_context.new_page()
    other.goto(chat.url)
    expect(other.get_by_role("button", name="Approve")).to_be_visible()

    chat.get_by_label("location").fill("Rome")
    chat.get_by_role("button", name="Approve with changes").click()
    expect(answers(chat)).to_contain_text("Rome")
    expect(other.locator(".breakpoint-head")).to_contain_text("somebody else has answered")
    expect(answers(other)).to_contain_text("Rome")


def test_a_late_answer_is_told_that_it_is_late(chat: Page, running_server: RunningServer) -> None:
    ask(chat, QUESTION, swarm="careful")
    expect(chat.get_by_role("button", name="Refuse…")).to_be_visible()
    uuid = chat.url.rsplit("/", 1)[1]
    call_id = read(chat, f"/api/v1/tasks/{uuid}")["pending"][0]["call_id"]
    post(
        running_server, f"/api/v1/tasks/{uuid}/answer", {"answers": [{"call_id": call_id, "content": "hot"}]}
    )
    chat.get_by_role("button", name="Approve").click()
    expect(chat.locator(".breakpoint-head")).to_contain_text("somebody else has answered")


def test_a_refusal_reaches_the_agent_with_its_reason(chat: Page) -> None:
    ask(chat, QUESTION, swarm="careful")
    chat.get_by_role("button", name="Refuse…").click()
    chat.get_by_label("Why not?").fill("Too expensive")
    chat.get_by_role("button", name="Refuse", exact=True).click()
    expect_state(chat, "Done")
    chat.locator(".step-line", has_text="wants to use").click()
    expect(chat.locator(".step-body", has_text="Too expensive").first).to_be_visible()


def test_a_hostile_answer_does_nothing(chat: Page, running_server: RunningServer) -> None:
    ask(chat, QUESTION, swarm="slow")
    expect_state(chat, "Working")
    task = read(chat, "/api/v1/tasks?limit=1")["tasks"][0]
    hostile = (
        "<script>document.title = 'owned'</script><img src=x onerror=\"document.title = 'owned'\">\n\n"
        "[click](javascript:document.title='owned') שלום\n\n| "
        + " | ".join("x" * 60 for _ in range(12))
        + " |\n"
        + "|"
        + " - |" * 12
    )
    post(
        running_server,
        "/message",
        {"task_id": task["task_id"], "body": hostile, "msg_type": "broadcast_complete"},
    )
    expect(answers(chat)).to_contain_text("שלום")
    assert "owned" not in chat.title()
    assert answers(chat).locator("script, img, a[href^=javascript]").count() == 0
    expect_no_sideways_scroll(chat)


def test_a_follow_up_in_one_window_appears_in_the_other(chat: Page, browser_context: BrowserContext) -> None:
    ask(chat, QUESTION)
    expect(answers(chat)).to_have_count(1)
    other = browser_context.new_page()
    other.goto(chat.url)
    expect(answers(other)).to_have_count(1)
    ask(chat, "And what is 2+2?")
    expect(answers(chat)).to_have_count(2)
    expect(answers(other)).to_have_count(2)


def expect_no_sideways_scroll(page: Page) -> None:
    """Nothing sticks out to the right, not even where the frame would hide it."""
    outside = page.evaluate(
        """() => ['#main', '#composer', '#send', '#scroll', '.exchange', '.chat-top'].filter((name) => {
            const element = document.querySelector(name);
            return element && (element.getBoundingClientRect().right > innerWidth + 1
                || (name === '#scroll' && element.scrollWidth > element.clientWidth + 1));
        })"""
    )
    assert outside == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_shows_everything_without_scrolling_sideways(chat: Page) -> None:
    chat.set_viewport_size({"width": 390, "height": 844})
    ask(chat, QUESTION + " " + "x" * 300)
    expect(answers(chat)).to_have_count(1)
    expect_no_sideways_scroll(chat)
    expect(chat.get_by_label("Search my tasks")).not_to_be_visible()
    chat.get_by_role("button", name="Show my tasks").click()
    expect(chat.get_by_label("Search my tasks")).to_be_visible()
    chat.keyboard.press("Escape")
    expect(chat.get_by_label("Search my tasks")).not_to_be_visible()
    chat.goto("/tasks")
    expect(chat.locator("#task-rows tr").first).to_be_visible()
    assert chat.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_keyboard_alone_is_enough(browser_page: Page, running_server: RunningServer) -> None:
    page = browser_page
    page.goto("/")
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type("admin")
    page.keyboard.press("Tab")
    page.keyboard.type(password_of(running_server))
    page.keyboard.press("Enter")
    page.locator("#composer:not([aria-busy])").wait_for()
    expect(page.get_by_label("Your message")).to_be_focused()
    page.keyboard.type("What is 2+2?")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("And the weather in Oslo?")
    expect(page.get_by_label("Your message")).to_have_value("What is 2+2?\nAnd the weather in Oslo?")
    page.keyboard.press("Enter")
    expect(answers(page)).to_contain_text("Oslo")
    expect(page.get_by_label("Your message")).to_be_focused()
    for _ in range(30):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.matches('.work > summary')"):
            break
    assert page.evaluate("document.activeElement.closest('details').open")
    page.keyboard.press("Enter")
    assert not page.evaluate("document.activeElement.closest('details').open")


def test_search_finds_a_task_by_its_title(chat: Page) -> None:
    ask(chat, "What is the weather in Reykjavik?")
    expect(answers(chat)).to_have_count(1)
    chat.get_by_label("Search my tasks").fill("reykja")
    expect(chat.locator(".task-link")).to_have_count(1)
    chat.get_by_label("Search my tasks").fill("no such task at all")
    expect(chat.locator(".task-link")).to_have_count(0)
    expect(chat.locator("#task-list-note")).to_have_text("No task matches.")


def test_the_chosen_theme_is_remembered(chat: Page) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light = chat.evaluate(background)
    chat.get_by_role("button", name="Switch between light and dark").click()
    dark = chat.evaluate(background)
    assert dark != light
    chat.reload()
    assert chat.evaluate(background) == dark


def test_an_error_is_a_sentence_and_the_text_is_kept(chat: Page, browser_context: BrowserContext) -> None:
    browser_context.set_offline(True)
    ask(chat, QUESTION)
    expect(chat.get_by_role("alert")).to_have_text(re.compile("does not answer"))
    expect(chat.get_by_label("Your message")).to_have_value(QUESTION)
