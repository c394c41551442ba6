"""The specifications under docs/rules: which rule ids each game has, and where ids are named."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadside.kernel.game import Game

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
GAMES = SOURCE / "broadside" / "games"
RULES = ROOT / "docs" / "rules"
FIRST_SECTION = re.compile(r"^## ([A-Z][A-Z0-9]*)-[A-Z]{1,2}\d+ · ", re.MULTILINE)
MENTIONS = {
    "src": (".py", ".toml", ".json"),
    "tests": (".py",),
    "web/src": (".ts", ".svelte", ".json"),
}


def prefix_of(folder: Path) -> str:
    """What the rule ids of a game begin with, from the sections of its rules for players."""
    path = folder / "rules.en.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found: list[str] = sorted(set(FIRST_SECTION.findall(text)))
    if len(found) != 1:
        told = f"begin with {' and '.join(found)}" if found else "are missing"
        raise SystemExit(f"{path}: sections such as '## ABC-A1 · Title', of one ABC, {told}")
    return found[0]


def id_pattern(games: Path) -> re.Pattern[str]:
    """What is a rule id of one of the games in a folder. TV stands for a test vector: an example,
    not a rule.
    """
    prefixes = [prefix_of(path.parent) for path in sorted(games.glob("*/game.py"))]
    if not prefixes:
        raise SystemExit(f"{games}: there is no game")
    return re.compile(rf"\b(?:{'|'.join(prefixes)})-(?!TV)[A-Z]{{1,2}}\d+\b")


ID = id_pattern(GAMES)


def registered_games() -> list[Game]:
    """Every game of this project, taken from the sources of this tree."""
    if str(SOURCE) not in sys.path:
        sys.path.insert(0, str(SOURCE))
    from broadside.games import registry

    if not Path(registry.__file__).is_relative_to(SOURCE):
        raise SystemExit(f"the tools read the sources, but broadside came from {registry.__file__}")
    return registry.OWN_GAMES


def module_name(game: Game) -> str:
    """The folder of a game."""
    return game.name.replace("-", "_")


def specification(game: Game) -> Path:
    """Where a game's rules are specified."""
    return RULES / f"{game.name}.md"


def ids_in(path: Path) -> list[str]:
    """The rule ids which a text names, each once, in reading order."""
    return list(dict.fromkeys(ID.findall(path.read_text(encoding="utf-8"))))


def specified_ids(game: Game) -> list[str]:
    """Every rule id of a game."""
    path = specification(game)
    if not path.exists():
        raise SystemExit(f"{path.relative_to(ROOT)} is missing: {game.name} has no specification")
    ids = ids_in(path)
    if not ids:
        raise SystemExit(f"{path.relative_to(ROOT)} names no rule id such as {ID.pattern}")
    return ids


def all_specified_ids() -> set[str]:
    """Every rule id of every specification, of registered games or not."""
    return {id_ for path in RULES.glob("*.md") for id_ in ids_in(path)}


def unknown_mentions() -> Iterator[str]:
    """Every place in code, tests and client which names an id that no specification has."""
    known = all_specified_ids()
    for folder, endings in MENTIONS.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in endings or "static" in path.parts:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for id_ in ID.findall(line):
                    if id_ not in known:
                        place = f"{path.relative_to(ROOT)}:{number}"
                        yield f"{place}: {id_} is in no specification under docs/rules"
