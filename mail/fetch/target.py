"""Knows how a URL becomes a connection to one checked address."""

import asyncio
import ipaddress
import re
import socket
from dataclasses import dataclass

import httpx

from mail.fetch.addresses import Address, check_address, find_literal
from mail.fetch.errors import FetchFailed, FetchRefused
from mail.fetch.policy import FetchPolicy

_UNPRINTABLE = re.compile(r"[^\x21-\x7e]|\\")
_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.%]+")


@dataclass(frozen=True)
class Target:
    """Where to connect: the URL with the address in place of the name, and the name for header and TLS."""

    url: httpx.URL
    host_header: str
    server_name: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Host": self.host_header}

    @property
    def extensions(self) -> dict[str, str]:
        # The certificate is checked against this name, not against the address in the URL.
        return {"sni_hostname": self.server_name}


def check_url(url: str, policy: FetchPolicy) -> httpx.URL:
    """The parsed URL, if its form is acceptable. Looks nothing up."""
    if not isinstance(url, str) or not url or len(url) > 8000 or _UNPRINTABLE.search(url):
        raise FetchRefused("The address must be a URL of ordinary characters, without spaces or backslashes.")
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise FetchRefused(f"{url[:200]} is not a valid URL.") from error
    schemes = ("https",) if policy.require_tls else ("https", "http")
    if parsed.scheme not in schemes:
        raise FetchRefused(
            f"Only {' and '.join(schemes)} addresses can be fetched, not {parsed.scheme or 'this'}."
        )
    # Looked for in the text as well: the parser drops an empty user name without a word.
    if parsed.userinfo or "@" in re.split("[/?#]", url.partition("//")[2], maxsplit=1)[0]:
        raise FetchRefused("The address must not contain a user name or password.")
    if not parsed.host or not _HOST.fullmatch(parsed.host):
        raise FetchRefused("The address must name a host, international names in their xn-- form.")
    if parsed.port is not None and not 0 < parsed.port < 65536:
        raise FetchRefused(f"{parsed.port} is not a port: use a number from 1 to 65535.")
    return parsed


async def resolve_targets(url: str, policy: FetchPolicy) -> list[Target]:
    """Every address the URL stands for, each checked. One that is not allowed refuses them all."""
    parsed = check_url(url, policy)
    literal = find_literal(parsed.host)
    addresses = [literal] if literal is not None else await _look_up(parsed.host)
    for address in addresses:
        check_address(address, allow_private=policy.allow_private)
    return [_build_target(parsed, address) for address in addresses]


async def _look_up(host: str) -> list[Address]:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchFailed(f"No network address is known for {host}.") from error
    texts = dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found)
    return [ipaddress.ip_address(text) for text in texts]


def _build_target(parsed: httpx.URL, address: Address) -> Target:
    return Target(
        url=parsed.copy_with(host=str(address), fragment=None),
        host_header=parsed.netloc.decode(),
        server_name=parsed.host.rstrip("."),
    )
