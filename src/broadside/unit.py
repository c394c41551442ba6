"""Which of its two forms the engine runs in: compiled, or the same modules interpreted.

An ordinary install holds both, each compiled module beside its source. The compiled one is taken
unless `BROADSIDE_UNIT=interpreted` is set in the environment.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import (
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

VARIABLE = "BROADSIDE_UNIT"
# Must agree with PACKAGES in build_support/unit.py.
PACKAGES = ("broadside.kernel", "broadside.games", "broadside.bots", "broadside.server.table")
# Written by build_support/commands.py when the unit could not be compiled.
FALLBACK_NOTE = Path(__file__).with_name("not_compiled.txt")


class SourceFinder:
    """Finds only sources for the packages of the unit, so that these win over compiled modules."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module of the unit has its source; None for every other module."""
        if not (name + ".").startswith(tuple(package + "." for package in PACKAGES)):
            return None
        for folder in path or []:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def choose() -> None:
    """Obey the environment. To be called before any module of the unit is imported."""
    wish = os.environ.get(VARIABLE, "")
    if wish not in ("", "compiled", "interpreted"):
        raise ValueError(f"{VARIABLE}={wish}: should be compiled or interpreted")
    if wish == "interpreted" and SourceFinder not in sys.meta_path:
        sys.meta_path.insert(0, SourceFinder)
    if wish == "compiled" and which() != "compiled":
        raise ImportError(f"{VARIABLE}=compiled: this install has no compiled unit")


def which() -> Literal["compiled", "interpreted"]:
    """The form in which the engine runs."""
    spec = find_spec("broadside.kernel.action")
    assert spec is not None and spec.origin is not None
    return "interpreted" if spec.origin.endswith(".py") else "compiled"


def forms() -> list[Literal["compiled", "interpreted"]]:
    """The forms this install has, the quicker one first."""
    folder = Path(__file__).parent / "kernel"
    spec = PathFinder.find_spec("broadside.kernel.action", [str(folder)])
    assert spec is not None and spec.origin is not None
    return ["interpreted"] if spec.origin.endswith(".py") else ["compiled", "interpreted"]


def why_interpreted() -> str | None:
    """Why the engine runs interpreted; None if it does not."""
    if which() == "compiled":
        return None
    if os.environ.get(VARIABLE) == "interpreted":
        return f"{VARIABLE}=interpreted is set"
    if FALLBACK_NOTE.exists():
        return "compiling failed: " + FALLBACK_NOTE.read_text(encoding="utf-8").strip()
    return "the install did not compile it"
