"""Who may import whom. The arrows of ARCHITECTURE.md; every other one is a mistake."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .tree import ROOT, shown

SOURCE = ROOT / "src"
PACKAGE = SOURCE / "broadside"
# What a new game of another project begins with: sources to copy, not to import.
SKELETON = PACKAGE / "cli" / "skeleton"

# Which form of the engine runs is nobody's secret; processes are started in one way.
EVERYBODY_MAY = {"unit", "workers"}
ARROWS = {
    "kernel": set[str](),
    "games": {"kernel", "rebinding"},
    "bots": {"kernel"},
    "store": {"kernel"},
    "arena": {"kernel"},
    "adapters": {"kernel", "games", "bots", "research"},
    "laws": {"kernel"},
    "wire": set[str](),
    "replays": {"kernel", "wire"},
    "service": {"kernel", "wire", "texts"},
    "lessons": {"kernel", "wire", "replays", "service"},
    "network": {"service"},
    "notify": {"service"},
    "operate": {"store", "service", "broadside"},
    "cluster": {"store", "wire", "service"},
    "server": {
        "kernel",
        "store",
        "wire",
        "replays",
        "service",
        "lessons",
        "network",
        "notify",
        "cluster",
        "operate",
    },
    "texts": set[str](),
    "console": {"kernel", "games", "texts"},
    "cli": {
        "kernel",
        "games",
        "bots",
        "store",
        "arena",
        "adapters",
        "laws",
        "wire",
        "replays",
        "service",
        "server",
        "notify",
        "operate",
        "texts",
        "console",
        "broadside",
    },
    "__main__": {"cli"},
    "broadside": {"kernel", "games", "research"},
    "research": {"kernel", "games", "bots", "arena", "replays"},
    "rebinding": {"kernel"},
    "unit": set[str](),
    "workers": set[str](),
}
# The engine computes: everything else comes in through its arguments.
ENGINE = ("kernel", "games", "bots")
ENGINE_MAY = sys.stdlib_module_names | {"mypy_extensions"}
NO_ENGINE_BUSINESS = {
    "asyncio", "datetime", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip


def module_of(path: Path) -> str:
    """The dotted name of a source file."""
    parts = list(path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, also for type checking only, with its line."""
    return imports_of(ast.parse(path.read_text(encoding="utf-8")), path)


def imports_of(tree: ast.Module, path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a parsed file imports, with its line."""
    package = module_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, imported(origin, alias.name)) for alias in node.names)


def imported(origin: str, name: str) -> str:
    """The module that `from origin import name` reads: a submodule, or origin itself."""
    inner = SOURCE.joinpath(*origin.split("."), name)
    is_module = inner.is_dir() or inner.with_suffix(".py").exists()
    return f"{origin}.{name}" if is_module else origin


def part_of(module: str) -> str:
    """The part of Broadside that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def is_allowed(importer: str, target: str) -> bool:
    """Whether one module of ours may import another."""
    source, goal = part_of(importer), part_of(target)
    if goal in EVERYBODY_MAY:
        return True
    if source == goal:
        return source != "games" or may_meet(importer, target)
    return goal in ARROWS[source]


def may_meet(importer: str, target: str) -> bool:
    """Games never import each other; the registry finds them by their folders."""
    inner = [name.split(".")[2:] for name in (importer, target)]
    own, other = ((parts or [""])[0] for parts in inner)
    return own == other or (other == "data")


def violations(path: Path) -> Iterator[str]:
    """Every import of a file that is no arrow of the plan."""
    module = module_of(path)
    part = part_of(module)
    for line, target in imports(path):
        top = target.split(".")[0]
        place = f"{shown(path)}:{line}"
        if top == "broadside":
            if not is_allowed(module, target):
                yield f"{place}: {part} may not import {target}"
        elif part in ENGINE and top in NO_ENGINE_BUSINESS:
            yield f"{place}: the engine has no business with {top}"
        elif part in ("kernel", "games") and top not in ENGINE_MAY:
            yield f"{place}: {part} may not import the third-party package {top}"


def test_every_import_is_an_arrow_of_the_plan() -> None:
    """No part of Broadside imports what it should not know."""
    sources = [path for path in sorted(PACKAGE.rglob("*.py")) if SKELETON not in path.parents]
    found = [problem for path in sources for problem in violations(path)]

    assert not found, "\n".join(found)


def server_imports() -> dict[str, set[str]]:
    """Every module of the server, and which others of them it imports.

    What is imported for type checking counts, too, though it never runs: who reads a module must
    know the types that it speaks of, so a cycle of types is a cycle for people.
    """
    paths = [path for path in (PACKAGE / "server").rglob("*.py") if path.name != "__init__.py"]
    modules = {module_of(path): path for path in paths}
    return {
        module: {target for _, target in imports(path) if target in modules}
        for module, path in modules.items()
    }


def cycle_in(arrows: dict[str, set[str]]) -> list[str]:
    """Modules each of which imports the next one, the last one the first; empty if there are none.

    Whatever nothing imports cannot be in a cycle; what remains without it goes round.
    """
    left = dict(arrows)
    while True:
        wanted = {target for targets in left.values() for target in targets}
        if not left.keys() - wanted:
            break
        left = {module: targets for module, targets in left.items() if module in wanted}
    return way_round(left) if left else []


def way_round(arrows: dict[str, set[str]]) -> list[str]:
    """Go back from module to importer, each of which has one, until one comes again."""
    way = [min(arrows)]
    while True:
        importer = min(module for module, targets in arrows.items() if way[-1] in targets)
        if importer in way:
            return way[way.index(importer) :][::-1]
        way.append(importer)


def test_the_server_has_no_import_cycle() -> None:
    """Its modules can be read one after the other, each when all that it imports is known."""
    arrows = server_imports()
    assert len(arrows) > 30

    found = cycle_in(arrows)

    assert not found, " imports ".join([*found, *found[:1]])


@pytest.mark.parametrize(
    ("arrows", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": {"a"}}, []),
        ({"a": {"a"}}, ["a"]),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, ["b", "c"]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}, ["a", "b", "c"]),
    ],
)
def test_cycles_are_found(arrows: dict[str, set[str]], found: list[str]) -> None:
    """The judge of cycles: what only leads to one, or out of one, is not part of it."""
    way = cycle_in(arrows)

    assert sorted(way) == sorted(found)
    for module, target in zip(way, [*way[1:], *way[:1]], strict=True):
        assert target in arrows[module]


def test_every_part_has_its_arrows_listed() -> None:
    """A new folder must be given a place in the plan."""
    parts = {part_of(module_of(path)) for path in PACKAGE.rglob("*.py")}

    assert parts <= set(ARROWS)


def is_for_types(node: ast.AST) -> bool:
    """Whether a statement holds what only a type checker reads."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def runtime_imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, early or late, when it runs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if not is_for_types(node)]
    return {module for _, module in imports_of(tree, path) if module.startswith("broadside.")}


def circles(graph: dict[str, set[str]]) -> set[str]:
    """The modules that import each other, however long the way round is, and those between."""
    left = {module: targets & graph.keys() - {module} for module, targets in graph.items()}
    while True:  # take away what imports nothing, or is imported by nothing, of what is left
        wanted = set[str]().union(*left.values())
        ends = {module for module, targets in left.items() if not targets or module not in wanted}
        if not ends:
            return set(left)
        left = {module: left[module] - ends for module in left.keys() - ends}


def test_no_modules_import_each_other() -> None:
    """One can be read after the other. Only within a game two modules may need each other."""
    paths = [path for path in PACKAGE.rglob("*.py") if part_of(module_of(path)) != "games"]
    graph = {module_of(path): runtime_imports(path) for path in paths}

    assert len(graph) > 100
    assert circles(graph) == set()
    story = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set[str](), "e": {"a"}}
    assert circles(story) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("importer", "target", "allowed"),
    [
        ("broadside.games.jolly_and_roger.turn", "broadside.kernel.state", True),
        ("broadside.games.jolly_and_roger.turn", "broadside.games.jolly_and_roger.cards", True),
        ("broadside.games.jolly_and_roger.turn", "broadside.games.jamaica.cards", False),
        ("broadside.games.jolly_and_roger.turn", "broadside.games.registry", False),
        ("broadside.games.registry", "broadside.games.jamaica.game", False),
        ("broadside.kernel.state", "broadside.games.registry", False),
        ("broadside.server.app", "broadside.games.registry", False),
        ("broadside.server.app", "broadside.store.interface", True),
        ("broadside.bots.levels", "broadside.games.jolly_and_roger.advice", False),
        ("broadside.adapters.gym", "broadside.bots.levels", True),
        ("broadside.adapters.gym", "broadside.arena.match", False),
        ("broadside.arena.engine.measure", "broadside.unit", True),
        ("broadside", "broadside.games.registry", True),
        ("broadside", "broadside.server.app", False),
        ("broadside.cli.serve", "broadside.server.app", True),
    ],
)
def test_arrows_are_judged_as_planned(importer: str, target: str, allowed: bool) -> None:
    """The judge itself: a few arrows of either kind."""
    assert is_allowed(importer, target) is allowed
