"""Knows which message a tool call stands for."""

from collections.abc import Callable

from mail.addresses import EVERYBODY, format_agent_address, parse_agent_address
from mail.compose import (
    TASK_COMPLETE_SUBJECT,
    create_broadcast,
    create_interrupt,
    create_request,
    create_response,
)
from mail.errors import Invalid
from mail.messages import MAILMessage
from mail.tools.arguments import find_texts, get_text
from mail.tools.call import AgentToolCall
from mail.tools.errors import BadToolCall
from mail.tools.names import ToolName


def convert_call_to_mail_message(call: AgentToolCall, sender: str, task_id: str) -> MAILMessage:
    """The message that this call sends, or BadToolCall with a sentence for the model."""
    converter = CONVERTERS.get(call.tool_name)
    if converter is None:
        raise BadToolCall(f"{call.tool_name} sends no message. Tools that do: {', '.join(CONVERTERS)}.")
    return converter(call, sender, task_id)


def _to_request(call: AgentToolCall, sender: str, task_id: str) -> MAILMessage:
    return create_request(
        task_id=task_id,
        sender=sender,
        recipient=_get_target(call),
        subject=get_text(call, "subject"),
        body=get_text(call, "body"),
    )


def _to_response(call: AgentToolCall, sender: str, task_id: str) -> MAILMessage:
    return create_response(
        task_id=task_id,
        sender=sender,
        recipient=_get_target(call),
        subject=get_text(call, "subject"),
        body=get_text(call, "body"),
    )


def _to_interrupt(call: AgentToolCall, sender: str, task_id: str) -> MAILMessage:
    return create_interrupt(
        task_id=task_id,
        sender=sender,
        recipients=[_get_target(call)],
        subject=get_text(call, "subject"),
        body=get_text(call, "body"),
    )


def _to_broadcast(call: AgentToolCall, sender: str, task_id: str) -> MAILMessage:
    return create_broadcast(
        task_id=task_id,
        sender=sender,
        recipients=[_check_address(one) for one in find_texts(call, "targets")],
        subject=get_text(call, "subject"),
        body=get_text(call, "body"),
    )


def _to_interswarm_broadcast(call: AgentToolCall, sender: str, task_id: str) -> MAILMessage:
    # An empty list means every known swarm: only the registry can say which those are.
    swarms = find_texts(call, "target_swarms")
    return create_broadcast(
        task_id=task_id,
        sender=sender,
        recipients=[format_agent_address(EVERYBODY, swarm) for swarm in swarms],
        subject=get_text(call, "subject"),
        body=get_text(call, "body"),
        recipient_swarms=swarms,
    )


def _to_completion(call: AgentToolCall, sender: str, task_id: str) -> MAILMessage:
    return create_broadcast(
        task_id=task_id,
        sender=sender,
        subject=TASK_COMPLETE_SUBJECT,
        body=get_text(call, "finish_message"),
        complete=True,
    )


def _get_target(call: AgentToolCall) -> str:
    return _check_address(get_text(call, "target", may_be_empty=False).strip())


def _check_address(address: str) -> str:
    try:
        parse_agent_address(address)
    except Invalid as error:
        raise BadToolCall(error.detail) from error
    return address


CONVERTERS: dict[str, Callable[[AgentToolCall, str, str], MAILMessage]] = {
    ToolName.SEND_REQUEST.value: _to_request,
    ToolName.SEND_RESPONSE.value: _to_response,
    ToolName.SEND_INTERRUPT.value: _to_interrupt,
    ToolName.SEND_BROADCAST.value: _to_broadcast,
    ToolName.SEND_INTERSWARM_BROADCAST.value: _to_interswarm_broadcast,
    ToolName.TASK_COMPLETE.value: _to_completion,
}
