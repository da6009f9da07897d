"""One address, two answers: the page for a browser, JSON for everybody else."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

View = Callable[..., Any]


def wants_page(request: HttpRequest) -> bool:
    """Only a caller that names text/html gets a page; `*/*` is a program."""
    return any(
        kind.main_type == "text" and kind.sub_type == "html" and kind.quality > 0
        for kind in request.accepted_types
    )


def page_or_json(page: View, json_view: View) -> View:
    """A view that answers with the page or with the API's view, and says that it depends on Accept."""

    async def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        chosen = page if wants_page(request) else json_view
        if not iscoroutinefunction(chosen):
            chosen = sync_to_async(chosen)
        response: HttpResponseBase = await chosen(request, *args, **kwargs)
        patch_vary_headers(response, ["Accept"])
        return response

    return view
