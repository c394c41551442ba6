"""Files and folders of users."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from broadside.kernel.errors import BadRecord, BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.replays.fairness import ReplayFile


def data_folder() -> Path:
    """Where tables are kept if nobody says otherwise: the platform's place for a user's data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "broadside"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "broadside"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "broadside"


def place_of_data(args: argparse.Namespace) -> str:
    """Where tables are kept: as --store or --data says, else BROADSIDE_STORE, else the folder."""
    if args.store and args.data:
        raise BroadsideError("--store and --data: tables are kept in one place; give one of them")
    said = args.store or args.data or os.environ.get("BROADSIDE_STORE")
    return str(said or data_folder())


def read_replay(name: str) -> ReplayFile:
    """Read a replay file, `-` for standard input; raises an error with the file's name."""
    from broadside.replays.fairness import REPLAY_BYTES_MAX, replay_file

    try:
        if name == "-":
            text = sys.stdin.buffer.read(REPLAY_BYTES_MAX + 1)
        else:
            with Path(name).open("rb") as file:
                text = file.read(REPLAY_BYTES_MAX + 1)
    except OSError as error:
        raise BroadsideError(f"cannot read {name}: {error.strerror or error}") from None
    try:
        return replay_file(text)
    except BadRecord as error:
        raise BadRecord(f"{name}: {error}") from None
