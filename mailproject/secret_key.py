"""The secret key: from the environment, from the data directory, or made there once."""

import os
import secrets
from pathlib import Path


def find_secret_key(data_dir: Path, from_environment: str) -> str:
    """The configured key, or one for this process alone where none was made yet."""
    if from_environment:
        return from_environment
    path = data_dir / "secret_key"
    return path.read_text().strip() if path.exists() else secrets.token_urlsafe(50)


def make_secret_key(data_dir: Path) -> None:
    """Write a new key, readable by its owner alone, unless one is there."""
    path = data_dir / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(50))
