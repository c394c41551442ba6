"""The compiled unit: kernel, games and bots as one group of mypyc extensions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "broadside"
# Must agree with PACKAGES in src/broadside/unit.py.
PACKAGES = ("kernel", "games", "bots")
GROUP = "broadside_unit"
# Where an installed package says why it has no compiled unit; read by src/broadside/unit.py.
FALLBACK_NOTE = "broadside/not_compiled.txt"


def modules() -> list[str]:
    """Every module of the unit, from the root; a package's `__init__` holds nothing to speed up."""
    found = [path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py"))]
    return [path.relative_to(ROOT).as_posix() for path in found if path.name != "__init__.py"]


def extensions(c_folder: Path) -> list[Any]:
    """Generate C for the whole unit, and say which extensions it makes.

    The project's mypy settings are left out: `make check` is strict, an install need not be. So
    are mypyc's fatal warnings, for a newer C compiler may warn of what was never heard of. One file
    a module lets all cores compile. Nobody replaces the unit's functions at load time, and nobody
    outside calls them by name, so that calls among them may be direct.
    """
    from mypyc.build import mypycify

    made: list[Any] = mypycify(
        ["--config-file=", *modules()],
        opt_level="2",
        debug_level="0",
        target_dir=str(c_folder),
        group_name=GROUP,
        multi_file=True,
    )
    if os.name != "nt":
        for extension in made:
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-Wno-error",
                "-fno-semantic-interposition",
                "-fvisibility=hidden",
            ]
    return made
