"""Everything that can happen in Jolly Roger, as it is told.

A seat that is not there is -1. Cards stand by name; which of them only some may know is the secret
part of an event.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from .cards import PIECE_NAMES, SKILL_NAMES, TYPE_NAMES
from .steps import STEP_NAMES
from .verbs import PROMISE, SEAT, SIDE_NAMES, SIGN

CARD: Final = Domain("card", PIECE_NAMES)
"""By the number of the piece: crew, destinations, prizes."""
TYPE: Final = Domain("destination_type", TYPE_NAMES)
SKILL: Final = Domain("skill", SKILL_NAMES)
STEP: Final = Domain("window", STEP_NAMES)
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


def seat(name: str = "seat") -> Field:
    """A seat."""
    return Field(name, SEAT)


def other(name: str) -> Field:
    """A seat, or -1 for nobody."""
    return Field(name)


def card() -> Field:
    """A crew card."""
    return Field("card", CARD)


def prize() -> Field:
    """A prize."""
    return Field("prize", CARD)


def promise(name: str = "promise") -> Field:
    """A promise of the closed list."""
    return Field(name, PROMISE)


EVENTS: Final = EventTable()
# The round.
ROUND_BEGAN: Final = EVENTS.add("round_began", [Field("round"), seat("captain")])
APPOINTED: Final = EVENTS.add("appointed", [seat("captain"), seat("quartermaster")])
ROUND_ENDED: Final = EVENTS.add("round_ended", [Field("round")])
CARD_DRAWN: Final = EVENTS.add("card_drawn", [seat()], [card()])
DRAW_LOST: Final = EVENTS.add("draw_lost", [seat()])
DECK_SHUFFLED: Final = EVENTS.add("deck_shuffled", [Field("cards")])
CARD_DISCARDED: Final = EVENTS.add("card_discarded", [seat(), card()])
# Cards that are played, before and after anybody may cancel them.
CARD_PLAYED: Final = EVENTS.add(
    "card_played", [seat(), card(), Field("use", USE), Field("side", SIDE), other("target")]
)
CARD_CANCELLED: Final = EVENTS.add("card_cancelled", [seat(), seat("owner"), card()])
CARD_STOLEN: Final = EVENTS.add("card_stolen", [seat(), seat("victim")], [card()])
QUARTERMASTER_REPLACED: Final = EVENTS.add("quartermaster_replaced", [seat(), seat("former")])
# The voyage.
DESTINATION_CHOSEN: Final = EVENTS.add("destination_chosen", [seat("captain"), Field("type", TYPE)])
DESTINATION_SHOWN: Final = EVENTS.add("destination_shown", [Field("destination", CARD)])
DESTINATION_RETURNED: Final = EVENTS.add("destination_returned", [Field("type", TYPE)])
DESTINATION_DISCARDED: Final = EVENTS.add("destination_discarded", [Field("destination", CARD)])
NO_DESTINATION: Final = EVENTS.add("no_destination", [])
# The attack.
FIRST_WAIVED: Final = EVENTS.add("first_waived", [seat("quartermaster")])
REVEALED_BY: Final = EVENTS.add("reveal_ordered", [seat("quartermaster")])
OFFICER_HELPED: Final = EVENTS.add(
    "officer_helped", [seat(), Field("skill", SKILL), Field("sign", SIGN)]
)
ALLOTTED: Final = EVENTS.add(
    "allotted", [seat("quartermaster"), Field("nav"), Field("cannons"), Field("sabres")]
)
ATTACK_WON: Final = EVENTS.add(
    "attack_won", [Field("nav"), Field("cannons"), Field("sabres"), Field("prizes")]
)
ATTACK_FAILED: Final = EVENTS.add(
    "attack_failed", [Field("nav"), Field("cannons"), Field("sabres")]
)
# Sharing.
PRIZE_LAID: Final = EVENTS.add("prize_laid", [], [prize()])
PRIZE_SEIZED: Final = EVENTS.add("prize_seized", [seat()], [prize()])
PRIZE_PICKED: Final = EVENTS.add("prize_picked", [seat()], [prize()])
PRIZE_GIVEN: Final = EVENTS.add("prize_given", [seat("quartermaster"), seat()], [prize()])
PRIZE_TAKEN: Final = EVENTS.add("prize_taken", [seat(), seat("owner")], [prize()])
NOTHING_TAKEN: Final = EVENTS.add("nothing_taken", [seat()])
# Port and island.
PORT_REACHED: Final = EVENTS.add("port_reached", [Field("cards")])
PRIZE_TRADED: Final = EVENTS.add("prize_traded", [seat(), prize()])
PRIZE_SOLD: Final = EVENTS.add("prize_sold", [seat(), prize()])
PRIZE_DRAWN: Final = EVENTS.add("prize_drawn", [seat()], [prize()])
ISLAND_REACHED: Final = EVENTS.add("island_reached", [seat()])
ISLAND_MISSED: Final = EVENTS.add("island_missed", [])
GUARD_NAMED: Final = EVENTS.add("guard_named", [seat(), seat("by")])
GUARD_REPLACED: Final = EVENTS.add("guard_replaced", [seat(), seat("former")])
PRIZE_BURIED: Final = EVENTS.add("prize_buried", [seat()], [prize()])
PRIZE_DUG_UP: Final = EVENTS.add("prize_dug_up", [seat(), seat("owner")], [prize()])
# Punishment.
PUNISHMENT_ORDERED: Final = EVENTS.add("punishment_ordered", [seat("captain"), other("suggestion")])
PUNISHMENT_WAIVED: Final = EVENTS.add("punishment_waived", [seat("captain")])
VICTIM_NAMED: Final = EVENTS.add("victim_named", [seat("quartermaster"), seat()])
NO_VICTIM: Final = EVENTS.add("no_victim", [])
# Mutiny.
MUTINY_CALLED: Final = EVENTS.add("mutiny_called", [seat(), seat("captain")])
SIDE_JOINED: Final = EVENTS.add(
    "side_joined",
    [seat(), card(), Field("side", SIDE), Field("captains_crew"), Field("mutineers_crew")],
)
THROAT_CUT: Final = EVENTS.add("throat_cut", [seat(), Field("side", SIDE)])
MUTINY_ENDED: Final = EVENTS.add(
    "mutiny_ended", [Field("winner", SIDE), Field("captains_crew"), Field("mutineers_crew")]
)
CAPTAIN_REPLACED: Final = EVENTS.add("captain_replaced", [seat(), seat("former")])
CREW_SHUFFLED: Final = EVENTS.add("crew_shuffled", [Field("cards")])
CARD_DEALT: Final = EVENTS.add("card_dealt", [seat()], [card()])
# Gifts and promises; `in_return` is what the receiver promises by accepting.
CARD_OFFERED: Final = EVENTS.add(
    "card_offered", [seat(), seat("to"), promise("in_return")], [card()]
)
PRIZE_OFFERED: Final = EVENTS.add(
    "prize_offered", [seat(), seat("to"), promise("in_return")], [prize()]
)
PROMISE_OFFERED: Final = EVENTS.add(
    "promise_offered", [seat(), seat("to"), promise("in_return"), promise()]
)
OFFER_ACCEPTED: Final = EVENTS.add("offer_accepted", [seat(), seat("by")])
OFFER_DECLINED: Final = EVENTS.add("offer_declined", [seat(), seat("by")])
OFFER_WITHDRAWN: Final = EVENTS.add("offer_withdrawn", [seat(), seat("to")])
OFFER_LAPSED: Final = EVENTS.add("offer_lapsed", [seat(), seat("to")])
CARD_GIFTED: Final = EVENTS.add("card_gifted", [seat(), seat("to")], [card()])
PRIZE_GIFTED: Final = EVENTS.add("prize_gifted", [seat(), seat("to")], [prize()])
PRIZE_SHOWN: Final = EVENTS.add("prize_shown", [seat(), seat("to")], [prize()])
PROMISE_MADE: Final = EVENTS.add("promise_made", [seat(), seat("to"), promise()])
PROMISE_KEPT: Final = EVENTS.add("promise_kept", [seat(), seat("to"), promise()])
PROMISE_BROKEN: Final = EVENTS.add("promise_broken", [seat(), seat("to"), promise()])
PROMISE_LAPSED: Final = EVENTS.add("promise_lapsed", [seat(), seat("to"), promise()])
# The end.
PRIZE_REVEALED: Final = EVENTS.add("prize_revealed", [seat(), prize()])
JEWELS_VALUED: Final = EVENTS.add("jewels_valued", [seat(), Field("gold")])
PRIZE_TURNED_UP: Final = EVENTS.add("prize_turned_up", [prize()])
GAME_ENDED: Final = EVENTS.add("game_ended", [Field("gold"), Field("tie_break", TIE_BREAK)])
