"""Static files straight from the installed packages: nothing has to be collected first.

WhiteNoise knows the headers, ranges and conditional requests; this asks it without its WSGI wrapping,
because WSGI inside ASGI takes turns on one thread.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from whitenoise import WhiteNoise
from whitenoise.responders import Response

Scope = Mapping[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]

CACHE_SECONDS = 300


class StaticFiles:
    """An ASGI application that serves every file the finders know, and 404 for the rest."""

    def __init__(self) -> None:
        self._files = WhiteNoise(None, max_age=CACHE_SECONDS)
        for finder in get_finders():
            for path, storage in finder.list(None):
                self._files.add_file_to_dictionary(f"{settings.STATIC_URL}{path}", storage.path(path))

    async def __call__(self, scope: Scope, receive: object, send: Send) -> None:
        status, headers, body = await asyncio.to_thread(self._read, scope)
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        await send({"type": "http.response.body", "body": body})

    def _read(self, scope: Scope) -> tuple[int, list[tuple[str, str]], bytes]:
        found = self._files.files.get(scope["path"])
        if found is None:
            return HTTPStatus.NOT_FOUND, [("Content-Type", "text/plain")], b"no such file"
        response: Response = found.get_response(scope["method"], _as_environ(scope))
        if response.file is None:
            return response.status, list(response.headers), b""
        with closing(response.file) as file:
            return response.status, list(response.headers), file.read()


def _as_environ(scope: Scope) -> dict[str, str]:
    """The request's headers under the names that WSGI gives them."""
    return {
        f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
        for name, value in scope["headers"]
    }
