"""Set-up: hands, stacks and decks, and the first Captain."""

from __future__ import annotations

from broadside.kernel.event import Seat
from broadside.kernel.game import Options
from broadside.kernel.rng import Rng

from . import rounds
from .cards import (
    BOX,
    CREW,
    DESTINATIONS,
    FIRST_DESTINATION,
    FIRST_PRIZE,
    PRIZES,
    TYPE_OF,
    TYPES,
    fits_seats,
)
from .table import Table


def deal(seats: int, options: Options, rng: Rng) -> Table:
    """A table for its first round."""
    t = Table(seats)
    t.log = []
    t.rng = rng
    choose_options(t, options)
    t.set_out()
    deal_crew(t)
    stack_destinations(t)
    shuffle_prizes(t)
    t.round = 1  # JR-S4
    rounds.begin(t)
    t.run()
    return t


def choose_options(t: Table, options: Options) -> None:
    """Note how this table is played."""
    t.is_hidden = options["hidden_treasures"] is True
    t.is_captains_gold = options["captains_gold"] is True
    t.is_rechoosing = options["island_fail"] == "rechoose"
    t.is_extra_pick = options["captain_pick"] == "extra"
    t.has_bribes = options["bribes"] is True
    t.has_bot_bribes = options["bot_bribes"] is True
    t.is_crew_open = options["bribe_crew_open"] is True
    t.is_shuffled = options["poll"] == "shuffled"
    t.asks_all = options["ask_all"] is True


def deal_crew(t: Table) -> None:
    """One card to each of all but a random seat, which becomes Captain; then all get the same.

    The rest is the crew deck.  JR-S1 JR-S2
    """
    cards = list(range(CREW))
    t.rng.shuffle(cards)
    t.crew_deck = tuple(cards)
    for card in cards:
        t.knows[card] = 0
    t.captain = int(t.rng.below(t.seats))
    for seat in t.clockwise(t.captain):
        for _ in range(start_hand(t)):
            t.draw_card(seat)


def start_hand(t: Table) -> int:
    """How many cards everybody has at the start.  JR-S1"""
    return t.hand_limit() - 1


def stack_destinations(t: Table) -> None:
    """Five shuffled stacks of the destinations for so many seats; the others stay in the box.

    JR-S3
    """
    for type_ in range(TYPES):
        stack: list[int] = []
        for place in range(DESTINATIONS):
            if TYPE_OF[place] == type_ and is_used(place, t.seats):
                stack.append(FIRST_DESTINATION + place)
        t.rng.shuffle(stack)
        for card in stack:
            t.knows[card] = 0
        t.stacks[type_] = tuple(stack)


def is_used(place: int, seats: Seat) -> bool:
    """Whether a destination is used by so many.  JR-S3"""
    return fits_seats(BOX.destinations[place].flag, seats)


def shuffle_prizes(t: Table) -> None:
    """The prize deck; nobody is Quartermaster yet.  JR-S4"""
    prizes = list(range(FIRST_PRIZE, FIRST_PRIZE + PRIZES))
    t.rng.shuffle(prizes)
    t.prize_deck = tuple(prizes)
    for prize in prizes:
        t.knows[prize] = 0
