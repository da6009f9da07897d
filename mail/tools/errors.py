"""Knows what can be wrong with a tool call. The sentences are written for the model that made it."""

from mail.errors import Invalid


class BadToolCall(Invalid):
    """The arguments of this tool call cannot be used."""
