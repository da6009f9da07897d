"""Knows where mail.toml is and how to read it."""

import os
import tomllib
from pathlib import Path
from typing import Any

from mail.config.errors import BadConfiguration

DEFAULT_PATH = "mail.toml"


def config_path() -> Path:
    """The file that MAIL_CONFIG_PATH names, else mail.toml in the working directory."""
    return Path(os.environ.get("MAIL_CONFIG_PATH", "").strip() or DEFAULT_PATH).expanduser()


def read_table(name: str) -> dict[str, Any]:
    """One table of the file by its dotted name. A missing file or table is an empty one."""
    path = config_path()
    table: Any = _read(path)
    for part in name.split("."):
        table = table.get(part, {})
        if not isinstance(table, dict):
            raise BadConfiguration(f"{path}: [{name}] must be a table")
    return dict(table)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise BadConfiguration(f"{path} is not valid TOML: {error}") from error
    except OSError as error:
        raise BadConfiguration(f"{path} cannot be read: {error.strerror}") from error
