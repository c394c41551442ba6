"""Everything that can happen in Jolly & Roger, as it is told."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from .cards import CARD_NAMES, SEAT_NAMES, SHIP_NAMES
from .verbs import DIVISION, SET, SHIP

CARD: Final = Domain("card", CARD_NAMES)
PLAYER: Final = Domain("seat", SEAT_NAMES, is_seat=True)
TIE_BREAK: Final = Domain("tie_break", SHIP_NAMES + ["draw", "none"])
DRAW: Final = 4
NO_TIE: Final = 5


def seat() -> Field:
    """The seat that acted."""
    return Field("seat", PLAYER)


def ship() -> Field:
    """The ship where it happened."""
    return Field("ship", SHIP)


def card() -> Field:
    """The card, by its number."""
    return Field("card", CARD)


EVENTS: Final = EventTable()
TURN_BEGAN: Final = EVENTS.add(
    "turn_began",
    [Field("turn"), Field("splitter", PLAYER)],
    items=Field("cards", CARD),
    hides_items=True,
)
SETS_SPLIT: Final = EVENTS.add("split", [seat(), Field("division", DIVISION)])
SET_PICKED: Final = EVENTS.add("picked", [seat(), Field("set", SET)])
REINFORCED: Final = EVENTS.add("reinforced", [seat(), ship(), card()])
PARROT_PLACED: Final = EVENTS.add("parrot_placed", [seat(), ship()], [card()])
BOARDED: Final = EVENTS.add("boarded", [seat(), ship()], [card()])
SKELETON_RAISED: Final = EVENTS.add("skeleton_raised", [seat(), ship(), card()])
KRAKEN_TOOK: Final = EVENTS.add(
    "kraken_took", [seat(), ship(), Field("from", PLAYER), Field("face_up")], [card()]
)
KRAKEN_IDLE: Final = EVENTS.add("kraken_idle", [seat()])
TORTUGA_CALLED: Final = EVENTS.add("tortuga_called", [seat()])
PARROT_TURNED: Final = EVENTS.add("parrot_turned", [seat(), ship(), Field("place"), card()])
PARROT_STAYED: Final = EVENTS.add("parrot_stayed", [seat(), ship(), Field("place")], [card()])
CAPTAIN_SET: Final = EVENTS.add("captain_set", [ship(), seat()])
CAPTAIN_LEFT: Final = EVENTS.add("captain_left", [ship(), seat()])
FLAG_PASSED: Final = EVENTS.add("flag_passed", [seat()])
SCORED: Final = EVENTS.add("scored", [seat(), Field("chest"), Field("ships"), Field("total")])
GAME_OVER: Final = EVENTS.add("game_over", [Field("winner", PLAYER), Field("tie_break", TIE_BREAK)])
