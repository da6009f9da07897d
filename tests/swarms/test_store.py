"""Definitions go into rows and come out again, all of a file or nothing."""

import copy
import json
import sys
from typing import Any

import pytest

from mail.errors import MailError
from swarms.errors import BadDocument, NoSwarm, UnknownSwarm
from swarms.export import to_document, to_file
from swarms.find import get_swarm
from swarms.models import Action, Agent, Swarm, SwarmVersion
from swarms.source import load_source
from swarms.store import Outcome, store_document, store_documents, store_text
from tests.swarms.conftest import DOCUMENTS, read_document

pytestmark = pytest.mark.django_db

EXAMPLES = sorted(path.stem for path in DOCUMENTS.glob("*.json"))
Document = dict[str, Any]


def row_counts() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Swarm, Agent, Action, SwarmVersion))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_definition_comes_out_as_it_went_in(name: str) -> None:
    documents = read_document(name)
    store_documents(documents)
    assert [to_document(Swarm.objects.get(name=one["name"])) for one in documents] == documents


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_export_loads_again_and_changes_nothing(name: str) -> None:
    stored = store_documents(read_document(name))
    again = store_text(to_file([item.swarm for item in stored]))
    assert [item.outcome for item in again] == [Outcome.UNCHANGED]
    assert SwarmVersion.objects.count() == 1


def test_null_stays_null_and_unsaid_stays_unsaid(weather_math: Document) -> None:
    weather_math |= {"task_message_limit": None, "budgets": {}, "keywords": []}
    assert to_document(store_document(weather_math).swarm) == weather_math


def test_a_swarm_whose_targets_are_missing_is_kept_but_does_not_run() -> None:
    swarm = store_documents(read_document("supervisor_alone"))[0].swarm
    assert not swarm.is_runnable
    assert len(swarm.problems) == 2
    assert "weather" in swarm.problems[0]


def test_each_change_makes_a_version_and_leaves_the_old_ones_alone(weather_math: Document) -> None:
    first = store_document(weather_math).swarm.current_version
    changed = copy.deepcopy(weather_math) | {"description": "Now with words."}
    stored = store_document(changed)
    assert first is not None
    assert stored.outcome is Outcome.CHANGED
    assert stored.swarm.current_version is not None
    assert stored.swarm.current_version.number == 2
    first.refresh_from_db()
    assert first.document == weather_math


def test_the_order_of_fields_is_no_change(weather_math: Document) -> None:
    store_document(weather_math)
    assert store_document(dict(reversed(weather_math.items()))).outcome is Outcome.UNCHANGED


def test_without_replace_an_existing_swarm_stays_as_it_is(weather_math: Document) -> None:
    store_document(weather_math)
    stored = store_document(weather_math | {"description": "Other."}, replace=False)
    assert stored.outcome is Outcome.KEPT
    assert Swarm.objects.get().description == ""


def test_the_first_swarm_is_the_default_one(weather_math: Document) -> None:
    store_document(weather_math)
    store_document(weather_math | {"name": "second"})
    assert get_swarm().name == "example"
    assert get_swarm("second").name == "second"


def test_the_configured_name_is_preferred_as_default(weather_math: Document, settings: Any) -> None:
    settings.SWARM_NAME = "second"
    store_documents([weather_math, weather_math | {"name": "second"}])
    assert get_swarm().name == "second"


def test_an_unknown_swarm_is_not_found(weather_math: Document) -> None:
    with pytest.raises(NoSwarm):
        get_swarm()
    store_document(weather_math)
    with pytest.raises(UnknownSwarm, match="nobody"):
        get_swarm("nobody")


def test_the_source_creates_what_is_missing_and_changes_nothing_else(
    weather_math: Document, settings: Any, tmp_path: Any
) -> None:
    store_document(weather_math)
    source = tmp_path / "swarms.json"
    source.write_text(json.dumps([weather_math | {"description": "x"}, weather_math | {"name": "second"}]))
    settings.SWARM_SOURCE = str(source)
    assert [item.outcome for item in load_source()] == [Outcome.KEPT, Outcome.CREATED]
    assert get_swarm("example").description == ""


def test_a_source_that_is_not_there_is_told_in_one_sentence(settings: Any) -> None:
    settings.SWARM_SOURCE = "/nowhere/swarms.json"
    with pytest.raises(MailError, match=r"/nowhere/swarms\.json cannot be read"):
        load_source()


def spoil(document: Document, *path: Any, value: Any) -> Document:
    spoiled = copy.deepcopy(document)
    place: Any = spoiled
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return spoiled


FAULTS: list[tuple[tuple[Any, ...], Any, str]] = [
    (("entrypoint",), "nobody", "not one of the agents"),
    (("entrypoint",), "weather", "enable_entrypoint"),
    (("name",), "two words", "no spaces"),
    (("name",), "n" * 121, "120"),
    (("agents",), [], "agents"),
    (("agents", 0, "can_complete_tasks"), False, "can complete tasks"),
    (("agents", 1, "name"), "all", "all"),
    (("agents", 1, "name"), "math", "Two agents"),
    (("agents", 1, "actions"), ["fly"], "fly"),
    (("agents", 1, "factory"), "python::os:system", "may not be imported"),
    (("agents", 1, "factory"), 7, "must be a text"),
    (("agents", 1, "comm_targets"), "supervisor", "must be a list"),
    (("agents", 1, "agent_params"), [], "must be an object"),
    (("agents", 1, "agent_params", "api_key"), "sk-123", "environment reference"),
    (("agents", 1, "agent_params", "system"), "url::http://169.254.169.254/latest", "169.254.169.254"),
    (("agents", 1, "agent_params", "system"), "python::os:environ", "may not be imported"),
    (("actions", 0, "function"), "subprocess:run", "may not be imported"),
    (("actions", 0, "parameters"), {"type": "object", "required": 5}, "JSON Schema"),
    (("actions", 0, "parameters"), {"type": "object", "$ref": "http://169.254.169.254/x"}, "169.254.169.254"),
    (("actions", 0, "name"), "send_request", "MAIL tool"),
    (("action_imports",), ["python::shutil:rmtree"], "may not be imported"),
    (("budgets",), {"cost": 0.1234567891}, "decimal"),
    (("task_message_limit",), "many", "whole number"),
    (("description",), "a\x00b", "NUL"),
]


@pytest.mark.parametrize(("path", "value", "words"), FAULTS, ids=lambda part: str(part)[:40])
def test_it_refuses_a_faulty_definition_and_changes_nothing(
    weather_math: Document, path: tuple[Any, ...], value: Any, words: str
) -> None:
    good = weather_math | {"name": "good"}
    modules = set(sys.modules)
    with pytest.raises(BadDocument, match=words):
        store_documents([good, spoil(weather_math, *path, value=value)])
    assert row_counts() == (0, 0, 0, 0)
    assert not {name for name in set(sys.modules) - modules if name.startswith(("mail.examples", "shutil"))}


def test_it_refuses_a_thousand_agents(weather_math: Document) -> None:
    weather_math["agents"] = [weather_math["agents"][0] | {"name": f"a{number}"} for number in range(1000)]
    with pytest.raises(BadDocument, match="1000 agents"):
        store_document(weather_math)
    assert row_counts() == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"[" * 10_000_000, "larger than"),
        (b"[" * 100_000, "nested"),
        (b"[{]", "line 1, column 3"),
        (b"\xff\xfe", "UTF-8"),
        (b"7", "list of objects"),
        (b'[{"name": "a"}, {"name": "a"}]', "Two swarms"),
    ],
)
def test_it_refuses_a_text_that_is_no_list_of_swarms(text: bytes, words: str) -> None:
    with pytest.raises(MailError, match=words):
        store_text(text)
    assert row_counts() == (0, 0, 0, 0)
