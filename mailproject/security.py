"""The Content-Security-Policy of each page: strict for ours, looser under /admin/, whose theme needs it."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
# The admin theme's Alpine evaluates expressions and sets inline styles.
ADMIN = (
    "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Swagger's page carries its start-up script inline.
DOCS = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
)
BY_PREFIX = {"/admin": ADMIN, "/docs": DOCS}

GetResponse = Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]


def policy_for(path: str) -> str:
    return next((policy for prefix, policy in BY_PREFIX.items() if path.startswith(prefix)), STRICT)


def content_security_policy(get_response):  # type: ignore[no-untyped-def]  # Django's two-headed middleware form
    """Middleware in both forms, so that an async request never takes a thread here."""

    def finish(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault("Content-Security-Policy", policy_for(request.path))
        return response

    if not iscoroutinefunction(get_response):
        return lambda request: finish(request, get_response(request))

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        return finish(request, await get_response(request))

    return markcoroutinefunction(middleware)


content_security_policy.sync_capable = True  # type: ignore[attr-defined]  # read by Django's handler
content_security_policy.async_capable = True  # type: ignore[attr-defined]
