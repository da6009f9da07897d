"""Every environment variable this server reads: its name, default and meaning, and how it is read.

A value comes from the environment, else from mail.toml, else from the default here.
docs/configuration.md shows the same table; a test keeps the two equal.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})


@dataclass(frozen=True)
class Variable:
    name: str
    default: str
    meaning: str
    config_key: str = ""


VARIABLES: tuple[Variable, ...] = (
    Variable(
        "MAIL_CONFIG_PATH",
        "mail.toml",
        "The configuration file that fills in what the environment leaves out.",
    ),
    Variable("MAIL_DATA_DIR", "var", "Where the embedded form keeps its database and secret key."),
    Variable(
        "MAIL_SECRET_KEY", "", "Django's secret key; empty means the file secret_key in the data directory."
    ),
    Variable("MAIL_DEBUG", "off", "Django's debug pages. Never on a server that others can reach."),
    Variable(
        "MAIL_ALLOWED_HOSTS",
        "",
        "Host names this server answers to, separated by commas, beside the local ones.",
    ),
    Variable("MAIL_LOG_LEVEL", "INFO", "How much is logged: DEBUG, INFO, WARNING or ERROR."),
    Variable("MAIL_LOG_FORMAT", "text", "How lines are logged: text for people, json for programs."),
    Variable("DATABASE_URL", "none", "PostgreSQL address; none means SQLite in the data directory."),
    Variable("MAIL_REDIS_URL", "", "Redis address for nudges between processes; empty means one process."),
    Variable(
        "MAIL_BROKER_URL",
        "",
        "Celery broker: redis:// or amqp://; empty means MAIL_REDIS_URL, else in memory.",
    ),
    Variable("SWARM_NAME", "example-no-proxy", "The default swarm, shown at /.", "server.swarm.name"),
    Variable("BASE_URL", "", "This server's address as other servers reach it."),
    Variable(
        "SWARM_SOURCE", "", "swarms.json whose missing swarms are created at start.", "server.swarm.source"
    ),
    Variable("AUTH_ENDPOINT", "", "External service that turns an API key into a token."),
    Variable(
        "TOKEN_INFO_ENDPOINT", "", "External service that tells whose a token is; replaces local tokens."
    ),
    Variable("LITELLM_PROXY_API_BASE", "", "LiteLLM proxy for agents with use_proxy."),
    Variable(
        "MAIL_PYTHON_PREFIXES", "", "Modules that python:: may import from, separated by commas, beside mail."
    ),
    Variable(
        "MAIL_ALLOW_PRIVATE_ADDRESSES",
        "off",
        "Lets the guarded fetcher reach loopback and private addresses.",
    ),
    Variable(
        "MAIL_ALLOW_LITERAL_SECRETS",
        "off",
        "Lets agent parameters hold keys as plain text, to try things out.",
    ),
    Variable("MAIL_THROTTLE", "on", "Request limits; off for load tests."),
    Variable(
        "MAIL_TASK_MESSAGE_LIMIT",
        "15",
        "Messages in one round of a task.",
        "server.settings.task_message_limit",
    ),
    Variable("MAIL_TASK_STEP_LIMIT", "100", "Steps of all agents in one round of a task."),
    Variable("MAIL_MODEL_CALLS", "1000", "Model calls that one worker process has in flight at most."),
    Variable("MAIL_WORKER_THREADS", "8", "Database threads of one worker process."),
)
BY_NAME = {variable.name: variable for variable in VARIABLES}


class Environment:
    """Reads the variables of the table above, and no others."""

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        self._environ = os.environ if environ is None else environ
        self._file = read_config_file(Path(self._environ.get("MAIL_CONFIG_PATH") or "mail.toml"))

    def text(self, name: str) -> str:
        variable = BY_NAME[name]
        if value := self._environ.get(name, "").strip():
            return value
        from_file = look_up(self._file, variable.config_key) if variable.config_key else None
        return variable.default if from_file is None else str(from_file)

    def flag(self, name: str) -> bool:
        return self.text(name).lower() in TRUE_WORDS

    def number(self, name: str) -> int:
        return int(self.text(name))

    def words(self, name: str) -> list[str]:
        return [word.strip() for word in self.text(name).split(",") if word.strip()]


def read_config_file(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return tomllib.load(file)


def look_up(table: Mapping[str, Any], dotted: str) -> Any:
    """The value at a dotted key of nested tables, or None."""
    value: Any = table
    for part in dotted.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
