"""The external token service: AUTH_ENDPOINT gives a token for a key, TOKEN_INFO_ENDPOINT tells whose it is.

Good answers are remembered for half a minute, so a key taken back there may work here that much longer.
"""

import hashlib
import json
import re
import time
from functools import cache
from typing import Any

import httpx
import structlog
from django.conf import settings

from accounts.caller import Caller
from accounts.choices import Role
from accounts.errors import InvalidToken, TokenServiceDown, WrongRole
from accounts.recent import RecentAnswers

log = structlog.get_logger(__name__)

TIMEOUT_SECONDS = 5.0
LARGEST_ANSWER = 64 * 1024
LONGEST_ID = 200
# What fits into a header, with room for signed tokens of several kilobytes.
SENDABLE = re.compile(r"[!-~]{1,8192}")

RECENT: RecentAnswers[Caller] = RecentAnswers(seconds=30, size=10_000)


def find_recent_answer(api_key: str) -> Caller | None:
    return RECENT.find(recent_key(api_key))


def ask_token_service(api_key: str) -> Caller:
    """1. what we know already; 2. exchange the key for a token; 3. ask whose the token is."""
    if not SENDABLE.fullmatch(api_key):
        raise InvalidToken
    if recent := find_recent_answer(api_key):
        return recent
    token = exchange(api_key) if settings.AUTH_ENDPOINT else api_key
    caller = read_caller(ask("GET", settings.TOKEN_INFO_ENDPOINT, token))
    RECENT.keep(recent_key(api_key), caller)
    return caller


def recent_key(api_key: str) -> str:
    # Hashed, so that no key lies in memory longer than its request; named with the service that answered.
    asked = "\n".join([settings.AUTH_ENDPOINT, settings.TOKEN_INFO_ENDPOINT, settings.SWARM_NAME, api_key])
    return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()


def exchange(api_key: str) -> str:
    token = ask("POST", settings.AUTH_ENDPOINT, api_key).get("token")
    if not isinstance(token, str) or not SENDABLE.fullmatch(token):
        raise no_usable_answer(settings.AUTH_ENDPOINT, "it holds no token")
    return token


def read_caller(answer: dict[str, Any]) -> Caller:
    role, identity = answer.get("role"), answer.get("id")
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    if not isinstance(identity, str) or not identity.isprintable() or not 0 < len(identity) <= LONGEST_ID:
        raise no_usable_answer(settings.TOKEN_INFO_ENDPOINT, "it holds no usable id")
    if role not in Role.values:
        raise WrongRole
    return Caller(role=Role(role), id=identity, swarm=settings.SWARM_NAME)


def ask(method: str, url: str, bearer: str) -> dict[str, Any]:
    try:
        status, body = send(method, url, bearer)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise no_usable_answer(url, type(error).__name__) from error
    if status in (401, 403):
        raise InvalidToken
    if status != 200:
        raise no_usable_answer(url, f"status {status}")
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise no_usable_answer(url, "not JSON") from None
    if not isinstance(answer, dict):
        raise no_usable_answer(url, "not a JSON object")
    return answer


def send(method: str, url: str, bearer: str) -> tuple[int, bytes]:
    """One request, bounded in time and size however slowly the other side drips."""
    headers = {"Authorization": f"Bearer {bearer}", "Accept": "application/json"}
    until = time.monotonic() + TIMEOUT_SECONDS
    body = b""
    with http_client().stream(method, url, headers=headers, timeout=TIMEOUT_SECONDS) as response:
        for chunk in response.iter_bytes(chunk_size=8192):
            body += chunk
            if len(body) > LARGEST_ANSWER or time.monotonic() > until:
                raise httpx.ReadError("the answer is too long or too slow")
        return response.status_code, body


@cache
def http_client() -> httpx.Client:
    """One for the process: it is safe across threads, and a new one costs a TLS set-up each time."""
    return httpx.Client(follow_redirects=False)


def no_usable_answer(url: str, reason: str) -> TokenServiceDown:
    log.warning("token service gave no usable answer", url=url, reason=reason)
    return TokenServiceDown()
