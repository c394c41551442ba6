"""Plays: which card an action plays, what for, and whether a Traitor cancels it, also a Traitor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import mask_of
from broadside.kernel.step import Denial, Step
from broadside.kernel.window import REACTION, Window

from . import cards, openings, verbs
from .events import AS_CREW, BY_FORCE, CARD_PLAYED, FOR_CALL, FOR_EFFECT, FOR_MUSTER, NO_SIDE
from .questions import IDLE_S, no_card
from .verbs import ACTIONS, BETRAY, DECLINE, KIND_PLAYED

if TYPE_CHECKING:
    from .table import Table

REACT_MS: Final = 1500
"""How long a reaction stays open if nobody does anything.  JR-T6"""
FIRST_TRAITOR: Final[int] = cards.KIND_OF.index(cards.FIRST_CHARACTER + cards.TRAITOR)
"""No other crew card has a higher number."""
TRAITORS: Final[int] = cards.kinds_of([cards.TRAITOR])
WITH_TRAITOR: Final[list[Action]] = [DECLINE.of(), BETRAY.of()]
OTHER_USES: Final = {
    verbs.MUSTER: FOR_MUSTER,
    verbs.CALL: FOR_CALL,
    verbs.JOIN_SIDE: AS_CREW,
    verbs.ENLIST: BY_FORCE,
}
"""What a verb plays its card for, if not for effect."""
GIVEN_SIDES: Final = {
    verbs.CALL: verbs.MUTINEERS_SIDE,
    verbs.CALL_SEA_DOG: verbs.MUTINEERS_SIDE,
    verbs.CALL_CUTTHROAT: verbs.CAPTAINS_SIDE,
}
"""For or against which side a call is."""


def printed_use(action: Action) -> tuple[int, int, Seat]:
    """How an action uses its card, for or against which side, and against whom; by its words."""
    side, target = GIVEN_SIDES.get(action.verb, NO_SIDE), cards.NOBODY
    for place, domain in enumerate(action.verb.domains):
        if domain is verbs.SIDE:
            side = action.args[place]
        elif domain is verbs.SEAT and target == cards.NOBODY:
            target = action.args[place]
    return OTHER_USES.get(action.verb, FOR_EFFECT), side, target


USES: Final[list[tuple[int, int, Seat]]] = [printed_use(action) for action in ACTIONS.actions]
"""By the action's code."""


def use_of(t: Table, action: Action) -> tuple[int, int, Seat]:
    """How an action uses its card, for or against which side, and against whom."""
    if action.verb is verbs.ENLIST:
        return BY_FORCE, t.forced_side, cards.NOBODY
    return USES[action.code]


def card_for(t: Table, seat: Seat, action: Action) -> int:
    """The hand card that an action plays; any-time cards are used once per window.  JR-T4"""
    kind = KIND_PLAYED[action.code]
    is_effect = action.verb is verbs.PLAY or action.verb is verbs.PLAY_SECOND_MATE
    if is_effect and cards.ANY_TIME_KINDS >> kind & 1:
        card = t.unused(seat, kind)
        t.used += (card,)
        return card
    return t.piece_of_kind(t.hands[seat], kind)


class Reacting(Step["Table"]):
    """Whoever has a Traitor may cancel the card on top.  JR-T6"""

    def advance(self, t: Table) -> None:
        """Ask the next Traitor; if nobody is left to ask, the card counts.

        A simulation asks the holders from the player's left, the player last; a live table
        everybody at once who might have one for all that one can see.  JR-T6
        """
        asked = t.react_asked[-1]
        if t.asks_all:
            stays_open = openings.ask_all(t, might_betray(t), ~asked, REACTION)
        else:
            mask = next_holder(t, t.play_seats[-1], asked)
            stays_open = mask != 0
            if stays_open:
                t.open_reaction(mask)
        if stays_open:
            t.number_window(takes_gifts=False)
        else:
            self.end_rest(t)

    def end_rest(self, t: Table) -> None:
        """The card on top was not cancelled: it counts, or cancels the one below.

        If that was a Traitor too, asking about the card below it goes on.
        JR-X14 JR-T6 JR-Q12 JR-Q27
        """
        t.pop()
        seat = t.play_seats[-1]
        action = ACTIONS.actions[t.play_codes[-1]]
        card = t.settle_play()
        if action.verb is BETRAY:
            t.drop(card)
            t.cancel_play(seat)
            t.pop()
        else:
            window: openings.OpenWindow = t.agenda[-1]
            window.resolve(t, seat, card, action)

    def window(self, t: Table) -> Window:
        """All are shown that might have a Traitor.  JR-T6"""
        return openings.counted_window(t, self, might_betray(t))

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Decline, or play a Traitor if there is one in the hand.  JR-X14"""
        return WITH_TRAITOR if has_traitor(t, seat) else DECLINE.actions

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A Traitor cancels.  JR-X14"""
        return no_card(action, "JR-X14")

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Let the card be, or play a Traitor, which may itself be cancelled.  JR-X14"""
        t.react_asked = t.react_asked[:-1] + (t.react_asked[-1] | 1 << seat,)
        if action.verb is DECLINE:
            t.answered(seat)
        else:
            begin(t, seat, action)


REACTING: Final = Reacting("react", ["react"], "JR-T6", [DECLINE, BETRAY], REACT_MS, IDLE_S)


def begin(t: Table, seat: Seat, action: Action) -> None:
    """Play the card of an action face up; before it counts, Traitors are asked.

    In a simulation it counts at once if nobody has one.  JR-T6 JR-X0
    """
    card = card_for(t, seat, action)
    t.play_card(seat, card)
    if t.log is not None:
        use, side, target = use_of(t, action)
        t.tell_to(t.everyone, CARD_PLAYED, seat, card, use, side, target)
    t.taken()
    if t.asks_all or action.verb is BETRAY or next_holder(t, seat, 0):
        t.stack_play(seat, card, action)
        t.push(REACTING)
    else:
        window: openings.OpenWindow = t.agenda[-1]
        window.resolve(t, seat, card, action)


def might_betray(t: Table) -> int:
    """The seats that might have a Traitor, for all that everybody can see.  JR-T6 JR-Q50"""
    return mask_of([seat for seat in range(t.seats) if openings.might_hold(t, seat, TRAITORS)])


def next_holder(t: Table, player: Seat, asked: int) -> int:
    """The next seat with a Traitor that was not asked about a card, as a mask.  JR-T6"""
    for seat in t.clockwise(t.left_of(player)):
        if has_traitor(t, seat) and not asked >> seat & 1:
            return 1 << seat
    return 0


def has_traitor(t: Table, seat: Seat) -> bool:
    """Whether a Traitor is in a hand: it would be the last card.  JR-X14"""
    hand = t.hands[seat]
    return len(hand) > 0 and hand[-1] >= FIRST_TRAITOR
