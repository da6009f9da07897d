"""Knows the one guarded way to fetch from an address that somebody else has given."""

from mail.fetch.errors import FetchFailed, FetchRefused, FetchTooLarge
from mail.fetch.policy import FetchPolicy
from mail.fetch.request import afetch, fetch
from mail.fetch.result import FetchResult
from mail.fetch.target import Target, check_url, resolve_targets

__all__ = [
    "FetchFailed",
    "FetchPolicy",
    "FetchRefused",
    "FetchResult",
    "FetchTooLarge",
    "Target",
    "afetch",
    "check_url",
    "fetch",
    "resolve_targets",
]
