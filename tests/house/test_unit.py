"""The two forms of the engine: one is chosen, and it is whole."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import broadside
from broadside import unit
from build_support import unit as build_unit

TELL = "from broadside import unit; print(unit.which(), unit.why_interpreted(), sep='|')"


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    """Ask a fresh interpreter which form it takes."""
    return subprocess.run(
        [sys.executable, "-c", TELL],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def unit_modules() -> list[str]:
    """The names of all modules of the unit, packages left out."""
    found = []
    for package in unit.PACKAGES:
        folder = importlib.import_module(package).__path__
        walked = pkgutil.walk_packages(folder, package + ".")
        found += [module.name for module in walked if not module.ispkg]
    left_out = {name.removesuffix(".py") for name in build_unit.NOT_COMPILED}
    return [name for name in found if name.rpartition(".")[2] not in left_out]


def test_all_modules_have_the_same_form() -> None:
    """The unit is compiled as a whole or not at all."""
    wanted = ".py" if unit.which() == "interpreted" else (".so", ".pyd")

    for name in unit_modules():
        file = importlib.import_module(name).__file__
        assert file is not None
        assert file.endswith(wanted), name


def test_sources_lie_beside_the_compiled_modules() -> None:
    """Both forms are installed, so that either can be run."""
    folder = Path(broadside.__file__).parent

    for name in unit_modules():
        assert folder.joinpath(*name.split(".")[1:]).with_suffix(".py").exists(), name


def test_the_interpreted_form_can_be_forced() -> None:
    """The variable makes the sources win."""
    told = run(BROADSIDE_UNIT="interpreted")

    assert told.stdout == "interpreted|BROADSIDE_UNIT=interpreted is set\n"


def test_a_compiled_form_that_is_not_there_is_an_error() -> None:
    """Who asks for the compiled form gets it or hears why not."""
    told = run(BROADSIDE_UNIT="compiled")

    if told.returncode == 0:
        assert told.stdout == "compiled|None\n"
    else:
        assert "this install has no compiled unit" in told.stderr


def test_a_wrong_wish_is_an_error() -> None:
    """Only the two forms can be asked for."""
    told = run(BROADSIDE_UNIT="fast")

    assert told.returncode != 0
    assert "BROADSIDE_UNIT=fast: should be compiled or interpreted" in told.stderr


def test_build_and_import_mean_the_same_packages() -> None:
    """What is compiled is what can be forced to run interpreted."""
    assert tuple(f"broadside.{name}" for name in build_unit.PACKAGES) == unit.PACKAGES


def test_why_interpreted_names_the_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An install that could not compile remembers the reason."""
    note = tmp_path / "not_compiled.txt"
    note.write_text("CompileError: no compiler\n", encoding="utf-8")
    monkeypatch.delenv(unit.VARIABLE, raising=False)
    monkeypatch.setattr(unit, "FALLBACK_NOTE", note)
    monkeypatch.setattr(unit, "which", lambda: "interpreted")

    assert unit.why_interpreted() == "compiling failed: CompileError: no compiler"
