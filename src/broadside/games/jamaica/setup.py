"""Set-up: ships in Port Royal, treasures on the lairs, decks, the first Captain."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import Seat
from broadside.kernel.game import Options
from broadside.kernel.rng import Rng

from . import ghost, rounds
from .board import LAIRS
from .cards import (
    BOX,
    DECK,
    FIRST_GOOD,
    FOOD,
    GOLD,
    GUNPOWDER,
    HAND,
    PILE,
    TOKENS_UNLIMITED,
    TREASURES,
)
from .table import Table

FIRST_FOOD: Final = 3
FIRST_GOLD: Final = 3


def deal(seats: int, options: Options, rng: Rng) -> Table:
    """A table for its first round."""
    t = Table(seats)
    t.set_out()
    t.log = []
    t.rng = rng
    choose_options(t, options)
    open_bank(t)
    t.tokens = (1 << len(LAIRS)) - 1
    lay_treasures(t)
    if t.has_ghost():
        ghost.set_out(t)
    for seat in range(seats):
        equip(t, seat)
        give_deck(t, seat)
    t.captain = int(rng.below(seats))  # JAM-S4
    rounds.begin(t)
    t.run()
    return t


def choose_options(t: Table, options: Options) -> None:
    """Note how this table is played."""
    t.is_die_shortage = options["shortage_mode"] == "die"
    t.is_finite = options["bank"] == "finite"
    t.is_together = options["reveal"] == "together"
    t.is_random_pick = options["treasure_pick"] == "random"
    t.is_quick = options["quick_pay"] is True
    t.rounds_max = int(options["max_rounds"])
    t.quick = t.everyone if t.is_quick else 0


def open_bank(t: Table) -> None:
    """A finite bank has the tokens of the box, another one never runs out.  JAM-D1 JAM-Q16"""
    t.bank = BOX.goods[:] if t.is_finite else [0] + [TOKENS_UNLIMITED] * 3


def lay_treasures(t: Table) -> None:
    """Nine shuffled treasure cards form the pile, the rest leaves the game unseen.

    Each lair has its token already.  JAM-S1 JAM-D4
    """
    cards = ghost.treasures_for_players() if t.has_ghost() else list(range(TREASURES))
    t.rng.shuffle(cards)
    t.treasure_pile = tuple(cards[:PILE])
    t.removed = tuple(cards[PILE:])
    for good in range(GOLD, GUNPOWDER + 1):
        t.knows[FIRST_GOOD + good] = t.everyone


def equip(t: Table, seat: Seat) -> None:
    """Three food in one hold, three gold in another; the ship lies in Port Royal.  JAM-S2"""
    t.fill(seat, 0, FOOD, FIRST_FOOD)
    t.fill(seat, 1, GOLD, FIRST_GOLD)


def give_deck(t: Table, seat: Seat) -> None:
    """The eleven cards are shuffled into a draw pile; three are drawn.  JAM-S3 JAM-D2"""
    cards = list(range(DECK))
    t.rng.shuffle(cards)
    t.piles[seat] = tuple(cards)
    for _ in range(HAND):
        t.draw_card(seat)
