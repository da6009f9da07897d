"""Why a caller is turned away, in the words that existing MAIL clients know."""

from mail.errors import Invalid, NotAllowed, NotIdentified, Unavailable


class NoToken(NotIdentified):
    """no API key provided"""


class InvalidToken(NotIdentified):
    """invalid API key"""


class WrongRole(NotAllowed):
    """invalid role"""


class ForeignPage(NotAllowed):
    """This came from a page of another site, or without its CSRF token; reload the page and try again."""


class TokenServiceDown(Unavailable):
    """The token service did not give a usable answer; try again later."""


class InvalidTokenData(Invalid):
    """A token cannot be created from this."""
