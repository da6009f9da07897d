"""Text as every database can keep it: no NUL, which PostgreSQL refuses, and no half of a surrogate pair."""

import re
from typing import Any

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def clean_text(text: str) -> str:
    return _UNSTORABLE.sub(_REPLACEMENT, text)


def clean(value: Any) -> Any:
    """The same JSON value with every text in it cleaned."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean(key): clean(each) for key, each in value.items()}
    if isinstance(value, list):
        return [clean(each) for each in value]
    return value
