"""Set-up."""

from __future__ import annotations

import pytest

import broadside
from broadside import EVERYTHING, BadOption, BadSeats
from broadside.games.jamaica.table import Table
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import CARDS, LAIRS, TREASURES, Drawn


def new(seats: int, seed: int = 1, **options: object) -> Drawn:
    """A new table."""
    game = broadside.game("jamaica")
    state = game.deal(seats, game.complete(options), FastRng(seed))
    assert isinstance(state, Table)
    return Drawn(state)


@rule("JAM-S1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_treasures(seats: int) -> None:
    """Nine cards form the pile, the rest is removed unseen; every lair has its token."""
    t = new(seats)
    seen, secret = t.view(0), t.view(EVERYTHING)
    assert seen["tokens"] == list(LAIRS)
    assert (seen["treasure_pile"], seen["treasures_removed"]) == (9, 2 if seats == 2 else 3)
    assert seen["treasure_pile_cards"] is None and seen["removed_cards"] is None
    assert secret["treasure_pile_cards"] is not None and secret["removed_cards"] is not None
    cards = secret["treasure_pile_cards"] + secret["removed_cards"]
    assert sorted(cards) == sorted(set(TREASURES) - ({"T_BETH"} if seats == 2 else set()))


@rule("JAM-S2")
@pytest.mark.parametrize("seats", range(2, 7))
def test_ships(seats: int) -> None:
    """Everybody is in Port Royal with three food and three gold."""
    t = new(seats)
    for seat in range(seats):
        assert t.at(seat) == (0, 0)
        assert t.holds(seat) == "F3 G3 - - -"
        assert not t.ship(seat)["finished"]


@rule("JAM-S3")
def test_decks() -> None:
    """Eleven cards each, shuffled, three in hand."""
    t = new(4)
    hands = []
    for seat in range(4):
        cards = t.ship(seat)["cards"]
        assert cards is not None and cards["hand"] is not None and cards["pile"] is not None
        assert (cards["hand_count"], cards["pile_count"]) == (3, 8)
        assert sorted(cards["hand"] + cards["pile"]) == list(CARDS)
        hands.append(cards["hand"])
    assert hands[0] != hands[1] or hands[1] != hands[2]


@rule("JAM-S4")
def test_first_captain() -> None:
    """Any seat may be the first Captain; it has the dice."""
    captains = set()
    for seed in range(40):
        t = new(5, seed)
        captains.add(t.view()["captain"])
        assert 1 <= min(t.view()["dice"]["rolled"]) <= max(t.view()["dice"]["rolled"]) <= 6
    assert captains == set(range(5))


@rule("JAM-S5", "JAM-G1")
def test_two_players() -> None:
    """The ghost ship joins two players, and nobody else; it has gold and Lady Beth."""
    t = new(2)
    ghost = t.ship(2)
    assert (ghost["seat"], ghost["colour"], ghost["pirate"]) == (None, "black", "ghost")
    assert t.at(2) == (0, 0)
    assert t.holds(2) == "G5 G3 - - -"
    assert ghost["powers"] == ["beth"]
    assert "black" not in (t.ship(0)["colour"], t.ship(1)["colour"])
    assert len(new(3).view()["ships"]) == 3


@rule("JAM-D1")
def test_a_finite_bank_gives_what_the_ships_have() -> None:
    """80, 45 and 45 tokens in all, set-up included; the ghost's gold too."""
    assert new(4, bank="finite").view()["bank"] == {"gold": 68, "food": 33, "gunpowder": 45}
    assert new(2, bank="finite").view()["bank"] == {"gold": 66, "food": 39, "gunpowder": 45}
    assert new(4).view()["bank"] is None


def test_seats_and_options_are_checked() -> None:
    """Two to six seats; an option out of range is refused with what is allowed."""
    game = broadside.game("jamaica")
    with pytest.raises(BadSeats, match="2 to 6 seats, not with 7"):
        game.check_seats(7)
    for name, value, allowed in (
        ("shortage_mode", "dice", "classic, die"),
        ("bank", "empty", "unlimited, finite"),
        ("reveal", "never", "in_turn, together"),
        ("treasure_pick", "best", "tracked, random"),
        ("max_rounds", 0, "a whole number from 1 to 100"),
        ("max_rounds", 101, "a whole number from 1 to 100"),
        ("quick_pay", "yes", "true or false"),
    ):
        with pytest.raises(BadOption, match=f"{name} cannot be .* it may be {allowed}"):
            game.complete({name: value})
