"""Everything that can happen in Parley, as it is told."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import EventTable, Field

from .verbs import CARD, COURSE, PLAYER, SIDE


def seat() -> Field:
    """The seat that acted."""
    return Field("seat", PLAYER)


def card() -> Field:
    """The card, by its number."""
    return Field("card", CARD)


EVENTS: Final = EventTable()
DRAWN: Final = EVENTS.add("drawn", [seat()], [card()])
COURSE_SET: Final = EVENTS.add("course_set", [seat(), Field("course", COURSE)])
MUTINY_CALLED: Final = EVENTS.add("mutiny_called", [seat(), card()])
ABSTAINED: Final = EVENTS.add("abstained", [seat()])
SEALED: Final = EVENTS.add("sealed", [seat()], [Field("side", SIDE), card()])
REVEALED: Final = EVENTS.add("revealed", [seat(), Field("side", SIDE), card()])
DECK_SHUFFLED: Final = EVENTS.add("deck_shuffled", [Field("count")])
MUTINY_ENDED: Final = EVENTS.add("mutiny_ended", [Field("captain", PLAYER)])
OFFER_MADE: Final = EVENTS.add("offer_made", [seat(), Field("to", PLAYER), card()])
OFFER_SETTLED: Final = EVENTS.add("offer_settled", [seat(), Field("taken")])
ROLLED: Final = EVENTS.add("rolled", [Field("die")])
PAID: Final = EVENTS.add("paid", [seat(), Field("gold")])
ROUND_BEGAN: Final = EVENTS.add("round_began", [Field("round"), Field("captain", PLAYER)])
