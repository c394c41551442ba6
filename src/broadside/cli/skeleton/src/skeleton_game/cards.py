"""The pieces."""

from __future__ import annotations

from typing import Final

SEATS_MIN: Final = 2
SEATS_MAX: Final = 4
HAND: Final = 3
CARD_NAMES: Final = [str(number) for number in range(1, 17)]
"""A card is its place in this list: a higher place takes the trick."""
CARDS: Final = len(CARD_NAMES)
