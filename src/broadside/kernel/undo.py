"""Undo: whether decisions can be taken back without anybody having learned anything.

No game lists what may be undone. Chance that was drawn, a card that somebody has come to know, and
sealed answers that were opened cannot be forgotten; everything else can.
"""

from __future__ import annotations

from .state import State
from .window import VOTE


def can_take_back(states: list[State]) -> bool:
    """Whether one may go back from the last of these states, one per decision, to the first."""
    for place in range(1, len(states)):
        if reveals(states[place - 1], states[place]):
            return False
    return True


def reveals(before: State, after: State) -> bool:
    """Whether the decision between two states brought something to light."""
    if after.waiting == 0:
        return True  # at the end everything is told
    if before.rng.write() != after.rng.write():
        return True
    if before.window == VOTE and before.waiting & (before.waiting - 1) == 0:
        return True  # the last sealed answer opens them all
    for card in range(len(after.knows)):
        if after.knows[card] & ~before.knows[card]:
            return True
    return False
