"""Every error of the project: one tree, each with the sentence a person reads and its HTTP status."""

from typing import ClassVar


class MailError(Exception):
    """Something went wrong inside the server."""

    status: ClassVar[int] = 500

    def __init__(self, detail: str | None = None) -> None:
        self.detail = detail or (type(self).__doc__ or "").strip().splitlines()[0]
        super().__init__(self.detail)


class Invalid(MailError):
    """What was sent is not valid."""

    status = 400


class NotIdentified(MailError):
    """The caller could not be identified."""

    status = 401


class NotAllowed(MailError):
    """The caller may not do this."""

    status = 403


class NotFound(MailError):
    """There is no such thing, or it is not yours."""

    status = 404


class Conflict(MailError):
    """The present state does not allow this."""

    status = 409


class TooLarge(MailError):
    """What was sent is larger than this server accepts."""

    status = 413


class Unavailable(MailError):
    """A service that this needs does not answer; try again later."""

    status = 503
