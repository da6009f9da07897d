"""Knows which network addresses may be reached."""

import ipaddress
from ipaddress import IPv4Address, IPv6Address

from mail.fetch.errors import FetchRefused

Address = IPv4Address | IPv6Address

# Ways of writing or carrying an IPv4 address inside an IPv6 one.
_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")
_COMPATIBLE = ipaddress.IPv6Network("::/96")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
# Tunnels and local translation: what lies behind them cannot be judged. Some Pythons call them public.
_OPAQUE = tuple(ipaddress.IPv6Network(text) for text in ("2002::/16", "2001::/32", "64:ff9b:1::/48"))


def check_address(address: Address, *, allow_private: bool) -> None:
    """Refuse anything that is not on the public network, or with `allow_private` not plainly local."""
    embedded = _find_embedded(address)
    if embedded is not None:
        check_address(embedded, allow_private=allow_private)
        return
    is_local = _is_plainly_local(address) and not _is_opaque(address)
    if (_is_public(address) and not _is_opaque(address)) or (allow_private and is_local):
        return
    remedy = ""
    if is_local:
        remedy = " Set MAIL_ALLOW_PRIVATE_ADDRESSES=1 if servers on the local network may be reached."
    raise FetchRefused(f"{address} is not a public network address and may not be fetched from.{remedy}")


def find_literal(host: str) -> Address | None:
    """The address if the host is one, None if it is a name. Odd spellings of an address are refused."""
    if ":" in host:
        address = _parse(host)
        if isinstance(address, IPv6Address) and (address.scope_id or _find_embedded(address)):
            raise FetchRefused(f"{host} is an unusual spelling of a network address: write it plainly.")
        return address
    last_label = host.rstrip(".").rpartition(".")[2].lower()
    # The same rule as browsers: a last label that looks like a number makes the whole an IPv4 address.
    if not (last_label.isdigit() or last_label.startswith("0x")):
        return None
    return _parse(host)


def _parse(host: str) -> Address:
    try:
        return ipaddress.ip_address(host)
    except ValueError as error:
        raise FetchRefused(
            f"{host} is an unusual spelling of a network address: write it plainly."
        ) from error


def _is_public(address: Address) -> bool:
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_plainly_local(address: Address) -> bool:
    if address.is_loopback:
        return True
    # Link-local stays closed in any case: cloud machines keep their credentials there.
    return not (
        address.is_link_local or address.is_multicast or address.is_unspecified or address.is_reserved
    )


def _is_opaque(address: Address) -> bool:
    return isinstance(address, IPv6Address) and any(address in network for network in _OPAQUE)


def _find_embedded(address: Address) -> IPv4Address | None:
    if isinstance(address, IPv4Address) or int(address) <= 0xFFFF:
        return None
    if any(address in network for network in (_MAPPED, _COMPATIBLE, _TRANSLATED)):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None
