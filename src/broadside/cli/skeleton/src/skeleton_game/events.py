"""Everything that can happen, as it is told."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import EventTable, Field

from .verbs import CARD, PLAYER

EVENTS: Final = EventTable()
# Public fields first, then the secret ones, which only some seats are told.
DRAWN: Final = EVENTS.add("drawn", [Field("seat", PLAYER)], [Field("card", CARD)])
PLAYED: Final = EVENTS.add("played", [Field("seat", PLAYER), Field("card", CARD)])
TRICK_TAKEN: Final = EVENTS.add("trick_taken", [Field("seat", PLAYER)])
