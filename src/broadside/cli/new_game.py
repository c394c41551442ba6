"""`broadside new-game`: a project with a small game that can be played at once."""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.cli.output import console
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from broadside.cli.parser import Commands

SKELETON: Final = Path(__file__).with_name("skeleton")
"""A complete game, whose names are replaced by those of the new one."""
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
NAME_LENGTH_MAX: Final = 40
PREFIX_LENGTH: Final = 3
WRITES: Final = """
Writes a folder NAME with a project of its own:
  pyproject.toml         names the game in the entry point group broadside.games
  README.md              what is where
  src/NAME/              the game: cards, verbs, events, steps, table, views, deal, bots' taste;
                         texts/*.json and rules.*.md are what players read, in three languages
  tests/                 the laws of all games on this one, and an example for each rule
It is a small game of tricks that keeps all laws. Install it beside Broadside, and it is in the
lobby; then replace its rules by your own. docs/guides/add-a-game.md goes on from there.
"""


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "new-game",
        "write a new game that can be played, tested and installed at once",
        "broadside new-game treasure-dig\npip install './treasure-dig[test]'",
        run,
    )
    parser.description = f"{parser.description}\n{WRITES}"
    parser.add_argument("name", metavar="NAME", help="small letters, digits and -: treasure-dig")
    parser.add_argument(
        "--in",
        dest="folder",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="where the folder NAME is made; here if left out",
    )


def run(args: argparse.Namespace) -> int:
    """Write the project, and say how to go on."""
    project = args.folder / checked(args.name)
    if project.exists():
        raise BroadsideError(f"{project} is there already; take another name, or --in DIR")
    names = replacements(args.name)
    try:
        for source in skeleton_files():
            target = project / replaced(source.relative_to(SKELETON).as_posix(), names)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = replaced(source.read_text(encoding="utf-8"), names)
            target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BroadsideError(f"cannot write {project}: {error.strerror or error}") from None
    out = console()
    out.print(f"{project} is a game of its own now. To play it:", markup=False)
    for line in (f"cd {project}", "pip install '.[test]'", "python -m pytest", "broadside serve"):
        out.print(f"  {line}", markup=False)
    return 0


def checked(name: str) -> str:
    """The name, if a game can have it and none has it yet."""
    from broadside.games import registry

    if not NAME.fullmatch(name) or len(name) > NAME_LENGTH_MAX:
        raise BroadsideError(
            f"{name[:60]!r} cannot be a game's name: words of small letters and digits with - "
            f"between them, the first one beginning with a letter, {NAME_LENGTH_MAX} in all"
        )
    if name in sys.stdlib_module_names or name == "broadside" or iskeyword(name):
        raise BroadsideError(f"{name} is Python's own name for something; take another one")
    if name in [game.name for game in registry.GAMES]:
        raise BroadsideError(f"there is a game {name} already")
    return name


def skeleton_files() -> Iterator[Path]:
    """The files of the skeleton, without what Python leaves beside them."""
    for path in sorted(SKELETON.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            yield path


def replacements(name: str) -> dict[str, str]:
    """What the skeleton's names become."""
    words = name.split("-")
    return {
        "skeleton-game": name,
        "skeleton_game": "_".join(words),
        "SkeletonGame": "".join(word.capitalize() for word in words),
        "Skeleton Game": " ".join(word.capitalize() for word in words),
        "SKL": prefix_of(words),
    }


def prefix_of(words: list[str]) -> str:
    """What the new game's rule ids begin with: first letters, or the beginning of a single word."""
    letters = "".join(word[0] for word in words)[:PREFIX_LENGTH]
    return (letters if len(words) > 1 else f"{words[0]}xx"[:PREFIX_LENGTH]).upper()


def replaced(text: str, names: dict[str, str]) -> str:
    """A text of the skeleton with the new game's names."""
    for old, new in names.items():
        text = text.replace(old, new)
    return text
