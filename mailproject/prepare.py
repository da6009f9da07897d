"""Makes a data directory ready to serve: folder, key, tables, the first swarm and the first administrator."""

import os
from pathlib import Path

import structlog
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.first_admin import FirstAdmin, ensure_first_admin
from mail.errors import MailError
from mailproject.secret_key import make_secret_key
from swarms.source import load_source

log = structlog.get_logger(__name__)


class CannotPrepare(MailError):
    """The data directory cannot be made ready."""


def make_data_dir() -> Path:
    """The data directory, with its key, or one sentence why not."""
    folder: Path = settings.DATA_DIR
    try:
        # For its owner alone: it holds everybody's messages.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_secret_key(folder)
    except OSError as error:
        raise CannotPrepare(
            f"cannot write to the data directory {folder}: {error.strerror}; name another with --data-dir"
        ) from error
    if not os.access(folder, os.W_OK):
        raise CannotPrepare(f"the data directory {folder} is read-only; name another with --data-dir")
    return folder


def migrate() -> None:
    """Bring the tables up to date; looking costs little when they are."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)


def prepare() -> FirstAdmin | None:
    """Everything a first start needs; on later starts, a quick look that nothing is missing."""
    migrate()
    load_source()
    return ensure_first_admin()
