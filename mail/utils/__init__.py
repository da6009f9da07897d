"""Keeps the names of MAIL 1.x's `mail.utils`. No logic lives here."""

from mail.utils.parsing import read_python_string, target_address_is_interswarm

__all__ = ["read_python_string", "target_address_is_interswarm"]
