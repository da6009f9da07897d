"""Keeps the names of MAIL 1.x's `mail.core.runtime`. No logic lives here."""

from mail.api.runtime import MAILRuntime

__all__ = ["MAILRuntime"]
