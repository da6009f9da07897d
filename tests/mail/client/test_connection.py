"""What a client sends with every request, and what it says when something is wrong."""

import logging
import socket
from collections.abc import Mapping

import httpx
import pytest

from mail.client import (
    AnswerTimedOut,
    ClientConfig,
    ConnectionBroken,
    MAILClient,
    MAILClientError,
    MAILConnectionError,
    UnreadableAnswer,
)
from mail.errors import MailError
from tests.mail.client.scripted import hangs_up, says, scripted, streams

ROOT = says({"name": "mail", "status": "running", "version": "1"})


async def test_it_sends_its_key_and_asks_for_json() -> None:
    with scripted(ROOT) as server:
        async with MAILClient(f"{server.url}/", api_key="secret\n") as client:
            root = await client.get_root()
    assert root["version"] == "1"
    (request,) = server.requests
    assert request.path == "/"
    assert request.headers["authorization"] == "Bearer secret"
    assert request.headers["accept"] == "application/json"


async def test_without_a_key_it_sends_none() -> None:
    with scripted(ROOT) as server:
        async with MAILClient(server.url) as client:
            await client.get_root()
    assert "authorization" not in server.requests[0].headers


async def test_a_subclass_adds_headers_to_every_request() -> None:
    class Traced(MAILClient):
        def _build_headers(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
            return super()._build_headers(extra) | {"X-Trace": "7"}

    with scripted(ROOT, streams(b"data: {}\r\nevent: task_complete\r\n\r\n")) as server:
        async with Traced(server.url) as client:
            await client.get_root()
            assert [event.event async for event in await client.post_message_stream("x")] == ["task_complete"]
    assert [request.headers["x-trace"] for request in server.requests] == ["7", "7"]
    assert server.requests[1].headers["accept"] == "text/event-stream"


async def test_a_session_from_outside_is_used_and_stays_open() -> None:
    with scripted(ROOT) as server:
        async with httpx.AsyncClient(headers={"X-Mine": "yes"}) as session:
            async with MAILClient(server.url, session=session) as client:
                await client.get_root()
            assert not session.is_closed
            await session.get(server.url)
    assert server.requests[0].headers["x-mine"] == "yes"


async def test_a_closed_client_opens_a_new_session_when_it_is_used_again() -> None:
    with scripted(ROOT) as server:
        client = MAILClient(server.url)
        await client.get_root()
        await client.aclose()
        await client.aclose()
        assert (await client.get_root())["name"] == "mail"
        await client.aclose()


async def test_a_refusal_has_status_and_detail() -> None:
    with scripted(says({"detail": "invalid role"}, 403)) as server:
        async with MAILClient(server.url) as client:
            with pytest.raises(MAILClientError) as caught:
                await client.get_status()
    assert (caught.value.status, caught.value.detail) == (403, "invalid role")
    assert isinstance(caught.value, RuntimeError)
    assert isinstance(caught.value, MailError)
    assert not isinstance(caught.value, MAILConnectionError)


@pytest.mark.parametrize(
    ("body", "detail"),
    [(b"Internal Server Error", "Internal Server Error"), (b"", "Bad Gateway"), ([1], "[1]")],
)
async def test_a_refusal_without_a_detail_shows_what_there_is(body: object, detail: str) -> None:
    with scripted(says(body, 502)) as server:
        async with MAILClient(server.url) as client:
            with pytest.raises(MAILClientError) as caught:
                await client.get_status()
    assert (caught.value.status, caught.value.detail) == (502, detail)


async def test_a_redirection_is_not_followed_with_the_key() -> None:
    with scripted(says(b"elsewhere", 302)) as server:
        async with MAILClient(server.url, api_key="secret") as client:
            with pytest.raises(MAILClientError) as caught:
                await client.get_status()
    assert caught.value.status == 302


@pytest.mark.parametrize("body", [b"<html>Welcome</html>", b"[]", b""])
async def test_an_answer_that_is_no_json_object_is_a_value_error_too(body: bytes) -> None:
    with scripted(says(body, kind="text/html")) as server:
        async with MAILClient(server.url) as client:
            with pytest.raises(UnreadableAnswer, match="text/html") as caught:
                await client.get_root()
    assert isinstance(caught.value, RuntimeError)
    assert isinstance(caught.value, ValueError)
    assert body.decode() in caught.value.detail


async def test_an_unreachable_server_is_reported_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        async with MAILClient(url) as client:
            for call in (client.get_root(), client.post_message("x"), client.post_message_stream("x")):
                with pytest.raises(MAILConnectionError, match="cannot be reached") as caught:
                    await call
                assert isinstance(caught.value.__cause__, httpx.ConnectError)


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ftp://x", "http://[", "", "http://x:99999"])
async def test_a_wrong_address_is_reported(url: str) -> None:
    async with MAILClient(url) as client:
        with pytest.raises(MAILConnectionError):
            await client.get_root()


@pytest.mark.parametrize("key", ["se\ncret", "s\u00e9cret"])
async def test_a_key_that_cannot_be_sent_is_reported_without_being_shown(key: str) -> None:
    with scripted(ROOT) as server:
        async with MAILClient(server.url, api_key=key) as client:
            with pytest.raises(MAILConnectionError) as caught:
                await client.post_message("x")
    assert "cret" not in caught.value.detail


async def test_a_broken_answer_is_reported() -> None:
    with scripted(hangs_up) as server:
        async with MAILClient(server.url) as client:
            with pytest.raises(ConnectionBroken, match="connection broke"):
                await client.get_root()


async def test_a_slow_answer_is_given_up_and_the_message_not_repeated() -> None:
    with scripted(streams(stays=0.5)) as server:
        async with MAILClient(server.url, config=ClientConfig(timeout=0.1)) as client:
            with pytest.raises(AnswerTimedOut, match="in time"):
                await client.post_message("x")
    assert len(server.requests) == 1


async def test_the_logger_traces_requests_but_no_secrets(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "mail.client")
    logging.getLogger("mail.client").setLevel(logging.WARNING)
    with scripted(ROOT) as server:
        async with MAILClient(server.url, api_key="secret", config=ClientConfig(verbose=True)) as client:
            await client.get_root()
    assert f"GET {server.url}/ answered 200" in caplog.text
    assert "secret" not in caplog.text
