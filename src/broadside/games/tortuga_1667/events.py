"""Everything that can happen in Tortuga 1667, as it is told.

Slots of the event row are told from 1. The secret part of an event is for those who may know it: a
Loyalty card for its owner, a drawn Vote card for its drawer, a peeked event for its peeker.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Domain
from broadside.kernel.event import EventTable, Field

from . import verbs
from .cards import PIECE_NAMES, PLACE_NAMES, STAR_NAMES, TREASURY_NAMES

CARD: Final = Domain("card", PIECE_NAMES)
"""By the number of the piece: Vote cards, event cards, Loyalty cards."""
PLACE: Final = Domain("place", PLACE_NAMES)
TREASURY: Final = Domain("treasury", TREASURY_NAMES)

ATTACK_VOTE: Final = 0
MUTINY_VOTE: Final = 1
BRAWL_VOTE: Final = 2
VOTE_NAMES: Final[list[str]] = ["attack", "mutiny", "brawl"]

ATTACK_FAILED: Final = 0
ATTACK_WON: Final = 1
MUTINY_FAILED: Final = 2
MUTINY_WON: Final = 3
BRAWL_BRITISH: Final = 4
BRAWL_FRENCH: Final = 5
BRAWL_TIED: Final = 6
OUTCOME_NAMES: Final = """
    attack_failed attack_won mutiny_failed mutiny_won brawl_british brawl_french brawl_tied
""".split()

BY_CAPTAIN: Final = 0
BY_MUTINY: Final = 1
BY_PISTOL: Final = 2
BY_BLACK_SPOT: Final = 3
BY_ALBATROSS: Final = 4
BY_BLACK_POWDER: Final = 5
CAUSE_NAMES: Final[list[str]] = "captain mutiny pistol black_spot albatross black_powder".split()

NOT_ENDED: Final = 0
BY_LEAD: Final = 1
BY_TIE: Final = 2
BY_RACE: Final = 3
BY_CAP: Final = 4
ENDING_NAMES: Final[list[str]] = ["none", "lead", "dutch_tie", "race_won", "race_drawn"]

SEAT: Final = Field("seat", verbs.PLAYER)
OTHER: Final = Field("other", verbs.PLAYER)
A_CARD: Final = Field("card", CARD)
A_PLACE: Final = Field("place", PLACE)
FROM_PLACE: Final = Field("from", PLACE)
TO_PLACE: Final = Field("to", PLACE)
FROM_TREASURY: Final = Field("from", TREASURY)
TO_TREASURY: Final = Field("to", TREASURY)
LOYALTY: Final = Field("loyalty", CARD)
CARDS: Final = Field("cards")
DECK: Final = Field("deck")
SLOT: Final = Field("slot")
FIRST: Final = Field("first")
SECOND: Final = Field("second")
BRITISH: Final = Field("british")
FRENCH: Final = Field("french")
A_VOTE: Final = Field("vote", Domain("vote", VOTE_NAMES))
A_CAUSE: Final = Field("cause", Domain("cause", CAUSE_NAMES))

EVENTS: Final[EventTable] = EventTable()
# Set-up.
STARS_CHOSEN: Final = EVENTS.add(
    "stars_chosen", [], items=Field("stars", Domain("star", STAR_NAMES))
)
LOYALTY_DEALT: Final = EVENTS.add("loyalty_dealt", [SEAT], [LOYALTY])
LOYALTY_SHOWN: Final = EVENTS.add("loyalty_shown", [SEAT, LOYALTY])
ROW_LAID: Final = EVENTS.add("row_laid", [CARDS, DECK])
EVENTS_REMOVED: Final = EVENTS.add("events_removed", [CARDS])
PAWN_PLACED: Final = EVENTS.add("pawn_placed", [SEAT, A_PLACE, Field("rank")])
CHEST_STOWED: Final = EVENTS.add("chest_stowed", [SEAT, TO_TREASURY])
# The turn.
TURN_BEGAN: Final = EVENTS.add("turn_began", [Field("turn"), SEAT])
TURN_LOST: Final = EVENTS.add("turn_lost", [SEAT, Field("skips")])
IDLED: Final = EVENTS.add("idled", [SEAT])
GUARD_STRUCK: Final = EVENTS.add("guard_struck", [Field("turns")])
PEEKED: Final = EVENTS.add(
    "peeked", [SEAT, FIRST, SECOND], [Field("first_card", CARD), Field("second_card", CARD)]
)
FORCED: Final = EVENTS.add("forced", [SEAT, OTHER, FIRST, SECOND])
HESITATED: Final = EVENTS.add("hesitated", [SEAT, OTHER])
ROWED: Final = EVENTS.add("rowed", [SEAT, FROM_PLACE, TO_PLACE])
LETTER_USED: Final = EVENTS.add("letter_used", [SEAT, OTHER, FROM_PLACE, TO_PLACE])
SMUGGLED: Final = EVENTS.add("smuggled", [SEAT, FROM_TREASURY, TO_TREASURY])
# Votes.
VOTE_CALLED: Final = EVENTS.add(
    "vote_called", [SEAT, A_VOTE, A_PLACE], items=Field("voters", verbs.PLAYER)
)
VOTE_SENT: Final = EVENTS.add("vote_sent", [SEAT])
EL_DORADO_USED: Final = EVENTS.add("el_dorado_used", [SEAT])
VOTES_SHOWN: Final = EVENTS.add("votes_shown", [A_VOTE], items=Field("cards", CARD))
OUTCOME: Final = Field("outcome", Domain("outcome", OUTCOME_NAMES))
VOTE_COUNTED: Final = EVENTS.add("vote_counted", [A_VOTE, FIRST, SECOND, Field("third"), OUTCOME])
CHEST_TAKEN: Final = EVENTS.add("chest_taken", [SEAT, FROM_TREASURY, TO_TREASURY])
CHEST_DECLINED: Final = EVENTS.add("chest_declined", [SEAT])
BRAWL_SETTLED: Final = EVENTS.add("brawl_settled", [BRITISH, FRENCH])
VOTES_SHUFFLED: Final = EVENTS.add("votes_shuffled", [CARDS])
VOTE_CARD_DRAWN: Final = EVENTS.add("vote_card_drawn", [SEAT], [A_CARD])
# Marooning.
MAROONED: Final = EVENTS.add("marooned", [SEAT, Field("by", verbs.PLAYER), A_CAUSE, FROM_PLACE])
VOTE_CARD_LOST: Final = EVENTS.add("vote_card_lost", [SEAT], [A_CARD])
FOUNTAIN_USED: Final = EVENTS.add("fountain_used", [SEAT, A_CAUSE])
# Events.
REVEALED: Final = EVENTS.add("revealed", [SEAT, SLOT, A_CARD])
NO_EFFECT: Final = EVENTS.add("no_effect", [SEAT, A_CARD])
CARD_KEPT: Final = EVENTS.add("card_kept", [SEAT, A_CARD])
MAP_GIVEN: Final = EVENTS.add("map_given", [SEAT, OTHER, A_CARD])
ATLANTIS_USED: Final = EVENTS.add("atlantis_used", [SEAT, FROM_PLACE, TO_PLACE])
ATLANTIS_HELD: Final = EVENTS.add("atlantis_held", [SEAT])
ATLANTIS_ASKED: Final = EVENTS.add("atlantis_asked", [SEAT])
ALBATROSSES_STRUCK: Final[int] = EVENTS.add("albatrosses_struck", [A_PLACE])
BOAT_EXPLODED: Final = EVENTS.add("boat_exploded", [SEAT, Field("boat", verbs.BOAT)])
LOYALTIES_SHUFFLED: Final = EVENTS.add("loyalties_shuffled", [SEAT, OTHER])
HAND_RETURNED: Final = EVENTS.add("hand_returned", [SEAT, OTHER, CARDS])
VOTE_CARD_GIVEN: Final = EVENTS.add("vote_card_given", [SEAT, OTHER], [A_CARD])
VOTE_DECK_SHUFFLED: Final = EVENTS.add("vote_deck_shuffled", [CARDS])
LINE_DRAWN: Final = EVENTS.add("line_drawn", [A_PLACE], items=Field("line", verbs.PLAYER))
SWAPPED: Final = EVENTS.add("swapped", [SEAT, OTHER, FROM_PLACE, TO_PLACE])
STORM_BROKE: Final = EVENTS.add("storm_broke", [A_PLACE, Field("chests")])
CODE_MARKED: Final = EVENTS.add("code_marked", [SEAT])
SCURVY_STRUCK: Final = EVENTS.add("scurvy_struck", [A_PLACE], items=Field("seats", verbs.PLAYER))
DISCARDED: Final = EVENTS.add("discarded", [A_CARD])
SLOT_REFILLED: Final = EVENTS.add("slot_refilled", [SLOT, DECK])
ROW_SHUFFLED: Final = EVENTS.add("row_shuffled", [CARDS])
# The end.
RACE_BEGAN: Final = EVENTS.add("race_began", [BRITISH, FRENCH])
EVENTS_SHUFFLED: Final = EVENTS.add("events_shuffled", [CARDS])
REMOVED_SHOWN: Final = EVENTS.add("removed_shown", [], items=Field("cards", CARD))
SCORED: Final = EVENTS.add("scored", [BRITISH, FRENCH])
ENDING: Final = Field("ending", Domain("ending", ENDING_NAMES[BY_LEAD:]))
GAME_OVER: Final = EVENTS.add("game_over", [ENDING], items=Field("winners", verbs.PLAYER))
