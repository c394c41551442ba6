"""Everything that a seat can ever do."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import ActionTable, Domain

from .cards import CARD_NAMES

CARD: Final = Domain("card", CARD_NAMES)
PLAYER: Final = Domain("seat", ["A", "B", "C", "D"], is_seat=True)

ACTIONS: Final = ActionTable()
PLAY: Final = ACTIONS.add_verb("play", [CARD])
