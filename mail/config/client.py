"""Knows how a client behaves: the [client] table of mail.toml."""

from typing import ClassVar

from pydantic import Field

from mail.config.source import Configuration


class ClientConfig(Configuration):
    """How long a client waits, how long it tries again, and how much it says."""

    table: ClassVar = "client"
    variables: ClassVar = {
        "timeout": "MAIL_CLIENT_TIMEOUT",
        "verbose": "MAIL_CLIENT_VERBOSE",
        "reconnect": "MAIL_CLIENT_RECONNECT",
        "silence": "MAIL_CLIENT_SILENCE",
    }

    timeout: float = Field(3600.0, gt=0, description="Seconds to wait for an answer.")
    verbose: bool = Field(False, description="Log every request.")
    reconnect: float = Field(
        120.0, ge=0, description="Seconds a broken stream or message is tried again; 0 is never."
    )
    silence: float = Field(
        60.0, gt=0, description="Seconds without any event or ping after which a stream counts as broken."
    )
