"""The rules: a round from course to landing. Each step says what it asks, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.step import Choice, Denial, Step

from .events import (
    ABSTAINED,
    COURSE_SET,
    MUTINY_CALLED,
    MUTINY_ENDED,
    OFFER_MADE,
    OFFER_SETTLED,
    ROLLED,
    ROUND_BEGAN,
)
from .verbs import (
    ABSTAIN,
    ACCEPT,
    ACTIONS,
    BACK,
    CALL_MUTINY,
    CAPTAINS_SIDE,
    CARDS,
    DECLINE,
    MUTINEERS_SIDE,
    OFFER,
    PASS,
    PORT,
    SET_COURSE,
    backing,
    offering,
)

if TYPE_CHECKING:
    from .table import Table

ROUNDS: Final = 6
HAND: Final = 3
FORT_PAYS_FROM: Final = 4
REFUSALS: Final = ["not_in_hand", "nobody_there", "one_bribe_a_round"]


def deal(t: Table, rng: Rng) -> None:
    """Three cards each; seat A is the first captain."""
    t.set_out()
    t.log = []
    t.rng = rng
    deck = list(range(CARDS))
    rng.shuffle(deck)
    t.deck = tuple(deck)
    for _ in range(HAND):
        for seat in t.clockwise():
            t.draw(seat)
    begin_round(t)
    t.run()


def decisions_max(seats: int) -> int:
    """Per round: a course; the others pass or call, offer, are answered; all take sides."""
    others = seats - 1
    return ROUNDS * (1 + 3 * others + seats)


def begin_round(t: Table) -> None:
    """The captain is asked for a course."""
    t.tell(ROUND_BEGAN, t.round, t.captain)
    t.agenda.append(COURSE)


def missing(t: Table, seat: Seat, action: Action, card: int) -> Denial | None:
    """Nobody plays a card that is not in the hand."""
    if card in t.hands[seat]:
        return None
    return Denial(action, "not_in_hand", "this card is not in your hand", "hand")


class Course(Choice["Table"]):
    """A turn: the captain decides where to land."""

    def __init__(self) -> None:
        super().__init__("course", ["set_course"], "course", [SET_COURSE])

    def chooser(self, t: Table) -> Seat:
        """The captain."""
        return t.captain

    def options(self, t: Table) -> list[Action]:
        """Both courses."""
        return ACTIONS.of_verb(SET_COURSE)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Now the others may mutiny."""
        t.course = action.first
        t.tell(COURSE_SET, seat, action.first)
        t.agenda.pop()
        t.agenda.append(MUTINY)


class Mutiny(Step["Table"]):
    """A reaction: the first to call closes it. A bribe interrupts it."""

    def __init__(self) -> None:
        super().__init__("mutiny", ["mutiny_or_pass"], "mutiny", [PASS, CALL_MUTINY, OFFER])

    def advance(self, t: Table) -> None:
        """All but the captain are asked."""
        t.open_reaction(t.everyone & ~(1 << t.captain))

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Pass, call with any card, or make the one offer of the round."""
        calls = [ACTIONS.pick(CALL_MUTINY, card) for card in sorted(t.hands[seat])]
        has_bribed = t.bribers >> seat & 1
        return [ACTIONS.pick(PASS), *calls, *([] if has_bribed else bribes(t, seat))]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Own cards, others who are there, one bribe per seat and round."""
        if action.verb == PASS:
            return None
        lacks = missing(t, seat, action, action.first)
        if lacks is not None or action.verb == CALL_MUTINY:
            return lacks
        if action.second == seat or action.second >= t.seats:
            return Denial(action, "nobody_there", "a bribe is for another seat", "bribe")
        if not t.bribers >> seat & 1:
            return None
        reason = "you have made your offer of this round"
        return Denial(action, "one_bribe_a_round", reason, "bribe")

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """Another bribe, after the first one."""
        return bribes(t, seat)

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """A card that is shown stays in the hand."""
        if action.verb == OFFER:
            make_offer(t, seat, action.second, action.first)
            return
        if action.verb == CALL_MUTINY:
            t.mutineer = seat
            t.show(action.first)
            t.tell(MUTINY_CALLED, seat, action.first)
            t.taken()
        else:
            t.answered(seat)
        if not t.waiting:
            t.agenda.pop()
            t.agenda.append(LANDING)
            if t.mutineer >= 0:
                t.agenda.append(SIDES)


def bribes(t: Table, seat: Seat) -> list[Action]:
    """Every card of the hand to everybody else."""
    others = [other for other in range(t.seats) if other != seat]
    return [offering(card, other) for card in sorted(t.hands[seat]) for other in others]


def make_offer(t: Table, giver: Seat, receiver: Seat, card: int) -> None:
    """The bribe interrupts; the window goes on when it is settled."""
    t.bribers |= 1 << giver
    t.giver, t.receiver, t.bribe = giver, receiver, card
    t.show(card)
    t.tell(OFFER_MADE, giver, receiver, card)
    t.paused = t.waiting
    t.taken()
    t.agenda.append(REPLY)


class Reply(Choice["Table"]):
    """An interruption: whoever is offered a card takes it or not."""

    def __init__(self) -> None:
        super().__init__("reply", ["take_the_bribe"], "reply", [ACCEPT, DECLINE])

    def chooser(self, t: Table) -> Seat:
        """Whoever is offered the card."""
        return t.receiver

    def options(self, t: Table) -> list[Action]:
        """Yes or no."""
        return [ACTIONS.pick(ACCEPT), ACTIONS.pick(DECLINE)]

    def default(self, t: Table, seat: Seat) -> Action:
        """Whoever says nothing takes nothing."""
        return ACTIONS.pick(DECLINE)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The card changes hands, or stays; the mutiny goes on."""
        taken = action.verb == ACCEPT
        if taken:
            t.give(t.giver, seat, t.bribe)
        t.tell(OFFER_SETTLED, seat, int(taken))
        t.giver = t.receiver = t.bribe = -1
        t.agenda.pop()
        t.open_reaction(t.paused)
        t.paused = 0


class Sides(Step["Table"]):
    """A vote: all back a side with a sealed card, or abstain before all eyes."""

    def __init__(self) -> None:
        super().__init__("sides", ["back_a_side"], "sides", [ABSTAIN, BACK])

    def advance(self, t: Table) -> None:
        """Everybody is asked."""
        t.open_vote(t.everyone)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Any card of the hand for either side."""
        hand = sorted(t.hands[seat])
        return [ACTIONS.pick(ABSTAIN), *[backing(side, card) for side in range(2) for card in hand]]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Own cards."""
        return None if action.verb == ABSTAIN else missing(t, seat, action, action.second)

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """The last answer ends the mutiny."""
        if action.verb == BACK:
            t.seal(seat, action.first, action.second)
        else:
            t.tell(ABSTAINED, seat)
        t.answered(seat)
        if not t.waiting:
            t.agenda.pop()
            end_mutiny(t)


def end_mutiny(t: Table) -> None:
    """The stronger side decides who is captain; a tie is the captain's."""
    crew = [1, 1]
    for seat in t.clockwise():
        side = t.sides[seat]
        brought = t.unseal(seat)
        if brought:
            crew[side] += brought
    t.shuffle_deck()
    if crew[MUTINEERS_SIDE] > crew[CAPTAINS_SIDE]:
        t.captain = t.mutineer
    t.mutineer = -1
    t.tell(MUTINY_ENDED, t.captain)


class Landing(Step["Table"]):
    """Nobody is asked: the ship lands, and the next seat is captain until six rounds are played."""

    def __init__(self) -> None:
        super().__init__("landing")

    def advance(self, t: Table) -> None:
        """A port gives everyone a card; a fort pays the captain on a good roll."""
        t.agenda.pop()
        die = 1 + int(t.rng.below(6))
        t.tell(ROLLED, die)
        if t.course == PORT:
            for seat in t.clockwise():
                t.draw(seat)
        elif die >= FORT_PAYS_FROM:
            t.pay(t.captain, die)
        t.round += 1
        t.bribers = 0
        if t.round < ROUNDS:
            t.captain = (t.captain + 1) % t.seats
            begin_round(t)


COURSE: Final = Course()
MUTINY: Final = Mutiny()
REPLY: Final = Reply()
SIDES: Final = Sides()
LANDING: Final = Landing()
