"""One server per data folder: a lock that the system takes back when its holder dies."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from broadside.store.interface import Busy, StoreError

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_FILE: Final = "broadside.lock"
# The folder knows the cards of running games and people's addresses: they are its owner's only.
FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600
HOLDER_BYTES_MAX: Final = 1000  # Windows locks the byte behind: what is locked cannot be read


class FolderLock:
    """The right to use a data folder, from its making to `release`, or to the process's end."""

    def __init__(self, folder: Path) -> None:
        """Take the lock, in a folder that is made if need be. Raises `Busy` with the holder."""
        _make_folder(folder)
        try:
            self._file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, FILE_MODE)
        except OSError as error:
            raise _unusable(folder, error) from error
        try:
            self._take(folder)
        except BaseException:
            os.close(self._file)
            raise

    def release(self) -> None:
        """Let the next server in. The file stays: to remove it could remove another's lock."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)
        os.close(self._file)

    def _take(self, folder: Path) -> None:
        try:
            _lock(self._file)
        except (BlockingIOError, PermissionError):
            raise Busy(
                f"The data folder {folder} is in use by {_holder(self._file)}."
                " Stop that server, or choose another data folder."
            ) from None
        except OSError as error:
            raise _unusable(folder, error) from error
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        holder = f"process {os.getpid()} on {platform.node() or 'this computer'} since {now}"
        with suppress(OSError):  # on a full disk the lock holds all the same
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, holder.encode()[:HOLDER_BYTES_MAX])


def _lock(file: int) -> None:
    """Lock a file for as long as it is open here, or fail at once."""
    if sys.platform == "win32":
        os.lseek(file, HOLDER_BYTES_MAX, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _holder(file: int) -> str:
    """What the holder wrote about itself; it may not have come to it yet."""
    with suppress(OSError):
        os.lseek(file, 0, os.SEEK_SET)
        return os.read(file, HOLDER_BYTES_MAX).decode(errors="replace") or "another process"
    return "another process"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"Cannot create the data folder {folder}: {error.strerror or error}."
            " Choose another folder, or make this one writable."
        ) from error


def _unusable(folder: Path, error: OSError) -> StoreError:
    return StoreError(
        f"Cannot lock the data folder {folder}: {error.strerror or error}."
        " Make the data folder writable, or choose another."
    )
