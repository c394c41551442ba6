"""Undo: whether decisions can be taken back without anybody having learned anything.

No game lists what may be undone. Chance that was drawn, a card that somebody has come to know, and
sealed answers that were opened cannot be forgotten; nor can anything else that whoever decided had
no way to know before, such as that all others had passed. Everything else can. A window that is
closed apart ends what can be taken back: whoever calls begins anew there.
"""

from __future__ import annotations

from .event import Seat, View
from .rng import FastRng
from .state import State
from .window import VOTE


def can_take_back(state: State, actions: list[tuple[Seat, str]]) -> bool:
    """Whether one may go back to this state from where these actions have led."""
    before = state
    for seat, text in actions:
        after = before.clone()
        after.play(seat, text)
        if reveals(before, after) or teaches(before, seat, text):
            return False
        before = after
    return True


def reveals(before: State, after: State) -> bool:
    """Whether the decision between two states brought something to light."""
    if after.is_over():
        return True  # at the end everything is told
    if before.rng.write() != after.rng.write():
        return True
    is_last = before.waiting & (before.waiting - 1) == 0
    if before.window == VOTE and is_last and not after.rests:
        return True  # the last sealed answer opens them all
    for card in range(len(after.knows)):
        if after.knows[card] & ~before.knows[card] & after.everyone:
            return True
    return False


def teaches(before: State, seat: Seat, text: str) -> bool:
    """Whether a seat learns something by what it does.

    It does if the same would look otherwise in a world that it cannot tell from the table. The last
    pass does that if it closes a window: in the world those are asked who seem to be. If the window
    rests, it looks like any other pass.
    """
    world = before.determinize(seat, FastRng(0))
    return _seen_after(before.clone(), seat, text) != _seen_after(world, seat, text)


def _seen_after(
    trial: State, seat: Seat, text: str
) -> tuple[View, list[View], list[Seat], list[str]]:
    """All that a seat can see when it has done something."""
    trial.log = []
    trial.play(seat, text)
    texts = [action.text for action in trial.legal(seat)]
    return trial.view(seat), trial.seen_events(seat), trial.seen_waiting(seat), texts
