"""Keeps the names of MAIL 1.x's `mail.core`. No logic lives here."""
