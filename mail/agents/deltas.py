"""Where pieces of an answer go while the model is still writing it."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Literal

DeltaKind = Literal["text", "reasoning", "tool"]
DeltaSink = Callable[[DeltaKind, str], None]

# A context variable, so that the many calls of one event loop each have their own listener.
delta_sink: ContextVar[DeltaSink | None] = ContextVar("delta_sink", default=None)
