"""Knows how a JSON Schema of arguments becomes a pydantic model."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

SIMPLE_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
    "array": list[Any],
    "object": dict[str, Any],
}
CONSTRAINTS = {
    "minimum": "ge",
    "maximum": "le",
    "exclusiveMinimum": "gt",
    "exclusiveMaximum": "lt",
    "multipleOf": "multiple_of",
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_length",
    "maxItems": "max_length",
    "pattern": "pattern",
}


def build_model(
    name: str, schema: dict[str, Any], *, description: str | None = None, strict: bool = False
) -> type[BaseModel]:
    """A model with one field for each property of the schema."""
    required = set(schema.get("required", ()))
    fields = {
        _field_name(key, position): _build_field(key, part, name, key in required)
        for position, (key, part) in enumerate(schema.get("properties", {}).items())
    }
    configuration = ConfigDict(extra="forbid" if strict else "ignore", populate_by_name=True)
    # create_model's overloads cannot express fields that are computed.
    return create_model(name, __config__=configuration, __doc__=description, **fields)  # type: ignore[call-overload,no-any-return]


def _field_name(key: str, position: int) -> str:
    # Pydantic refuses names that start with an underscore or hide one of its own methods.
    usable = key.isidentifier() and not key.startswith(("_", "model_")) and not hasattr(BaseModel, key)
    return key if usable else f"field_{position}"


def _build_field(key: str, schema: Any, owner: str, is_required: bool) -> tuple[Any, Any]:
    part = schema if isinstance(schema, dict) else {}
    options: dict[str, Any] = {ours: part[theirs] for theirs, ours in CONSTRAINTS.items() if theirs in part}
    kind = _to_type(part, f"{owner}_{key}")
    if is_required:
        default: Any = ...
    else:
        default = part.get("default")
        kind = kind if default is not None else kind | None if kind is not Any else Any
    return kind, Field(default, alias=key, description=part.get("description"), **options)


def _to_type(schema: Any, name: str) -> Any:
    if not isinstance(schema, dict):
        return Any
    if schema.get("enum"):
        return Literal[tuple(schema["enum"])]
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return _union([_to_type(choice, f"{name}_{place}") for place, choice in enumerate(choices)])
    kind = schema.get("type")
    if isinstance(kind, list):
        return _union([_to_type({**schema, "type": one}, name) for one in kind])
    return _to_container(schema, name) or SIMPLE_TYPES.get(str(kind), Any)


def _to_container(schema: dict[str, Any], name: str) -> Any:
    if schema.get("type") == "array" and "items" in schema:
        return list[_to_type(schema["items"], f"{name}_item")]  # type: ignore[misc]  # computed at run time
    if schema.get("type") == "object" and schema.get("properties"):
        return build_model(name, schema)
    return None


def _union(types: list[Any]) -> Any:
    result = types[0]
    for one in types[1:]:
        result = result | one if Any not in (result, one) else Any
    return result
