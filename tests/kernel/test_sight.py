"""Knowledge: one mask per card decides what is shown and what is dealt anew."""

from __future__ import annotations

from collections import Counter

import pytest

from broadside.kernel.event import EVERYTHING, SPECTATOR
from broadside.kernel.rng import FastRng
from broadside.kernel.sight import is_known, redeal, seen

EVERYONE = 0b111
KNOWS = [0b111, 0b001, 0b011, 0b000, 0b100, 0b010, 0b000]
"""Card 0 is open, card 1 is seat 0's, card 2 is known to 0 and 1, 3 and 6 to nobody, …"""


@pytest.mark.parametrize(
    ("seat", "cards"),
    [
        (0, [0, 1, 2]),
        (1, [0, 2, 5]),
        (2, [0, 4]),
        (SPECTATOR, [0]),
        (EVERYTHING, [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_who_knows_what(seat: int, cards: list[int]) -> None:
    """A spectator knows what everyone knows."""
    assert [card for card in range(7) if is_known(KNOWS, card, seat, EVERYONE)] == cards


def test_a_zone_is_seen_without_its_order() -> None:
    """Known cards ascending, then one -1 for each other."""
    assert seen(KNOWS, [5, 2, 3, 1], 0, EVERYONE) == [1, 2, -1, -1]
    assert seen(KNOWS, [5, 2, 3, 1], SPECTATOR, EVERYONE) == [-1, -1, -1, -1]
    assert seen(KNOWS, [5, 2, 3, 1], EVERYTHING, EVERYONE) == [1, 2, 3, 5]
    assert seen(KNOWS, [], 0, EVERYONE) == []


def dealt(seed: int) -> tuple[list[list[int]], list[int]]:
    """The zones and masks after seat 0's hidden cards were dealt anew."""
    zones, knows = [[0, 3, 1], [4], [6, 2, 5]], KNOWS[:]
    redeal(knows, zones, 0, FastRng(seed))
    return zones, knows


def test_known_cards_stay_and_masks_belong_to_places() -> None:
    """Somebody knows the card in that place, whichever it is now."""
    for seed in range(50):
        zones, knows = dealt(seed)
        assert (zones[0][0], zones[0][2], zones[2][1]) == (0, 1, 2)
        hidden = [zones[0][1], zones[1][0], zones[2][0], zones[2][2]]
        assert sorted(hidden) == [3, 4, 5, 6]
        assert [knows[card] for card in hidden] == [0b000, 0b100, 0b000, 0b010]
        assert knows[:3] == KNOWS[:3]


def test_every_world_is_as_likely() -> None:
    """All 24 ways to deal four cards over four places."""
    worlds = Counter(str(dealt(seed)[0]) for seed in range(4800))
    assert len(worlds) == 24
    assert all(abs(count - 200) < 5 * 200**0.5 for count in worlds.values())


def test_the_truth_does_not_matter() -> None:
    """The hidden cards in any order, with the masks in their places, give the same world."""
    for seed in range(20):
        zones, knows = dealt(seed)
        again = [zone[:] for zone in zones]
        masks = knows[:]
        redeal(masks, again, 0, FastRng(99))
        other, others = [[0, 3, 1], [4], [6, 2, 5]], KNOWS[:]
        redeal(others, other, 0, FastRng(99))
        assert again == other
        assert masks == others
