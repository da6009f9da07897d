"""Knows `python::` and `url::` references: how they are written, and when they may be followed."""

import importlib
import inspect
import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import ModuleType
from typing import Any, Self

from mail.errors import Invalid, MailError, Unavailable
from mail.fetch import FetchPolicy, fetch

ALWAYS_ALLOWED = "mail"
MAX_DEPTH = 32
PLAIN_TEXT = ("text/plain", "text/markdown")
_PYTHON = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*", re.ASCII)


class BadReference(Invalid):
    """This is not a reference that can be followed."""


class UrlReadError(Unavailable, RuntimeError):
    """The address of a url:: reference could not be read."""


class ReferenceKind(StrEnum):
    """What stands before the `::`."""

    PYTHON = "python"
    URL = "url"
    # A callable that a program embedding the server has handed over under a name.
    REGISTERED = "registered"


@dataclass(frozen=True)
class Reference:
    """A reference that is well formed. Whether it may be followed is for a policy to say."""

    kind: ReferenceKind
    target: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a reference where one must stand: with its prefix, or as bare `module:attribute`."""
        found = cls.find(text)
        if found is not None:
            return found
        if not isinstance(text, str) or not _PYTHON.fullmatch(text):
            raise BadReference(f"{_shorten(text)} is not a reference: write python::package.module:name.")
        return cls(ReferenceKind.PYTHON, text)

    @classmethod
    def find(cls, text: Any) -> Self | None:
        """The reference if the text has one of the prefixes, None if it is a plain literal."""
        if not isinstance(text, str):
            return None
        prefix, separator, target = text.partition("::")
        if not separator or prefix not in tuple(ReferenceKind):
            return None
        if prefix == ReferenceKind.PYTHON and not _PYTHON.fullmatch(target):
            raise BadReference(f"{_shorten(text)} is not a reference: write python::package.module:name.")
        if not target.strip():
            raise BadReference(f"{_shorten(text)} names nothing after the `::`.")
        return cls(ReferenceKind(prefix), target)

    @property
    def module(self) -> str:
        return self.target.partition(":")[0]

    @property
    def attribute(self) -> str:
        return self.target.partition(":")[2]

    def __str__(self) -> str:
        return f"{self.kind.value}::{self.target}"


@dataclass(frozen=True)
class ReferencePolicy:
    """Which modules may be imported and how addresses are fetched."""

    allowed_prefixes: Sequence[str] = ()
    fetch: FetchPolicy = field(default_factory=FetchPolicy)

    @classmethod
    def from_environment(cls) -> Self:
        """The policy of MAIL_PYTHON_PREFIXES and MAIL_ALLOW_PRIVATE_ADDRESSES."""
        words = os.environ.get("MAIL_PYTHON_PREFIXES", "").split(",")
        return cls(tuple(word.strip() for word in words if word.strip()), FetchPolicy.from_environment())


def looks_like_reference(text: Any) -> bool:
    """Whether a plain literal could be a reference whose prefix was forgotten."""
    return isinstance(text, str) and "." in text.partition(":")[0] and bool(_PYTHON.fullmatch(text))


def check_allowed(reference: Reference, allowed_prefixes: Iterable[str]) -> None:
    """Refuse a module outside the allowed prefixes. Imports nothing."""
    prefixes = [ALWAYS_ALLOWED, *[prefix.strip().rstrip(".") for prefix in allowed_prefixes]]
    if not _is_under(reference.module, prefixes):
        raise BadReference(
            f"{reference} may not be imported: allowed are modules under"
            f" {', '.join(dict.fromkeys(filter(None, prefixes)))}. Add others with MAIL_PYTHON_PREFIXES."
        )
    if reference.attribute.startswith("__"):
        raise BadReference(f"{reference} may not be imported: the name is private to Python.")


def resolve_python(reference: Reference, allowed_prefixes: Iterable[str]) -> Any:
    """The object that a python:: reference names, if its module is allowed."""
    allowed = tuple(allowed_prefixes)
    if reference.kind is not ReferenceKind.PYTHON:
        raise BadReference(f"{reference} does not name a Python object.")
    check_allowed(reference, allowed)
    try:
        value = getattr(importlib.import_module(reference.module), reference.attribute)
    except AttributeError as error:
        raise BadReference(f"{reference}: the module has no {reference.attribute!r}.") from error
    # Importing runs foreign code: whatever it raises, the person needs the reason.
    except Exception as error:
        raise BadReference(f"{reference} cannot be imported: {type(error).__name__}: {error}.") from error
    _check_origin(reference, value, allowed)
    return value


def resolve_references(value: Any, policy: ReferencePolicy) -> Any:
    """The value with every prefixed string inside replaced by what it refers to."""
    return _resolve(value, policy, ())


def read_python_string(string: str, allowed_prefixes: Iterable[str] | None = None) -> Any:
    """The object named by `module:attribute`, with or without `python::`."""
    allowed = (
        ReferencePolicy.from_environment().allowed_prefixes if allowed_prefixes is None else allowed_prefixes
    )
    return resolve_python(Reference.parse(string), allowed)


def read_url_string(url: str, raise_on_error: bool = False, policy: FetchPolicy | None = None) -> str:
    """What the address holds, JSON or plain text, as a string. On failure the address itself, or an error."""
    try:
        return _read_url(url.removeprefix("url::"), policy or FetchPolicy.from_environment())
    except MailError as error:
        if not raise_on_error:
            return url
        raise UrlReadError(error.detail) from error


def _resolve(value: Any, policy: ReferencePolicy, chain: tuple[str, ...]) -> Any:
    if len(chain) > MAX_DEPTH:
        raise BadReference(f"References and values are nested more than {MAX_DEPTH} deep.")
    if isinstance(value, dict):
        return {key: _resolve(part, policy, (*chain, "")) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_resolve(part, policy, (*chain, "")) for part in value]
    reference = Reference.find(value)
    return value if reference is None else _follow(reference, policy, chain)


def _follow(reference: Reference, policy: ReferencePolicy, chain: tuple[str, ...]) -> Any:
    if str(reference) in chain:
        raise BadReference(f"{reference} refers back to itself.")
    if reference.kind is ReferenceKind.URL:
        # Taken literally: a page elsewhere must not be able to name code for us to import.
        return _read_url(reference.target, policy.fetch)
    value = resolve_python(reference, policy.allowed_prefixes)
    if isinstance(value, str | dict | list | tuple):
        return _resolve(value, policy, (*chain, str(reference)))
    return value


def _read_url(url: str, policy: FetchPolicy) -> str:
    result = fetch("GET", url, policy, headers={"Accept": "application/json, text/plain;q=0.5"})
    if result.status != 200:
        raise UrlReadError(f"{url} answered with status {result.status}.")
    try:
        text = result.content.decode()
    except UnicodeDecodeError as error:
        raise UrlReadError(f"{url} did not answer with UTF-8 text.") from error
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError) as error:
        if result.content_type in PLAIN_TEXT:
            return text
        raise UrlReadError(f"{url} did not answer with JSON or plain text.") from error


def _check_origin(reference: Reference, value: Any, allowed: tuple[str, ...]) -> None:
    # An allowed module also holds what it imported, such as `os` or `subprocess.run`: not ours to hand out.
    origin = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    is_code = isinstance(value, ModuleType) or inspect.isclass(value) or inspect.isroutine(value)
    prefixes = [ALWAYS_ALLOWED, *[prefix.strip().rstrip(".") for prefix in allowed]]
    if is_code and (isinstance(value, ModuleType) or not _is_under(str(origin), prefixes)):
        raise BadReference(
            f"{reference} comes from {origin}: name something that is defined in an allowed module."
        )


def _is_under(module: str, prefixes: Iterable[str]) -> bool:
    return any(module == prefix or module.startswith(f"{prefix}.") for prefix in prefixes if prefix)


def _shorten(text: Any) -> str:
    shown = repr(text)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
