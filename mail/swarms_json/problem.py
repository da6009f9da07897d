"""Knows how a fault in a definition is told."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "not_runnable", "warning"]
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """A fault, where it is, and how bad: not to be stored, stored but not run, or only worth knowing."""

    path: Path
    sentence: str
    severity: Severity
