"""Knows what can be wrong with an action or the arguments of its call."""

from mail.errors import Invalid


class BadAction(Invalid):
    """This action is not defined properly."""


class BadActionArguments(Invalid):
    """The arguments do not fit the action's parameters."""
