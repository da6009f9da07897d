"""What can go wrong between a client and its server: always a RuntimeError, as callers of MAIL 1.x expect."""

from mail.errors import MailError, Unavailable


class MAILClientError(MailError, RuntimeError):
    """The server refused the request: `status` is the answer's, `detail` the reason it gave."""

    def __init__(self, detail: str | None = None, status: int | None = None) -> None:
        super().__init__(detail)
        if status is not None:
            self.status = status  # type: ignore[misc]  # here the status is the answer's, not the class's


class UnreadableAnswer(MAILClientError, ValueError):
    """The server answered with something that is not the JSON it should be."""

    status = 502


class MAILConnectionError(MAILClientError, Unavailable):
    """The server could not be reached."""


class ConnectionBroken(MAILConnectionError):
    """The connection broke before the answer was complete."""


class AnswerTimedOut(MAILConnectionError):
    """The server did not answer in time."""
