"""How an error reaches a caller: JSON with `detail`, the right status, never a stack trace."""

from collections.abc import Iterator
from typing import Any

import structlog
from rest_framework.response import Response
from rest_framework.views import exception_handler

from mail.errors import MailError, NotIdentified

log = structlog.get_logger(__name__)


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn our errors and the framework's into answers; anything else is ours to log and mend."""
    if isinstance(error, MailError):
        headers = {"WWW-Authenticate": "Bearer"} if isinstance(error, NotIdentified) else None
        return Response({"detail": error.detail}, status=error.status, headers=headers)
    response = exception_handler(error, context)
    if response is not None:
        response.data = {"detail": " ".join(sentences(response.data))}
        return response
    log.error("request failed", exc_info=error)
    return Response({"detail": "the server failed; its log says why"}, status=500)


def sentences(data: Any, where: str = "") -> Iterator[str]:
    """What is wrong and where, from the framework's nested form."""
    if isinstance(data, dict):
        for name, inner in data.items():
            is_general = name in ("detail", "non_field_errors")
            yield from sentences(inner, where if is_general else f"{where}.{name}".lstrip("."))
    elif isinstance(data, list):
        for inner in data:
            yield from sentences(inner, where)
    else:
        yield f"{where}: {data}" if where else str(data)
