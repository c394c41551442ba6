"""Everything that can happen in Jamaica, as it is told.

A ship is told by its number: the number of its seat, or 2 for the ghost ship of a two-seat table.
A treasure card is told by the space of the lair where it was drawn, its handle for ever; which card
it is stands in the secret field `treasure`.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from .cards import ACTION_NAMES, FACE_NAMES, GOOD_NAMES, SEATS_MAX, SYMBOL_NAMES, TREASURE_NAMES
from .verbs import DIRECTION

SEAT_NAMES: Final = [str(seat) for seat in range(SEATS_MAX)]
CARD: Final = Domain("card", ACTION_NAMES * SEATS_MAX)
"""By the number of the piece: the decks of all seats, one after the other."""
PLAYER: Final = Domain("seat", SEAT_NAMES, is_seat=True)
SHIP: Final = Domain("seat", SEAT_NAMES, is_seat=True)
TREASURE: Final = Domain("treasure", TREASURE_NAMES)
GOOD: Final = Domain("good", GOOD_NAMES)
TIME: Final = Domain("time", ["morning", "evening"])
SYMBOL: Final = Domain("symbol", SYMBOL_NAMES)
FACE: Final = Domain("battle_face", FACE_NAMES)
SKIP: Final = Domain("skip", ["all_of_one_kind", "bank_empty"])
TIE_BREAK: Final = Domain("tie_break", ["none", "position", "shared"])

MORNING: Final = 0
EVENING: Final = 1
ALL_OF_ONE_KIND: Final = 0
BANK_EMPTY: Final = 1
NO_TIE: Final = 0
BY_POSITION: Final = 1
SHARED: Final = 2


def seat() -> Field:
    """The seat that acted."""
    return Field("seat", PLAYER)


def ship(name: str = "ship") -> Field:
    """A ship: a seat's, or the ghost's."""
    return Field(name, SHIP)


def good() -> Field:
    """Gold, food or gunpowder."""
    return Field("good", GOOD)


def treasure() -> Field:
    """Which treasure card it is."""
    return Field("treasure", TREASURE)


EVENTS: Final = EventTable()
# The round.
ROUND_BEGAN: Final = EVENTS.add("round_began", [Field("round"), Field("captain", PLAYER)])
DICE_ROLLED: Final = EVENTS.add("dice_rolled", [seat(), Field("first"), Field("second")])
DICE_PLACED: Final = EVENTS.add("dice_placed", [seat(), Field("morning"), Field("evening")])
CARDS_LAID: Final = EVENTS.add("cards_laid", [Field("round")])
CARD_REVEALED: Final = EVENTS.add("card_revealed", [seat(), Field("card", CARD)])
ACTION_BEGAN: Final = EVENTS.add(
    "action_began", [seat(), Field("time", TIME), Field("symbol", SYMBOL), Field("die")]
)
ACTION_LOST: Final = EVENTS.add("action_lost", [seat(), Field("symbol", SYMBOL)])
DECK_SHUFFLED: Final = EVENTS.add("deck_shuffled", [seat(), Field("cards")])
CARD_DRAWN: Final = EVENTS.add("card_drawn", [seat()], [Field("card", CARD)])
# Holds.
LOADED: Final = EVENTS.add("loaded", [ship(), Field("hold"), good(), Field("tokens")])
JETTISONED: Final = EVENTS.add("jettisoned", [ship(), Field("hold"), good(), Field("tokens")])
LOAD_SKIPPED: Final = EVENTS.add("load_skipped", [ship(), good(), Field("reason", SKIP)])
SPENT: Final = EVENTS.add("spent", [ship(), Field("hold"), good(), Field("tokens")])
QUICK_PAY_ON: Final = EVENTS.add("quick_pay_on", [seat()])
# Moving.
SAILED: Final = EVENTS.add(
    "sailed", [ship(), Field("direction", DIRECTION), Field("from")], items=Field("path")
)
FINISHED: Final = EVENTS.add("finished", [ship()])
FEE_DUE: Final = EVENTS.add("fee_due", [ship(), Field("space"), good(), Field("tokens")])
RAN_SHORT: Final = EVENTS.add("ran_short", [ship(), Field("space"), good(), Field("tokens")])
SHORTAGE_ROLLED: Final = EVENTS.add("shortage_rolled", [ship(), Field("face", FACE)])
STAYED: Final = EVENTS.add("stayed", [ship(), Field("space")])
RETREATED: Final = EVENTS.add("retreated", [ship(), Field("from")], items=Field("path"))
TREASURE_DRAWN: Final = EVENTS.add("treasure_drawn", [ship(), Field("space")], [treasure()])
LAIR_EMPTY: Final = EVENTS.add("lair_empty", [ship(), Field("space")])
# Battle.
BATTLE_BEGAN: Final = EVENTS.add(
    "battle_began", [ship("attacker"), ship("defender"), Field("space")]
)
GUNPOWDER_SET: Final = EVENTS.add("gunpowder_set", [ship(), Field("tokens")])
BATTLE_ROLLED: Final = EVENTS.add(
    "battle_rolled", [ship(), Field("face", FACE), Field("firepower")]
)
SABRE_USED: Final = EVENTS.add("sabre_used", [ship(), ship("roller")])
BATTLE_WON: Final = EVENTS.add("battle_won", [ship("winner"), ship("loser")])
BATTLE_TIED: Final = EVENTS.add("battle_tied", [ship("attacker"), ship("defender")])
HOLD_TAKEN: Final = EVENTS.add(
    "hold_taken", [ship("winner"), ship("loser"), Field("hold"), good(), Field("tokens")]
)
LOOT_SUNK: Final = EVENTS.add("loot_sunk", [ship(), good(), Field("tokens")])
TREASURE_TAKEN: Final = EVENTS.add(
    "treasure_taken", [ship("winner"), ship("loser"), Field("space")], [treasure()]
)
SIXTH_HOLD_MOVED: Final = EVENTS.add(
    "sixth_hold_moved", [ship("winner"), ship("loser"), good(), Field("tokens")]
)
TREASURE_GIVEN: Final = EVENTS.add(
    "treasure_given", [ship("winner"), ship("loser"), Field("space")], [treasure()]
)
SPOILS_DECLINED: Final = EVENTS.add("spoils_declined", [ship("winner"), ship("loser")])
# The ghost ship.
GHOST_STEERED: Final = EVENTS.add("ghost_steered", [seat(), Field("direction", DIRECTION)])
# The end.
TREASURES_SHOWN: Final = EVENTS.add("treasures_shown", [ship()], items=Field("cards", TREASURE))
SCORED: Final = EVENTS.add(
    "scored", [seat(), Field("place"), Field("gold"), Field("treasure"), Field("total")]
)
GAME_OVER: Final = EVENTS.add(
    "game_over", [Field("tie_break", TIE_BREAK)], items=Field("winners", PLAYER)
)
