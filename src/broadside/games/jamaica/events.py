"""Everything that can happen in Jamaica, as it is told.

A ship is told by its number: the number of its seat, or 2 for the ghost ship of a two-seat table.
A treasure card is told by the space of the lair where it was drawn, its handle for ever; which card
it is stands in the secret field `treasure`.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from . import verbs
from .cards import ACTION_NAMES, FACE_NAMES, GOOD_NAMES, SEATS_MAX, SYMBOL_NAMES, TREASURE_NAMES

SEAT_NAMES: Final = [str(seat) for seat in range(SEATS_MAX)]
CARD: Final = Domain("card", ACTION_NAMES * SEATS_MAX)
"""By the number of the piece: the decks of all seats, one after the other."""
PLAYER: Final = Domain("seat", SEAT_NAMES, is_seat=True)
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

BY: Final = Field("seat", PLAYER)
OF_SHIP: Final = Field("ship", PLAYER)
WINNER: Final = Field("winner", PLAYER)
LOSER: Final = Field("loser", PLAYER)
ATTACKER: Final = Field("attacker", PLAYER)
DEFENDER: Final = Field("defender", PLAYER)
"""A seat, or a ship: a seat's or the ghost's."""
ON_SPACE: Final = Field("space")
OF_GOOD: Final = Field("good", GOOD)
TOKENS: Final = Field("tokens")
IN_HOLD: Final = [Field("hold"), OF_GOOD, TOKENS]
WHICH: Final = Field("treasure", TREASURE)
"""Which treasure card it is."""

EVENTS: Final[EventTable] = EventTable()
# The round.
ROUND_BEGAN: Final = EVENTS.add("round_began", [Field("round"), Field("captain", PLAYER)])
DICE_ROLLED: Final = EVENTS.add("dice_rolled", [BY, Field("first"), Field("second")])
DICE_PLACED: Final = EVENTS.add("dice_placed", [BY, Field("morning"), Field("evening")])
CARDS_LAID: Final = EVENTS.add("cards_laid", [Field("round")])
CARD_REVEALED: Final = EVENTS.add("card_revealed", [BY, Field("card", CARD)])
ACTION_BEGAN: Final = EVENTS.add(
    "action_began", [BY, Field("time", TIME), Field("symbol", SYMBOL), Field("die")]
)
ACTION_LOST: Final = EVENTS.add("action_lost", [BY, Field("symbol", SYMBOL)])
DECK_SHUFFLED: Final = EVENTS.add("deck_shuffled", [BY, Field("cards")])
CARD_DRAWN: Final = EVENTS.add("card_drawn", [BY], [Field("card", CARD)])
# Holds.
LOADED: Final = EVENTS.add("loaded", [OF_SHIP, *IN_HOLD])
JETTISONED: Final = EVENTS.add("jettisoned", [OF_SHIP, *IN_HOLD])
LOAD_SKIPPED: Final = EVENTS.add("load_skipped", [OF_SHIP, OF_GOOD, Field("reason", SKIP)])
SPENT: Final = EVENTS.add("spent", [OF_SHIP, *IN_HOLD])
QUICK_PAY_ON: Final = EVENTS.add("quick_pay_on", [BY])
# Moving.
SAILED: Final = EVENTS.add(
    "sailed", [OF_SHIP, Field("direction", verbs.DIRECTION), Field("from")], items=Field("path")
)
FINISHED: Final = EVENTS.add("finished", [OF_SHIP])
FEE_DUE: Final = EVENTS.add("fee_due", [OF_SHIP, ON_SPACE, OF_GOOD, TOKENS])
RAN_SHORT: Final = EVENTS.add("ran_short", [OF_SHIP, ON_SPACE, OF_GOOD, TOKENS])
SHORTAGE_ROLLED: Final = EVENTS.add("shortage_rolled", [OF_SHIP, Field("face", FACE)])
STAYED: Final = EVENTS.add("stayed", [OF_SHIP, ON_SPACE])
RETREATED: Final = EVENTS.add("retreated", [OF_SHIP, Field("from")], items=Field("path"))
TREASURE_DRAWN: Final = EVENTS.add("treasure_drawn", [OF_SHIP, ON_SPACE], [WHICH])
LAIR_EMPTY: Final = EVENTS.add("lair_empty", [OF_SHIP, ON_SPACE])
# Battle.
BATTLE_BEGAN: Final = EVENTS.add("battle_began", [ATTACKER, DEFENDER, ON_SPACE])
GUNPOWDER_SET: Final = EVENTS.add("gunpowder_set", [OF_SHIP, TOKENS])
BATTLE_ROLLED: Final = EVENTS.add(
    "battle_rolled", [OF_SHIP, Field("face", FACE), Field("firepower")]
)
SABRE_USED: Final = EVENTS.add("sabre_used", [OF_SHIP, Field("roller", PLAYER)])
BATTLE_WON: Final = EVENTS.add("battle_won", [WINNER, LOSER])
BATTLE_TIED: Final = EVENTS.add("battle_tied", [ATTACKER, DEFENDER])
HOLD_TAKEN: Final = EVENTS.add("hold_taken", [WINNER, LOSER, *IN_HOLD])
LOOT_SUNK: Final = EVENTS.add("loot_sunk", [OF_SHIP, OF_GOOD, TOKENS])
TREASURE_TAKEN: Final = EVENTS.add("treasure_taken", [WINNER, LOSER, ON_SPACE], [WHICH])
SIXTH_HOLD_MOVED: Final = EVENTS.add("sixth_hold_moved", [WINNER, LOSER, OF_GOOD, TOKENS])
TREASURE_GIVEN: Final = EVENTS.add("treasure_given", [WINNER, LOSER, ON_SPACE], [WHICH])
SPOILS_DECLINED: Final = EVENTS.add("spoils_declined", [WINNER, LOSER])
# The ghost ship.
GHOST_STEERED: Final = EVENTS.add("ghost_steered", [BY, Field("direction", verbs.DIRECTION)])
# The end.
TREASURES_SHOWN: Final = EVENTS.add("treasures_shown", [OF_SHIP], items=Field("cards", TREASURE))
SCORED: Final = EVENTS.add(
    "scored", [BY, Field("place"), Field("gold"), Field("treasure"), Field("total")]
)
GAME_OVER: Final = EVENTS.add(
    "game_over", [Field("tie_break", TIE_BREAK)], items=Field("winners", PLAYER)
)
