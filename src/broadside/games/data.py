"""What lies in the folder of a game: its texts, and the game that they belong to."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, cast

from mypy_extensions import mypyc_attr

from broadside import rebinding
from broadside.kernel import position
from broadside.kernel.advice import Advice
from broadside.kernel.book import Book
from broadside.kernel.edition import Edition
from broadside.kernel.errors import BadData, BroadsideError
from broadside.kernel.event import View
from broadside.kernel.game import LANGUAGES, Game
from broadside.kernel.state import State
from broadside.kernel.step import questions_of


def game_folder(package: str) -> Traversable:
    """The folder of a game's package, where its data and rule texts lie."""
    return files(package)


def read_guided(package: str) -> str:
    """The guided first game of a game, as JSON; empty if its folder has none."""
    file = game_folder(package).joinpath("guided.json")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def read_rule_texts(package: str, language: str) -> str:
    """The rules of a game for players, in one language; in English if the game has no other."""
    if language not in LANGUAGES:
        raise BroadsideError(f"no rules in {language[:20]!r}; there are {', '.join(LANGUAGES)}")
    return in_language(package, "rules.{}.md", language).read_text(encoding="utf-8")


def read_texts(package: str, language: str) -> dict[str, str]:
    """What a client says of a game, by key, in one language: `texts/en.json` and so on."""
    file = in_language(package, "texts/{}.json", language)
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadData(f"{file.name}: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise BadData(f"{file.name}: expected one object of texts by key, none of them nested")
    return found


def in_language(package: str, path: str, language: str) -> Traversable:
    """A file of a game in one language; in English where the game does not have it."""
    folder = game_folder(package)
    file = folder.joinpath(*path.format(language).split("/"))
    return file if file.is_file() else folder.joinpath(*path.format(LANGUAGES[0]).split("/"))


@mypyc_attr(allow_interpreted_subclasses=True)
class FolderGame(Game):
    """A game whose book says what there is, and whose package has its data and its texts.

    `table` makes a table for so many seats, `taste` the advice for bots.
    """

    def __init__(
        self,
        package: str,
        version: int,
        seats: range,
        book: Book,
        table: Callable[[int], State],
        taste: Callable[[], Advice],
    ) -> None:
        super().__init__(book.name, version, seats, book.actions, book.events)
        self.package = package
        self.book = book
        self.table = table
        self.taste = taste
        self.questions = questions_of(book.steps)
        self.edition: Edition = rebinding.edition_of(type(self).__module__)
        if rebinding.bound(type(self).__module__) is not None:
            book.edition = self.edition.digest
            book.revive = partial(rebinding.revive, package, self.edition.text)

    def read(self, text: str) -> State:
        """The table that was written as this text."""
        return position.read(self.book, text, self.seats, self.table)

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        return self.taste()

    def texts(self, language: str) -> dict[str, str]:
        """What clients say of it."""
        return read_texts(self.package, language)

    def rule_texts(self, language: str) -> str:
        """The rules for players."""
        return read_rule_texts(self.package, language)

    def guided(self) -> str:
        """A guided first game, which is written for the cards of the game's own edition."""
        return "" if self.book.edition else read_guided(self.package)

    def own_edition(self) -> Edition | None:
        """The edition whose numbers this game has."""
        return self.edition

    def address(self) -> str:
        """Its name, or the text of another edition."""
        return self.edition.text if self.book.edition else self.name

    def printed(self) -> View:
        """What is printed on its pieces: `static_view` of the game's module `sight`, if any."""
        sight: Any = import_module(type(self).__module__.removesuffix(".game") + ".sight")
        return sight.static_view() if hasattr(sight, "static_view") else {}

    def with_edition(self, edition: Edition) -> Game:
        """This game with other numbers; raises BadData with line and reason if they make none."""
        module: Any = rebinding.rebound(self.package, "game", edition)
        return cast(Game, getattr(module, type(self).__name__)())

    def check_edition(self, edition: Edition) -> None:
        """Raise BadData as `with_edition` does; nothing stays of the edition."""
        rebinding.check(self.package, edition)

    def former_edition(self, digest: str) -> Edition | None:
        """An edition that was the game's own before, if its folder still has it."""
        return rebinding.kept_edition(self.package, digest)
