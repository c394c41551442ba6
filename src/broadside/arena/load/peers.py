"""The yardsticks beside which a server is measured; they lie in the folder bench of the sources."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.arena.load.contest import DATA, Contender
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.arena.load.job import Speech

ECHO: Final = "echo"
BARE_TABLE: Final = "bare_table"
BOARDGAMEIO: Final = "boardgameio"
PEERS: Final = (ECHO, BARE_TABLE, BOARDGAMEIO)
ITS_GAME: Final = "jolly-and-roger"
"""The one game that was written for boardgame.io, too."""
INSTALL_S: Final = 300.0
COMPILING_S: Final = 6.0
"""Node compiles what runs often while it runs: only then it is as quick as it can be."""
TOLD_MAX: Final = 200


class NotMeasured(Exception):
    """A peer cannot be measured here; the message says why."""


def find(
    folder: Path, game: str, tell: Callable[[str], None]
) -> tuple[list[Contender], dict[str, str]]:
    """All peers that can be measured, and why the others cannot."""
    if not (folder / "echo.py").is_file():
        raise BroadsideError(
            f"--peers {folder}: there is no echo.py; name the folder bench of Broadside's sources"
        )
    found = [python_peer(folder, ECHO, "echo"), python_peer(folder, BARE_TABLE, "broadside")]
    missing: dict[str, str] = {}
    try:
        tell("installing boardgame.io")
        found.append(boardgameio(folder / BOARDGAMEIO, game))
    except NotMeasured as error:
        missing[BOARDGAMEIO] = str(error)
    return found, missing


def python_peer(folder: Path, name: str, speech: Speech) -> Contender:
    """A peer that is one file of Python."""
    return Contender(
        name=name,
        command=[sys.executable, str(folder / f"{name}.py"), DATA],
        environment=dict(os.environ),
        speech=speech,
    )


def boardgameio(folder: Path, game: str) -> Contender:
    """A boardgame.io server, installed in a temporary folder; raises `NotMeasured`."""
    if game != ITS_GAME:
        raise NotMeasured(f"only {ITS_GAME} was written for boardgame.io")
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NotMeasured("boardgame.io needs node and npm, which are not installed")
    place = Path(tempfile.mkdtemp(prefix="broadside-boardgameio-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    for name in ("package.json", "game.js", "server.js"):
        shutil.copy(folder / name, place / name)
    install(npm, place)
    return Contender(
        name=BOARDGAMEIO,
        command=[node, str(place / "server.js")],
        environment={**os.environ, "NODE_ENV": "production"},
        speech="boardgameio",
        durable=False,
        warm_up_s=COMPILING_S,
    )


def install(npm: str, place: Path) -> None:
    """Fetch boardgame.io from wherever npm gets its packages."""
    command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        done = subprocess.run(  # noqa: S603  (npm, as found on the path)
            command, cwd=place, capture_output=True, text=True, timeout=INSTALL_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotMeasured(f"npm could not install boardgame.io within {INSTALL_S:g} s") from None
    if done.returncode != 0:
        told = " ".join(done.stderr.split())[:TOLD_MAX]
        raise NotMeasured(f"npm could not install boardgame.io: {told}")
