"""New messages and the normalising of received ones."""

from typing import Any, cast

import pytest

from mail.compose import (
    create_broadcast,
    create_interrupt,
    create_interswarm_message,
    create_request,
    create_response,
)
from mail.errors import Invalid
from mail.messages import MAILMessage
from mail.normalise import normalise_interswarm_message, normalise_message
from mail.schemas import check_interswarm_message, check_message

WORDS: dict[str, Any] = {"task_id": "t", "sender": "supervisor", "subject": "s", "body": "b"}


def payload_of(message: MAILMessage) -> dict[str, Any]:
    return cast("dict[str, Any]", message["message"])


def all_kinds() -> list[MAILMessage]:
    return [
        create_request(**WORDS, recipient="weather"),
        create_response(**WORDS, recipient="weather"),
        create_broadcast(**WORDS),
        create_broadcast(**WORDS, complete=True),
        create_interrupt(**WORDS, recipients=["weather"]),
    ]


def test_every_new_message_is_valid_and_has_its_own_id() -> None:
    messages = all_kinds()
    for message in messages:
        check_message(message)
    assert len({message["id"] for message in messages}) == len(messages)
    assert [message["msg_type"] for message in messages] == [
        "request",
        "response",
        "broadcast",
        "broadcast_complete",
        "interrupt",
    ]


def test_a_broadcast_without_recipients_goes_to_all() -> None:
    assert payload_of(create_broadcast(**WORDS))["recipients"] == [
        {"address_type": "agent", "address": "all"}
    ]


def test_a_response_can_repeat_the_id_of_its_request() -> None:
    message = create_response(**WORDS, recipient="weather", request_id="r-1")
    assert payload_of(message)["request_id"] == "r-1"


def test_an_interrupt_needs_somebody_to_interrupt() -> None:
    with pytest.raises(Invalid, match="recipient"):
        create_interrupt(**WORDS, recipients=[])


def test_an_interswarm_message_never_carries_a_token() -> None:
    payload = create_request(**WORDS, recipient="weather@beta")["message"]
    message = create_interswarm_message(
        source_swarm="alpha", target_swarm="beta", payload=payload, msg_type="request"
    )
    check_interswarm_message(message)
    assert message["auth_token"] == ""


def test_bare_addresses_of_a_received_message_are_written_out() -> None:
    message = create_request(**WORDS, recipient="weather")
    payload_of(message)["sender"] = "supervisor"
    check_message(normalise_message(message))

    broadcast = create_broadcast(**WORDS)
    payload_of(broadcast)["recipients"] = ["weather", "math"]
    found = normalise_message(broadcast)["message"]["recipients"]
    assert [one["address"] for one in found] == ["weather", "math"]


@pytest.mark.parametrize("value", [None, [], {}, {"message": 5}, {"message": {"recipients": "all"}}])
def test_normalising_refuses_what_is_no_message(value: Any) -> None:
    with pytest.raises(Invalid):
        normalise_message(value)


def test_an_interswarm_payload_is_normalised_too() -> None:
    found = normalise_interswarm_message({"payload": {"sender": "a@b"}})
    assert found["payload"]["sender"] == {"address_type": "agent", "address": "a@b"}
