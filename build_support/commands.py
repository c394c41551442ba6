"""Build commands: everything built apart, moved in only when it is whole."""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import repeat
from pathlib import Path
from typing import Any

from setuptools import Distribution, Extension
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

from build_support import client, unit
from build_support.tell import shout

REQUIRE_COMPILED = "BROADSIDE_REQUIRE_COMPILED"
NO_COMPILE = "BROADSIDE_NO_COMPILE"


def is_set(variable: str) -> bool:
    """Whether an environment variable says yes."""
    return os.environ.get(variable, "") not in ("", "0")


def in_one_line(failure: BaseException) -> str:
    """What went wrong, with a compiler's long command cut down to its name."""
    text = re.sub(r"\['([^']*)'.*\]", r"\1 …", " ".join(str(failure).split()))
    return f"{type(failure).__name__}: {text}".rstrip(".")


class PlatformDistribution(Distribution):
    """A distribution which holds compiled code although no extension is listed beforehand.

    mypyc reads the whole unit to say which extensions there are. That takes seconds and is wanted
    only by the command that compiles, not by each of the commands that ask for metadata.
    """

    def has_ext_modules(self) -> bool:
        """Whether compiling is wanted."""
        return not is_set(NO_COMPILE)


class CleanBuild(build):
    """Start from an empty build folder: what was built of other sources must not be installed."""

    def run(self) -> None:
        """Build everything anew: the client beside the unit, whose C is written by one core."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        with ThreadPoolExecutor(1) as pool:
            built = pool.submit(client.build)
            self.run_command("build_ext")
            built.result()
        super().run()


class BuildWithClient(build_py):
    """Build the web client first, as its files are package data."""

    def run(self) -> None:
        """Build the client, if that was not done beside the unit, then collect the modules."""
        client.build()
        super().run()


class CompileSideBySide(build_ext):
    """Compile with all cores: extensions beside each other, and the sources of each one too."""

    def initialize_options(self) -> None:
        """Let setuptools build the many small extensions side by side."""
        super().initialize_options()
        self.parallel = True

    def build_extensions(self) -> None:
        """Leave out the warnings of Python's own flags: nobody reads them, and they take time."""
        command: list[str] = getattr(self.compiler, "compiler_so", [])
        command[:] = [flag for flag in command if flag != "-Wall"]
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        """Compile every source by itself, then link what came of them."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            made = list(pool.map(self.compile_source, repeat(ext), sorted(ext.sources)))
        ext.extra_objects = [name for names in made for name in names]
        ext.sources = []
        super().build_extension(ext)

    def compile_source(self, ext: Extension, source: str) -> list[str]:
        """Compile one source; the names of its objects."""
        objects: list[str] = self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            macros=ext.define_macros,
            include_dirs=ext.include_dirs,
            extra_postargs=ext.extra_compile_args,
        )
        return objects


class BuildUnit(build_ext):
    """Compile the unit, all of it or nothing.

    The extensions are linked into a folder of their own. Half a unit would not import, so only a
    complete one is moved beside the plain modules, which stay there in any case.
    """

    def run(self) -> None:
        """Compile, unless somebody edits these very sources; fall back when that fails."""
        if self.inplace or self.editable_mode:
            remove_compiled(unit.SOURCE)  # it would be imported instead of what one edits
        elif not is_set(NO_COMPILE):
            self.compile_or_fall_back()

    def compile_or_fall_back(self) -> None:
        """Move a complete compiled unit in, or say loudly that there is none."""
        try:
            compiled = self.compile_unit()
        except (Exception, SystemExit) as failure:  # mypyc leaves by sys.exit
            reason = in_one_line(failure)
            if is_set(REQUIRE_COMPILED):
                shout("The compiled unit could not be built, and it is required.", reason)
                raise
            shout(
                "The compiled unit could not be built. Broadside installs its plain modules,",
                "which play by the same rules several times slower.",
                f"Reason: {reason}",
                "Often a C compiler or Python's headers are missing (Debian: gcc python3-dev).",
                f"{REQUIRE_COMPILED}=1 makes this an error, {NO_COMPILE}=1 does not try.",
            )
            note = Path(self.build_lib, unit.FALLBACK_NOTE)
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(reason + "\n", encoding="utf-8")
        else:
            shutil.copytree(compiled, self.build_lib, dirs_exist_ok=True)

    def compile_unit(self) -> Path:
        """Generate C and compile it; the folder where all extensions lie."""
        staging = Path(self.build_temp, "unit")
        shutil.rmtree(staging, ignore_errors=True)
        self.distribution.ext_modules = unit.extensions(Path(self.build_temp, "c"))
        compiler = CompileSideBySide(self.distribution)
        compiler.build_lib = str(staging)
        compiler.build_temp = self.build_temp
        try:
            compiler.ensure_finalized()
            compiler.run()
        finally:
            self.distribution.ext_modules = []
        return staging


def remove_compiled(folder: Path) -> None:
    """Remove every extension module below a folder."""
    for suffix in EXTENSION_SUFFIXES:
        for path in folder.rglob(f"*{suffix}"):
            path.unlink()


COMMANDS: dict[str, type[Any]] = {
    "build": CleanBuild,
    "build_ext": BuildUnit,
    "build_py": BuildWithClient,
}
