"""Addresses: parsing, formatting, and what older senders write."""

from typing import Any

import pytest

from mail.addresses import (
    create_address,
    create_admin_address,
    create_agent_address,
    create_system_address,
    create_user_address,
    format_agent_address,
    is_interswarm_address,
    normalise_address,
    parse_agent_address,
)
from mail.errors import Invalid


def test_a_local_name_has_no_swarm() -> None:
    assert parse_agent_address("weather") == ("weather", None)


def test_a_remote_name_is_split_and_put_together_again() -> None:
    assert parse_agent_address("weather@beta") == ("weather", "beta")
    assert format_agent_address("weather", "beta") == {"address_type": "agent", "address": "weather@beta"}
    assert format_agent_address("weather") == create_agent_address("weather")


def test_spaces_around_names_do_not_count() -> None:
    assert parse_agent_address(" weather @ beta ") == ("weather", "beta")


@pytest.mark.parametrize("address", ["", "  ", "@beta", "weather@", "a@b@c", "@"])
def test_it_refuses_what_is_not_an_address(address: str) -> None:
    with pytest.raises(Invalid, match="agent@swarm"):
        parse_agent_address(address)


def test_each_kind_of_sender_has_its_address() -> None:
    kinds = [create_agent_address, create_user_address, create_system_address, create_admin_address]
    assert [create("x")["address_type"] for create in kinds] == ["agent", "user", "system", "admin"]


def test_it_refuses_an_unknown_kind_of_address() -> None:
    unknown: Any = "robot"
    with pytest.raises(Invalid, match="robot"):
        create_address("x", unknown)


def test_a_bare_name_becomes_a_full_address() -> None:
    assert normalise_address("weather") == {"address_type": "agent", "address": "weather"}
    assert normalise_address({"address_type": "user", "address": "al"}) == create_user_address("al")


@pytest.mark.parametrize(
    "value", [None, 5, [], {}, {"address": "x"}, {"address_type": "agent", "address": 7}, ""]
)
def test_it_refuses_to_guess_an_address(value: Any) -> None:
    with pytest.raises(Invalid):
        normalise_address(value)


def test_only_an_address_with_a_swarm_is_interswarm() -> None:
    assert is_interswarm_address("a@b")
    assert not is_interswarm_address("a")
