"""The round: roll, place the dice, choose cards, act one after the other, refill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits
from broadside.kernel.step import Choice, Denial, Step
from broadside.kernel.window import Window

from . import ghost, loading, movement, scoring
from .cards import (
    ACTION_NAMES,
    BACKWARD_SYMBOL,
    DECK,
    EVENING_OF,
    FORWARD_SYMBOL,
    HAND,
    MAP,
    MAP_HAND,
    MORNING_OF,
    NO_CARD,
)
from .events import (
    ACTION_BEGAN,
    CARDS_LAID,
    DICE_PLACED,
    DICE_ROLLED,
    EVENING,
    MORNING,
    ROUND_BEGAN,
)
from .verbs import BACKWARD, CHOICES, CHOOSE, FORWARD, PLACE_DICE, placing

if TYPE_CHECKING:
    from .table import Table

SIDES: Final = 6
CHOICES_OF: Final[list[list[Action]]] = [
    [CHOICES[card] for card in bits(hand)] for hand in range(1 << DECK)
]
"""By the cards of a hand, as a mask."""


class PlacingDice(Choice["Table"]):
    """The Captain puts one die on morning, one on evening; doubles place themselves.  JAM-R1"""

    def __init__(self) -> None:
        super().__init__("placing_dice", ["place_dice"], "JAM-R1", [PLACE_DICE])

    def chooser(self, t: Table) -> Seat:
        """The Captain."""
        return t.captain

    def options(self, t: Table) -> list[Action]:
        """Both ways round.  JAM-R1"""
        low, high = min(t.first_die, t.second_die), max(t.first_die, t.second_die)
        both = [placing(low, high), placing(high, low)]
        return both if low != high else both[:1]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """The dice are placed as they were rolled.  JAM-R1"""
        if action in t.choices:
            return None
        reason = f"the dice show {t.first_die} and {t.second_die}: place one on each time of day"
        return Denial(action, "dice_as_rolled", reason, "JAM-R1")

    def default(self, t: Table, seat: Seat) -> Action:
        """The higher die on morning."""
        return t.choices[1]

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The values hold for all seats this round.  JAM-R1"""
        t.agenda.pop()
        t.morning = action.first + 1
        t.evening = action.second + 1
        t.tell(DICE_PLACED, t.captain, t.morning, t.evening)


class ChoosingCards(Step["Table"]):
    """Every seat lays one card face down, all at once.  JAM-R2"""

    def __init__(self) -> None:
        super().__init__("choosing_cards", ["choose_card"], "JAM-R2", [CHOOSE])

    def advance(self, t: Table) -> None:
        """Ask whoever has no card before it; when all have, the cards are played.  JAM-R2"""
        missing = 0
        for seat in range(t.seats):
            if t.laid[seat] == NO_CARD:
                missing |= 1 << seat
        if missing:
            t.open_vote(missing)
        else:
            close_choice(t)

    def window(self, t: Table) -> Window:
        """Nobody sees who has laid a card already.  JAM-Q27"""
        return Window(t.window, t.everyone)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Every card of the hand."""
        mask: i64 = 0
        bit: i64 = 1
        for card in t.hands[seat]:
            mask |= bit << card
        return CHOICES_OF[mask]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A card is laid from the hand.  JAM-R2"""
        if action.first in t.hands[seat]:
            return None
        reason = f"{ACTION_NAMES[action.first]} is not in your hand"
        return Denial(action, "card_not_in_hand", reason, "JAM-R2")

    def default(self, t: Table, seat: Seat) -> Action:
        """The card that was drawn first."""
        return CHOICES[t.hands[seat][0]]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """A card is laid; nobody is told."""
        t.answered(seat)
        t.lay_card(seat, action.first)


class NextTurn(Step["Table"]):
    """The Captain first, then clockwise, each seat plays its card."""

    def advance(self, t: Table) -> None:
        """Each reveals its card on its own turn only. Behind all seats comes the ghost ship.

        JAM-R3 JAM-G2
        """
        if t.turns == t.seats:
            t.agenda.pop()
            if t.has_ghost():
                t.agenda.append(ghost.GHOST_EVENING)
                t.agenda.append(ghost.GHOST_MORNING)
            return
        t.turns += 1
        seat = t.turn_seat()
        if not t.revealed >> seat & 1:
            t.reveal_card(seat)
        t.agenda.append(EVENING_ACTION)
        t.agenda.append(MORNING_ACTION)


class CardAction(Step["Table"]):
    """One half of the card of the seat whose turn it is."""

    def __init__(self, name: str, time: int) -> None:
        super().__init__(name)
        self.time = time

    def advance(self, t: Table) -> None:
        """Do what a symbol says with a die, entirely, before anything else.  JAM-R3 JAM-R4"""
        t.agenda.pop()
        t.clear_move()
        seat = t.turn_seat()
        is_morning = self.time == MORNING
        symbol = (MORNING_OF if is_morning else EVENING_OF)[t.laid[seat]]
        die = t.morning if is_morning else t.evening
        t.tell(ACTION_BEGAN, seat, self.time, symbol, die)
        if symbol == FORWARD_SYMBOL or symbol == BACKWARD_SYMBOL:
            t.mover = seat
            t.steps = die
            t.direction = FORWARD if symbol == FORWARD_SYMBOL else BACKWARD
            t.agenda.append(movement.SAILING)
        else:
            loading.load(t, seat, symbol, die)  # no arrival: no battle, no fee  JAM-B1 JAM-F3


class RoundEnds(Step["Table"]):
    """The end of a round, and perhaps of the game."""

    def advance(self, t: Table) -> None:
        """The game ends with the round in which a ship finished, or with the last one allowed.

        Else the hands are refilled and the left neighbour becomes Captain.
        JAM-R5 JAM-E2 JAM-Q22
        """
        t.agenda.pop()
        t.clear_move()
        for seat in range(t.seats):
            t.discard_laid(seat)
        t.revealed = 0
        if scoring.has_finisher(t) or t.round == t.rounds_max:
            scoring.end(t)
            return
        for place in range(t.seats):
            refill(t, (t.captain + place) % t.seats)
        t.captain = (t.captain + 1) % t.seats
        begin(t)


PLACING_DICE: Final = PlacingDice()
CHOOSING_CARDS: Final = ChoosingCards()
NEXT_TURN: Final = NextTurn("next_turn")
MORNING_ACTION: Final = CardAction("morning_action", MORNING)
EVENING_ACTION: Final = CardAction("evening_action", EVENING)
ROUND_ENDS: Final = RoundEnds("round_ends")


def begin(t: Table) -> None:
    """The Captain rolls both action dice, for everybody to see.  JAM-R1 JAM-D1"""
    t.round += 1
    t.turns = 0
    t.revealed = 0
    t.morning = 0
    t.evening = 0
    t.agenda = [ROUND_ENDS, NEXT_TURN, CHOOSING_CARDS, PLACING_DICE]
    t.first_die = 1 + int(t.rng.below(SIDES))
    t.second_die = 1 + int(t.rng.below(SIDES))
    t.tell(ROUND_BEGAN, t.round, t.captain)
    t.tell(DICE_ROLLED, t.captain, t.first_die, t.second_die)


def close_choice(t: Table) -> None:
    """All have chosen. With `reveal=together` all cards are shown now.  JAM-R3"""
    t.agenda.pop()
    t.tell(CARDS_LAID, t.round)
    for seat in range(t.seats):
        if t.is_together:
            t.reveal_card((t.captain + seat) % t.seats)
        else:
            t.hide_laid(seat)


def refill(t: Table, seat: Seat) -> None:
    """Draw up to three cards, four with Morgan's Map; an empty pile is made anew first.

    Who has more already just does not draw.  JAM-R5 JAM-T2 JAM-Q15
    """
    size = MAP_HAND if t.powers[MAP] == seat else HAND
    while len(t.hands[seat]) < size:
        if not t.piles[seat]:
            t.shuffle_discards(seat)
        t.draw_card(seat)
    t.work_out(seat)
