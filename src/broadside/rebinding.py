"""Another edition of a game: the same modules, imported with the numbers of another box.

A game's modules read its edition when they are imported, and make constants of it: nothing is as
quick. So another edition is a second import of the same sources under a name of its own,
`…jamaica@<digest>`. Its classes and tables are its own, and the first import stays what it was.
Compiled modules exist once for a process, so such a game runs interpreted, on the compiled kernel.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from broadside.kernel import pickling
from broadside.kernel.edition import Edition, parse
from broadside.kernel.errors import BadData

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.kernel.state import State

OWN: Final = "edition.toml"
"""A game's own edition; former ones may lie beside it, `edition-2.toml` and so on."""
READERS: Final = {"cards": "Box", "board": "Board"}
"""By module of a game: the class that is made of an edition, and checks what it reads of it."""
SIGN: Final = "@"
EDITIONS: Final[dict[str, Edition]] = {}
"""Those that were asked for in this process, by digest."""


class EditionFinder:
    """Finds the modules of editions: always sources, never compiled modules."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module of an edition has its source; None for every other module."""
        if SIGN in name and path is not None:
            for folder in path:
                spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
                if spec is not None:
                    return spec
        return None


FINDER: Final = EditionFinder()


def bound(module: str) -> Edition | None:
    """The edition with whose numbers a module is imported; None if it is the game's own."""
    _, sign, rest = module.partition(SIGN)
    return EDITIONS[rest.partition(".")[0]] if sign else None


def own_edition(package: str) -> Edition:
    """The edition that lies in the folder of a game."""
    try:
        return parse(files(package).joinpath(OWN).read_text(encoding="utf-8"), OWN)
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{OWN}: cannot be read: {error}") from None


def edition_of(module: str) -> Edition:
    """The edition with whose numbers a module of a game is imported."""
    return bound(module) or own_edition(module.rpartition(".")[0])


def kept_edition(package: str, digest: str) -> Edition | None:
    """The edition of that digest, if it lies in the folder of a game."""
    for file in files(package).iterdir():
        if file.name.startswith("edition") and file.name.endswith(".toml"):
            found = parse(file.read_text(encoding="utf-8"), file.name)
            if found.digest == digest:
                return found
    return None


def fitting(package: str, edition: Edition) -> bool:
    """Whether an edition is the game's own; raises BadData if it is not even one of this game."""
    own = own_edition(package)
    if edition.game != own.game:
        told = f"{edition.label}: an edition of {edition.game!r}, not of {own.game}"
        raise BadData(told, 1, "game", [edition.game, own.game])
    edition.check_groups([group.name for group in own.groups])
    return edition.digest == own.digest


def rebound(package: str, module: str, edition: Edition) -> Any:
    """A module of a package, imported with the numbers of an edition.

    Raises BadData with line and reason if they do not fit; then nothing of it stays.
    """
    if fitting(package, edition):
        return import_module(f"{package}.{module}")
    alias = f"{package}{SIGN}{edition.digest}"
    if alias not in sys.modules:
        if FINDER not in sys.meta_path:
            sys.meta_path.insert(0, FINDER)
        folder = ModuleType(alias)
        folder.__path__ = list(import_module(package).__path__)
        sys.modules[alias] = folder
        EDITIONS[edition.digest] = edition
    try:
        return import_module(f"{alias}.{module}")
    except Exception:
        for name in [name for name in sys.modules if (name + ".").startswith(alias + ".")]:
            del sys.modules[name]
        raise


def check(package: str, edition: Edition) -> None:
    """Raise BadData with line and reason if the numbers of an edition make no game.

    The game's own modules read it as they read theirs, and keep nothing of it: whoever likes may
    have an edition checked, but not have it imported.
    """
    fitting(package, edition)
    for name, reader in READERS.items():
        module = f"{package}.{name}"
        found = getattr(import_module(module), reader, None) if find_spec(module) else None
        if found is not None:
            found(edition)


def revive(package: str, text: str, found: pickling.Facts) -> State:
    """The table of an edition that has these facts; called by `pickle` and `copy`."""
    return pickling.revive(rebound(package, "table", parse(text)).Table, found)
