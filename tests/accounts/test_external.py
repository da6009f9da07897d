"""The external token service, spoken to over real HTTP."""

import asyncio
import threading
import time
from typing import Any

import pytest
from asgiref.sync import async_to_sync

import accounts.external
from accounts.caller import Caller
from accounts.choices import Role
from accounts.errors import InvalidToken, TokenServiceDown, WrongRole
from accounts.identify import aidentify_token, identify_token
from accounts.recent import RecentAnswers
from tests.accounts.token_service import TokenService

NONSENSE = {
    "not JSON": b"<html>welcome</html>",
    "a list": [],
    "cut off": b'{"role": "us',
    "not text": b"\xff\xfe\x00",
    "no id": {"role": "user"},
    "empty id": {"role": "user", "id": ""},
    "id is a list": {"role": "user", "id": ["bob"]},
    "id is true": {"role": "user", "id": True},
    "id with a line end": {"role": "user", "id": "bob\nadmin"},
    "endless id": {"role": "user", "id": "b" * 10_000},
    "endless answer": {"role": "user", "id": "bob", "api_key": "k" * 1_000_000},
    "deep": b"[" * 60_000,
}


@pytest.fixture(autouse=True)
def endpoints(settings: Any, service: TokenService) -> None:
    settings.AUTH_ENDPOINT = f"{service.url}/login"
    settings.TOKEN_INFO_ENDPOINT = f"{service.url}/info"


def test_it_exchanges_the_key_and_asks_whose_the_token_is(service: TokenService, settings: Any) -> None:
    assert identify_token("key-of-bob") == Caller(Role.USER, "bob", settings.SWARM_NAME)
    assert service.visits == [
        ("POST", "/login", "Bearer key-of-bob"),
        ("GET", "/info", "Bearer short-lived"),
    ]


def test_without_a_login_address_the_key_goes_straight_to_the_check(
    service: TokenService, settings: Any
) -> None:
    settings.AUTH_ENDPOINT = ""
    assert identify_token("key-of-bob").id == "bob"
    assert service.visits == [("GET", "/info", "Bearer key-of-bob")]


def test_a_good_answer_is_remembered(service: TokenService) -> None:
    callers = {identify_token("key-of-bob") for _ in range(5)}
    assert len(callers) == 1
    assert len(service.visits) == 2


def test_another_key_is_asked_for_itself(service: TokenService) -> None:
    identify_token("key-of-bob")
    service.answers["/info"] = (200, {"role": "admin", "id": 7, "api_key": "key-of-carol"})
    carol = identify_token("key-of-carol")
    assert (carol.role, carol.id) == (Role.ADMIN, "7")
    assert identify_token("key-of-bob").id == "bob"


def test_a_remembered_caller_needs_no_thread(service: TokenService) -> None:
    identify_token("key-of-bob")
    seen: list[int] = []

    async def ask() -> Caller:
        before = threading.active_count()
        caller = await aidentify_token("key-of-bob")
        seen.append(threading.active_count() - before)
        return caller

    assert async_to_sync(ask)().id == "bob"
    assert seen == [0]
    assert len(service.visits) == 2


def test_an_unknown_caller_is_asked_for_without_holding_up_the_loop(service: TokenService) -> None:
    service.delay = 0.1

    async def ask() -> int:
        question = asyncio.create_task(aidentify_token("key-of-bob"))
        ticks = 0
        while not question.done():
            await asyncio.sleep(0.01)
            ticks += 1
        return ticks

    assert async_to_sync(ask)() > 5


@pytest.mark.parametrize("path", ["/login", "/info"])
@pytest.mark.parametrize("status", [401, 403])
def test_a_refusal_is_an_invalid_key_and_not_remembered(
    service: TokenService, path: str, status: int
) -> None:
    good = service.answers[path]
    service.answers[path] = (status, {"detail": "no"})
    with pytest.raises(InvalidToken, match="invalid API key"):
        identify_token("key-of-bob")
    service.answers[path] = good
    assert identify_token("key-of-bob").id == "bob"


@pytest.mark.parametrize("path", ["/login", "/info"])
@pytest.mark.parametrize("status", [500, 302, 404, 204])
def test_any_other_status_means_the_service_is_down(service: TokenService, path: str, status: int) -> None:
    service.answers[path] = (status, b"")
    with pytest.raises(TokenServiceDown, match="try again later") as raised:
        identify_token("key-of-bob")
    assert raised.value.status == 503


@pytest.mark.parametrize("body", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_means_the_service_is_down_and_is_not_remembered(service: TokenService, body: Any) -> None:
    good = service.answers["/info"]
    service.answers["/info"] = (200, body)
    with pytest.raises(TokenServiceDown):
        identify_token("key-of-bob")
    service.answers["/info"] = good
    assert identify_token("key-of-bob").id == "bob"


@pytest.mark.parametrize("token", [None, 5, "", "with\nline end", "ключ"])
def test_a_login_without_a_usable_token_means_the_service_is_down(
    service: TokenService, token: object
) -> None:
    service.answers["/login"] = (200, {"token": token})
    with pytest.raises(TokenServiceDown):
        identify_token("key-of-bob")


@pytest.mark.parametrize("role", ["root", "", None, ["user"], "ADMIN", {}])
def test_an_unknown_role_is_refused(service: TokenService, role: object) -> None:
    service.answers["/info"] = (200, {"role": role, "id": "bob"})
    with pytest.raises(WrongRole, match="invalid role"):
        identify_token("key-of-bob")


def test_a_slow_service_is_given_up_on(service: TokenService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts.external, "TIMEOUT_SECONDS", 0.1)
    service.delay = 0.6
    started = time.monotonic()
    with pytest.raises(TokenServiceDown):
        identify_token("key-of-bob")
    assert time.monotonic() - started < 0.5


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/info", "not an address", "ftp://127.0.0.1/", "http://["])
def test_an_unreachable_address_means_the_service_is_down(settings: Any, url: str) -> None:
    settings.TOKEN_INFO_ENDPOINT = url
    with pytest.raises(TokenServiceDown):
        identify_token("key-of-bob")


@pytest.mark.parametrize("key", ["", "a b", "ключ", "nul\x00", "line\r\nX-Admin: 1", "k" * 100_000, "\ud800"])
def test_a_key_that_fits_in_no_header_is_never_sent(service: TokenService, key: str) -> None:
    with pytest.raises(InvalidToken):
        identify_token(key)
    with pytest.raises(InvalidToken):
        async_to_sync(aidentify_token)(key)
    assert service.visits == []


def test_the_key_is_never_logged(service: TokenService, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    service.answers["/info"] = (500, b"")
    with pytest.raises(TokenServiceDown):
        identify_token("key-of-bob")
    assert "token service gave no usable answer" in caplog.text
    assert "key-of-bob" not in caplog.text
    assert "short-lived" not in caplog.text


def test_answers_are_forgotten_by_age() -> None:
    now = [0.0]
    recent: RecentAnswers[str] = RecentAnswers(seconds=30, size=10, clock=lambda: now[0])
    recent.keep("key", "bob")
    now[0] = 29.9
    assert recent.find("key") == "bob"
    now[0] = 30.1
    assert recent.find("key") is None


def test_only_so_many_answers_are_kept() -> None:
    recent: RecentAnswers[int] = RecentAnswers(seconds=30, size=3)
    for number in range(5):
        recent.keep(str(number), number)
    assert [recent.find(str(number)) for number in range(5)] == [None, None, 2, 3, 4]
