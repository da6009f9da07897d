"""Knows why a fetch is refused or fails."""

from mail.errors import Invalid, TooLarge, Unavailable


class FetchRefused(Invalid):
    """This address may not be fetched."""


class FetchFailed(Unavailable):
    """The other server could not be reached or did not answer properly."""


class FetchTooLarge(TooLarge):
    """The other server's answer is larger than allowed."""
