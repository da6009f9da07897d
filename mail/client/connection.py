"""Knows how a request reaches the server: session, headers, time limits, and errors with their reason."""

import json
import logging
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import httpx

from mail.client.errors import (
    AnswerTimedOut,
    ConnectionBroken,
    MAILClientError,
    MAILConnectionError,
    UnreadableAnswer,
)
from mail.config import ClientConfig

CONNECT_SECONDS = 10.0
LONGEST_QUOTE = 500
# Every stream holds a connection of its own, so their number has no limit here.
LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20)
NOT_REACHED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)

log = logging.getLogger("mail.client")


class Connection:
    """A server's address and the session used to reach it. Sessions from outside are never closed here."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        session: httpx.AsyncClient | None = None,
        config: ClientConfig | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        # A key read from a file ends in a newline more often than not.
        self.api_key = api_key.strip() if api_key else None
        self.config = config or ClientConfig()
        self._session = session
        self._owns_session = session is None
        if self.config.verbose:
            log.setLevel(logging.DEBUG)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the session. A later request opens a new one."""
        if self._owns_session and self._session is not None:
            await self._session.aclose()
            self._session = None

    def _build_headers(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """The headers of every request. Subclasses add their own here."""
        headers = {"Accept": "application/json"}
        if self.api_key:
            headers["Authorization"] = f"Bearer {self.api_key}"
        return headers | dict(extra or {})

    async def _request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send a request and return its answer, a JSON object."""
        response = await self._send(
            method, path, body=body, query=query, headers=headers, silence=self.config.timeout
        )
        try:
            content = await response.aread()
        except httpx.RequestError as error:
            raise explain(error, response.request) from error
        finally:
            await response.aclose()
        return _read_object(response, content)

    async def _send(
        self,
        method: str,
        path: str,
        *,
        silence: float,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request and return its answer, opened but not read, if the server accepted it."""
        limit = httpx.Timeout(silence, connect=min(CONNECT_SECONDS, self.config.timeout))
        try:
            request = self._open_session().build_request(
                method,
                f"{self.base_url}{path}",
                json=body,
                params=query,
                headers=self._build_headers(headers),
                timeout=limit,
            )
        except (httpx.InvalidURL, UnicodeEncodeError) as error:
            raise MAILConnectionError(f"{method} {self.base_url}{path} cannot be sent: {error}") from error
        log.debug("%s %s", method, request.url)
        try:
            response = await self._open_session().send(request, stream=True)
        except httpx.RequestError as error:
            raise explain(error, request) from error
        log.debug("%s %s answered %s", method, request.url, response.status_code)
        if not response.is_success:
            raise await _refusal(response)
        return response

    def _open_session(self) -> httpx.AsyncClient:
        if self._session is None:
            self._session = httpx.AsyncClient(limits=LIMITS)
        return self._session


def explain(error: httpx.RequestError, request: httpx.Request) -> MAILConnectionError:
    """The library's error in our words; it stays chained for those who need more."""
    place = f"{request.method} {request.url}"
    reason = str(error) or type(error).__name__
    if isinstance(error, httpx.LocalProtocolError):
        # The library's own words would show the key.
        return MAILConnectionError(f"{place}: a header is not valid; check the API key for odd characters")
    if isinstance(error, NOT_REACHED):
        return MAILConnectionError(f"{place}: the server cannot be reached: {reason}")
    if isinstance(error, httpx.TimeoutException):
        return AnswerTimedOut(f"{place}: no answer in time")
    return ConnectionBroken(f"{place}: the connection broke: {reason}")


async def _refusal(response: httpx.Response) -> MAILClientError:
    """The reason that the server gives in `detail`, else the beginning of what it said."""
    try:
        content = await response.aread()
    except httpx.RequestError:
        content = b""
    finally:
        await response.aclose()
    text = content.decode(errors="replace")
    try:
        detail = json.loads(text)["detail"]
    except (ValueError, KeyError, TypeError):
        detail = text[:LONGEST_QUOTE].strip() or response.reason_phrase
    return MAILClientError(str(detail), response.status_code)


def _read_object(response: httpx.Response, content: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(content)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        kind = response.headers.get("content-type", "no content type")
        quote = content[:LONGEST_QUOTE].decode(errors="replace")
        raise UnreadableAnswer(f"{response.request.url} answered no JSON object but {kind}: {quote}")
    return answer
