"""Knows how a server starts: the [server] tables of mail.toml."""

from typing import ClassVar

from pydantic import Field

from mail.config.source import Configuration


class SwarmConfig(Configuration):
    """The default swarm of a server, and the files it comes from."""

    table: ClassVar = "server.swarm"
    variables: ClassVar = {
        "name": "SWARM_NAME",
        "source": "SWARM_SOURCE",
        "registry_file": "SWARM_REGISTRY_FILE",
    }
    older_names: ClassVar = {"registry": "registry_file"}

    name: str = Field("example-no-proxy", min_length=1)
    source: str = "swarms.json"
    registry_file: str = "registries/example-no-proxy.json"
    description: str = ""
    keywords: list[str] = []
    public: bool = False


class SettingsConfig(Configuration):
    """Limits of the tasks of a server."""

    table: ClassVar = "server.settings"
    variables: ClassVar = {"task_message_limit": "MAIL_TASK_MESSAGE_LIMIT"}

    task_message_limit: int = Field(15, ge=1)


class ServerConfig(Configuration):
    """Where a server listens, how others reach it, and what it serves."""

    table: ClassVar = "server"
    variables: ClassVar = {"debug": "MAIL_DEBUG", "base_url": "BASE_URL"}

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    reload: bool = False
    debug: bool = False
    # How other servers reach this one.
    base_url: str = Field(default_factory=lambda known: f"http://localhost:{known['port']}")
    swarm: SwarmConfig = Field(default_factory=SwarmConfig)
    settings: SettingsConfig = Field(default_factory=SettingsConfig)
