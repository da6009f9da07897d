"""Knows whether the schemas accept every good sample and refuse every bad one, inline and from files.

Runs by itself with `python spec/validate_samples.py`; needs only the jsonschema package.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

HERE = Path(__file__).resolve().parent
CORE = "MAIL-core.schema.json"
INTERSWARM = "MAIL-interswarm.schema.json"


@dataclass(frozen=True)
class Sample:
    """An object, the schema it belongs to, and whether that schema should accept it."""

    name: str
    schema: str
    is_good: bool
    value: Any


def main(folder: Path = HERE) -> int:
    """Check every sample and print a line for each; 1 if any schema surprises us."""
    validators = build_validators(folder)
    samples = [*inline_samples(), *file_samples(folder / "examples")]
    surprises = sum(not is_as_expected(sample, validators[sample.schema]) for sample in samples)
    print(f"{len(samples)} samples, {surprises} surprises")
    return 1 if surprises or not samples else 0


def build_validators(folder: Path) -> dict[str, Draft202012Validator]:
    schemas = {name: json.loads((folder / name).read_text("utf-8")) for name in (CORE, INTERSWARM)}
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    resources = [(schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return {name: Draft202012Validator(schema, registry=registry) for name, schema in schemas.items()}


def is_as_expected(sample: Sample, validator: Draft202012Validator) -> bool:
    error = next(validator.iter_errors(sample.value), None)
    is_expected = (error is None) == sample.is_good
    verdict = "accepted" if error is None else f"refused ({error.message[:80]})"
    print(f"{'ok      ' if is_expected else 'SURPRISE'} {sample.name}: {verdict}")
    return is_expected


def file_samples(folder: Path) -> Iterator[Sample]:
    for path in sorted(folder.rglob("*.json")):
        schema = INTERSWARM if path.name.startswith("interswarm-") else CORE
        name = str(path.relative_to(folder))
        yield Sample(name, schema, path.parent.name != "bad", json.loads(path.read_text("utf-8")))


def inline_samples() -> Iterator[Sample]:
    good = inline_message()
    yield Sample("inline request", CORE, True, good)
    yield Sample("inline without id", CORE, False, {**good, "id": None})
    yield Sample("inline unknown msg_type", CORE, False, {**good, "msg_type": "letter"})
    yield Sample("inline extra field", CORE, False, {**good, "priority": 1})
    yield Sample("inline list", CORE, False, [good])
    yield Sample("inline empty task_id", CORE, False, {**good, "message": {**good["message"], "task_id": ""}})
    wrapped = inline_interswarm_message(good["message"])
    yield Sample("inline interswarm", INTERSWARM, True, wrapped)
    yield Sample("inline interswarm as core", CORE, False, wrapped)
    yield Sample("inline core as interswarm", INTERSWARM, False, good)
    yield Sample("inline metadata of the wrong type", INTERSWARM, False, {**wrapped, "metadata": []})
    yield Sample("inline wrong payload", INTERSWARM, False, {**wrapped, "msg_type": "interrupt"})


def inline_message() -> dict[str, Any]:
    payload = {
        "task_id": "task-1",
        "request_id": "request-1",
        "sender": {"address_type": "agent", "address": "supervisor"},
        "recipient": {"address_type": "agent", "address": "math"},
        "subject": "Sum",
        "body": "What is 2 + 2?",
    }
    return {
        "id": "7d444840-9dc0-41d1-b245-5ffdce74fad2",
        "timestamp": "2025-01-08T12:00:00.5Z",
        "message": payload,
        "msg_type": "request",
    }


def inline_interswarm_message(payload: dict[str, Any]) -> dict[str, Any]:
    return {
        "message_id": "message-1",
        "source_swarm": "swarm-alpha",
        "target_swarm": "swarm-beta",
        "timestamp": "2025-01-08T12:00:00-05:00",
        "payload": payload,
        "msg_type": "request",
        "task_contributors": None,
    }


if __name__ == "__main__":
    sys.exit(main())
