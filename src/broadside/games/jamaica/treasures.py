"""Treasures: drawn in lairs, stolen in battles, some with powers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import LAIRS
from .cards import (
    CURSED,
    GOLD,
    HOLD_SHIFT,
    HOLD_TOKENS,
    NO_CARD,
    POWER,
    SIXTH,
    SIXTH_SLOT,
    TREASURE_KIND,
    TREASURE_VALUE,
)
from .events import LAIR_EMPTY, SIXTH_HOLD_MOVED

if TYPE_CHECKING:
    from .table import Table


def draw(t: Table, ship: int, lair: int) -> None:
    """The token goes, the drawer looks at the top card; a power is laid face up at once.

    What the ghost draws nobody sees. Without a card left only the token goes.
    JAM-F1 JAM-T1 JAM-G4 JAM-Q16
    """
    if not t.treasure_pile:
        t.take_token(lair)
        t.tell(LAIR_EMPTY, ship, LAIRS[lair])
    elif t.is_ghost(ship):
        t.draw_treasure(ship, lair, False, 0)
    else:
        is_power = TREASURE_KIND[t.treasure_pile[-1]] == POWER
        t.draw_treasure(ship, lair, is_power, 1 << ship)


def take(t: Table, winner: int, loser: int, lair: int) -> None:
    """The winner takes a card and, if a player, looks at it: an unseen power turns face up.

    Powers work at once. The 6th Hold comes with its contents.
    JAM-T1 JAM-T5 JAM-Q12 JAM-Q15 JAM-Q19
    """
    card = t.lair_cards[lair]
    was_up = t.face_up >> lair & 1 == 1
    if t.is_ghost(winner):
        t.take_treasure(winner, loser, lair, was_up, 0)
    else:
        t.take_treasure(winner, loser, lair, TREASURE_KIND[card] == POWER, 1 << winner)
    if was_up and card == SIXTH:
        move_contents(t, winner, loser)


def move_contents(t: Table, winner: int, loser: int) -> None:
    """What is in the 6th Hold moves with the card, without loading rules.

    The ghost keeps gold only; other goods go to the bank.  JAM-T5 JAM-Q19
    """
    hold = t.move_sixth_hold(winner, loser)
    if hold:
        t.tell(SIXTH_HOLD_MOVED, winner, loser, hold >> HOLD_SHIFT, hold & HOLD_TOKENS)
        if t.is_ghost(winner) and hold >> HOLD_SHIFT != GOLD:
            t.jettison(winner, SIXTH_SLOT)


def cursed_of(t: Table, ship: int) -> list[int]:
    """The lairs whose cursed treasures a ship has and may give away.  JAM-B6 JAM-Q13"""
    found: list[int] = []
    for lair in range(len(LAIRS)):
        if t.holders[lair] == ship and TREASURE_KIND[t.lair_cards[lair]] == CURSED:
            found.append(lair)
    return found


def value(t: Table, ship: int) -> int:
    """Riches less cursed treasures: all that these cards are good for.  JAM-T6 JAM-E3"""
    total = 0
    for lair in range(len(LAIRS)):
        if t.holders[lair] == ship and t.lair_cards[lair] != NO_CARD:
            total += TREASURE_VALUE[t.lair_cards[lair]]
    return total
