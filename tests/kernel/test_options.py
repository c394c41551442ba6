"""Options and seats: what may be chosen, and what a wrong choice is told."""

from __future__ import annotations

import pytest

from broadside.kernel.action import ActionTable
from broadside.kernel.errors import BadOption, BadSeats
from broadside.kernel.event import EventTable
from broadside.kernel.game import Game, Options, choice, number, some, switch

DECK = choice("deck", ["small", "big"], "small")
ROUNDS = number("rounds", 1, 12, 6)
STORMS = switch("storms", False)


class Skiff(Game):
    """A game with one option of each kind."""

    def __init__(self) -> None:
        super().__init__("skiff", 1, range(3, 6), ActionTable(), EventTable())
        self.options = [DECK, ROUNDS, STORMS]


def test_defaults_are_filled_in() -> None:
    """In the order of the options, whatever the order of the choices."""
    assert Skiff().complete({}) == {"deck": "small", "rounds": 6, "storms": False}
    chosen = Skiff().complete({"storms": True, "deck": "big"})
    assert list(chosen.items()) == [("deck", "big"), ("rounds", 6), ("storms", True)]


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("deck", "big", "big"),
        ("rounds", 12, 12),
        ("rounds", "12", 12),
        ("storms", True, True),
        ("storms", "true", True),
        ("storms", "false", False),
    ],
)
def test_values_may_come_as_text(name: str, given: object, expected: object) -> None:
    """A command line has nothing but text."""
    value = Skiff().complete({name: given})[name]
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize("value", ["huge", "Big", "", 1, None, True, ["big"], {"big": 1}])
def test_no_such_choice(value: object) -> None:
    """The message lists the choices."""
    with pytest.raises(BadOption, match=r"option deck cannot be .*; it may be small, big"):
        Skiff().complete({"deck": value})


@pytest.mark.parametrize(
    "value", [0, 13, -1, "0", "-1", "+6", "six", "", "6.0", 6.0, "٦", None, True, [6], "9" * 5000]
)
def test_no_such_number(value: object) -> None:
    """The message gives the bounds, and is short whatever it was."""
    with pytest.raises(BadOption, match="it may be a whole number from 1 to 12") as refused:
        Skiff().complete({"rounds": value})
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("value", ["yes", "True", 1, 0, None, "", []])
def test_no_such_switch(value: object) -> None:
    """True or false, nothing like them."""
    with pytest.raises(BadOption, match="it may be true or false"):
        Skiff().complete({"storms": value})


def test_no_such_option() -> None:
    """The message lists the options there are."""
    with pytest.raises(BadOption, match="skiff has no option 'decks'; it has deck, rounds, storms"):
        Skiff().complete({"decks": "big"})


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_seats(seats: int) -> None:
    """The number comes back."""
    assert Skiff().check_seats(seats) == seats


@pytest.mark.parametrize("seats", [-1, 0, 2, 6, 10**30])
def test_wrong_seats(seats: int) -> None:
    """The message says how many may play."""
    with pytest.raises(BadSeats, match="skiff is played with 3 to 5 seats, not with"):
        Skiff().check_seats(seats)


CREW = some("crew", ["cook", "gunner", "parrot"])


@pytest.mark.parametrize(
    ("given", "expected"),
    [("", ""), ("parrot", "parrot"), ("parrot,cook", "cook,parrot")],
)
def test_a_list_is_put_in_order(given: str, expected: str) -> None:
    """Nothing, or several names, in the order of the option."""
    assert CREW.check(given) == expected


@pytest.mark.parametrize("given", ["kraken", "cook,cook", "cook,", ",", " cook", 3, None, ["cook"]])
def test_a_wrong_list_is_refused(given: object) -> None:
    """The message says what it may be."""
    with pytest.raises(BadOption, match="several of cook, gunner, parrot with commas"):
        CREW.check(given)


class Cutter(Skiff):
    """A game whose storms need a crowd."""

    def check(self, seats: int, options: Options) -> None:
        """Storms need five."""
        if options["storms"] is True and seats < 5:
            raise BadOption(f"storms need 5 seats, not {seats}")


def test_options_may_depend_on_the_seats() -> None:
    """By itself a game takes all options with all seats."""
    options = Cutter().complete({"storms": True})
    Skiff().check(3, options)
    Cutter().check(5, options)
    with pytest.raises(BadOption, match="need 5 seats, not 3"):
        Cutter().check(3, options)
