"""The rules: a round from course to landing, and what may be done in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import Denial, Prompt

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
    CALL_MUTINY,
    CAPTAINS_SIDE,
    CARDS,
    DECLINE,
    FORT,
    MUTINEERS_SIDE,
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

# Agenda steps. The top of the stack is what the table is doing now.
COURSE: Final = 0
MUTINY: Final = 1
SIDES: Final = 2
REPLY: Final = 3
LANDING: Final = 4
ROUND_END: Final = 5
STEP_NAMES: Final = ["course", "mutiny", "sides", "reply", "landing", "round_end"]
QUESTIONS: Final = ["set_course", "mutiny_or_pass", "back_a_side", "take_the_bribe"]


def deal(t: Table, rng: Rng) -> None:
    """Three cards each; seat A is the first captain."""
    t.log = []
    t.rng = rng
    t.deck = list(range(CARDS))
    rng.shuffle(t.deck)
    for _ in range(HAND):
        for seat in t.clockwise():
            t.draw(seat)
    begin_round(t)


def decisions_max(seats: int) -> int:
    """Per round: a course; the others pass or call, offer, are answered; all take sides."""
    others = seats - 1
    return ROUNDS * (1 + 3 * others + seats)


# ------------------------------------------------------------ the course of a round


def begin_round(t: Table) -> None:
    """The captain is asked for a course."""
    t.tell(ROUND_BEGAN, t.round, t.captain)
    t.agenda.append(COURSE)
    t.open_turn(t.captain)


def advance(t: Table, done: int) -> None:
    """What follows a step that is done."""
    if done == COURSE:
        t.agenda.append(MUTINY)
        t.open_reaction(t.everyone & ~(1 << t.captain))
    elif done == MUTINY:
        t.agenda.append(LANDING)
        if t.mutineer >= 0:
            t.agenda.append(SIDES)
            t.open_vote(t.everyone)
    elif done == SIDES:
        end_mutiny(t)
    elif done == LANDING:
        land(t)
        t.agenda.append(ROUND_END)
    else:
        end_round(t)


def set_course(t: Table, seat: Seat, course: int) -> None:
    """The captain decides where to land."""
    t.course = course
    t.tell(COURSE_SET, seat, course)
    t.taken()


def call_mutiny(t: Table, seat: Seat, card: int) -> None:
    """The first to call closes the window; the card is shown, and stays in the hand."""
    t.mutineer = seat
    t.show(card)
    t.tell(MUTINY_CALLED, seat, card)
    t.taken()


def make_offer(t: Table, giver: Seat, receiver: Seat, card: int) -> None:
    """The bribe interrupts; the window goes on when it is settled."""
    t.bribers |= 1 << giver
    t.offer = [giver, receiver, card]
    t.show(card)
    t.tell(OFFER_MADE, giver, receiver, card)
    t.agenda.append(REPLY)
    t.paused = t.waiting
    t.open_turn(receiver)


def settle_offer(t: Table, answer: Action) -> None:
    """The card changes hands, or stays."""
    giver, receiver, card = t.offer
    taken = answer.verb == ACCEPT
    if taken:
        t.give(giver, receiver, card)
    t.tell(OFFER_SETTLED, receiver, int(taken))
    t.offer = []
    t.agenda.pop()
    t.open_reaction(t.paused)
    t.paused = 0


def abstain(t: Table, seat: Seat) -> None:
    """No card, no side; everybody sees that."""
    t.tell(ABSTAINED, seat)
    t.answered(seat)


def back(t: Table, seat: Seat, side: int, card: int) -> None:
    """A sealed card for a side that nobody else knows."""
    t.seal(seat, side, card)
    t.answered(seat)


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


def land(t: Table) -> None:
    """A port gives everyone a card; a fort pays the captain on a good roll."""
    die = 1 + int(t.rng.below(6))
    t.tell(ROLLED, die)
    if t.course == PORT:
        for seat in t.clockwise():
            t.draw(seat)
    elif die >= FORT_PAYS_FROM:
        t.pay(t.captain, die)


def end_round(t: Table) -> None:
    """The next seat is captain, until six rounds are played."""
    t.round += 1
    t.bribers = 0
    if t.round < ROUNDS:
        t.captain = (t.captain + 1) % t.seats
        begin_round(t)


# --------------------------------------------------------------- what may be done


def options(t: Table, seat: Seat, step: int) -> list[Action]:
    """The legal actions of a seat that is asked, ordered by code."""
    hand = sorted(t.hands[seat])
    if step == COURSE:
        return [ACTIONS.pick(SET_COURSE, PORT), ACTIONS.pick(SET_COURSE, FORT)]
    if step == REPLY:
        return [ACTIONS.pick(ACCEPT), ACTIONS.pick(DECLINE)]
    if step == SIDES:
        backings = [backing(side, card) for side in range(2) for card in hand]
        return [ACTIONS.pick(ABSTAIN), *backings]
    calls = [ACTIONS.pick(CALL_MUTINY, card) for card in hand]
    has_bribed = t.bribers >> seat & 1
    return [ACTIONS.pick(PASS), *calls, *([] if has_bribed else bribes(t, seat))]


def bribes(t: Table, seat: Seat) -> list[Action]:
    """Every card of the hand to everybody else."""
    others = [other for other in range(t.seats) if other != seat]
    return [offering(card, other) for card in sorted(t.hands[seat]) for other in others]


def denials(t: Table, seat: Seat) -> list[Denial]:
    """One bribe per seat and round."""
    if t.agenda[-1] != MUTINY or not t.bribers >> seat & 1:
        return []
    reason = "you have made your offer of this round"
    return [Denial(offer, "one_bribe_a_round", reason, "bribe") for offer in bribes(t, seat)]


def question(t: Table, seat: Seat, step: int) -> Prompt:
    """What the seat is asked; whoever says nothing does nothing."""
    legal = options(t, seat, step)
    return Prompt(QUESTIONS[step], STEP_NAMES[step], legal[-1] if step == REPLY else legal[0])
