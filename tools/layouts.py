"""Write down how the views of every game become observations of a fixed size.

    python -m tools.layouts

makes `src/broadside/adapters/layouts/<game>.json` and the page `docs/observations.md` about them.
The fields come from the types of the views. Which words a field may hold, and how long a list may
be, is looked up in games played at random, with all numbers of seats and all options: a field whose
words all belong to one list of the game's (its cards, its ships) may hold every word of that list.

A layout is what a trained agent was trained with, so it changes only when this is run.
"""

from __future__ import annotations

import importlib
import json
import types
from collections import defaultdict
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from broadside.adapters.layout import FOLDER, describe, domain_lists
from broadside.games.registry import GAMES
from broadside.kernel.game import CHOICE, SWITCH
from broadside.kernel.rng import FastRng
from tools.shapes import typed

if TYPE_CHECKING:
    from broadside.kernel.game import Game, Options
    from broadside.kernel.state import State

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "observations.md"
GAMES_EACH: Final = 8
DECISIONS_MAX: Final = 1500
SINGLE: Final = ("number", "word")
ROWS_MAX: Final = 10
"""Lists of records that may be longer are summed up."""
LEFT_OUT: Final = {
    "jolly-and-roger": {"score", "actor", "captured", "previews"},
    "jamaica": {"score", "previews", "courses", "battle.loser"},
    "tortuga-1667": {"end", "previews", "action", "leader", "face_down"},
    "jolly-roger": {
        *("score", "window.id", "window.countdown_ms", "window.clock_s", "offering"),
        *("attack.counts", "attack.standing", "attack.lacking", "attack.previews", "mutiny.leads"),
    },
}
"""What no learner needs: the end, numbers for clocks, what only saves a client a thought."""
LENGTHS: Final[dict[str, dict[str, int | str]]] = {
    "jolly-and-roger": {"removed": 8},
    "jamaica": {"treasures.*.held_by": "ships"},
    "tortuga-1667": dict.fromkeys(
        ["island.line", "row.*.peeked", "vote.voters", "vote.sent", "intrigue.unplaced"], "seats"
    ),
    "jolly-roger": dict.fromkeys(
        [
            *("mutiny.captain.seats", "mutiny.mutineers.seats", "mutiny.neutral"),
            *("carpenter.asked", "carpenter.offers", "island.guards", "island.asked", "offers"),
        ],
        "seats",
    ),
}
"""How long lists can be that random play seldom makes so long: a number, or the name of a list that
is always there and has an item for each of theirs.
"""
GIFTS: Final = ["card", "prize", "promise"]
WORDS: Final = {"jolly-roger": {"offers.*.kind": GIFTS, "island.asking.kind": GIFTS}}
"""Words that random play seldom shows, and no list of the game has."""


class Seen:
    """What was met in the views of a game, by field."""

    def __init__(self) -> None:
        self.words: dict[str, set[str]] = defaultdict(set)
        self.lengths: dict[str, dict[int, int]] = defaultdict(dict)
        self.met: set[str] = set()

    def look(self, value: object, path: str, seats: int) -> None:
        """Note a value, and all values inside it."""
        if value is not None:
            self.met.add(path)
        if isinstance(value, str):
            self.words[path].add(value)
        elif isinstance(value, dict):
            for name, inner in value.items():
                self.words[path].add(name)
                self.look(inner, f"{path}.{name}" if path else name, seats)
        elif isinstance(value, list):
            lengths = self.lengths[path]
            lengths[seats] = max(lengths.get(seats, 0), len(value))
            for inner in value:
                self.look(inner, f"{path}.*", seats)


def random_options(game: Game, rng: FastRng) -> Options:
    """Options as chance will have them: in one of two games the usual ones."""
    options = game.complete({})
    if rng.below(2):
        return options
    for option in game.options:
        if option.kind == CHOICE:
            options[option.name] = option.values[int(rng.below(len(option.values)))]
        elif option.kind == SWITCH:
            options[option.name] = bool(rng.below(2))
    return options


def watch(game: Game, seed: int, games_each: int = GAMES_EACH) -> Seen:
    """Look at the views of games played at random."""
    seen = Seen()
    for seats in game.seats:
        for number in range(games_each):
            rng = FastRng(seed + seats * 1000 + number)
            table = game.deal(seats, random_options(game, rng), rng.spawn())
            watch_table(table, rng, seen)
    return seen


def watch_table(table: State, rng: FastRng, seen: Seen) -> None:
    """Look at one game, after each decision through the eyes of one seat."""
    for _ in range(DECISIONS_MAX):
        seen.look(table.view(int(rng.below(table.seats))), "", table.seats)
        if table.is_over():
            return
        asked = table.deciders()
        seat = asked[int(rng.below(len(asked)))]
        legal = table.legal(seat)
        table.apply(seat, legal[int(rng.below(len(legal)))])


class Planner:
    """Makes the layout of a game out of the types of its views and what was seen in them."""

    def __init__(self, game: Game, seen: Seen) -> None:
        self.game = game
        self.seen = seen
        self.left_out = LEFT_OUT[game.name]
        self.lists = list(domain_lists(game).values())

    def plan(self, kind: Any, path: str) -> dict[str, Any] | None:
        """The part for a field; None for one that never holds anything, or always the same word."""
        kind = without_none(kind)
        if path in self.left_out or (path not in self.seen.met and path):
            return None
        if is_typeddict(kind):
            return self.record(kind, path)
        if kind in (int, bool):
            return {"kind": "number"}
        if kind is str:
            words = self.words(path)
            return {"kind": "word", "words": words} if len(self.seen.words[path]) > 1 else None
        if get_origin(kind) is dict:
            return {"kind": "amounts", "words": self.words(path)}
        assert get_origin(kind) is list, f"{path}: no part for {kind}"
        return self.items(without_none(get_args(kind)[0]), path)

    def record(self, kind: Any, path: str) -> dict[str, Any]:
        """All fields that hold something."""
        planned = {
            name: self.plan(inner, f"{path}.{name}" if path else name)
            for name, inner in get_type_hints(kind).items()
        }
        fields = {name: part for name, part in planned.items() if part is not None}
        return {"kind": "record", "fields": fields}

    def items(self, kind: Any, path: str) -> dict[str, Any] | None:
        """A list: words are counted, others stand in rows, or are summed up if they are many."""
        if kind is str:
            return {"kind": "counts", "words": self.words(f"{path}.*")}
        item = self.plan(kind, f"{path}.*")
        if item is None:
            return None
        lengths = self.lengths(path)
        if max(lengths) > ROWS_MAX and item["kind"] == "record":
            fields = item["fields"]
            flat = {
                name: part for name, part in fields.items() if part["kind"] in ("number", "word")
            }
            return {"kind": "summary", "of": {"kind": "record", "fields": flat}}
        return {"kind": "rows", "counts": lengths, "of": item}

    def lengths(self, path: str) -> list[int]:
        """How long a list may be, by number of seats: what was seen with fewer seats counts, and
        so do as many items as there are seats, if that many were ever seen.
        """
        known = LENGTHS.get(self.game.name, {}).get(path)
        if isinstance(known, int):
            return [known] * len(self.game.seats)
        if known is not None:
            return [self.seen.lengths[known][seats] for seats in self.game.seats]
        seen = self.seen.lengths[path]
        longest = max(seen.values())
        found: list[int] = []
        for seats in self.game.seats:
            with_fewer = [length for count, length in seen.items() if count <= seats]
            found.append(max([*with_fewer, min(longest, seats)]))
        return found

    def words(self, path: str) -> list[str]:
        """All words that a field may hold."""
        seen = self.seen.words[path]
        known = WORDS.get(self.game.name, {}).get(path)
        if known is not None:
            assert seen <= set(known), path
            return known
        fitting = [words for words in self.lists if seen <= set(words)]
        return min(fitting, key=len) if fitting else sorted(seen)


def without_none(kind: Any) -> Any:
    """The type of a field that may be null, without null."""
    if get_origin(kind) in (Union, types.UnionType):
        inner = [each for each in get_args(kind) if each is not type(None)]
        assert len(inner) == 1, kind
        return inner[0]
    return kind


def layout_of(game: Game, seed: int = 1) -> dict[str, Any]:
    """The layout of a game's observations, ready for JSON."""
    module = importlib.import_module(f"broadside.games.{game.name.replace('-', '_')}.sight")
    view = Planner(game, watch(game, seed)).plan(typed(module.TableView), "")
    return {"game": game.name, "version": game.version, "view": view}


def main() -> None:
    """Write all layouts and the page."""
    for game in GAMES:
        text = json.dumps(layout_of(game), indent=1) + "\n"
        (FOLDER / f"{game.name}.json").write_text(text, encoding="utf-8")
    PAGE.write_text(describe(GAMES), encoding="utf-8")


if __name__ == "__main__":
    main()
