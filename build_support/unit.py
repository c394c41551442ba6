"""The compiled unit: kernel, games, bots and tables as one group of mypyc extensions."""

from __future__ import annotations

import os
import shlex
import subprocess
import sysconfig
import tempfile
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
# Optimises over all modules at once, when they are linked.
AS_ONE = "-flto=auto"


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
    outside calls them by name, so that calls among them may be direct; where the compiler can, it
    sees all of them at once when it links.
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
            # Only the unit itself has more to it than one file that names its module.
            as_one = [AS_ONE] if len(extension.sources) > 1 and can_compile_as_one() else []
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-Wno-error",
                "-fno-semantic-interposition",
                "-fvisibility=hidden",
                *as_one,
            ]
            extension.extra_link_args = [*extension.extra_link_args, *as_one]
    return made


def can_compile_as_one() -> bool:
    """Whether the compiler optimises over several files: a small one is tried, and nothing said."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "small.c")
        source.write_text("int small(void) { return 1; }\n", encoding="utf-8")
        flags = [AS_ONE, "-O2", "-fPIC", "-shared", "-o", str(Path(folder, "small.so"))]
        command = [*shlex.split(compiler), *flags, str(source)]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False
