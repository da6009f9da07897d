"""Knows how older spellings of a received message are brought into the full form."""

from collections.abc import Mapping
from typing import Any

from mail.addresses import normalise_address
from mail.errors import Invalid


def normalise_payload(payload: Any) -> dict[str, Any]:
    """The payload with every bare-string address written out."""
    if not isinstance(payload, Mapping):
        raise Invalid("A message's payload must be an object.")
    result = dict(payload)
    for field in ("sender", "recipient"):
        if field in result:
            result[field] = normalise_address(result[field])
    if "recipients" in result:
        if not isinstance(result["recipients"], list):
            raise Invalid("`recipients` must be a list of addresses.")
        result["recipients"] = [normalise_address(one) for one in result["recipients"]]
    return result


def normalise_message(message: Any) -> dict[str, Any]:
    """A MAILMessage with full addresses. The result still has to pass `mail.schemas.check_message`."""
    return _normalise(message, "message")


def normalise_interswarm_message(message: Any) -> dict[str, Any]:
    """A MAILInterswarmMessage with full addresses."""
    return _normalise(message, "payload")


def _normalise(envelope: Any, field: str) -> dict[str, Any]:
    if not isinstance(envelope, Mapping):
        raise Invalid("A message must be an object.")
    if field not in envelope:
        raise Invalid(f"The message has no `{field}`.")
    return {**envelope, field: normalise_payload(envelope[field])}
