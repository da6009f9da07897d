"""Sets Django up inside somebody's program: a database of its own, no services, their logging left alone."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError

from mail.errors import Conflict, Unavailable
from mailproject.local_engine.lock import lock
from mailproject.local_engine.logs import leave_logging_alone

REMOVAL_TRIES = 5
DATABASE_SUFFIXES = (".sqlite3", ".sqlite", ".db")
# Read while the settings are made. Whatever server this machine is configured for, it is not ours.
PRIVATE = {
    "DJANGO_SETTINGS_MODULE": "mailproject.settings",
    "MAIL_CONFIG_PATH": os.devnull,
    "DATABASE_URL": "none",
    "MAIL_REDIS_URL": "",
    "MAIL_BROKER_URL": "",
    "SWARM_SOURCE": "",
    "TOKEN_INFO_ENDPOINT": "",
}


class AnotherDjango(Conflict):
    """Another Django project runs in this process: give the swarm a process of its own, or use a server."""


class OutsideWorkers(Conflict):
    """Functions of this program cannot run on outside workers: use a process without MAIL_BROKER_URL."""


class DataElsewhere(Conflict):
    """The engine of this process keeps its data elsewhere: use one data_dir in a process."""


class NoDataFolder(Unavailable):
    """The data folder cannot be written to."""


@dataclass
class Present:
    """How far this process is: whether the settings are ours, and the database once it can be used."""

    are_settings_ours: bool = False
    database: str = ""


_present = Present()


def set_up(data_dir: Path | None) -> None:
    """Make the settings ready, or make sure that those in place can be used."""
    wanted = str(find_database(data_dir)) if data_dir is not None else None
    if not _present.database:
        if settings.configured and not _present.are_settings_ours:
            use_present_settings()
        else:
            configure(Path(wanted) if wanted else make_temporary_folder() / "mail.sqlite3")
        _present.database = str(settings.DATABASES["default"]["NAME"])
    if wanted not in (None, _present.database):
        raise DataElsewhere(
            f"The engine of this process keeps its data in {_present.database}: use one data_dir per process."
        )


def use_present_settings() -> None:
    """Inside a server its own settings hold, if they are ours and the work stays in this process."""
    if "tasks" not in settings.INSTALLED_APPS or not hasattr(settings, "BROKER_URL"):
        raise AnotherDjango
    if not settings.BROKER_URL.startswith("memory:"):
        raise OutsideWorkers
    if not apps.ready:
        django.setup()


def configure(database: Path) -> None:
    """Settings with a database of our own, and its tables."""
    lock(database)
    with environment({**PRIVATE, "MAIL_DATA_DIR": str(database.parent)}):
        leave_logging_alone()
        _present.are_settings_ours = True
        settings.DATABASES["default"]["NAME"] = database
        django.setup()
    from mailproject.prepare import migrate

    # Django refuses database work where an event loop runs, and our caller may have one.
    with ThreadPoolExecutor(1) as thread:
        try:
            thread.submit(migrate).result()
        except DatabaseError as error:
            raise NoDataFolder(
                f"{database} cannot be used as a database: {error}; choose another data_dir."
            ) from error


def find_database(data_dir: Path) -> Path:
    """The database file in a folder, or the file itself; its folder is made."""
    path = data_dir.expanduser().resolve()
    file = path if path.suffix in DATABASE_SUFFIXES else path / "mail.sqlite3"
    try:
        # For its owner alone: it holds everybody's messages.
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NoDataFolder(
            f"Cannot make the folder {file.parent}: {error.strerror}; choose another data_dir."
        ) from error
    if not os.access(file.parent, os.W_OK):
        raise NoDataFolder(f"The folder {file.parent} is read-only; choose another data_dir.")
    return file


def make_temporary_folder() -> Path:
    """A folder that goes when the process ends."""
    folder = Path(tempfile.mkdtemp(prefix="mail-swarm-"))
    atexit.register(remove, folder)
    return folder


def remove(folder: Path) -> None:
    """Our threads may still write: what they put back meanwhile goes with the next try."""
    for _ in range(REMOVAL_TRIES):
        with suppress(OSError):
            shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return


@contextmanager
def environment(values: Mapping[str, str]) -> Iterator[None]:
    """These variables for a moment, and what was there before afterwards."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
