"""The guarded fetcher, against real servers on the loopback address."""

import gzip
import socket
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from mail.fetch import (
    FetchFailed,
    FetchPolicy,
    FetchRefused,
    FetchTooLarge,
    afetch,
    check_url,
    fetch,
)
from tests.mail.loopback import reply, self_signed_context, serve

LOCAL = FetchPolicy(allow_private=True, timeout=2)
PUBLIC = FetchPolicy(timeout=2)


def test_it_fetches_and_tells_what_came_back() -> None:
    with serve(lambda handler: reply(handler, b'{"a": 1}')) as server:
        result = fetch("GET", server.url("/x?y=1"), LOCAL)
    assert (result.status, result.json(), result.content_type) == (200, {"a": 1}, "application/json")
    assert server.requests[0][1] == "/x?y=1"


async def test_the_async_form_does_the_same() -> None:
    with serve(lambda handler: reply(handler, b"[]")) as server:
        assert (await afetch("GET", server.url(), LOCAL)).json() == []
        # The synchronous form also works inside a running loop.
        assert fetch("GET", server.url(), LOCAL).json() == []


def test_a_body_and_headers_are_sent() -> None:
    with serve(reply) as server:
        fetch("post", server.url(), LOCAL, headers={"X-One": "1"}, content=b"hello")
    method, _, headers, body = server.requests[0]
    assert (method, headers["x-one"], body) == ("POST", "1", b"hello")


def test_the_host_header_keeps_the_name_although_the_connection_goes_to_the_address() -> None:
    with serve(reply) as server:
        fetch("GET", server.url(host="localhost"), LOCAL)
    assert server.requests[0][2]["host"] == f"localhost:{server.port}"


def test_tls_asks_for_the_name_and_refuses_a_certificate_nobody_vouches_for(tmp_path: Path) -> None:
    names: list[str] = []
    with (
        serve(reply, self_signed_context(tmp_path, names)) as server,
        pytest.raises(FetchFailed, match="certificate"),
    ):
        fetch("GET", server.url(host="localhost", scheme="https"), LOCAL)
    assert set(names) == {"localhost"}
    assert server.requests == []


def test_an_error_status_is_an_answer_like_any_other() -> None:
    with serve(lambda handler: reply(handler, b"no", 404)) as server:
        assert fetch("GET", server.url(), LOCAL).status == 404


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_local_servers_are_closed_unless_allowed(host: str) -> None:
    with serve(reply) as server, pytest.raises(FetchRefused, match="MAIL_ALLOW_PRIVATE_ADDRESSES"):
        fetch("GET", server.url(host=host), PUBLIC)
    assert server.requests == []


def test_the_environment_opens_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_ALLOW_PRIVATE_ADDRESSES", "1")
    assert FetchPolicy.from_environment().allow_private
    monkeypatch.setenv("MAIL_ALLOW_PRIVATE_ADDRESSES", "0")
    assert not FetchPolicy.from_environment().allow_private


@pytest.mark.parametrize(
    "host",
    [
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fc00::1]",
        "[ff02::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:a9fe:a9fe]",
        "[::7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
    ],
)
def test_addresses_off_the_public_network_are_refused(host: str) -> None:
    with pytest.raises(FetchRefused):
        fetch("GET", f"http://{host}/", PUBLIC)


@pytest.mark.parametrize(
    "host",
    ["169.254.169.254", "[fe80::1]", "0.0.0.0", "224.0.0.1", "240.0.0.1", "[2002:808:808::]", "[2001:0:1::]"],
)
def test_link_local_and_special_addresses_stay_closed_even_when_private_ones_are_open(host: str) -> None:
    with pytest.raises(FetchRefused, match="not a public network address"):
        fetch("GET", f"http://{host}/", LOCAL)


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "127.1",
        "0177.0.0.1",
        "127.0.0.01",
        "1.2.3.4.5",
        "127.0.0.1.",
        "[::ffff:127.0.0.1]",
        "[::ffff:8.8.8.8]",
        "[::7f00:1]",
        "[64:ff9b::808:808]",
        "a.0x1",
    ],
)
def test_odd_spellings_of_an_address_are_refused(host: str) -> None:
    with pytest.raises(FetchRefused, match=r"unusual spelling|not a valid URL"):
        fetch("GET", f"http://{host}/", LOCAL)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "/relative",
        "file:///etc/passwd",
        "ftp://example.org/",
        "gopher://example.org/",
        "http://",
        "http:///path",
        "http://user@example.org/",
        "http://user:password@example.org/",
        "http://@example.org/",
        "http://exam ple.org/",
        "http://example.org\\@127.0.0.1/",
        "http://example.org/\r\nX: y",
        "http://ex\u00e4mple.org/",
        "http://127\u30020\u30020\u30021/",
        "http://example.org:99999/",
        "http://[::1%25eth0]/",
        "http://" + "a" * 9000 + "/",
    ],
)
def test_urls_of_other_kinds_are_refused(url: str) -> None:
    with pytest.raises(FetchRefused):
        fetch("GET", url, LOCAL)


def test_tls_can_be_demanded() -> None:
    with pytest.raises(FetchRefused, match="https"):
        check_url("http://example.org/", FetchPolicy(require_tls=True))
    assert check_url("https://example.org/", FetchPolicy(require_tls=True)).host == "example.org"


def answer_names(monkeypatch: pytest.MonkeyPatch, *addresses: Any) -> Any:
    asked = []

    def getaddrinfo(host: str, port: Any, *_rest: Any, **_named: Any) -> Any:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port or 0)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def test_a_name_is_looked_up_once_and_that_address_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(reply) as server:
        asked = answer_names(monkeypatch, "127.0.0.1")
        fetch("GET", server.url(host="rebinding.test"), LOCAL)
    assert [name for name in asked if name == "rebinding.test"] == ["rebinding.test"]
    assert server.requests[0][2]["host"].startswith("rebinding.test")


def test_one_forbidden_address_among_several_refuses_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_names(monkeypatch, "93.184.216.34", "10.0.0.1")
    with pytest.raises(FetchRefused, match=r"10\.0\.0\.1"):
        fetch("GET", "http://mixed.test/", PUBLIC)


@pytest.mark.parametrize("address", ["::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "fe80::1%eth0"])
def test_a_name_cannot_hide_a_forbidden_address_in_another_form(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    answer_names(monkeypatch, address)
    with pytest.raises(FetchRefused, match="not a public network address"):
        fetch("GET", "http://hidden.test/", LOCAL)


def test_an_unknown_name_is_said_to_be_unknown() -> None:
    with pytest.raises(FetchFailed, match="No network address"):
        fetch("GET", "http://no-such-host.invalid/", LOCAL)


def test_the_next_address_is_tried_when_one_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(reply) as server:
        answer_names(monkeypatch, "127.9.9.9", "127.0.0.1")
        assert fetch("GET", server.url(host="two.test"), LOCAL).status == 200


def test_a_closed_port_is_said_to_be_unreachable() -> None:
    with serve(reply) as server:
        pass
    with pytest.raises(FetchFailed, match="could not be reached"):
        fetch("GET", server.url(), LOCAL)


def test_redirects_are_followed_and_told() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.path == "/start":
            reply(handler, b"", 302, Location="/end")
        else:
            reply(handler, b'"here"')

    with serve(answer) as server:
        result = fetch("GET", server.url("/start"), LOCAL)
    assert (result.json(), result.url) == ("here", server.url("/end"))


@pytest.mark.parametrize(
    "location",
    ["http://169.254.169.254/latest", "file:///etc/passwd", "http://a:b@127.0.0.1/", "http://2130706433/"],
)
def test_every_redirect_is_checked_again(location: str) -> None:
    with (
        serve(lambda handler: reply(handler, b"", 302, Location=location)) as server,
        pytest.raises(FetchRefused),
    ):
        fetch("GET", server.url(), LOCAL)
    assert len(server.requests) == 1


def test_endless_redirects_end() -> None:
    with (
        serve(lambda handler: reply(handler, b"", 302, Location="/again")) as server,
        pytest.raises(FetchRefused, match="redirects"),
    ):
        fetch("GET", server.url(), LOCAL)
    assert len(server.requests) == LOCAL.max_redirects + 1


@pytest.mark.parametrize(("status", "method", "body"), [(303, "GET", b""), (307, "POST", b"x")])
def test_only_faithful_redirects_repeat_a_post(status: int, method: str, body: bytes) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.path == "/end":
            reply(handler)
        else:
            reply(handler, b"", status, Location="/end")

    with serve(answer) as server:
        fetch("POST", server.url(), LOCAL, content=b"x")
    assert (server.requests[1][0], server.requests[1][3]) == (method, body)


def test_a_redirect_to_another_server_does_not_carry_the_token() -> None:
    with serve(reply) as other:

        def answer(handler: BaseHTTPRequestHandler) -> None:
            reply(handler, b"", 307, Location=other.url())

        with serve(answer) as server:
            fetch("GET", server.url(), LOCAL, headers={"Authorization": "Bearer secret", "X-Kept": "1"})
    assert server.requests[0][2]["authorization"] == "Bearer secret"
    assert "authorization" not in other.requests[0][2]
    assert other.requests[0][2]["x-kept"] == "1"


def test_a_large_answer_is_cut_off() -> None:
    with (
        serve(lambda handler: reply(handler, b"x" * 2000)) as server,
        pytest.raises(FetchTooLarge, match="1000 bytes"),
    ):
        fetch("GET", server.url(), FetchPolicy(allow_private=True, max_bytes=1000))


def test_a_compressed_answer_is_not_unpacked() -> None:
    packed = gzip.compress(b"x" * 1_000_000)
    with (
        serve(lambda handler: reply(handler, packed, Content_Encoding="gzip")) as server,
        pytest.raises(FetchFailed, match="compressed"),
    ):
        fetch("GET", server.url(), LOCAL)
    assert server.requests[0][2]["accept-encoding"] == "identity"


def test_a_server_that_drips_is_cut_off_in_time() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(40):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.05)

    started = time.monotonic()
    with serve(answer) as server, pytest.raises(FetchFailed, match=r"within 0\.3 seconds"):
        fetch("GET", server.url(), FetchPolicy(allow_private=True, timeout=0.3))
    assert time.monotonic() - started < 1.5


def test_what_is_not_http_is_a_failure() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"garbage\r\n\r\n")

    with serve(answer) as server, pytest.raises(FetchFailed):
        fetch("GET", server.url(), LOCAL)


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with serve(reply) as server:
        assert fetch("GET", server.url(), LOCAL).status == 200
