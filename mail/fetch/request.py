"""Knows how a request goes out within the limits of a policy: every hop resolved once, checked and capped."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import httpx

from mail.fetch.errors import FetchFailed, FetchRefused, FetchTooLarge
from mail.fetch.policy import FetchPolicy
from mail.fetch.result import FetchResult
from mail.fetch.target import Target, resolve_targets

REDIRECTS = (301, 302, 303, 307, 308)
# Only these two keep method and body; the others turn into a GET, as browsers do it.
FAITHFUL_REDIRECTS = (307, 308)
CREDENTIALS = ("authorization", "cookie", "proxy-authorization")


@dataclass(frozen=True)
class Hop:
    """One request of a chain of redirects."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None


def fetch(
    method: str,
    url: str,
    policy: FetchPolicy,
    *,
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
) -> FetchResult:
    """Like afetch, for synchronous callers."""

    def run() -> FetchResult:
        return asyncio.run(afetch(method, url, policy, headers=headers, content=content))

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return run()
    # Called inside somebody's event loop, where a second one cannot run in the same thread.
    with ThreadPoolExecutor(max_workers=1) as executor:
        return executor.submit(run).result()


async def afetch(
    method: str,
    url: str,
    policy: FetchPolicy,
    *,
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
) -> FetchResult:
    """Send a request and read the answer, following redirects under the same rules."""
    # Compression is declined: a small answer must not be able to unpack into a huge one.
    sent = {**{name.lower(): value for name, value in (headers or {}).items()}, "accept-encoding": "identity"}
    hop = Hop(method.upper(), url, sent, content)
    try:
        async with asyncio.timeout(policy.timeout):
            return await _follow(hop, policy)
    except TimeoutError as error:
        raise FetchFailed(f"{url} did not answer within {policy.timeout:g} seconds.") from error


async def _follow(hop: Hop, policy: FetchPolicy) -> FetchResult:
    # No proxies and no .netrc from the environment: they would undo the choice of address.
    async with httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=policy.timeout) as client:
        for _ in range(policy.max_redirects + 1):
            targets = await resolve_targets(hop.url, policy)
            answer = await _send_to_first(client, hop, targets, policy)
            if isinstance(answer, FetchResult):
                return answer
            hop = answer
    raise FetchRefused(f"More than {policy.max_redirects} redirects.")


async def _send_to_first(
    client: httpx.AsyncClient, hop: Hop, targets: list[Target], policy: FetchPolicy
) -> FetchResult | Hop:
    failure: Exception | None = None
    for target in targets:
        try:
            return await _send(client, hop, target, policy)
        except httpx.ConnectError as error:
            failure = error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise FetchFailed(f"{hop.url} could not be fetched: {_describe(error)}.") from error
    raise FetchFailed(f"{hop.url} could not be reached: {_describe(failure)}.") from failure


async def _send(
    client: httpx.AsyncClient, hop: Hop, target: Target, policy: FetchPolicy
) -> FetchResult | Hop:
    request = client.build_request(
        hop.method,
        target.url,
        headers={**hop.headers, **target.headers},
        content=hop.content,
        extensions=target.extensions,
    )
    response = await client.send(request, stream=True)
    try:
        location = response.headers.get("location")
        if response.status_code in REDIRECTS and location:
            return _next_hop(hop, response.status_code, location)
        content = await _read(response, hop.url, policy.max_bytes)
        return FetchResult(response.status_code, dict(response.headers), content, hop.url)
    finally:
        await response.aclose()


async def _read(response: httpx.Response, url: str, limit: int) -> bytes:
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise FetchFailed(f"{url} answered in a compressed form that was not asked for.")
    content = bytearray()
    async for chunk in response.aiter_raw():
        content += chunk
        if len(content) > limit:
            raise FetchTooLarge(f"The answer of {url} is larger than {limit} bytes.")
    return bytes(content)


def _next_hop(hop: Hop, status: int, location: str) -> Hop:
    try:
        origin = httpx.URL(hop.url)
        destination = origin.join(location)
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchRefused(f"{hop.url} redirects to something that is not a URL.") from error
    if origin.scheme == "https" and destination.scheme == "http":
        raise FetchRefused(f"{hop.url} redirects from https to http, which is not followed.")
    headers = dict(hop.headers)
    if (origin.scheme, origin.host, origin.port) != (destination.scheme, destination.host, destination.port):
        headers = {name: value for name, value in headers.items() if name not in CREDENTIALS}
    following = replace(hop, url=str(destination), headers=headers)
    if status in FAITHFUL_REDIRECTS or hop.method in ("GET", "HEAD"):
        return following
    headers = {name: value for name, value in headers.items() if not name.startswith("content-")}
    return replace(following, method="GET", content=None, headers=headers)


def _describe(error: Exception | None) -> str:
    return str(error) or type(error).__name__
