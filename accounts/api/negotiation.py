"""Which form an answer takes: JSON, whatever the caller says it accepts. Streams choose for themselves."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class AlwaysFirst(BaseContentNegotiation):
    """Never 406: existing clients ask for text/event-stream and are glad of a JSON error."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next((parser for parser in parsers if self._fits(parser, request)), None)

    def _fits(self, parser: BaseParser, request: Request) -> bool:
        media_type = (request.content_type or "").split(";")[0].strip().lower()
        return media_type in ("", parser.media_type)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, Any]:
        chosen = next(iter(renderers))
        return chosen, chosen.media_type
