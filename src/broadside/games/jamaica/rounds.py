"""The round: roll, place the dice, choose cards, act one after the other, refill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Choice, Denial, Step
from broadside.kernel.window import Window

from . import cards, events, ghost, loading, movement, scoring, verbs

if TYPE_CHECKING:
    from .table import Table

SIDES: Final = 6
PLACINGS: Final[list[list[Action]]] = [
    [verbs.PLACE_DICE.of(*dice) for dice in sorted({(first, second), (second, first)})]
    for first in range(SIDES)
    for second in range(SIDES)
]
"""By the first die and the second one, less 1 each."""
CHOICES_OF: Final[list[list[Action]]] = verbs.CHOOSE.by_mask()
"""By the cards of a hand, as a mask."""


class PlacingDice(Choice["Table"]):
    """The Captain puts one die on morning, one on evening; doubles place themselves.  JAM-R1"""

    def chooser(self, t: Table) -> Seat:
        """The Captain."""
        return t.captain

    def options(self, t: Table) -> list[Action]:
        """Both ways round.  JAM-R1"""
        return PLACINGS[(t.first_die - 1) * SIDES + t.second_die - 1]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """The dice are placed as they were rolled.  JAM-R1"""
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
        t.tell(events.DICE_PLACED, t.captain, t.morning, t.evening)


class ChoosingCards(Step["Table"]):
    """Every seat lays one card face down, all at once.  JAM-R2"""

    def advance(self, t: Table) -> None:
        """Ask whoever has no card before it; when all have, the cards are played.

        With `reveal=together` all cards are shown now.  JAM-R2 JAM-R3
        """
        missing = 0
        for seat in range(t.seats):
            if t.laid[seat] == cards.NO_CARD:
                missing |= 1 << seat
        if missing:
            t.open_vote(missing)
            return
        t.agenda.pop()
        t.tell(events.CARDS_LAID, t.round)
        for seat in range(t.seats):
            if t.is_together:
                t.reveal_card((t.captain + seat) % t.seats)
            else:
                t.hide_laid(seat)

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
        reason = f"{cards.ACTION_NAMES[action.first]} is not in your hand"
        return Denial(action, "card_not_in_hand", reason, "JAM-R2")

    def default(self, t: Table, seat: Seat) -> Action:
        """The card that was drawn first."""
        return verbs.CHOOSE.actions[t.hands[seat][0]]

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
        MORNING_ACTION.advance(t)


class CardAction(Step["Table"]):
    """One half of the card of the seat whose turn it is."""

    def __init__(self, name: str, time: int) -> None:
        super().__init__(name)
        self.time = time

    def advance(self, t: Table) -> None:
        """Do what a symbol says with a die, entirely, before anything else.  JAM-R3 JAM-R4"""
        t.clear_move()
        seat = t.turn_seat()
        is_morning = self.time == events.MORNING
        symbol = (cards.MORNING_OF if is_morning else cards.EVENING_OF)[t.laid[seat]]
        die = t.morning if is_morning else t.evening
        t.tell(events.ACTION_BEGAN, seat, self.time, symbol, die)
        if cards.is_move(symbol):
            t.mover = seat
            t.steps = die
            t.direction = cards.DIRECTION_OF[symbol]
            t.agenda[-1] = movement.SAILING
            movement.SAILING.advance(t)
        else:
            t.agenda.pop()
            loading.load(t, seat, symbol, die)  # no arrival: no battle, no fee  JAM-B1 JAM-F3


class RoundEnds(Step["Table"]):
    """The end of a round, and perhaps of the game."""

    def advance(self, t: Table) -> None:
        """The game ends with the round in which a ship finished, or with the last one allowed.

        Else the hands are refilled and the left neighbour becomes Captain.
        JAM-R5 JAM-E2 JAM-Q22
        """
        t.clear_move()
        for seat in range(t.seats):
            t.discard_laid(seat)
        t.revealed = 0
        if scoring.has_finisher(t) or t.round == t.rounds_max:
            t.agenda.pop()
            scoring.end(t)
            return
        for place in range(t.seats):
            refill(t, (t.captain + place) % t.seats)
        t.captain = (t.captain + 1) % t.seats
        begin(t)


PLACING_DICE: Final = PlacingDice("placing_dice", ["place_dice"], "JAM-R1", [verbs.PLACE_DICE])
CHOOSING_CARDS: Final = ChoosingCards("choosing_cards", ["choose_card"], "JAM-R2", [verbs.CHOOSE])
NEXT_TURN: Final = NextTurn("next_turn")
MORNING_ACTION: Final = CardAction("morning_action", events.MORNING)
EVENING_ACTION: Final = CardAction("evening_action", events.EVENING)
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
    t.tell(events.ROUND_BEGAN, t.round, t.captain)
    t.tell(events.DICE_ROLLED, t.captain, t.first_die, t.second_die)
    PLACING_DICE.advance(t)


def refill(t: Table, seat: Seat) -> None:
    """Draw up to three cards, four with Morgan's Map; an empty pile is made anew first.

    Who has more already just does not draw.  JAM-R5 JAM-T2 JAM-Q15
    """
    size = cards.MAP_HAND if t.powers[cards.MAP] == seat else cards.HAND
    while len(t.hands[seat]) < size:
        if not t.piles[seat]:
            t.shuffle_discards(seat)
        t.draw_card(seat)
    t.work_out(seat)
