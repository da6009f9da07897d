"""Who gets which page, and what programs get at the same addresses."""

import uuid

import pytest
from django.conf import settings
from django.test import Client
from django.test.utils import override_settings

from accounts.identify import identify_session
from accounts.models import User
from swarms.source import load_source
from tasks.models import Task
from tasks.submit import Letter, submit

PAGE = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture
def alices_task(alice: User) -> Task:
    with override_settings(SWARM_SOURCE=str(settings.BASE_DIR / "swarms.json")):
        load_source()
    return submit(identify_session(alice), Letter(body="What is <b>the</b> weather?")).task


def test_it_sends_a_stranger_at_the_root_to_the_login(db: None) -> None:
    answer = Client().get("/", headers=PAGE)
    assert (answer.status_code, answer["Location"]) == (302, "/login?next=/")


@pytest.mark.parametrize("path", ["/tasks", "/chat/00000000-0000-4000-8000-000000000000"])
def test_it_sends_a_stranger_from_every_page_to_the_login(db: None, path: str) -> None:
    answer = Client().get(path, headers=PAGE)
    assert (answer.status_code, answer["Location"]) == (302, f"/login?next={path}")


def test_it_logs_in_with_the_right_password(alice: User) -> None:
    answer = Client().post(
        "/login", {"username": "alice", "password": "correct horse battery", "next": "/tasks"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/tasks")


def test_it_says_in_a_sentence_that_the_password_is_wrong(alice: User) -> None:
    answer = Client().post("/login", {"username": "alice", "password": "wrong"})
    assert answer.status_code == 200
    assert b"do not belong together" in answer.content


def test_it_does_not_lead_to_another_site_after_the_login(alice: User) -> None:
    form = {"username": "alice", "password": "correct horse battery", "next": "https://evil.example/"}
    assert Client().post("/login", form)["Location"] == "/"


def test_it_logs_out_by_post_only(alices_browser: Client) -> None:
    assert alices_browser.get("/logout").status_code == 405
    assert alices_browser.post("/logout")["Location"] == "/login"
    assert alices_browser.get("/").status_code == 302


def test_the_root_is_a_page_for_a_browser(alices_browser: Client) -> None:
    answer = alices_browser.get("/", headers=PAGE)
    assert answer["Content-Type"].startswith("text/html")
    assert b"What shall the swarm do?" in answer.content
    assert "Accept" in answer["Vary"]


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html;q=0, application/json", ""])
def test_the_root_is_json_for_a_program(db: None, accept: str) -> None:
    answer = Client().get("/", headers={"accept": accept})
    assert answer.status_code == 200
    assert answer.json()["name"] == "mail"
    assert "Accept" in answer["Vary"]


def test_the_task_list_is_a_page_or_json(alices_browser: Client, alices_task: Task) -> None:
    assert b"My tasks" in alices_browser.get("/tasks", headers=PAGE).content
    assert list(alices_browser.get("/tasks", headers={"accept": "*/*"}).json()) == [alices_task.task_id]


def test_a_task_has_a_page_with_its_title_escaped(alices_browser: Client, alices_task: Task) -> None:
    answer = alices_browser.get(f"/chat/{alices_task.uuid}")
    assert answer.status_code == 200
    assert b"What is &lt;b&gt;the&lt;/b&gt; weather?" in answer.content
    assert f'data-task="{alices_task.uuid}"'.encode() in answer.content


def test_a_strangers_task_does_not_exist(bob: User, alices_task: Task) -> None:
    client = Client()
    client.force_login(bob)
    answer = client.get(f"/chat/{alices_task.uuid}", headers=PAGE)
    assert answer.status_code == 404
    assert b"weather" not in answer.content
    assert b"belongs to somebody else" in answer.content


def test_an_unknown_task_does_not_exist(alices_browser: Client) -> None:
    assert alices_browser.get(f"/chat/{uuid.uuid4()}").status_code == 404


def test_only_staff_are_shown_the_way_to_the_control_room(alices_browser: Client, alice: User) -> None:
    assert b'href="/admin/"' not in alices_browser.get("/").content
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert b'href="/admin/"' in alices_browser.get("/").content


@pytest.mark.parametrize("path", ["/", "/tasks", "/login"])
def test_pages_allow_nothing_inline(alices_browser: Client, path: str) -> None:
    answer = alices_browser.get(path, follow=True)
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    html = answer.content.decode()
    assert " style=" not in html
    assert "<style" not in html
    assert "<script>" not in html


def test_markdown_becomes_clean_html(alices_browser: Client) -> None:
    answer = alices_browser.post(
        "/web/markdown", {"text": "**hi** <script>"}, content_type="application/json"
    )
    assert answer.json() == {"html": "<p><strong>hi</strong> &lt;script&gt;</p>\n"}


def test_markdown_is_not_for_strangers(db: None) -> None:
    answer = Client().post("/web/markdown", {"text": "hi"}, content_type="application/json")
    assert answer.status_code == 401
    assert answer.json()["detail"]


def test_markdown_from_another_site_is_refused(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post("/web/markdown", {"text": "hi"}, content_type="application/json").status_code == 403


@pytest.mark.parametrize("body", [{}, {"text": None}, {"text": ["a"]}, {"text": "x" * 200_001}, "{", []])
def test_markdown_that_is_none_is_refused(alices_browser: Client, body: object) -> None:
    assert alices_browser.post("/web/markdown", body, content_type="application/json").status_code == 400
