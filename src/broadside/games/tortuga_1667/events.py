"""Everything that can happen in Tortuga 1667, as it is told.

Slots of the event row are told from 1. The secret part of an event is for those who may know it: a
Loyalty card for its owner, a drawn Vote card for its drawer, a peeked event for its peeker.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from .cards import PIECE_NAMES, PLACE_NAMES, STAR_NAMES, TREASURY_NAMES
from .verbs import BOAT, PLAYER

CARD: Final = Domain("card", PIECE_NAMES)
"""By the number of the piece: Vote cards, event cards, Loyalty cards."""
STAR: Final = Domain("star", STAR_NAMES)
PLACE: Final = Domain("place", PLACE_NAMES)
TREASURY: Final = Domain("treasury", TREASURY_NAMES)

ATTACK_VOTE: Final = 0
MUTINY_VOTE: Final = 1
BRAWL_VOTE: Final = 2
VOTE_NAMES: Final = ["attack", "mutiny", "brawl"]
VOTE: Final = Domain("vote", VOTE_NAMES)

ATTACK_FAILED: Final = 0
ATTACK_WON: Final = 1
MUTINY_FAILED: Final = 2
MUTINY_WON: Final = 3
BRAWL_BRITISH: Final = 4
BRAWL_FRENCH: Final = 5
BRAWL_TIED: Final = 6
OUTCOME_NAMES: Final = [
    "attack_failed",
    "attack_won",
    "mutiny_failed",
    "mutiny_won",
    "brawl_british",
    "brawl_french",
    "brawl_tied",
]
OUTCOME: Final = Domain("outcome", OUTCOME_NAMES)

BY_CAPTAIN: Final = 0
BY_MUTINY: Final = 1
BY_PISTOL: Final = 2
BY_BLACK_SPOT: Final = 3
BY_ALBATROSS: Final = 4
BY_BLACK_POWDER: Final = 5
CAUSE_NAMES: Final = ["captain", "mutiny", "pistol", "black_spot", "albatross", "black_powder"]
CAUSE: Final = Domain("cause", CAUSE_NAMES)

NOT_ENDED: Final = 0
BY_LEAD: Final = 1
BY_TIE: Final = 2
BY_RACE: Final = 3
BY_CAP: Final = 4
ENDING_NAMES: Final = ["none", "lead", "dutch_tie", "race_won", "race_drawn"]
ENDING: Final = Domain("ending", ENDING_NAMES[BY_LEAD:])


def seat() -> Field:
    """The seat that acted."""
    return Field("seat", PLAYER)


def other() -> Field:
    """The seat that it happened to."""
    return Field("other", PLAYER)


def card(name: str = "card") -> Field:
    """A card, by the number of its piece."""
    return Field(name, CARD)


def place(name: str = "place") -> Field:
    """A ship, a rowboat or the island."""
    return Field(name, PLACE)


def treasury(name: str) -> Field:
    """Where a chest lies."""
    return Field(name, TREASURY)


EVENTS: Final = EventTable()
# Set-up.
STARS_CHOSEN: Final = EVENTS.add("stars_chosen", [], items=Field("stars", STAR))
LOYALTY_DEALT: Final = EVENTS.add("loyalty_dealt", [seat()], [card("loyalty")])
LOYALTY_SHOWN: Final = EVENTS.add("loyalty_shown", [seat(), card("loyalty")])
ROW_LAID: Final = EVENTS.add("row_laid", [Field("cards"), Field("deck")])
EVENTS_REMOVED: Final = EVENTS.add("events_removed", [Field("cards")])
PAWN_PLACED: Final = EVENTS.add("pawn_placed", [seat(), place(), Field("rank")])
CHEST_STOWED: Final = EVENTS.add("chest_stowed", [seat(), treasury("to")])
# The turn.
TURN_BEGAN: Final = EVENTS.add("turn_began", [Field("turn"), seat()])
TURN_LOST: Final = EVENTS.add("turn_lost", [seat(), Field("skips")])
IDLED: Final = EVENTS.add("idled", [seat()])
GUARD_STRUCK: Final = EVENTS.add("guard_struck", [Field("turns")])
PEEKED: Final = EVENTS.add(
    "peeked", [seat(), Field("first"), Field("second")], [card("first_card"), card("second_card")]
)
FORCED: Final = EVENTS.add("forced", [seat(), other(), Field("first"), Field("second")])
HESITATED: Final = EVENTS.add("hesitated", [seat(), other()])
ROWED: Final = EVENTS.add("rowed", [seat(), place("from"), place("to")])
LETTER_USED: Final = EVENTS.add("letter_used", [seat(), other(), place("from"), place("to")])
SMUGGLED: Final = EVENTS.add("smuggled", [seat(), treasury("from"), treasury("to")])
# Votes.
VOTE_CALLED: Final = EVENTS.add(
    "vote_called", [seat(), Field("vote", VOTE), place()], items=Field("voters", PLAYER)
)
VOTE_SENT: Final = EVENTS.add("vote_sent", [seat(), Field("cards")])
EL_DORADO_USED: Final = EVENTS.add("el_dorado_used", [seat()])
VOTES_SHOWN: Final = EVENTS.add("votes_shown", [Field("vote", VOTE)], items=card("cards"))
VOTE_COUNTED: Final = EVENTS.add(
    "vote_counted",
    [Field("vote", VOTE), Field("first"), Field("second"), Field("third")]
    + [Field("outcome", OUTCOME)],
)
CHEST_TAKEN: Final = EVENTS.add("chest_taken", [seat(), treasury("from"), treasury("to")])
CHEST_DECLINED: Final = EVENTS.add("chest_declined", [seat()])
BRAWL_SETTLED: Final = EVENTS.add("brawl_settled", [Field("british"), Field("french")])
VOTES_SHUFFLED: Final = EVENTS.add("votes_shuffled", [Field("cards")])
VOTE_CARD_DRAWN: Final = EVENTS.add("vote_card_drawn", [seat()], [card()])
# Marooning.
MAROONED: Final = EVENTS.add(
    "marooned", [seat(), Field("by", PLAYER), Field("cause", CAUSE), place("from")]
)
VOTE_CARD_LOST: Final = EVENTS.add("vote_card_lost", [seat()], [card()])
FOUNTAIN_USED: Final = EVENTS.add("fountain_used", [seat(), Field("cause", CAUSE)])
# Events.
REVEALED: Final = EVENTS.add("revealed", [seat(), Field("slot"), card()])
NO_EFFECT: Final = EVENTS.add("no_effect", [seat(), card()])
CARD_KEPT: Final = EVENTS.add("card_kept", [seat(), card()])
MAP_GIVEN: Final = EVENTS.add("map_given", [seat(), other(), card()])
ATLANTIS_USED: Final = EVENTS.add("atlantis_used", [seat(), place("from"), place("to")])
ATLANTIS_HELD: Final = EVENTS.add("atlantis_held", [seat()])
ATLANTIS_ASKED: Final = EVENTS.add("atlantis_asked", [seat()])
ALBATROSSES_STRUCK: Final = EVENTS.add("albatrosses_struck", [place()])
BOAT_EXPLODED: Final = EVENTS.add("boat_exploded", [seat(), Field("boat", BOAT)])
LOYALTIES_SHUFFLED: Final = EVENTS.add("loyalties_shuffled", [seat(), other()])
HAND_RETURNED: Final = EVENTS.add("hand_returned", [seat(), other(), Field("cards")])
VOTE_CARD_GIVEN: Final = EVENTS.add("vote_card_given", [seat(), other()], [card()])
VOTE_DECK_SHUFFLED: Final = EVENTS.add("vote_deck_shuffled", [Field("cards")])
LINE_DRAWN: Final = EVENTS.add("line_drawn", [place()], items=Field("line", PLAYER))
SWAPPED: Final = EVENTS.add("swapped", [seat(), other(), place("from"), place("to")])
STORM_BROKE: Final = EVENTS.add("storm_broke", [place(), Field("chests")])
CODE_MARKED: Final = EVENTS.add("code_marked", [seat()])
SCURVY_STRUCK: Final = EVENTS.add("scurvy_struck", [place()], items=Field("seats", PLAYER))
DISCARDED: Final = EVENTS.add("discarded", [card()])
SLOT_REFILLED: Final = EVENTS.add("slot_refilled", [Field("slot"), Field("deck")])
ROW_SHUFFLED: Final = EVENTS.add("row_shuffled", [Field("cards")])
# The end.
RACE_BEGAN: Final = EVENTS.add("race_began", [Field("british"), Field("french")])
EVENTS_SHUFFLED: Final = EVENTS.add("events_shuffled", [Field("cards")])
REMOVED_SHOWN: Final = EVENTS.add("removed_shown", [], items=card("cards"))
SCORED: Final = EVENTS.add("scored", [Field("british"), Field("french")])
GAME_OVER: Final = EVENTS.add(
    "game_over", [Field("ending", ENDING)], items=Field("winners", PLAYER)
)
