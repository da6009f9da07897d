"""The asynchronous doors: who sent a plain request, who opened a WebSocket."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from accounts.bearer import find_bearer
from accounts.caller import Caller
from accounts.identify import aidentify_token, identify_session
from accounts.same_site import check_csrf, check_origin


async def aidentify_request(request: HttpRequest) -> Caller:
    """The caller of a plain async view, by token or by session. Raises NoToken, InvalidToken and the like."""
    token = find_bearer(request.headers.get("Authorization"))
    if token is not None:
        return await aidentify_token(token)
    caller = identify_session(await request.auser())
    check_csrf(request)
    return caller


async def aidentify_scope(scope: Mapping[str, Any]) -> Caller:
    """The caller of a WebSocket, by header or by the session that AuthMiddlewareStack found.

    NoToken means that the first frame may still bring a token: hand that to aidentify_token.
    """
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    token = find_bearer(headers.get("authorization"))
    if token is not None:
        return await aidentify_token(token)
    caller = identify_session(scope.get("user"))
    check_origin(headers)
    return caller
