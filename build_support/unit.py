"""The compiled unit: kernel, games, bots and tables as one group of mypyc extensions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "broadside"
# Must agree with PACKAGES in src/broadside/unit.py.
PACKAGES = ("kernel", "games", "bots", "server.table")
# What waits, and what msgspec builds from its annotations, stays as it is.
NOT_COMPILED = {"jobs.py", "shell.py", "records.py", "results.py"}
GROUP = "broadside_unit"
# Where an installed package says why it has no compiled unit; read by src/broadside/unit.py.
FALLBACK_NOTE = "broadside/not_compiled.txt"


def modules() -> list[str]:
    """Every module of the unit, from the root; a package's `__init__` holds nothing to speed up."""
    folders = [SOURCE.joinpath(*package.split(".")) for package in PACKAGES]
    found = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    left_out = {"__init__.py", *NOT_COMPILED}
    return [path.relative_to(ROOT).as_posix() for path in found if path.name not in left_out]


def extensions(c_folder: Path) -> list[Any]:
    """Generate C for the whole unit, and say which extensions it makes.

    The project's mypy settings are left out: `make check` is strict, an install need not be. So
    are mypyc's fatal warnings, for a newer C compiler may warn of what was never heard of, and
    libraries that an isolated build does not have: the unit is built on none of them. One file
    a module lets all cores compile. Nobody replaces the unit's functions at load time, and nobody
    outside calls them by name, so that calls among them may be direct.
    """
    from mypyc.build import mypycify

    from build_support import docstrings

    made: list[Any] = mypycify(
        ["--config-file=", "--ignore-missing-imports", *modules()],
        opt_level="2",
        debug_level="0",
        target_dir=str(c_folder),
        group_name=GROUP,
        multi_file=True,
    )
    for path in modules():
        module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        c_file = c_folder / f"__native_{module.replace('.', '___')}.c"
        docstrings.add(c_file, module, (ROOT / path).read_text(encoding="utf-8"))
    if os.name != "nt":
        for extension in made:
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-Wno-error",
                "-fno-semantic-interposition",
                "-fvisibility=hidden",
            ]
    return made
