"""Knows where the schema files are and how they refer to each other."""

import json
from functools import cache
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

CORE = "MAIL-core.schema.json"
INTERSWARM = "MAIL-interswarm.schema.json"
SWARMS = "swarms-schema.json"


@cache
def load_schema(name: str) -> dict[str, Any]:
    """One of the schema files, parsed."""
    schema: dict[str, Any] = json.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))
    return schema


@cache
def get_validator(name: str, definition: str | None = None) -> Draft202012Validator:
    """A validator for a schema or one of its definitions; made once, as building costs more than using."""
    loaded = [Resource.from_contents(load_schema(one)) for one in (CORE, INTERSWARM, SWARMS)]
    registry: Registry[Any] = Registry().with_resources([(one.id() or "", one) for one in loaded])
    schema = load_schema(name)
    if definition is not None:
        schema = {"$ref": f"{schema['$id']}#/$defs/{definition}"}
    return Draft202012Validator(schema, registry=registry)
