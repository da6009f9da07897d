"""What the scripted model answers, in no wire format yet."""

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call; `arguments` is the raw text, so that broken JSON can be scripted too."""

    name: str
    arguments: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """One scripted answer, good or bad."""

    text: str | None = None
    calls: tuple[Call, ...] = ()
    reasoning: str | None = None
    builtin: tuple[dict[str, Any], ...] = ()  # extra output items of the Responses format
    finish_reason: str | None = None  # None: "tool_calls" or "stop", whichever fits
    input_tokens: int = 10
    output_tokens: int = 5
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    delay: float = 0.0  # before anything is sent
    piece_delay: float = 0.0  # between streamed pieces
    hang: bool = False  # never answers; ends when the client goes away
    cut: bool = False  # drops the connection in the middle of the body
    status: int = 200
    error: str = "scripted failure"
    error_code: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


def text(content: str, **fields: Any) -> Reply:
    return Reply(text=content, **fields)


def call(name: str, /, **arguments: Any) -> Reply:
    """A reply with one tool call; its keyword arguments are the tool's."""
    return calls((name, arguments))


def calls(*named: tuple[str, dict[str, Any] | str], **fields: Any) -> Reply:
    """A reply with several tool calls; arguments given as text are sent as they are."""
    return Reply(
        calls=tuple(
            Call(name, arguments if isinstance(arguments, str) else json.dumps(arguments))
            for name, arguments in named
        ),
        **fields,
    )


def fail(
    status: int, error: str = "scripted failure", *, retry_after: float | None = None, code: str | None = None
) -> Reply:
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    return Reply(status=status, error=error, error_code=code, headers=headers)


def hang() -> Reply:
    return Reply(hang=True)
