"""Knows what mail.toml and the environment say about the server and the client."""

from mail.config.client import ClientConfig
from mail.config.errors import BadConfiguration
from mail.config.server import ServerConfig, SettingsConfig, SwarmConfig

__all__ = ["BadConfiguration", "ClientConfig", "ServerConfig", "SettingsConfig", "SwarmConfig"]
