"""Whether a request that a cookie vouches for really comes from a page of this server.

Only cookies need this: a browser adds them by itself, also to what another site sends.
"""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import CSRFCheck

from accounts.errors import ForeignPage


def no_view(request: HttpRequest) -> HttpResponse:
    """Stands where the check expects a view; only an unmarked one is checked, and none is ever called."""
    return HttpResponse()


def check_csrf(request: HttpRequest) -> None:
    """Django's own CSRF check, for views that are exempt from it because tokens may call them too."""
    check = CSRFCheck(no_view)
    check.process_request(request)
    if check.process_view(request, no_view, (), {}):
        raise ForeignPage


def check_origin(headers: Mapping[str, str]) -> None:
    """The same for a WebSocket, which carries no CSRF token but always its page's origin."""
    origin = headers.get("origin")
    if origin is None:
        return
    if origin.partition("://")[2] != headers.get("host") and origin not in settings.CSRF_TRUSTED_ORIGINS:
        raise ForeignPage
