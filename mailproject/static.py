"""Static files straight from the installed packages: nothing has to be collected first."""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from whitenoise import WhiteNoise

CACHE_SECONDS = 300


def static_files() -> WhiteNoise:
    """A WSGI application that serves every file the finders know, and 404 for the rest."""
    files = WhiteNoise(_not_found, max_age=CACHE_SECONDS)
    for finder in get_finders():
        for path, storage in finder.list(None):
            files.add_file_to_dictionary(f"{settings.STATIC_URL}{path}", storage.path(path))
    return files


def _not_found(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("404 Not Found", [("Content-Type", "text/plain")])
    return [b"no such file"]
