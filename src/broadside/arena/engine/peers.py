"""The yardsticks beside which the engine is measured; they lie in the folder bench of the sources.

Each is a programme that plays at random for a while and prints one line of JSON for each thing it
has measured.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from broadside.arena.engine.measure import SEED, Measure
from broadside.arena.load.peers import BOARDGAMEIO, ITS_GAME, NotMeasured, install
from broadside.kernel.errors import BroadsideError
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Callable

C: Final = "C"
OPENSPIEL: Final = "OpenSpiel"
OPENSPIEL_GAMES: Final = ("leduc_poker", "hearts")
C_GAMES: Final = 100_000
SECONDS: Final = 1.0
PEER_S: Final = 120.0


class Peer(Struct, frozen=True):
    """A yardstick, and how it is run."""

    name: str
    command: list[str]


def find(folder: Path, tell: Callable[[str], None]) -> tuple[list[Peer], dict[str, str]]:
    """All yardsticks that can be measured, and why the others cannot."""
    if not (folder / "c").is_dir():
        raise BroadsideError(
            f"--peers {folder}: there is no folder c; name the folder bench of Broadside's sources"
        )
    place = Path(tempfile.mkdtemp(prefix="broadside-yardsticks-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    found: list[Peer] = []
    missing: dict[str, str] = {}
    for name, prepare in ((C, written_in_c), (OPENSPIEL, openspiel), (BOARDGAMEIO, boardgameio)):
        tell(f"preparing {name}")
        try:
            found.append(prepare(folder, place))
        except NotMeasured as error:
            missing[name] = str(error)
    return found, missing


def written_in_c(folder: Path, place: Path) -> Peer:
    """Jolly & Roger in C, compiled; raises `NotMeasured`."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise NotMeasured("there is no C compiler: cc")
    source, made = folder / "c" / "jolly_and_roger.c", place / "jolly_and_roger"
    command = [compiler, "-O2", "-o", str(made), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        raise NotMeasured(f"{source} could not be compiled: {done.stderr.splitlines()[:1]}")
    _, x, y = FastRng(SEED).write().split()
    return Peer(C, [str(made), x, y, str(C_GAMES)])


def openspiel(folder: Path, place: Path) -> Peer:
    """OpenSpiel from Python; raises `NotMeasured`."""
    assert place.is_dir()
    if find_spec("pyspiel") is None:
        raise NotMeasured("it is not installed here: pip install open_spiel")
    script = str(folder / "openspiel.py")
    return Peer(OPENSPIEL, [sys.executable, "-P", script, str(SECONDS), *OPENSPIEL_GAMES])


def boardgameio(folder: Path, place: Path) -> Peer:
    """boardgame.io without its server, installed in a temporary folder; raises `NotMeasured`."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NotMeasured("boardgame.io needs node and npm, which are not installed")
    for name in ("package.json", "game.js", "decisions.js"):
        shutil.copy(folder / BOARDGAMEIO / name, place / name)
    install(npm, place)
    return Peer(BOARDGAMEIO, [node, str(place / "decisions.js"), str(SECONDS)])


def run(peer: Peer) -> list[Measure]:
    """Measure a yardstick once."""
    done = subprocess.run(  # noqa: S603  (prepared above)
        peer.command,
        env={**os.environ, "NODE_ENV": "production"},
        capture_output=True,
        text=True,
        timeout=PEER_S,
        check=False,
    )
    if done.returncode != 0:
        told = " ".join(done.stderr.split())[-200:]
        raise BroadsideError(f"measuring {peer.name} failed: {told}")
    return [from_line(peer.name, line) for line in done.stdout.splitlines()]


def from_line(name: str, line: str) -> Measure:
    """What a yardstick has measured; it plays Jolly & Roger unless it says otherwise."""
    told = json.loads(line)
    figures = {"inside_per_second": float(told["decisions_per_second"])}
    if "clone_ns" in told:
        figures["clone_ns"] = float(told["clone_ns"])
    game, seats = told.get("game", ITS_GAME), int(told.get("seats", 2))
    return Measure(game, seats, told.get("unit", name), figures)
