"""Keeps the names of MAIL 1.x's `mail.core.tasks`. No logic lives here."""

from mail.engine import MAILTask

__all__ = ["MAILTask"]
