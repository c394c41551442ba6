"""The hand limit: whoever holds more discards at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from .cards import CREW_OF_KIND, KIND_OF
from .questions import DISCARD_CARD, QUESTIONS
from .verbs import DISCARDS

if TYPE_CHECKING:
    from .table import Table


def over_limit(t: Table) -> int:
    """The seats that hold too many cards, as a mask.  JR-R1"""
    mask = 0
    limit = t.hand_limit()
    for seat in range(t.seats):
        if len(t.hands[seat]) > limit:
            mask |= 1 << seat
    return mask


def advance(t: Table) -> None:
    """Ask all of them in secret; then the chosen cards are discarded face up.  JR-R1"""
    if not t.is_opened():
        t.ask_sealed(over_limit(t))
        return
    t.pop()
    for seat in t.clockwise(t.captain):
        for card in t.sealed[seat]:
            t.discard_card(seat, card)
        t.sealed[seat] = ()


def hand_left(t: Table, seat: Seat) -> list[int]:
    """The kinds of hand cards that are not chosen yet."""
    found: list[int] = []
    for card in t.hands[seat]:
        kind = KIND_OF[card]
        if card not in t.sealed[seat] and kind not in found:
            found.append(kind)
    return found


def options(t: Table, seat: Seat) -> list[Action]:
    """Any hand card.  JR-R1"""
    return [DISCARDS[kind] for kind in hand_left(t, seat)]


def choose(t: Table, seat: Seat, kind: int) -> None:
    """Choose one more card to discard."""
    for card in t.hands[seat]:
        if KIND_OF[card] == kind and card not in t.sealed[seat]:
            t.sealed[seat] += (card,)
            break
    if len(t.hands[seat]) - len(t.sealed[seat]) <= t.hand_limit():
        t.answered(seat)


def prompt(t: Table, seat: Seat) -> Prompt:
    """Which card to discard: one with the fewest crew members."""
    kinds = hand_left(t, seat)
    best = kinds[0]
    for kind in kinds:
        if CREW_OF_KIND[kind] < CREW_OF_KIND[best]:
            best = kind
    return Prompt(QUESTIONS[DISCARD_CARD], "JR-R1", DISCARDS[best])
