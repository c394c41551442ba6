"""Set-up: ships in Port Royal, treasures on the lairs, decks, the first Captain."""

from __future__ import annotations

from typing import Final

from broadside.kernel.game import Options
from broadside.kernel.rng import Rng

from . import cards, ghost, rounds
from .board import LAIRS
from .table import Table

FIRST_FOOD: Final = 3
FIRST_GOLD: Final = 3


def deal(seats: int, options: Options, rng: Rng) -> Table:
    """A table for its first round.

    Every ship lies in Port Royal with three food in one hold and three gold in another; three cards
    of each deck are drawn.  JAM-S2 JAM-S3
    """
    t = Table(seats)
    t.set_out()
    t.log = []
    t.rng = rng
    choose_options(t, options)
    # A finite bank has the tokens of the box, another one never runs out.  JAM-D1 JAM-Q16
    t.bank = cards.BOX.goods[:] if t.is_finite else [0] + [cards.TOKENS_UNLIMITED] * 3
    t.tokens = (1 << len(LAIRS)) - 1
    lay_treasures(t)
    if t.has_ghost():
        ghost.set_out(t)
    for seat in range(seats):
        t.fill(seat, 0, cards.FOOD, FIRST_FOOD)  # JAM-S2
        t.fill(seat, 1, cards.GOLD, FIRST_GOLD)
        deck = list(range(cards.DECK))
        rng.shuffle(deck)
        t.piles[seat] = tuple(deck)  # JAM-S3 JAM-D2
        for _ in range(cards.HAND):
            t.draw_card(seat)
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


def lay_treasures(t: Table) -> None:
    """Nine shuffled treasure cards form the pile, the rest leaves the game unseen.

    Each lair has its token already. Lady Beth is the ghost's for good.
    JAM-S1 JAM-D4 JAM-G1 JAM-S5
    """
    deck = list(range(cards.TREASURES))
    if t.has_ghost():
        deck.remove(cards.BETH)
    t.rng.shuffle(deck)
    t.treasure_pile = tuple(deck[: cards.PILE])
    t.removed = tuple(deck[cards.PILE :])
    for good in range(cards.GOLD, cards.GUNPOWDER + 1):
        t.knows[cards.FIRST_GOOD + good] = t.everyone
