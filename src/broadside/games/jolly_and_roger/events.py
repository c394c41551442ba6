"""Everything that can happen in Jolly & Roger, as it is told."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from . import verbs
from .cards import CARD_NAMES, SEAT_NAMES, SHIP_NAMES

CARD: Final = Domain("card", CARD_NAMES)
PLAYER: Final = Domain("seat", SEAT_NAMES, is_seat=True)
TIE_BREAK: Final = Domain("tie_break", SHIP_NAMES + ["draw", "none"])
DRAW: Final = 4
NO_TIE: Final = 5

BY: Final = Field("seat", PLAYER)
ON: Final = Field("ship", verbs.SHIP)
WITH: Final = Field("card", CARD)
"""Who acted, on which ship, with which card."""

EVENTS: Final[EventTable] = EventTable()
TURN_BEGAN: Final = EVENTS.add(
    "turn_began",
    [Field("turn"), Field("splitter", PLAYER)],
    items=Field("cards", CARD),
    hides_items=True,
)
SETS_SPLIT: Final = EVENTS.add("split", [BY, Field("division", verbs.DIVISION)])
SET_PICKED: Final = EVENTS.add("picked", [BY, Field("set", verbs.SET)])
REINFORCED: Final = EVENTS.add("reinforced", [BY, ON, WITH])
PARROT_PLACED: Final = EVENTS.add("parrot_placed", [BY, ON], [WITH])
BOARDED: Final = EVENTS.add("boarded", [BY, ON], [WITH])
SKELETON_RAISED: Final = EVENTS.add("skeleton_raised", [BY, ON, WITH])
KRAKEN_TOOK: Final = EVENTS.add(
    "kraken_took", [BY, ON, Field("from", PLAYER), Field("face_up")], [WITH]
)
KRAKEN_IDLE: Final = EVENTS.add("kraken_idle", [BY])
TORTUGA_CALLED: Final = EVENTS.add("tortuga_called", [BY])
PARROT_TURNED: Final = EVENTS.add("parrot_turned", [BY, ON, Field("place"), WITH])
PARROT_STAYED: Final = EVENTS.add("parrot_stayed", [BY, ON, Field("place")], [WITH])
CAPTAIN_SET: Final = EVENTS.add("captain_set", [ON, BY])
CAPTAIN_LEFT: Final = EVENTS.add("captain_left", [ON, BY])
FLAG_PASSED: Final = EVENTS.add("flag_passed", [BY])
SCORED: Final = EVENTS.add("scored", [BY, Field("chest"), Field("ships"), Field("total")])
GAME_OVER: Final = EVENTS.add("game_over", [Field("winner", PLAYER), Field("tie_break", TIE_BREAK)])
