"""The library's types and the specification's schemas, held against each other in both directions."""

from datetime import UTC, datetime
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mail.addresses import MAILAddress
from mail.messages import (
    PAYLOAD_TYPES,
    MAILInterswarmMessage,
    MAILMessage,
    MessageType,
)
from mail.schemas import (
    CORE,
    INTERSWARM,
    InvalidMessage,
    check_interswarm_message,
    check_message,
    get_validator,
    load_schema,
)
from tests.mail.conformity import conforms, from_schema

FEWER = settings(max_examples=25)
NAMES = st.text(min_size=1, max_size=10)
TEXTS = st.text(max_size=20)
MOMENTS = st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat)
OBJECTS = st.dictionaries(TEXTS, st.integers() | TEXTS, max_size=3)
KINDS = list(PAYLOAD_TYPES)
INTERSWARM_KINDS = [kind for kind in KINDS if kind is not MessageType.BROADCAST_COMPLETE]

ADDRESSES = st.from_type(MAILAddress).filter(lambda address: address["address"] != "")
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "task_id": NAMES,
    "request_id": NAMES,
    "broadcast_id": st.uuids().map(str),
    "interrupt_id": st.uuids().map(str),
    "sender": ADDRESSES,
    "recipient": ADDRESSES,
    "recipients": st.lists(ADDRESSES, min_size=1, max_size=3),
    "subject": TEXTS,
    "body": TEXTS,
    "sender_swarm": st.none() | TEXTS,
    "recipient_swarm": st.none() | TEXTS,
    "recipient_swarms": st.none() | st.lists(TEXTS, max_size=3),
    "routing_info": st.none() | OBJECTS,
}


def payloads(kind: MessageType) -> st.SearchStrategy[dict[str, Any]]:
    """Any payload that the type of this kind of message allows."""
    stated = PAYLOAD_TYPES[kind]
    required = {name: FIELDS[name] for name in stated.__required_keys__}
    optional = {name: FIELDS[name] for name in stated.__optional_keys__}
    return st.fixed_dictionaries(required, optional=optional)


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(KINDS))
    return {
        "id": str(draw(st.uuids())),
        "timestamp": draw(MOMENTS),
        "message": draw(payloads(kind)),
        "msg_type": kind.value,
    }


@st.composite
def interswarm_messages(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(INTERSWARM_KINDS))
    required = {
        "message_id": NAMES,
        "source_swarm": NAMES,
        "target_swarm": NAMES,
        "timestamp": MOMENTS,
        "payload": payloads(kind),
        "msg_type": st.just(kind.value),
    }
    optional = {
        "auth_token": st.none() | TEXTS,
        "task_owner": st.none() | TEXTS,
        "task_contributors": st.none() | st.lists(TEXTS, max_size=3),
        "metadata": st.none() | OBJECTS,
    }
    return draw(st.fixed_dictionaries(required, optional=optional))


@given(messages())
def test_what_the_types_allow_the_schema_accepts(message: dict[str, Any]) -> None:
    assert conforms(message, MAILMessage)
    check_message(message)


@given(interswarm_messages())
def test_what_the_interswarm_type_allows_its_schema_accepts(message: dict[str, Any]) -> None:
    assert conforms(message, MAILInterswarmMessage)
    check_interswarm_message(message)


@pytest.mark.parametrize("kind", KINDS)
@FEWER
@given(data=st.data())
def test_what_the_schema_allows_the_types_accept(kind: MessageType, data: st.DataObject) -> None:
    core = load_schema(CORE)
    message = data.draw(from_schema(core, core))
    message["msg_type"] = kind.value
    message["message"] = data.draw(from_schema(core["$defs"][PAYLOAD_TYPES[kind].__name__], core))
    check_message(message)
    assert conforms(message, MAILMessage)
    assert conforms(message["message"], PAYLOAD_TYPES[kind])


@pytest.mark.parametrize("kind", INTERSWARM_KINDS)
@FEWER
@given(data=st.data())
def test_what_the_interswarm_schema_allows_its_type_accepts(kind: MessageType, data: st.DataObject) -> None:
    core = load_schema(CORE)
    message = data.draw(from_schema(load_schema(INTERSWARM), core))
    message["msg_type"] = kind.value
    message["payload"] = data.draw(from_schema(core["$defs"][PAYLOAD_TYPES[kind].__name__], core))
    check_interswarm_message(message)
    assert conforms(message, MAILInterswarmMessage)


@given(messages(), st.data())
def test_a_message_with_one_thing_wrong_is_refused_by_both(
    message: dict[str, Any], data: st.DataObject
) -> None:
    payload = message["message"]
    name = data.draw(st.sampled_from(sorted(payload)))
    required = PAYLOAD_TYPES[MessageType(message["msg_type"])].__required_keys__
    if name in required and data.draw(st.booleans()):
        del payload[name]
    else:
        payload[name] = 5
    assert not conforms(payload, PAYLOAD_TYPES[MessageType(message["msg_type"])])
    with pytest.raises(InvalidMessage):
        check_message(message)


@given(messages(), st.sampled_from(KINDS))
def test_the_kind_binds_the_payload(message: dict[str, Any], other: MessageType) -> None:
    is_same = PAYLOAD_TYPES[other] is PAYLOAD_TYPES[MessageType(message["msg_type"])]
    # Requests and responses have the same fields: only their meaning differs.
    are_letters = {other.value, message["msg_type"]} <= {"request", "response"}
    message["msg_type"] = other.value
    if is_same or are_letters:
        check_message(message)
        return
    with pytest.raises(InvalidMessage):
        check_message(message)


@pytest.mark.parametrize("stated", [MAILAddress, *dict.fromkeys(PAYLOAD_TYPES.values())])
def test_types_and_definitions_have_the_same_fields(stated: Any) -> None:
    definition = load_schema(CORE)["$defs"][stated.__name__]
    assert set(definition["required"]) == set(stated.__required_keys__)
    assert set(definition["properties"]) == set(get_type_hints(stated))


@pytest.mark.parametrize(("name", "stated"), [(CORE, MAILMessage), (INTERSWARM, MAILInterswarmMessage)])
def test_envelopes_and_schemas_have_the_same_fields(name: str, stated: Any) -> None:
    schema = load_schema(name)
    assert set(schema["required"]) == set(stated.__required_keys__)
    assert set(schema["properties"]) == set(get_type_hints(stated))


def test_the_error_says_where_and_what() -> None:
    message = {
        "id": "7d444840-9dc0-41d1-b245-5ffdce74fad2",
        "timestamp": "2025-01-08T12:00:00Z",
        "msg_type": "broadcast",
        "message": {
            "task_id": "t",
            "broadcast_id": "7d444840-9dc0-41d1-b245-5ffdce74fad2",
            "sender": {"address_type": "agent", "address": "a"},
            "recipients": [{"address_type": "robot", "address": "b"}],
            "subject": "s",
            "body": "b",
        },
    }
    with pytest.raises(InvalidMessage) as caught:
        check_message(message)
    assert caught.value.where == "message.recipients[0].address_type"
    assert "robot" in caught.value.what
    assert caught.value.status == 400


@pytest.mark.parametrize("value", [None, 5, "x", [], {}])
def test_anything_else_is_not_a_message(value: Any) -> None:
    for check in (check_message, check_interswarm_message):
        with pytest.raises(InvalidMessage):
            check(value)


@pytest.mark.parametrize(
    "moment", ["2025-01-08T12:00:00Z", "2025-01-08t12:00:00.123456z", "2025-12-31T23:59:60-05:30"]
)
def test_moments_are_written_as_rfc_3339_says(moment: str) -> None:
    assert get_validator(CORE, "Timestamp").is_valid(moment)


@pytest.mark.parametrize(
    "moment",
    ["yesterday", "2025-01-08", "2025-01-08T12:00:00", "2025-13-08T12:00:00Z", "2025-01-08T12:00:00Z\n", 5],
)
def test_a_moment_needs_its_full_form(moment: Any) -> None:
    assert not get_validator(CORE, "Timestamp").is_valid(moment)


def test_deep_nesting_is_refused_or_accepted_but_never_a_crash() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(InvalidMessage):
        check_message({"message": deep})
