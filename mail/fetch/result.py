"""Knows what comes back from a fetch."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mail.fetch.errors import FetchFailed


@dataclass(frozen=True)
class FetchResult:
    """An answer, read completely. `url` is where it came from in the end, after redirects."""

    status: int
    headers: Mapping[str, str]
    content: bytes
    url: str

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        return self.content.decode(errors="replace")

    def json(self) -> Any:
        """The content as JSON, or FetchFailed."""
        try:
            return json.loads(self.content)
        except (ValueError, RecursionError) as error:
            raise FetchFailed(f"{self.url} did not answer with JSON.") from error
