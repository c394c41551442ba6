"""Observations of a fixed size: which number of them stands for what.

An observation is what a seat sees, as a row of small numbers (`int8`): its seat, then its view,
field by field. `docs/observations.md` lists the fields of every game.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from broadside.games import registry
from broadside.kernel.encoding import (
    Amounts,
    Counts,
    Encoder,
    Number,
    Part,
    Record,
    Rows,
    Summary,
    ViewEncoder,
    Word,
)
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from broadside.kernel.event import Seat
    from broadside.kernel.game import Game
    from broadside.kernel.state import State

    Places = NDArray[np.intp]
    Words = dict[tuple[str, ...], list[str]]

SCALE: Final = 0.1
MARK_BYTES: Final = 8
A_NUMBER: Final = "a number; of a truth 0 or 1"
A_WORD: Final = "a word, by its place in the list"
FOLDER: Final = Path(__file__).with_name("layouts")


class Leaf:
    """One field of an observation: where its numbers stand, and what they mean.

    `places` has a dimension for each list around the field. With `words`, a number is a place in
    them; -1 is null, and the number behind the last one is a word that is not among them.
    """

    def __init__(self, name: str, places: Places, meaning: str, words: list[str]) -> None:
        self.name = name
        self.places = places
        self.meaning = meaning
        self.words = words


class Layout:
    """How the observations of a game look with some number of seats.

    >>> from broadside.games import registry
    >>> import broadside
    >>> layout = layout_of(registry.find("jolly-and-roger"), 2)
    >>> table = broadside.new("jolly-and-roger", seats=2, seed=1, first_splitter="seat1")
    >>> row = layout.observe(table, 0)
    >>> int(row[layout["splitter"].places])
    1
    >>> leaf = layout["laid.card"]
    >>> [leaf.words[number] for number in row[leaf.places]] == [
    ...     card["card"] for card in table.view(0)["laid"]]
    True
    """

    def __init__(self, game: Game, seats: int, view: Part) -> None:
        self.game = game
        self.seats = seats
        self.encoder: Encoder = game.quick_encoder() or ViewEncoder(view)
        self.size = self.encoder.size
        own = Leaf("seat", np.array(0), "the seat that observes", [])
        self.leaves = [own, *leaves_of(view, "", np.array(1))]
        self.by_name = {leaf.name: leaf for leaf in self.leaves}
        assert self.size == 1 + view.size

    def __getitem__(self, name: str) -> Leaf:
        return self.by_name[name]

    def observe(self, table: State, seat: Seat) -> NDArray[np.int8]:
        """What a seat sees."""
        out: list[bytes] = []
        self.encoder.write(table, seat, out)
        return np.frombuffer(b"".join(out), dtype=np.int8)

    def structured(self, row: NDArray[np.int8]) -> dict[str, NDArray[np.int8]]:
        """The same observation as named arrays."""
        return {leaf.name: row[leaf.places] for leaf in self.leaves}

    def mark(self) -> str:
        """A word that is another one as soon as a number of an observation, or the code of an
        action, means something else: what was trained with one is of no use with the other.
        """
        fields = [[leaf.name, leaf.places.tolist(), leaf.words] for leaf in self.leaves]
        actions = [action.text for action in self.game.actions.actions]
        text = json.dumps([fields, actions]).encode()
        return hashlib.blake2b(text, digest_size=MARK_BYTES).hexdigest()


class Features:
    """An observation as a network wants it: numbers made small, a column for each word of a field.

    Of `leaves` only those whose names are given are taken; all of them if none are. A row of
    features is `row[numbers] * SCALE`, then `row[words] == values`.
    """

    def __init__(self, layout: Layout, names: Sequence[str] = ()) -> None:
        numbers: list[int] = []
        words: list[int] = []
        values: list[int] = []
        for leaf in [layout[name] for name in names] or layout.leaves:
            for place in leaf.places.ravel().tolist():
                if leaf.meaning == A_WORD:
                    words += [place] * len(leaf.words)
                    values += range(len(leaf.words))
                else:
                    numbers.append(place)
        self.numbers = np.array(numbers, dtype=np.intp)
        self.words = np.array(words, dtype=np.intp)
        self.values = np.array(values, dtype=np.float32)
        self.size = len(numbers) + len(words)

    def of(self, rows: NDArray[np.int8]) -> NDArray[np.float32]:
        """The features of some observations."""
        numbers = rows[:, self.numbers].astype(np.float32) * np.float32(SCALE)
        return np.concatenate(
            [numbers, rows[:, self.words] == self.values], axis=1, dtype=np.float32
        )


@cache
def layout_of(game: Game, seats: int) -> Layout:
    """The layout of a game with so many seats."""
    path = FOLDER / f"{game.name}.json"
    if not path.exists():
        raise BroadsideError(
            f"{game.name} has no layout of observations; python -m tools.layouts writes those of"
            " the games of this package"
        )
    found = json.loads(path.read_text(encoding="utf-8"))
    return Layout(game, seats, part_of(found["view"], game.seats.index(seats), words_of(game)))


def words_of(game: Game) -> Words:
    """What another edition has in the place of lists of words of the game's own, if it has new
    ones: an edition that only lacks some is observed as the game's own.
    """
    if game.address() == game.name:
        return {}
    own = domain_lists(registry.find(game.name))
    others = {of: words for of, words in domain_lists(game).items() if of in own}
    return {tuple(own[of]): words for of, words in others.items() if not {*words} <= {*own[of]}}


def domain_lists(game: Game) -> dict[tuple[str, str], list[str]]:
    """The lists of words that a game has for the arguments of its actions and events.

    They stand under the names of their verb, or kind of event, and of the argument.
    """
    domains = {(verb.name, one.name): one for verb in game.actions.verbs for one in verb.domains}
    for kind in game.events.kinds:
        for field in [*kind.public, *kind.secret, *([kind.items] if kind.items else [])]:
            if field.domain is not None:
                domains[kind.name, field.name] = field.domain
    return {of: list(dict.fromkeys(d.values)) for of, d in domains.items() if not d.is_seat}


def part_of(plan: dict[str, Any], at: int, words: Words) -> Part:
    """The part that a file describes; `at` is the place of the number of seats."""
    kind: str = plan["kind"]
    if kind == "number":
        return Number()
    if kind in WORDED:
        return WORDED[kind](list(words.get(tuple(plan["words"]), plan["words"])))
    if kind == "rows":
        return Rows(plan["counts"][at], part_of(plan["of"], at, words))
    if kind == "summary":
        inner = part_of(plan["of"], at, words)
        assert isinstance(inner, Record)
        return Summary(inner)
    assert kind == "record", f"a layout has no part {kind}"
    names = list(plan["fields"])
    return Record(names, [part_of(plan["fields"][name], at, words) for name in names])


WORDED: Final[dict[str, type[Word | Counts | Amounts]]] = {
    "word": Word,
    "counts": Counts,
    "amounts": Amounts,
}


# ------------------------------------------------------------------------- which number is what


def leaves_of(part: Part, name: str, at: Places) -> Iterator[Leaf]:
    """All fields inside a part whose first numbers stand at these places."""
    if isinstance(part, Number):
        yield Leaf(name, at, A_NUMBER, [])
    elif isinstance(part, Word):
        yield Leaf(name, at, A_WORD, part.words)
    elif isinstance(part, Counts):
        meaning = "how many words, how many of each, how many others"
        yield Leaf(name, spread(at, part.size), meaning, part.words)
    elif isinstance(part, Amounts):
        yield Leaf(name, spread(at, part.size), "a number for each word", part.words)
    elif isinstance(part, Rows):
        yield from leaves_of(part.item, name, spread(at, part.count, part.item.size))
    elif isinstance(part, Record):
        for inner, field in zip(part.names, part.parts, strict=True):
            yield from leaves_of(field, f"{name}.{inner}" if name else inner, at)
            at = at + field.size
    else:
        assert isinstance(part, Summary)
        yield from leaves_of_summary(part, name, at)


def leaves_of_summary(part: Summary, name: str, at: Places) -> Iterator[Leaf]:
    """The length of a long list, its fields in sum, its last record."""
    yield Leaf(f"{name}.count", at, "how many records the list has", [])
    at = at + 1
    for inner, field in zip(part.item.names, part.item.parts, strict=True):
        words = field.words if isinstance(field, Word) else []
        size = len(words) + 1
        meaning = "how many records have each word, how many another" if words else "the sum"
        places = spread(at, size) if words else at
        yield Leaf(f"{name}.all.{inner}", places, meaning, words)
        at = at + size
    yield from leaves_of(part.item, f"{name}.last", at)


def spread(at: Places, count: int, step: int = 1) -> Places:
    """The places with one more dimension: `count` of them from each one on."""
    return np.asarray(at[..., np.newaxis] + np.arange(count) * step)


# ------------------------------------------------------------------------------ the documentation


PREFACE: Final = """\
# Observations

What a seat sees, as a row of small numbers: the layout of each game with its fewest seats.
`broadside.adapters.layout.layout_of(game, seats)` gives it for any number of seats; there
`layout[NAME].places` says where a field stands, with a dimension for each list around it.
-1 stands for whatever is null or not there. Numbers are held between -127 and 127.
This page is written by `python -m tools.layouts`."""


def describe(games: Sequence[Game]) -> str:
    """The page about the observations of all games."""
    lines = [PREFACE]
    for game in games:
        layout = layout_of(game, game.seats[0])
        lines += [
            "",
            f"## {game.name}",
            "",
            f"{layout.size} numbers with {layout.seats} seats.",
            "",
        ]
        lines += ["| field | shape | first | meaning |", "| --- | --- | --- | --- |"]
        lines += [row_of(leaf) for leaf in layout.leaves]
    return "\n".join(lines) + "\n"


def row_of(leaf: Leaf) -> str:
    """The line of a field."""
    shape = " × ".join(str(count) for count in leaf.places.shape) or "1"
    first = str(int(leaf.places.min())) if leaf.places.size else "–"
    words = ": " + ", ".join(leaf.words) if leaf.words else ""
    return f"| `{leaf.name}` | {shape} | {first} | {leaf.meaning}{words} |"
