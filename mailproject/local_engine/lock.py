"""One process at a time on a kept database: another one's sweeper would take work it has no functions for."""

from pathlib import Path
from typing import IO, Any

from mail.errors import Conflict

try:
    import fcntl
except ImportError:  # Windows has none; there the page's advice has to do.
    fcntl = None  # type: ignore[assignment]  # asked for before use


class DataInUse(Conflict):
    """Another process uses this data_dir: wait until it has ended, or choose another."""


# Held open for as long as the process lives; the system lets go of it however the process ends.
_held: list[IO[Any]] = []


def lock(database: Path) -> None:
    if fcntl is None:
        return
    file = database.with_name(f"{database.name}.lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise DataInUse(
            f"Another process uses {database}: wait until it has ended, or choose another data_dir."
        ) from error
    _held.append(file)
