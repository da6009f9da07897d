"""Knows the limits within which this server fetches from addresses that others have given it."""

import os
from dataclasses import dataclass
from typing import Self

TRUE_WORDS = ("1", "true", "yes", "on")


@dataclass(frozen=True)
class FetchPolicy:
    """What a fetch may reach and cost. `timeout` is for the whole of it, redirects included."""

    allow_private: bool = False
    max_bytes: int = 5_000_000
    timeout: float = 10.0
    max_redirects: int = 3
    require_tls: bool = False

    @classmethod
    def from_environment(cls) -> Self:
        """The usual limits; MAIL_ALLOW_PRIVATE_ADDRESSES=1 opens loopback and private addresses."""
        word = os.environ.get("MAIL_ALLOW_PRIVATE_ADDRESSES", "").strip().lower()
        return cls(allow_private=word in TRUE_WORDS)
