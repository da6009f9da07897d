"""How asking a model can fail, and whether asking again can help."""

from typing import ClassVar

from mail.errors import MailError


class ModelError(MailError):
    """The model could not be asked."""

    status = 502
    retryable: ClassVar[bool] = False

    def __init__(self, detail: str | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class RateLimited(ModelError):
    """The model's provider asks us to slow down."""

    status = 503
    retryable = True


class ModelTimeout(ModelError):
    """The model did not answer in time."""

    status = 504
    retryable = True


class ModelUnavailable(ModelError):
    """The model's provider could not be reached or is in trouble."""

    status = 503
    retryable = True


class BadModelAnswer(ModelError):
    """The model's answer was cut off or cannot be read."""


class ModelRefused(ModelError):
    """The model's provider will not answer this request."""
