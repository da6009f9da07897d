"""Knows how agents, users, admins and the system are addressed."""

from enum import StrEnum
from typing import Any, Literal, TypedDict

from mail.errors import Invalid

AddressKind = Literal["admin", "agent", "system", "user"]
EVERYBODY = "all"


class AddressType(StrEnum):
    """Who can send or receive a message."""

    ADMIN = "admin"
    AGENT = "agent"
    SYSTEM = "system"
    USER = "user"


class MAILAddress(TypedDict):
    """One sender or recipient."""

    address_type: AddressKind
    address: str


def create_address(address: str, address_type: AddressKind) -> MAILAddress:
    """An address of the given type."""
    if not isinstance(address, str) or not address.strip():
        raise Invalid("An address must be a text that is not empty.")
    if address_type not in tuple(AddressType):
        raise Invalid(f"Unknown address type {address_type!r}: use one of {', '.join(AddressType)}.")
    return {"address_type": address_type, "address": address}


def create_agent_address(address: str) -> MAILAddress:
    """The address of an agent, `agent` or `agent@swarm`."""
    return create_address(address, "agent")


def create_user_address(address: str) -> MAILAddress:
    """The address of a person or program that gave the task."""
    return create_address(address, "user")


def create_system_address(address: str) -> MAILAddress:
    """The address of the server itself, named by its swarm."""
    return create_address(address, "system")


def create_admin_address(address: str) -> MAILAddress:
    """The address of an administrator."""
    return create_address(address, "admin")


def parse_agent_address(address: str) -> tuple[str, str | None]:
    """Split `agent@swarm` into its two names; without a swarm the second is None."""
    agent, separator, swarm = address.partition("@")
    agent, swarm = agent.strip(), swarm.strip()
    if not agent or (separator and not swarm) or "@" in swarm:
        raise Invalid(f"{address!r} is not an agent's address: write `agent` or `agent@swarm`.")
    return agent, swarm or None


def format_agent_address(agent_name: str, swarm_name: str | None = None) -> MAILAddress:
    """The address of an agent here, or with a swarm's name of one elsewhere."""
    return create_agent_address(f"{agent_name}@{swarm_name}" if swarm_name else agent_name)


def is_interswarm_address(address: str) -> bool:
    """Whether the address names a swarm."""
    return parse_agent_address(address)[1] is not None


def normalise_address(value: Any) -> MAILAddress:
    """A full address from a full one or, as older senders write it, from an agent's bare name."""
    if isinstance(value, str):
        return create_agent_address(value)
    if not isinstance(value, dict) or set(value) != {"address_type", "address"}:
        raise Invalid("An address needs exactly `address_type` and `address`, or is an agent's name as text.")
    return create_address(value["address"], value["address_type"])
