"""A second opinion on types and schemas: whether a value conforms to a type, and values a schema allows."""

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from hypothesis import strategies as st


def conforms(value: Any, stated: Any) -> bool:
    """Whether the value is what the annotation says, extra and missing keys included."""
    origin = get_origin(stated)
    if stated is Any:
        return True
    if is_typeddict(stated):
        return _conforms_to_typed_dict(value, stated)
    if origin in (Union, UnionType):
        return any(conforms(value, choice) for choice in get_args(stated))
    if origin is Literal:
        return value in get_args(stated)
    if origin is list:
        return isinstance(value, list) and all(conforms(one, get_args(stated)[0]) for one in value)
    return isinstance(value, NoneType if stated is None else origin or stated)


def _conforms_to_typed_dict(value: Any, stated: Any) -> bool:
    hints = get_type_hints(stated)
    return (
        isinstance(value, dict)
        and set(value) <= set(hints)
        and stated.__required_keys__ <= set(value)
        and all(conforms(part, hints[name]) for name, part in value.items())
    )


def from_schema(schema: dict[str, Any], core: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema allows, for the keywords our schemas use. Conditions are left to the caller."""
    if "$ref" in schema:
        return from_schema(core["$defs"][schema["$ref"].rpartition("/")[2]], core)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return st.one_of([_from_kind(kind, schema, core) for kind in kinds])


def _from_kind(kind: str, schema: dict[str, Any], core: dict[str, Any]) -> st.SearchStrategy[Any]:
    if kind == "null":
        return st.none()
    if kind == "array":
        return st.lists(from_schema(schema["items"], core), min_size=schema.get("minItems", 0), max_size=3)
    if kind == "object":
        return _from_object(schema, core)
    if "pattern" in schema:
        return st.from_regex(schema["pattern"].replace("$", r"\Z"), fullmatch=True)
    return st.text(min_size=schema.get("minLength", 0), max_size=20)


def _from_object(schema: dict[str, Any], core: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "properties" not in schema:
        return st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3)
    parts = {name: from_schema(part, core) for name, part in schema["properties"].items()}
    required = {name: parts.pop(name) for name in schema["required"]}
    return st.fixed_dictionaries(required, optional=parts)
