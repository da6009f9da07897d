"""Definitions by command: load_swarms and dump_swarms."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from swarms.models import Swarm
from tests.swarms.conftest import DOCUMENTS, read_document

pytestmark = pytest.mark.django_db
EXAMPLE = str(DOCUMENTS / "weather_math.json")


def run(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_it_loads_a_file_and_says_what_it_did() -> None:
    assert run("load_swarms", EXAMPLE) == "example: created\n"
    assert run("load_swarms", EXAMPLE) == "example: kept\n"
    assert run("load_swarms", EXAMPLE, "--replace") == "example: unchanged\n"


def test_it_says_what_keeps_a_swarm_from_running() -> None:
    said = run("load_swarms", str(DOCUMENTS / "supervisor_alone.json"))
    assert "will not run: agents[0].comm_targets[0]: Agent 'supervisor'" in said


def test_check_says_what_is_wrong_and_stores_nothing() -> None:
    assert "example: 0 problem(s)" in run("load_swarms", EXAMPLE, "--check")
    assert Swarm.objects.count() == 0


def test_it_names_the_place_of_each_error(tmp_path: Path) -> None:
    documents = read_document("weather_math")
    documents[0]["agents"][1]["factory"] = "os:system"
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(documents))
    for extra in ([], ["--replace"]):
        with pytest.raises(CommandError, match=r"nothing was changed:\nerror: agents\[1\].factory: "):
            run("load_swarms", str(file), *extra)
    with pytest.raises(CommandError, match="would not be loaded"):
        run("load_swarms", str(file), "--check")
    assert Swarm.objects.count() == 0


@pytest.mark.parametrize(("content", "words"), [(None, "cannot be read"), ("{", "not valid JSON")])
def test_it_refuses_a_file_it_cannot_read(tmp_path: Path, content: str | None, words: str) -> None:
    file = tmp_path / "swarms.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(CommandError, match=words):
        run("load_swarms", str(file))


def test_it_dumps_what_was_loaded(tmp_path: Path) -> None:
    for name in ("weather_math", "consultants"):
        run("load_swarms", str(DOCUMENTS / f"{name}.json"))
    everything: list[dict[str, Any]] = json.loads(run("dump_swarms"))
    assert {one["name"] for one in everything} == {"consultants", "example"}
    assert json.loads(run("dump_swarms", "consultants")) == read_document("consultants")
    assert run("dump_swarms", "example", "--output", str(tmp_path / "out.json")) == ""
    assert json.loads((tmp_path / "out.json").read_text()) == read_document("weather_math")


def test_it_refuses_to_dump_an_unknown_swarm_or_into_nowhere(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no swarm named nobody"):
        run("dump_swarms", "nobody")
    with pytest.raises(CommandError, match="cannot be written"):
        run("dump_swarms", "--output", str(tmp_path / "no" / "where.json"))
