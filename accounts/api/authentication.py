"""How REST callers are identified: by bearer token, else by browser session."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.bearer import find_bearer
from accounts.caller import Caller
from accounts.errors import NoToken
from accounts.identify import identify_session, identify_token
from accounts.same_site import check_csrf


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`."""

    def authenticate(self, request: Request) -> tuple[Caller, None] | None:
        token = find_bearer(request.headers.get("Authorization"))
        return None if token is None else (identify_token(token), None)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BrowserSessionAuthentication(BaseAuthentication):
    """The session cookie of somebody who logged in, together with a CSRF token."""

    def authenticate(self, request: Request) -> tuple[Caller, None] | None:
        try:
            caller = identify_session(request._request.user)
        except NoToken:
            return None
        check_csrf(request._request)
        return caller, None
