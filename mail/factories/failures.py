"""What LiteLLM raised, as one of our errors with a sentence a person can act on."""

import contextlib
import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from mail.agents import BadModelAnswer, ModelError, ModelRefused, ModelTimeout, ModelUnavailable, RateLimited
from mail.factories.provider import PROXY_PREFIX, get_provider

LONGEST_REASON = 400

# By class name along the exception's ancestry, so that LiteLLM need not be imported to read this table.
KINDS: dict[str, type[ModelError]] = {
    "RateLimitError": RateLimited,
    "Timeout": ModelTimeout,
    "APITimeoutError": ModelTimeout,
    "TimeoutException": ModelTimeout,
    "TimeoutError": ModelTimeout,
    "APIConnectionError": ModelUnavailable,
    "InternalServerError": ModelUnavailable,
    "ServiceUnavailableError": ModelUnavailable,
    "BadGatewayError": ModelUnavailable,
    "TransportError": ModelUnavailable,
    "ClientError": ModelUnavailable,
    "OSError": ModelUnavailable,
    "APIResponseValidationError": BadModelAnswer,
    "AuthenticationError": ModelRefused,
    "PermissionDeniedError": ModelRefused,
    "NotFoundError": ModelRefused,
    "BadRequestError": ModelRefused,
    "UnprocessableEntityError": ModelRefused,
    "BudgetExceededError": ModelRefused,
}
SENTENCES: dict[type[ModelError], str] = {
    RateLimited: "The provider of model {model} asks to slow down: {reason}",
    ModelTimeout: "Model {model} did not answer in time: {reason}",
    ModelUnavailable: "Model {model} is not available: {reason}",
    BadModelAnswer: "The answer of model {model} cannot be read: {reason}",
    ModelRefused: "The provider of model {model} refused the request: {reason}",
    ModelError: "Asking model {model} failed: {reason}",
}
# Wrong keys and empty accounts come under other names too; asking again helps neither.
MISSING_KEY = re.compile(r"missing credentials|missing \w+ api key|api_key client option must be set", re.I)
NO_MONEY = re.compile(r"insufficient_quota|exceeded your current quota|credit balance is too low", re.I)
UNKNOWN_PROVIDER = re.compile(r"LLM Provider NOT provided", re.I)
WRAPPING = re.compile(r"^(?:litellm\.)?\w*(?:Error|Exception|Timeout)\b\s*[:-]\s*")


def as_model_error(error: Exception, model: str, key: str | None = None) -> ModelError:
    """The error to raise in its place; the provider's own words are kept, a key in them is not."""
    raw = str(error)
    variable = _key_variable(model)
    model = model.removeprefix(PROXY_PREFIX)
    if MISSING_KEY.search(raw):
        return ModelRefused(f"There is no key for model {model}: set {variable} or the api_key of the agent.")
    if UNKNOWN_PROVIDER.search(raw):
        return ModelRefused(f"Model {model} has no provider that LiteLLM knows: write it as provider/model.")
    kind = ModelRefused if NO_MONEY.search(raw) else _kind(error)
    reason = _reason(raw, key)
    if type(error).__name__ == "AuthenticationError":
        reason += f" (check {variable} or the api_key of the agent)"
    return kind(SENTENCES[kind].format(model=model, reason=reason), retry_after=_retry_after(error))


def _kind(error: Exception) -> type[ModelError]:
    for ancestor in type(error).__mro__:
        if ancestor.__name__ in KINDS:
            return KINDS[ancestor.__name__]
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        return ModelError
    return ModelUnavailable if status >= 500 else ModelRefused


def _reason(raw: str, key: str | None) -> str:
    text = raw
    while match := WRAPPING.match(text):
        text = text[match.end() :]
    with contextlib.suppress(ValueError, TypeError, KeyError):
        # The Responses interface hands over the provider's whole body.
        text = str(json.loads(text)["error"]["message"])
    if key:
        text = text.replace(key, "***")
    first = text.strip().split("\n", 1)[0]
    return (first[:LONGEST_REASON] or "no reason given").rstrip()


def _key_variable(model: str) -> str:
    return f"{re.sub(r'[^A-Z0-9]', '_', get_provider(model).upper())}_API_KEY"


def _retry_after(error: Exception) -> float | None:
    headers = _headers(error)
    milliseconds = headers.get("retry-after-ms")
    if milliseconds is not None:
        with contextlib.suppress(ValueError):
            return max(0.0, float(milliseconds) / 1000)
    stated = headers.get("retry-after")
    if stated is None:
        return None
    with contextlib.suppress(ValueError):
        return max(0.0, float(stated))
    with contextlib.suppress(ValueError, TypeError):
        return max(0.0, (parsedate_to_datetime(stated) - datetime.now(UTC)).total_seconds())
    return None


def _headers(error: Exception) -> Mapping[str, Any]:
    for source in (error, getattr(error, "response", None)):
        for name in ("litellm_response_headers", "headers"):
            headers = getattr(source, name, None)
            if headers:
                return {str(key).lower(): value for key, value in dict(headers).items()}
    return {}
