"""The specification's own samples, run the way a reader would run them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mail.messages import PAYLOAD_TYPES
from mail.schemas import (
    CORE,
    INTERSWARM,
    SWARMS,
    InvalidMessage,
    check_interswarm_message,
    check_message,
    load_schema,
)

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "spec"
EXAMPLES = sorted((SPEC / "examples").glob("*.json"))
BAD_EXAMPLES = sorted((SPEC / "examples" / "bad").glob("*.json"))


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "validate_samples.py"], cwd=folder, capture_output=True, text=True, check=False
    )


def copy_spec(folder: Path) -> Path:
    return Path(shutil.copytree(SPEC, folder / "spec"))


def test_every_sample_is_judged_as_expected() -> None:
    done = run(SPEC)
    assert done.returncode == 0, done.stdout
    assert "0 surprises" in done.stdout


def test_a_bad_file_among_the_good_ones_is_noticed(tmp_path: Path) -> None:
    folder = copy_spec(tmp_path)
    (folder / "examples" / "wrong.json").write_text('{"id": 1}')
    done = run(folder)
    assert done.returncode == 1
    assert "SURPRISE wrong.json" in done.stdout


def test_a_schema_that_grew_lax_is_noticed(tmp_path: Path) -> None:
    folder = copy_spec(tmp_path)
    (folder / INTERSWARM).write_text(json.dumps({"$id": load_schema(INTERSWARM)["$id"]}))
    assert run(folder).returncode == 1


def check(path: Path) -> None:
    judge = check_interswarm_message if path.name.startswith("interswarm-") else check_message
    judge(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_library_accepts_every_good_example(path: Path) -> None:
    check(path)


@pytest.mark.parametrize("path", BAD_EXAMPLES, ids=lambda path: path.stem)
def test_the_library_refuses_every_bad_example(path: Path) -> None:
    with pytest.raises(InvalidMessage):
        check(path)


def test_there_is_an_example_of_every_kind() -> None:
    kinds = {json.loads(path.read_text("utf-8"))["msg_type"] for path in EXAMPLES}
    assert kinds == {kind.value for kind in PAYLOAD_TYPES}


def test_every_example_is_explained() -> None:
    text = (SPEC / "examples" / "README.md").read_text("utf-8")
    assert [path.name for path in EXAMPLES if path.name not in text] == []


@pytest.mark.parametrize(
    "path", [SPEC / CORE, SPEC / INTERSWARM, ROOT / "docs" / SWARMS], ids=lambda path: path.name
)
def test_published_schemas_are_those_of_the_library(path: Path) -> None:
    assert json.loads(path.read_text("utf-8")) == load_schema(path.name)


def test_the_specification_names_every_definition() -> None:
    text = (SPEC / "SPEC.md").read_text("utf-8")
    definitions = [name for name in load_schema(CORE)["$defs"] if name.startswith("MAIL")]
    assert [name for name in definitions if f"### {name}" not in text] == []
