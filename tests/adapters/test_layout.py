"""Observations of a fixed size: complete, the same quickly and slowly, and nobody's secret."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

import pytest

pytest.importorskip("numpy", reason="numpy is not installed: pip install 'broadside[gym]'")

import json

import numpy as np

from broadside.adapters.layout import FOLDER, describe, layout_of, part_of
from broadside.games import registry
from broadside.kernel.encoding import ViewEncoder
from broadside.kernel.game import Game
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State
from tests.editions import EXTREMES, extreme
from tests.house.tree import ROOT

GAMES = [game.name for game in registry.GAMES]


def positions(game: Game, seats: int, seed: int, **options: object) -> Iterator[State]:
    """The tables of a game played at random."""
    rng = FastRng(seed)
    table = game.deal(seats, game.complete(options), rng.spawn())
    for _ in range(150):
        yield table
        if table.is_over():
            return
        seat = table.deciders()[-1]
        legal = table.legal(seat)
        table.apply(seat, legal[int(rng.below(len(legal)))])


@pytest.mark.parametrize("name", GAMES)
def test_every_observation_has_the_same_size_and_only_known_words(name: str) -> None:
    game = registry.find(name)
    for seats in (game.seats[0], game.seats[-1]):
        layout = layout_of(game, seats)
        worded = [leaf for leaf in layout.leaves if leaf.meaning.startswith("a word")]
        assert worded
        for table in positions(game, seats, seed=5):
            row = layout.observe(table, seats - 1)
            assert row.shape == (layout.size,)
            for leaf in worded:
                assert (row[leaf.places] < len(leaf.words)).all(), leaf.name


@pytest.mark.parametrize("name", EXTREMES)
def test_an_edition_has_words_of_its_own(name: str) -> None:
    """Its cards are no strangers, and who was trained with others is told so."""
    own = registry.find(name)
    game = own.with_edition(extreme(name))
    layout = layout_of(game, game.seats[0])
    worded = [leaf for leaf in layout.leaves if leaf.meaning.startswith("a word")]
    for table in islice(positions(game, game.seats[0], seed=5), 40):
        row = layout.observe(table, 0)
        for leaf in worded:
            assert (row[leaf.places] < len(leaf.words)).all(), leaf.name
    if name != "jolly-and-roger":  # which has no cards that ours has not
        assert layout.mark() != layout_of(own, own.seats[0]).mark()


SEAT_LISTS = {
    "jamaica": ["treasures.held_by"],
    "tortuga-1667": ["island.line", "row.peeked", "vote.voters", "vote.sent"],
    "jolly-roger": ["mutiny.captain.seats", "carpenter.offers.seat", "island.asked"],
}


@pytest.mark.parametrize("name", SEAT_LISTS)
def test_lists_of_seats_have_room_for_all_of_them(name: str) -> None:
    """However seldom a game makes them so long."""
    game = registry.find(name)
    for seats in game.seats[1:]:
        layout = layout_of(game, seats)
        for field in SEAT_LISTS[name]:
            assert layout[field].places.shape[-1] == seats, field


def test_gifts_of_every_kind_are_observed() -> None:
    """Cards, prizes and promises, of all seats at once."""
    game = registry.find("jolly-roger")
    layout = layout_of(game, 10)
    seen: set[str] = set()
    kind = layout["offers.kind"]
    for table in positions(game, 10, seed=5):
        for seat in range(10):
            offers = [one for one in table.asides(seat) if one.text.startswith("offer ")]
            if offers:
                table.apply(seat, offers[seat * 7919 % len(offers)])
        told = [one["kind"] for one in cast("Any", table.view(0)["offers"])]
        places = layout.observe(table, 0)[kind.places]
        assert [kind.words[place] for place in places[: len(told)]] == told
        seen |= set(told)
    assert seen == {"card", "prize", "promise"}


@pytest.mark.parametrize("name", GAMES)
def test_every_number_belongs_to_one_field(name: str) -> None:
    game = registry.find(name)
    layout = layout_of(game, game.seats[-1])

    places = np.concatenate([leaf.places.ravel() for leaf in layout.leaves])

    assert sorted(places.tolist()) == list(range(layout.size))


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_observes_the_same_in_worlds_that_it_cannot_tell_apart(name: str) -> None:
    game = registry.find(name)
    layout = layout_of(game, game.seats[0])
    rng = FastRng(9)
    for place, table in enumerate(positions(game, game.seats[0], seed=11)):
        if place % 10 == 0 and not table.is_over():
            world = table.determinize(0, rng)
            assert layout.observe(world, 0).tolist() == layout.observe(table, 0).tolist()


@pytest.mark.parametrize("memory", ["open", "closed"])
@pytest.mark.parametrize("deck", ["intro", "advanced", "advanced_full", "pocket"])
def test_the_quick_encoder_writes_what_the_layout_says(deck: str, memory: str) -> None:
    game = registry.find("jolly-and-roger")
    found = json.loads((FOLDER / "jolly-and-roger.json").read_text(encoding="utf-8"))
    slow = ViewEncoder(part_of(found["view"], 0, {}))
    quick = layout_of(game, 2)
    for seed in range(4):
        for table in positions(game, 2, seed, deck=deck, memory=memory):
            for seat in (0, 1):
                out: list[bytes] = []
                slow.write(table, seat, out)
                assert quick.observe(table, seat).tobytes() == b"".join(out)


def test_words_can_be_read_back() -> None:
    game = registry.find("jamaica")
    layout = layout_of(game, 3)
    for table in positions(registry.find("jamaica"), 3, seed=2):
        row = layout.observe(table, 1)
        view = table.view(1)
        phase = layout["phase"]
        assert phase.words[int(row[phase.places])] == view["phase"]
        assert int(row[layout["captain"].places]) == view["captain"]


def test_the_page_tells_the_layouts() -> None:
    page = (ROOT / "docs" / "observations.md").read_text(encoding="utf-8")

    assert page == describe(registry.GAMES), "run python -m tools.layouts"
