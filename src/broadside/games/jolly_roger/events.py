"""Everything that can happen in Jolly Roger, as it is told.

A seat that is not there is -1. Cards stand by name; which of them only some may know is the secret
part of an event.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from .cards import MULTI_KINDS, PIECE_NAMES, SKILL_NAMES, TYPE_NAMES
from .verbs import PROMISE, RETURN, SEAT, SIDE_NAMES, SIGN

CARD: Final = Domain("card", PIECE_NAMES)
"""By the number of the piece: crew, destinations, prizes."""
TYPE: Final = Domain("destination_type", TYPE_NAMES)
SKILL: Final = Domain("skill", SKILL_NAMES)
SIDE: Final = Domain("side", [*SIDE_NAMES, "none"])
USE: Final = Domain("use", ["muster", "call", "crew", "effect", "forced"])
TIE_BREAK: Final = Domain("tie_break", ["none", "rum", "shared"])

NO_SIDE: Final = 2

FOR_MUSTER: Final = 0
FOR_CALL: Final = 1
AS_CREW: Final = 2
FOR_EFFECT: Final = 3
BY_FORCE: Final = 4

NO_TIE: Final = 0
BY_RUM: Final = 1
SHARED: Final = 2

WHO: Final = Field("seat", SEAT)
TO: Final = Field("to", SEAT)
CAPTAIN: Final = Field("captain", SEAT)
QUARTERMASTER: Final = Field("quartermaster", SEAT)
OWNER: Final = Field("owner", SEAT)
FORMER: Final = Field("former", SEAT)
CREW_CARD: Final = Field("card", CARD)
PRIZE: Final = Field("prize", CARD)
PROMISED: Final = Field("promise", PROMISE)
IN_RETURN: Final = Field("in_return", RETURN)
TOTALS: Final = [Field("nav"), Field("cannons"), Field("sabres")]
STRENGTHS: Final = [Field("captains_crew"), Field("mutineers_crew")]

EVENTS: Final[EventTable] = EventTable()
# The round.
ROUND_BEGAN: Final = EVENTS.add("round_began", [Field("round"), CAPTAIN])
APPOINTED: Final = EVENTS.add("appointed", [CAPTAIN, QUARTERMASTER])
ROUND_ENDED: Final = EVENTS.add("round_ended", [Field("round")])
CARD_DRAWN: Final = EVENTS.add("card_drawn", [WHO], [CREW_CARD])
DRAW_LOST: Final = EVENTS.add("draw_lost", [WHO])
DECK_SHUFFLED: Final = EVENTS.add("deck_shuffled", [Field("cards")])
CARD_DISCARDED: Final = EVENTS.add("card_discarded", [WHO, CREW_CARD])
# Cards that are played, before and after anybody may cancel them.
CARD_PLAYED: Final = EVENTS.add(
    "card_played", [WHO, CREW_CARD, Field("use", USE), Field("side", SIDE), Field("target")]
)
CARD_CANCELLED: Final = EVENTS.add("card_cancelled", [WHO, OWNER, CREW_CARD])
CARD_STOLEN: Final = EVENTS.add("card_stolen", [WHO, Field("victim", SEAT)], [CREW_CARD])
QUARTERMASTER_REPLACED: Final = EVENTS.add("quartermaster_replaced", [WHO, FORMER])
# The voyage.
DESTINATION_CHOSEN: Final = EVENTS.add("destination_chosen", [CAPTAIN, Field("type", TYPE)])
DESTINATION_SHOWN: Final = EVENTS.add("destination_shown", [Field("destination", CARD)])
DESTINATION_RETURNED: Final = EVENTS.add("destination_returned", [Field("type", TYPE)])
DESTINATION_DISCARDED: Final = EVENTS.add("destination_discarded", [Field("destination", CARD)])
NO_DESTINATION: Final = EVENTS.add("no_destination", [])
# The attack.
FIRST_WAIVED: Final = EVENTS.add("first_waived", [QUARTERMASTER])
REVEALED_BY: Final = EVENTS.add("reveal_ordered", [QUARTERMASTER])
OFFICER_HELPED: Final = EVENTS.add(
    "officer_helped", [WHO, Field("skill", SKILL), Field("sign", SIGN)]
)
ALLOTTED: Final = EVENTS.add(
    "allotted", [QUARTERMASTER, *TOTALS, *([CREW_CARD] if len(MULTI_KINDS) > 1 else [])]
)
ATTACK_WON: Final = EVENTS.add("attack_won", [*TOTALS, Field("prizes")])
ATTACK_FAILED: Final = EVENTS.add("attack_failed", TOTALS)
# Sharing.
PRIZE_LAID: Final = EVENTS.add("prize_laid", [], [PRIZE])
PRIZE_SEIZED: Final = EVENTS.add("prize_seized", [WHO], [PRIZE])
PRIZE_PICKED: Final = EVENTS.add("prize_picked", [WHO], [PRIZE])
PRIZE_GIVEN: Final = EVENTS.add("prize_given", [QUARTERMASTER, WHO], [PRIZE])
PRIZE_TAKEN: Final = EVENTS.add("prize_taken", [WHO, OWNER], [PRIZE])
NOTHING_TAKEN: Final = EVENTS.add("nothing_taken", [WHO])
# Port and island.
PORT_REACHED: Final = EVENTS.add("port_reached", [Field("cards")])
PRIZE_TRADED: Final = EVENTS.add("prize_traded", [WHO, PRIZE])
PRIZE_SOLD: Final = EVENTS.add("prize_sold", [WHO, PRIZE])
PRIZE_DRAWN: Final = EVENTS.add("prize_drawn", [WHO], [PRIZE])
ISLAND_REACHED: Final = EVENTS.add("island_reached", [WHO])
ISLAND_MISSED: Final = EVENTS.add("island_missed", [])
GUARD_NAMED: Final = EVENTS.add("guard_named", [WHO, Field("by", SEAT)])
GUARD_REPLACED: Final = EVENTS.add("guard_replaced", [WHO, FORMER])
PRIZES_BURIED: Final = EVENTS.add("prizes_buried", [WHO, Field("count")])
PRIZE_DUG_UP: Final = EVENTS.add("prize_dug_up", [WHO, OWNER], [PRIZE])
# Punishment.
PUNISHMENT_ORDERED: Final = EVENTS.add("punishment_ordered", [CAPTAIN, Field("suggestion")])
PUNISHMENT_WAIVED: Final = EVENTS.add("punishment_waived", [CAPTAIN])
VICTIM_NAMED: Final = EVENTS.add("victim_named", [QUARTERMASTER, WHO])
NO_VICTIM: Final = EVENTS.add("no_victim", [])
# Mutiny.
MUTINY_CALLED: Final = EVENTS.add("mutiny_called", [WHO, CAPTAIN])
SIDE_JOINED: Final = EVENTS.add("side_joined", [WHO, CREW_CARD, Field("side", SIDE), *STRENGTHS])
THROAT_CUT: Final = EVENTS.add("throat_cut", [WHO, Field("side", SIDE)])
MUTINY_ENDED: Final = EVENTS.add("mutiny_ended", [Field("winner", SIDE), *STRENGTHS])
CAPTAIN_REPLACED: Final = EVENTS.add("captain_replaced", [WHO, FORMER])
CREW_SHUFFLED: Final = EVENTS.add("crew_shuffled", [Field("cards")])
CARD_DEALT: Final = EVENTS.add("card_dealt", [WHO], [CREW_CARD])
# Gifts and promises; `in_return` is what the receiver promises by accepting.
CARD_OFFERED: Final = EVENTS.add("card_offered", [WHO, TO, IN_RETURN], [CREW_CARD])
PRIZE_OFFERED: Final = EVENTS.add("prize_offered", [WHO, TO, IN_RETURN], [PRIZE])
PROMISE_OFFERED: Final = EVENTS.add("promise_offered", [WHO, TO, IN_RETURN], [PROMISED])
OFFER_ACCEPTED: Final = EVENTS.add("offer_accepted", [WHO, Field("by", SEAT)])
OFFER_DECLINED: Final = EVENTS.add("offer_declined", [WHO, Field("by", SEAT)])
OFFER_WITHDRAWN: Final = EVENTS.add("offer_withdrawn", [WHO, TO])
OFFER_LAPSED: Final = EVENTS.add("offer_lapsed", [WHO, TO])
CARD_GIFTED: Final = EVENTS.add("card_gifted", [WHO, TO], [CREW_CARD])
PRIZE_GIFTED: Final = EVENTS.add("prize_gifted", [WHO, TO], [PRIZE])
PRIZE_SHOWN: Final = EVENTS.add("prize_shown", [WHO, TO], [PRIZE])
PROMISE_MADE: Final = EVENTS.add("promise_made", [WHO, TO, PROMISED])
PROMISE_KEPT: Final = EVENTS.add("promise_kept", [WHO, TO, PROMISED])
PROMISE_BROKEN: Final = EVENTS.add("promise_broken", [WHO, TO, PROMISED])
PROMISE_LAPSED: Final = EVENTS.add("promise_lapsed", [WHO, TO, PROMISED])
# The end.
PRIZE_REVEALED: Final = EVENTS.add("prize_revealed", [WHO, PRIZE])
JEWELS_VALUED: Final = EVENTS.add("jewels_valued", [WHO, Field("gold")])
PRIZE_TURNED_UP: Final = EVENTS.add("prize_turned_up", [PRIZE])
GAME_ENDED: Final = EVENTS.add("game_ended", [Field("gold"), Field("tie_break", TIE_BREAK)])
