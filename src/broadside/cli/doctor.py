"""`broadside doctor`: what runs here, and what is missing."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

from broadside import __version__, unit
from broadside.cli.files import data_folder
from broadside.cli.output import console, print_json
from broadside.cli.parser import Commands, add_json
from broadside.cli.serve import static_folder

if TYPE_CHECKING:
    import argparse

DEPENDENCIES: Final = ("msgspec", "mypy_extensions", "rich", "starlette", "uvicorn", "websockets")
COMPILERS: Final = ("cc", "gcc", "clang")
# Must agree with VARIABLE and NAMES in tools/chromium.py.
CHROMIUM_VARIABLE: Final = "BROADSIDE_CHROMIUM"
CHROMIUMS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Lack(TypedDict):
    """Something that is missing: what, whether one can play without it, how to mend it."""

    what: str
    needed: bool
    mend: str


class Health(TypedDict):
    """What `--json` prints."""

    version: str
    python: str
    platform: str
    unit: str
    unit_reason: str | None
    dependencies: dict[str, str | None]
    data: str
    data_writable: bool
    web_client: bool
    compiler: str | None
    python_headers: bool
    chromium: str | None
    missing: list[Lack]


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "doctor",
        "tell what runs here, where data lies, what is missing and how to mend it",
        "broadside doctor --json",
        run,
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Examine; the exit code is 1 if one cannot play."""
    health = examine()
    if args.json:
        print_json(health)
    else:
        show(health)
    return 1 if any(lack["needed"] for lack in health["missing"]) else 0


def examine() -> Health:
    """Look at everything."""
    health: Health = {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "unit": unit.which(),
        "unit_reason": unit.why_interpreted(),
        "dependencies": {name: version_of(name) for name in dependencies()},
        "data": str(data_folder()),
        "data_writable": can_write(data_folder()),
        "web_client": (static_folder() / "index.html").is_file(),
        "compiler": first_of(COMPILERS),
        "python_headers": Path(sysconfig.get_path("include"), "Python.h").is_file(),
        "chromium": first_of((os.environ.get(CHROMIUM_VARIABLE, ""), *CHROMIUMS)),
        "missing": [],
    }
    health["missing"] = missing(health)
    return health


def dependencies() -> list[str]:
    """What Broadside needs on this platform."""
    return [*DEPENDENCIES, *(["uvloop"] if sys.platform != "win32" else [])]


def version_of(name: str) -> str | None:
    """The installed version of a package."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def can_write(folder: Path) -> bool:
    """Whether the folder, or the nearest one above it in which it would be made, is writable."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def first_of(names: tuple[str, ...]) -> str | None:
    """The first of these programmes that there is."""
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path is not None), None)


def missing(health: Health) -> list[Lack]:
    """What is missing, the needed things first."""
    lacks: list[Lack] = []
    for name, version in health["dependencies"].items():
        if version is None:
            lacks.append(lack(f"the package {name}", f"pip install {name}"))
    if not health["data_writable"]:
        lacks.append(lack(f"write access to {health['data']}", "broadside serve --data DIR"))
    if not health["web_client"]:
        mend = "install with `pip install .` or `make run`, which build it"
        lacks.append(lack("the web client", mend))
    if health["unit"] == "interpreted":
        lacks.append(lack("the compiled engine", how_to_compile(health), needed=False))
    if health["chromium"] is None:
        mend = f"apt-get install chromium, or name one in {CHROMIUM_VARIABLE}"
        lacks.append(lack("Chromium (only for the browser tests)", mend, needed=False))
    mend = "install a version of its project that goes with this one"
    lacks += [lack(f"the game {fault}", mend, needed=False) for fault in game_faults()]
    return lacks


def game_faults() -> list[str]:
    """Which games of other projects cannot be used, and why."""
    from broadside.games import registry

    return registry.FAULTS


def lack(what: str, mend: str, *, needed: bool = True) -> Lack:
    """One thing that is missing."""
    return {"what": what, "needed": needed, "mend": mend}


def how_to_compile(health: Health) -> str:
    """What it takes to get the compiled engine."""
    if os.environ.get(unit.VARIABLE) == "interpreted":
        return f"unset {unit.VARIABLE}"
    if health["compiler"] is None or not health["python_headers"]:
        return "apt-get install gcc python3-dev, then install again with `make compiled`"
    return "install again with `make compiled`"


# ------------------------------------------------------------------------------ for people


def show(health: Health) -> None:
    """Print the findings for people."""
    reason = f" ({health['unit_reason']})" if health["unit_reason"] else ""
    versions = ", ".join(f"{k} {v or 'missing'}" for k, v in health["dependencies"].items())
    access = "writable" if health["data_writable"] else "NOT writable"
    headers = "with" if health["python_headers"] else "without"
    lines = {
        "Broadside": health["version"],
        "Python": f"{health['python']} on {health['platform']}",
        "Engine": health["unit"] + reason,
        "Packages": versions,
        "Data": f"{health['data']} ({access})",
        "Web client": "built" if health["web_client"] else "not built",
        "C compiler": f"{health['compiler'] or 'none'}, {headers} Python's headers",
        "Chromium": health["chromium"] or "none",
    }
    out = console()
    for name, text in lines.items():
        out.print(f"{name:<11} {text}", markup=False)
    for each in health["missing"]:
        how = "Missing" if each["needed"] else "Optional"
        out.print(f"{how}: {each['what']}. To mend it: {each['mend']}.", markup=False)
    if not health["missing"]:
        out.print("Nothing is missing.")
