"""The build: all of the compiled unit or nothing of it; the client built once."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from setuptools import Extension

from build_support import client, commands, unit

GOOD = """
#include <Python.h>
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "%s", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_%s(void) { return PyModule_Create(&definition); }
"""
HAS_COMPILER = shutil.which("gcc") is not None and (
    Path(sysconfig.get_paths()["include"], "Python.h").exists()
)
needs_compiler = pytest.mark.skipif(not HAS_COMPILER, reason="no C compiler or no Python.h")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(commands.REQUIRE_COMPILED, raising=False)
    monkeypatch.delenv(commands.NO_COMPILE, raising=False)


def build_command(tmp_path: Path) -> commands.BuildUnit:
    """The command as a build runs it, in folders of its own."""
    command = commands.BuildUnit(commands.PlatformDistribution({"name": "broadside"}))
    command.build_lib = str(tmp_path / "lib")
    command.build_temp = str(tmp_path / "temp")
    command.ensure_finalized()
    (tmp_path / "lib" / "broadside").mkdir(parents=True)
    return command


def extension(tmp_path: Path, name: str, code: str) -> Extension:
    """A small extension module."""
    source = tmp_path / f"{name}.c"
    source.write_text(code, encoding="utf-8")
    return Extension(name, [str(source)])


def compiled_files(folder: Path) -> list[str]:
    """The extension modules below a folder."""
    return sorted(path.name for path in folder.rglob(f"*{EXTENSION_SUFFIXES[0]}"))


@needs_compiler
def test_a_whole_unit_is_moved_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything compiled: everything is installed, and no note is left."""
    made = [extension(tmp_path, name, GOOD % (name, name)) for name in ("one", "two")]
    monkeypatch.setattr(unit, "extensions", lambda _folder: made)

    build_command(tmp_path).run()

    assert len(compiled_files(tmp_path / "lib")) == 2
    assert not (tmp_path / "lib" / unit.FALLBACK_NOTE).exists()


@needs_compiler
def test_all_sources_of_an_extension_are_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each source is compiled by itself: what one defines, another one uses."""
    user = extension(tmp_path, "user", "int depth(void) { return 7; }")
    module = GOOD % ("user", "user")
    (tmp_path / "module.c").write_text(
        module.replace("return", 'if (depth() != 7) Py_FatalError("not linked"); return').replace(
            "static", "int depth(void);\nstatic"
        ),
        encoding="utf-8",
    )
    user.sources = [*user.sources, str(tmp_path / "module.c")]
    monkeypatch.setattr(unit, "extensions", lambda _folder: [user])

    build_command(tmp_path).run()

    command = [sys.executable, "-W", "error", "-c", "import user"]
    subprocess.run(command, check=True, cwd=tmp_path / "lib")


@needs_compiler
def test_half_a_unit_is_no_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """One module compiles, the next does not: none is installed, and the build says so."""
    made = [
        extension(tmp_path, "one", GOOD % ("one", "one")),
        extension(tmp_path, "two", "this is not C"),
    ]
    monkeypatch.setattr(unit, "extensions", lambda _folder: made)

    build_command(tmp_path).run()

    assert compiled_files(tmp_path / "lib") == []
    assert "CompileError" in (tmp_path / "lib" / unit.FALLBACK_NOTE).read_text(encoding="utf-8")
    assert "The compiled unit could not be built" in capfd.readouterr().err


def leave(_folder: Path) -> list[Extension]:
    """Fail the way mypyc does."""
    raise SystemExit(1)


def test_a_type_error_falls_back_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """mypyc leaves by SystemExit, which must not end the install."""
    monkeypatch.setattr(unit, "extensions", leave)

    build_command(tmp_path).run()

    assert (tmp_path / "lib" / unit.FALLBACK_NOTE).exists()


def test_a_required_unit_is_not_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Releases and continuous integration want the compiled unit or nothing."""
    monkeypatch.setenv(commands.REQUIRE_COMPILED, "1")
    monkeypatch.setattr(unit, "extensions", leave)

    with pytest.raises(SystemExit):
        build_command(tmp_path).run()


def test_compiling_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is tried, nothing is noted."""
    monkeypatch.setenv(commands.NO_COMPILE, "1")
    monkeypatch.setattr(unit, "extensions", leave)

    build_command(tmp_path).run()

    assert not (tmp_path / "lib" / unit.FALLBACK_NOTE).exists()
    assert not commands.PlatformDistribution({}).has_ext_modules()


def test_an_editable_install_leaves_nothing_compiled_beside_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A compiled module would be imported instead of the source one edits."""
    left_over = tmp_path / "src" / f"state{EXTENSION_SUFFIXES[0]}"
    left_over.parent.mkdir()
    left_over.touch()
    monkeypatch.setattr(unit, "SOURCE", left_over.parent)
    monkeypatch.setattr(unit, "extensions", leave)
    command = build_command(tmp_path)
    monkeypatch.setattr(command, "editable_mode", True)

    command.run()

    assert not left_over.exists()


def test_the_unit_leaves_out_empty_packages() -> None:
    """Every module of kernel, games and bots, but no `__init__`."""
    modules = unit.modules()

    assert "src/broadside/kernel/state.py" in modules
    assert "src/broadside/games/registry.py" in modules
    assert not [name for name in modules if name.endswith("__init__.py")]


@pytest.fixture
def small_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """A client's folder of two files, and a note of what npm was asked for."""
    web, static = tmp_path / "web", tmp_path / "static"
    (web / "node_modules").mkdir(parents=True)
    static.mkdir()
    (web / "package-lock.json").write_text("{}", encoding="utf-8")
    (web / "main.ts").write_text("let sail = 1;", encoding="utf-8")
    for name, value in {
        "ROOT": tmp_path,
        "WEB": web,
        "TEXTS": (tmp_path / "texts",),
        "STATIC": static,
        "LOCK": web / "package-lock.json",
        "STATIC_STAMP": static / ".built-from",
        "MODULES_STAMP": web / "node_modules" / ".installed-from",
    }.items():
        monkeypatch.setattr(client, name, value)
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(client, "npm", lambda *arguments: asked.append(arguments))
    monkeypatch.setattr(client, "write_wire_types", lambda: None)
    return asked


def test_the_client_is_built_once(small_client: list[tuple[str, ...]]) -> None:
    """The same sources are not built again; changed ones are, with the modules that are there."""
    client.build()
    client.build()
    assert [arguments[0] for arguments in small_client] == ["ci", "run"]

    (client.WEB / "main.ts").write_text("let sail = 2;", encoding="utf-8")
    client.build()
    assert [arguments[0] for arguments in small_client] == ["ci", "run", "run"]

    client.TEXTS[0].mkdir()
    (client.TEXTS[0] / "en.json").write_text('{"sail": "Sail"}', encoding="utf-8")
    client.build()
    assert [arguments[0] for arguments in small_client] == ["ci", "run", "run", "run"]

    (client.WEB / "package-lock.json").write_text('{"lockfileVersion": 3}', encoding="utf-8")
    client.build()
    assert [arguments[0] for arguments in small_client] == ["ci", "run", "run", "run", "ci", "run"]


def test_a_built_client_is_taken_as_it_is(
    tmp_path: Path, small_client: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without npm; and the next build without the wish builds anew."""
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("ahoy", encoding="utf-8")
    (client.STATIC / "old.js").touch()
    monkeypatch.setenv(client.CLIENT, str(built))
    client.build()
    assert small_client == []
    assert (client.STATIC / "index.html").read_text(encoding="utf-8") == "ahoy"
    assert not (client.STATIC / "old.js").exists()
    monkeypatch.delenv(client.CLIENT)
    client.build()
    assert [arguments[0] for arguments in small_client] == ["ci", "run"]


def test_the_client_can_be_left_out(
    tmp_path: Path, small_client: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then npm is not asked; a folder that holds no client is a mistake that is told."""
    monkeypatch.setenv(client.CLIENT, "none")
    client.build()
    assert small_client == []
    assert not client.STATIC.exists()
    monkeypatch.setenv(client.CLIENT, str(tmp_path))
    with pytest.raises(SystemExit, match="no built client"):
        client.build()
