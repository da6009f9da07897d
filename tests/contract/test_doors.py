"""Every route by every kind of caller, from the URL configuration itself: a new route cannot be forgotten."""

from collections.abc import Iterator

import httpx
import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.running import RunningServer

pytestmark = pytest.mark.xdist_group("contract")

# What the variable parts of a path are tried with: nothing that exists.
PLACEHOLDER = "nothing-here"
# Who may come in at all, by path; everything else is for users and admins.
PUBLIC = {"/", "/health", "/docs/", "/docs/schema", "/login"}
ADMINS_ONLY = {"GET /swarms/dump", "POST /swarms/load", "POST /api/v1/swarms/check"}
WRITES_BY_ADMINS = {"/api/v1/swarms/nothing-here"}


def routes() -> Iterator[tuple[str, str]]:
    for path, view in _walk(get_resolver().url_patterns, ""):
        view_class = getattr(view, "view_class", None) or getattr(view, "cls", None)
        if view_class is None or not path.startswith(
            ("/api/", "/swarms", "/ui/", "/task", "/message", "/chat")
        ):
            continue
        for method in ("get", "post", "put", "delete"):
            if hasattr(view_class, method):
                yield method.upper(), path


def _walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[tuple[str, object]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield "/" + _fill(route), pattern.callback


def _fill(route: str) -> str:
    for variable in ("(?P<name>.+)", "<str:name>", "<uuid:number>", "<uuid:uuid>"):
        route = route.replace(variable, PLACEHOLDER)
    return route.replace("^", "").replace("$", "")


ROUTES = sorted(set(routes()))


@pytest.fixture(scope="session")
def used_up(server: RunningServer) -> dict[str, str]:
    """Tokens that worked once: one revoked, one whose user was taken away."""
    revoked = server.create_token("user", "former")
    server.manage("revoke_token", revoked.rpartition("_")[0] if revoked.count("_") == 2 else revoked[:17])
    return {"revoked": revoked, "garbage": "mail_000000000000_" + "a" * 43}


def test_the_routes_are_found() -> None:
    assert ("POST", "/message") in ROUTES
    assert ("GET", f"/api/v1/tasks/{PLACEHOLDER}/events") in ROUTES
    assert len(ROUTES) >= 15


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_each_route_lets_in_only_who_may(
    server: RunningServer, tokens: dict[str, str], used_up: dict[str, str], method: str, path: str
) -> None:
    needs_admin = f"{method} {path}" in ADMINS_ONLY or (path in WRITES_BY_ADMINS and method != "GET")
    assert _status(server, None, method, path) == 401
    assert _status(server, used_up["revoked"], method, path) == 401
    assert _status(server, used_up["garbage"], method, path) == 401
    assert _status(server, tokens["agent"], method, path) == 403
    user = _status(server, tokens["alice"], method, path)
    assert user == 403 if needs_admin else user in (200, 400, 404)
    assert _status(server, tokens["admin"], method, path) in (200, 400, 404)


def _status(server: RunningServer, token: str | None, method: str, path: str) -> int:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.request(method, server.url + path, headers=headers, json={} if method != "GET" else None)
    assert answer.headers["content-type"].startswith("application/json"), answer.text[:200]
    if answer.status_code >= 400:
        assert isinstance(answer.json()["detail"], str)
    return answer.status_code
