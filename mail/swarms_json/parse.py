"""Knows how the text of a swarms.json becomes a list of definitions, and which texts are refused outright."""

import json
import re
from collections import Counter
from typing import Any, NoReturn

from mail.errors import Invalid, TooLarge
from mail.swarms_json.limits import LIMIT, MAX_DEPTH, MAX_SWARMS

# Databases refuse the first, encoders the others.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class BadSwarmsJson(Invalid):
    """This is not a valid swarms.json."""


def parse_document(text: str | bytes, limit: int = LIMIT) -> list[dict[str, Any]]:
    """The definitions in the text, one object each. What is inside them is for `check_swarm` to judge."""
    value = _load(_decode(text, limit))
    check_values(value)
    swarms = [value] if isinstance(value, dict) else value
    if not isinstance(swarms, list) or not all(isinstance(one, dict) for one in swarms):
        raise BadSwarmsJson("swarms.json must be a list of objects, one for each swarm.")
    if len(swarms) > MAX_SWARMS:
        raise BadSwarmsJson(f"There are {len(swarms)} swarms; at most {MAX_SWARMS} can be loaded at once.")
    _check_names(swarms)
    return swarms


def check_values(value: Any) -> None:
    """Refuse values nested too deeply and texts that no database can hold."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        if not level:
            return
        if any(isinstance(one, str) and _UNSTORABLE.search(one) for one in level):
            raise BadSwarmsJson("A text contains a NUL or half a surrogate pair: remove that character.")
        level = [part for one in level for part in _parts_of(one)]
    if level:
        raise BadSwarmsJson(f"The definition is nested more than {MAX_DEPTH} levels deep: make it flatter.")


def _parts_of(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _decode(text: str | bytes, limit: int) -> str:
    if len(text) > limit:
        raise TooLarge(
            f"The definition is larger than {limit / 1_000_000:g} MB; split it into smaller files."
        )
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSwarmsJson("The file is not UTF-8 text; save it with that encoding.") from error


def _load(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_to_object, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise BadSwarmsJson(f"The definition is nested more than {MAX_DEPTH} levels deep.") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadSwarmsJson(f"The text is not valid JSON: {error.msg} at {place}.") from error
    except ValueError as error:
        raise BadSwarmsJson(f"The text is not valid JSON: {error}.") from error


def _to_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise BadSwarmsJson(f"The field {twice!r} stands twice in one object: remove one of them.")
    return result


def _refuse_constant(word: str) -> NoReturn:
    raise BadSwarmsJson(f"{word} is not a JSON number.")


def _check_names(swarms: list[dict[str, Any]]) -> None:
    seen: set[str] = set()
    for swarm in swarms:
        name = swarm.get("name")
        if not isinstance(name, str):
            continue
        if name in seen:
            raise BadSwarmsJson(f"Two swarms are named {name!r}: give each its own name.")
        seen.add(name)
