"""Knows what can be sent to a swarm, and how a MAIL message becomes such a letter."""

from collections.abc import Mapping
from typing import Any, cast

from mail.addresses import EVERYBODY, parse_agent_address
from mail.api.errors import BadLetter
from mail.engine import Letter, ResumeFrom
from mail.messages import MAILMessage, MessageType
from mail.normalise import normalise_message
from mail.schemas import check_message

RESUMES = ("user_response", "breakpoint_tool_call")
LONGEST_BODY = 1_000_000
LONGEST_TASK_ID = 255
RESULT = "breakpoint_tool_call_result"


def read_letter(
    message: MAILMessage, swarm: str, resume_from: str | None, options: Mapping[str, Any]
) -> Letter:
    """The letter in a MAIL message. The sender is always the swarm's own user, whatever the message says."""
    if resume_from not in (None, *RESUMES):
        raise BadLetter(f"resume_from must be {' or '.join(RESUMES)}, not {resume_from!r}.")
    envelope = normalise_message(message)
    payload = envelope["message"]
    _check_texts(payload, resume_from)
    check_message(envelope)
    kind = MessageType(envelope["msg_type"])
    return Letter(
        body=payload["body"],
        subject=payload["subject"],
        msg_type=kind,
        entrypoint=None if kind == MessageType.BROADCAST else _one_recipient(payload, kind, swarm),
        task_id=payload["task_id"],
        resume_from=cast("ResumeFrom | None", resume_from),
        breakpoint_result=_read_result(resume_from, options),
        max_steps=_read_max_steps(options),
    )


def _check_texts(payload: Mapping[str, Any], resume_from: str | None) -> None:
    body = payload.get("body")
    if not isinstance(body, str) or (not body and resume_from != "breakpoint_tool_call"):
        raise BadLetter("The body must be a text that is not empty.")
    if len(body) > LONGEST_BODY:
        raise BadLetter(f"The body is longer than {LONGEST_BODY:,} characters: send less at once.")
    if not isinstance(payload.get("subject"), str):
        raise BadLetter("The subject must be a text.")
    check_task_id(payload.get("task_id"))


def check_task_id(task_id: Any) -> None:
    is_good = isinstance(task_id, str) and task_id.isprintable() and 0 < len(task_id) <= LONGEST_TASK_ID
    if not is_good:
        raise BadLetter(f"A task_id is a text of 1 to {LONGEST_TASK_ID} printable characters.")


def _one_recipient(payload: Mapping[str, Any], kind: MessageType, swarm: str) -> str | None:
    recipients = payload.get("recipients") or [payload.get("recipient")]
    if kind == MessageType.BROADCAST_COMPLETE:
        return None
    if len(recipients) != 1 or recipients[0]["address"] == EVERYBODY:
        raise BadLetter(
            f"A user's {kind.value} goes to exactly one agent; write to several with a broadcast."
        )
    name, where = parse_agent_address(recipients[0]["address"])
    if where not in (None, swarm):
        raise BadLetter(
            f"{name}@{where} is not in swarm {swarm!r}: a user writes to agents of the swarm only."
        )
    return name


def _read_result(resume_from: str | None, options: Mapping[str, Any]) -> Any:
    if resume_from == "breakpoint_tool_call" and RESULT not in options:
        raise BadLetter(f"To go on after a breakpoint, give the result of its calls as {RESULT}.")
    return options.get(RESULT)


def _read_max_steps(options: Mapping[str, Any]) -> int | None:
    steps = options.get("max_steps")
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, int) or steps < 1):
        raise BadLetter("max_steps must be a whole number from 1.")
    return steps
