"""The list of swarms and the pages beside a swarm's own."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from swarms.export import to_document
from swarms.models import Swarm, SwarmVersion
from swarms.store import store_document, store_documents
from tests.swarms.conftest import read_document

LIST = "/admin/swarms/swarm/"
IMPORT = f"{LIST}import_page/"
Document = dict[str, Any]


@pytest.fixture
def swarm(db: None, weather_math: Document) -> Swarm:
    return store_document(weather_math).swarm


def page_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_makes_the_same_number_of_queries_for_any_number_of_swarms(
    browser: Client, swarm: Swarm, weather_math: Document, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(50) as few:
        page_of(browser, LIST)
    store_documents([weather_math | {"name": f"swarm-{number}"} for number in range(20)])
    with django_assert_max_num_queries(50) as many:
        page = page_of(browser, LIST)
    assert "swarm-19" in page
    assert len(many) == len(few)


@pytest.mark.parametrize("query", ["is_runnable__exact=0", "is_default__exact=0", "public__exact=1"])
def test_the_list_can_be_filtered(browser: Client, swarm: Swarm, query: str) -> None:
    assert f"/admin/swarms/swarm/{swarm.pk}/change/" in page_of(browser, LIST)
    assert f"/admin/swarms/swarm/{swarm.pk}/change/" not in page_of(browser, f"{LIST}?{query}")


def test_a_swarm_s_page_shows_who_may_write_to_whom(browser: Client, swarm: Swarm) -> None:
    page = page_of(browser, f"{LIST}{swarm.pk}/change/")
    assert 'data-from="supervisor" data-to="weather"' in page
    assert "supervisor, entrypoint, completes tasks" in page


def test_a_swarm_s_page_says_what_keeps_it_from_running(browser: Client) -> None:
    stored = store_documents(read_document("supervisor_alone"))[0].swarm
    page = page_of(browser, f"{LIST}{stored.pk}/change/")
    assert "This swarm does not run yet" in page
    assert "weather, does not exist" in page


@pytest.mark.parametrize("address", ["add/", "{}/change/", "{}/history/", "{}/check_now/", "import_page/"])
def test_no_page_needs_an_inline_script(browser: Client, swarm: Swarm, address: str) -> None:
    page = page_of(browser, LIST + address.format(swarm.pk))
    inline = [
        tag for tag in re.findall(r"<script\b([^>]*)>", page) if "src=" not in tag and "json" not in tag
    ]
    assert inline == []
    assert " onclick=" not in page


def test_check_now_reports_each_part_and_saves_nothing(browser: Client, weather_math: Document) -> None:
    weather_math["agents"][1]["factory"] = "python::mail.nowhere:Thing"
    weather_math["agents"][2]["agent_params"]["system"] = "mail.examples.math_dummy.prompts:SYSPROMPT"
    stored = store_document(weather_math).swarm
    response = browser.get(f"{LIST}{stored.pk}/check_now/")
    found = {finding.subject: finding.sentence for finding in response.context["findings"]}
    assert found["action get_weather_forecast"] == found["agent supervisor"] == ""
    assert "mail.nowhere" in found["agent weather"]
    assert "is taken as plain text" in response.content.decode()
    assert SwarmVersion.objects.count() == 1


def test_export_gives_the_definition_as_a_file(browser: Client, swarm: Swarm) -> None:
    response = browser.get(f"{LIST}{swarm.pk}/export_one/")
    assert response["Content-Disposition"] == 'attachment; filename="example.json"'
    assert json.loads(response.content) == [to_document(swarm)]


def test_the_selected_swarms_can_be_exported(browser: Client, swarm: Swarm, weather_math: Document) -> None:
    second = store_document(weather_math | {"name": "second"}).swarm
    data = {"action": "export_selected", "_selected_action": [swarm.pk, second.pk]}
    assert [one["name"] for one in json.loads(browser.post(LIST, data).content)] == ["example", "second"]


def test_duplicate_asks_for_a_name_and_makes_a_copy(browser: Client, swarm: Swarm) -> None:
    address = f"{LIST}{swarm.pk}/duplicate_page/"
    assert 'value="example-copy"' in page_of(browser, address)
    browser.post(address, {"name": "twin"})
    assert to_document(Swarm.objects.get(name="twin")) == to_document(swarm) | {"name": "twin"}


@pytest.mark.parametrize(("name", "words"), [("example", "already a swarm"), ("two words", "no spaces")])
def test_duplicate_refuses_a_name_that_will_not_do(
    browser: Client, swarm: Swarm, name: str, words: str
) -> None:
    page = browser.post(f"{LIST}{swarm.pk}/duplicate_page/", {"name": name}).content.decode()
    assert words in page
    assert Swarm.objects.count() == 1


def test_history_lists_the_versions_with_who_and_what(
    browser: Client, swarm: Swarm, weather_math: Document
) -> None:
    alice = get_user_model().objects.get(username="alice")
    store_document(weather_math | {"description": "Weather and sums."}, alice)
    history = page_of(browser, f"{LIST}{swarm.pk}/history/")
    assert f"/admin/swarms/swarm/{swarm.pk}/versions/2/" in history
    assert "alice" in history
    version = page_of(browser, f"{LIST}{swarm.pk}/versions/2/")
    assert '<span class="added">+  &quot;description&quot;: &quot;Weather and sums.&quot;,</span>' in version
    downloaded = browser.get(f"{LIST}{swarm.pk}/versions/1/?download")
    assert json.loads(downloaded.content) == [weather_math]


def test_import_shows_first_and_stores_then(browser: Client, weather_math: Document) -> None:
    text = json.dumps([weather_math])
    page = browser.post(IMPORT, {"text": text, "_preview": "1"}).content.decode()
    assert "example: will be created" in page
    assert Swarm.objects.count() == 0
    browser.post(IMPORT, {"text": text, "_store": "1"})
    assert to_document(Swarm.objects.get()) == weather_math
    assert str(SwarmVersion.objects.get().created_by) == "alice"


def test_import_takes_a_file_and_replaces_only_when_told(
    browser: Client, swarm: Swarm, weather_math: Document
) -> None:
    text = json.dumps([weather_math | {"description": "new"}]).encode()
    for replace, words, description in (({}, "kept", ""), ({"replace": "on"}, "changed", "new")):
        file = SimpleUploadedFile("swarms.json", text)
        assert words in browser.post(IMPORT, {"file": file, **replace}).content.decode()
        browser.post(IMPORT, {"file": SimpleUploadedFile("swarms.json", text), "_store": "1", **replace})
        assert Swarm.objects.get().description == description


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a file or paste"),
        ("[{]", "line 1, column 3"),
        ('[{"name": "a"}]', "lacks"),
        ("[" * 5_000_001, "larger than"),
    ],
)
@pytest.mark.parametrize("button", ["_preview", "_store"])
def test_import_refuses_what_it_cannot_store(browser: Client, text: str, words: str, button: str) -> None:
    file = SimpleUploadedFile("swarms.json", text.encode() or b" ")
    page = browser.post(IMPORT, {"file": file, button: "1"}).content.decode()
    assert words in page
    assert Swarm.objects.count() == 0


def test_deleting_the_default_swarm_leaves_another_as_default(
    browser: Client, swarm: Swarm, weather_math: Document
) -> None:
    store_document(weather_math | {"name": "second"})
    browser.post(f"{LIST}{swarm.pk}/delete/", {"post": "yes"})
    assert [(one.name, one.is_default) for one in Swarm.objects.all()] == [("second", True)]


ASIDE = ["check_now/", "export_one/", "duplicate_page/", "versions/1/", "history/"]


@pytest.mark.parametrize("page", ASIDE)
def test_charlie_who_may_not_see_swarms_sees_no_page_of_one(swarm: Swarm, page: str) -> None:
    charlie = Client()
    assert charlie.get(f"{LIST}{swarm.pk}/{page}").status_code == 302
    charlie.force_login(get_user_model().objects.create_user("charlie", is_staff=True))
    assert charlie.get(f"{LIST}{swarm.pk}/{page}").status_code == 403


def test_bob_who_may_only_look_can_look_but_not_change(swarm: Swarm) -> None:
    bob = get_user_model().objects.create_user("bob", is_staff=True)
    bob.user_permissions.add(Permission.objects.get(codename="view_swarm"))
    client = Client()
    client.force_login(bob)
    assert "supervisor" in page_of(client, f"{LIST}{swarm.pk}/change/")
    assert client.get(f"{LIST}{swarm.pk}/export_one/").status_code == 200
    assert client.post(f"{LIST}{swarm.pk}/duplicate_page/", {"name": "x"}).status_code == 403
    assert client.post(IMPORT, {"text": "[]"}).status_code == 403
    assert client.post(f"{LIST}{swarm.pk}/change/", {"name": "x"}).status_code == 403


@pytest.mark.parametrize("page", [*ASIDE[:3], "versions/99/"])
def test_a_swarm_that_does_not_exist_is_not_found(browser: Client, swarm: Swarm, page: str) -> None:
    number = swarm.pk if page.startswith("versions") else 999
    assert browser.get(f"{LIST}{number}/{page}").status_code == 404
