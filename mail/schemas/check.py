"""Knows whether a received object is a message, and if not, what is wrong where."""

from typing import Any

from jsonschema import ValidationError
from jsonschema.exceptions import best_match

from mail.errors import Invalid
from mail.schemas.load import CORE, INTERSWARM, get_validator


class InvalidMessage(Invalid):
    """This is not a valid MAIL message."""

    def __init__(self, where: str, what: str) -> None:
        self.where = where
        self.what = what
        super().__init__(
            f"Not a valid message. {where}: {what}." if where else f"Not a valid message: {what}."
        )


def check_message(message: Any) -> None:
    """Raise InvalidMessage unless this is a MAILMessage."""
    _check(message, CORE)


def check_interswarm_message(message: Any) -> None:
    """Raise InvalidMessage unless this is a MAILInterswarmMessage."""
    _check(message, INTERSWARM)


def _check(message: Any, schema: str) -> None:
    try:
        error = best_match(get_validator(schema).iter_errors(message))
    except RecursionError as failure:
        raise InvalidMessage("", "it is nested too deeply") from failure
    if error is not None:
        raise InvalidMessage(describe_place(error), describe_fault(error))


def describe_place(error: ValidationError) -> str:
    """The path of the fault as a person writes it: message.recipients[0].address."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path]
    return "".join(parts).removeprefix(".")


def describe_fault(error: ValidationError) -> str:
    """What is wrong, without repeating a long value or a regular expression."""
    message = error.message
    if error.validator in ("pattern", "not") and isinstance(error.schema, dict):
        message = f"{error.instance!r} does not fit: {error.schema.get('description', 'it is not valid')}"
    return message if len(message) <= 200 else f"{message[:90]} ... {message[-90:]}"
