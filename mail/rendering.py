"""Knows how a message is written for a model to read: XML in which no value can pose as markup."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from mail.addresses import MAILAddress
from mail.messages import MAILMessage

# XML 1.0 forbids these even as character references: most control characters, half surrogate pairs, U+FFFE/F.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


def build_mail_xml(message: MAILMessage) -> dict[str, str]:
    """The history entry that shows this message to an agent."""
    return {"role": "user", "content": render_message(message)}


def render_message(message: MAILMessage) -> str:
    """The message as XML."""
    payload: Mapping[str, Any] = message["message"]
    sender: MAILAddress = payload["sender"]
    recipients = payload.get("recipients") or [payload["recipient"]]
    lines = [
        "<incoming_message>",
        f"<timestamp>{escape_text(message['timestamp'])}</timestamp>",
        f"<from type={_attribute(sender['address_type'])}>{escape_text(sender['address'])}</from>",
        "<to>",
        *[_render_recipient(one) for one in recipients],
        "</to>",
        f"<subject>{escape_text(payload['subject'])}</subject>",
        f"<body>{escape_text(payload['body'])}</body>",
        "</incoming_message>",
    ]
    return "\n".join(lines)


def build_body_xml(content: Mapping[str, Any]) -> str:
    """Structured content as a `<body>` of nested elements, for use in prompts."""
    return _render_element("body", content)


def escape_text(value: Any) -> str:
    """Any value as character data; what XML forbids becomes the replacement character."""
    # A carriage return would be read back as a line feed unless it is written as a reference.
    return escape(_FORBIDDEN.sub(_REPLACEMENT, str(value)), {"\r": "&#13;"})


def _attribute(value: Any) -> str:
    return quoteattr(_FORBIDDEN.sub(_REPLACEMENT, str(value)))


def _render_recipient(address: MAILAddress) -> str:
    return f"<address type={_attribute(address['address_type'])}>{escape_text(address['address'])}</address>"


def _render_element(name: str, value: Any) -> str:
    start, end = _tags(name)
    if isinstance(value, Mapping):
        return f"{start}\n{_render_children(value.items())}{end}" if value else f"{start}{end}"
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return "\n".join(_render_element(name, one) for one in value) if value else f"{start}{end}"
    return f"{start}{'' if value is None else escape_text(value)}{end}"


def _render_children(items: Any) -> str:
    return "".join(f"{_render_element(str(name), value)}\n" for name, value in items)


def _tags(name: str) -> tuple[str, str]:
    if _NAME.fullmatch(name):
        return f"<{name}>", f"</{name}>"
    # A key that is no XML name, such as "first name", would otherwise open the door to forged markup.
    return f"<entry name={_attribute(name)}>", "</entry>"
