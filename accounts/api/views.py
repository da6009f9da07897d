"""The base of REST views that wait or stream: asynchronous, with the framework's own checks."""

from typing import Any

from asgiref.sync import markcoroutinefunction
from channels.db import database_sync_to_async
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.caller import Caller
from accounts.roles import is_caller

in_thread = database_sync_to_async


class AsyncAPIView(APIView):
    """An APIView whose handlers are coroutines.

    Authentication, permissions and throttling run in a thread, as they read the database;
    the handler itself then waits without one.
    """

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return markcoroutinefunction(super().as_view(**initkwargs))

    async def dispatch(  # type: ignore[override]  # the framework's is not asynchronous
        self, request: Any, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        self.args, self.kwargs = args, kwargs
        self.request = request = self.initialize_request(request, *args, **kwargs)
        self.headers = self.default_response_headers
        try:
            await database_sync_to_async(self.initial, thread_sensitive=False)(request, *args, **kwargs)
            handler = getattr(self, (request.method or "").lower(), None)
            if handler is None or request.method.lower() not in self.http_method_names:
                self.http_method_not_allowed(request)
            response = await handler(request, *args, **kwargs)  # type: ignore[misc]  # checked above
        except Exception as error:  # noqa: BLE001  # the handler below answers what it knows and logs the rest
            response = self.handle_exception(error)
        self.response = self.finalize_response(request, response, *args, **kwargs)
        if isinstance(self.response, Response):
            self.response.render()
        return self.response


def caller_of(request: Request) -> Caller:
    """The identified caller. The permission classes have let nobody else in."""
    user: object = request.user
    assert is_caller(user)
    return user
