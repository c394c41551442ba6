"""The table: what may be asked of it, and the protocol."""

from __future__ import annotations

from typing import Final, final

from broadside.kernel.action import Action, ActionTable
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import EVERYTHING, EventTable, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import Denial, Prompt

from . import gifts, notation, openings, refusals, scoring, sight, turning, windows, worlds
from .cards import (
    FIRST_DESTINATION,
    KIND_OF,
    NO_CARD,
    NO_QUARTERMASTER_SEATS,
    NOBODY,
    ROUNDS,
    TYPE_OF,
    crew_members,
    prize_kind,
)
from .events import (
    EVENTS,
    NO_SIDE,
)
from .movers import Movers
from .steps import IS_OPEN, IS_SEALED, MUSTER, MUTINY, REACT
from .verbs import (
    ACTIONS,
    CAPTAINS_SIDE,
    MUTINEERS_SIDE,
)

REACT_MS: Final = 1500
IDLE_MS: Final = 3000
BUSY_MS: Final = 6000
"""How long windows stay open if nobody does anything; whoever holds what.  JR-T3 JR-T6"""
SINGLE_S: Final = 45
SEALED_S: Final = 30
BUSY_S: Final = 60
IDLE_S: Final = 15


@final
class Table(Movers):
    """One game of Jolly Roger."""

    def clone(self) -> Table:
        """An independent copy. Tuples are shared: nobody can change them."""
        twin = Table(self.seats)
        self.copy_into(twin)
        self.copy_options(twin)
        self.copy_round(twin)
        self.copy_voyage(twin)
        self.copy_mutiny(twin)
        self.copy_moment(twin)
        return twin

    def acting_quartermaster(self) -> Seat:
        """Who acts as Quartermaster: at three seats the Captain.  JR-O1"""
        return self.captain if self.seats == NO_QUARTERMASTER_SEATS else self.quartermaster

    def hand_limit(self) -> int:
        """The most cards a hand may hold.  JR-S1"""
        return 7 if self.seats <= 5 else 6 if self.seats <= 7 else 5

    def kinds_in_hand(self, seat: Seat) -> list[int]:
        """The kinds of crew cards in a hand, each once, in order."""
        found: list[int] = []
        for card in self.hands[seat]:
            kind = KIND_OF[card]
            if not found or found[-1] != kind:
                found.append(kind)
        return found

    def card_of_kind(self, seat: Seat, kind: int) -> int:
        """The card of a kind which a seat means: the one that most know, if it has several."""
        best = NO_CARD
        for card in self.hands[seat]:
            if KIND_OF[card] == kind:
                if best == NO_CARD or knowers(self.knows[card]) > knowers(self.knows[best]):
                    best = card
        return best

    def holds(self, seat: Seat, kind: int) -> bool:
        """Whether a card of this kind is in a hand."""
        for card in self.hands[seat]:
            if KIND_OF[card] == kind:
                return True
        return False

    def prize_kinds(self, zone: tuple[int, ...]) -> list[int]:
        """The kinds of some prizes, each once, in order."""
        found: list[int] = []
        for prize in zone:
            kind = prize_kind(prize)
            if not found or found[-1] != kind:
                found.append(kind)
        return found

    def prize_of_kind(self, zone: tuple[int, ...], kind: int) -> int:
        """The prize of a kind that is meant: the one that most know, if there are several."""
        best = NO_CARD
        for prize in zone:
            if prize_kind(prize) == kind:
                if best == NO_CARD or knowers(self.knows[prize]) > knowers(self.knows[best]):
                    best = prize
        return best

    def type_chosen(self) -> int:
        """The type of the chosen destination."""
        return TYPE_OF[self.chosen - FIRST_DESTINATION]

    def crew_on(self, side: int) -> int:
        """The strength of a side: crew members, and what the role cards add.  JR-M4"""
        total = self.bonus_of(side)
        for seat in range(self.seats):
            if self.sides[seat] == side:
                for card in self.lying[seat]:
                    total += crew_members(card)
        return total

    def bonus_of(self, side: int) -> int:
        """The Captain card adds 1; the Quartermaster's follows its holder.  JR-M4 JR-Q23 JR-Q40"""
        bonus = 1 if side == CAPTAINS_SIDE else 0
        if self.quartermaster != NOBODY and self.side_of(self.quartermaster) == side:
            bonus += 1
        return bonus

    def side_of(self, seat: Seat) -> int:
        """The side that a seat is bound to: leaders always, others by a card.  JR-M3 JR-M6"""
        if self.mutineer == NOBODY:
            return NO_SIDE
        if seat == self.captain:
            return CAPTAINS_SIDE
        return MUTINEERS_SIDE if seat == self.mutineer else self.sides[seat]

    def is_last_round(self) -> bool:
        """Whether the game ends with this round.  JR-E1"""
        return self.round >= ROUNDS or not self.prize_deck

    def is_over(self) -> bool:
        """Whether the last round has been played."""
        return not self.agenda

    def action_table(self) -> ActionTable:
        """All actions of Jolly Roger."""
        return ACTIONS

    def event_table(self) -> EventTable:
        """All kinds of events of Jolly Roger."""
        return EVENTS

    def legal(self, seat: Seat) -> list[Action]:
        """Everything this seat may do now, ordered by code.  JR-T1"""
        return windows.options(self, seat, self.agenda[-1]) if self.is_asked(seat) else []

    def prompt(self, seat: Seat) -> Prompt:
        """The question this seat is asked now."""
        assert self.is_asked(seat)
        return windows.prompt(self, seat, self.agenda[-1])

    def asides(self, seat: Seat) -> list[Action]:
        """Offers and answers to them.  JR-T9"""
        return gifts.asides(self, seat)

    def nudged(self) -> list[Seat]:
        """Who has an offer to answer.  JR-T9"""
        return gifts.nudged(self)

    def denied(self, seat: Seat) -> list[Denial]:
        """What this seat might try now and may not, each with its reason."""
        return refusals.denied(self, seat) if self.is_asked(seat) else []

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """Why this seat may not do this now."""
        if not self.is_over() and 0 <= seat < self.seats:
            denial = refusals.denial(self, seat, action)
            if denial is not None:
                return IllegalAction(denial.code, denial.reason, denial.rule)
        return super().refusal(seat, action)

    def seen_waiting(self, seat: Seat) -> list[Seat]:
        """Ready states are private: all are shown that may be asked for all one can see.

        JR-T3 JR-T6
        """
        if self.is_over() or seat == EVERYTHING:
            return self.deciders()
        step = self.agenda[-1]
        if IS_SEALED[step]:
            mask = self.sealed_asked
        elif IS_OPEN[step] or step == REACT:
            mask = openings.might_be_asked(self, step)
        else:
            return self.deciders()
        if seat >= 0:
            mask = mask & ~(1 << seat) | self.waiting & 1 << seat
        return [other for other in range(self.seats) if mask >> other & 1]

    def countdown_ms(self) -> int:
        """Idle open windows and reactions end by themselves.  JR-T3 JR-T6"""
        if self.is_over():
            return 0
        step = self.agenda[-1]
        if step == REACT:
            return REACT_MS
        if not IS_OPEN[step]:
            return 0
        return BUSY_MS if step == MUSTER or step == MUTINY else IDLE_MS

    def clock_s(self) -> int:
        """How long somebody may think.  JR-T8"""
        if self.is_over():
            return 0
        step = self.agenda[-1]
        if IS_SEALED[step]:
            return SEALED_S
        if step == MUSTER or step == MUTINY:
            return BUSY_S
        return IDLE_S if IS_OPEN[step] or step == REACT else SINGLE_S

    def window_id(self) -> int:
        """The number of the window that is open."""
        return 0 if self.is_over() else self.ids[-1]

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action or an aside, then go on until somebody must decide."""
        windows.answer(self, seat, action)
        self.run()

    def advance(self) -> None:
        """Do the next step of the agenda, or open its window."""
        windows.advance(self, self.agenda[-1])

    def end_rest(self) -> None:
        """Close the window in which everybody has answered.  JR-T2"""
        windows.end_rest(self, self.agenda[-1])

    def asking_rule(self) -> str:
        """The rule by which the table waits; counted windows have one for everybody."""
        return windows.RULE_OF[self.agenda[-1]] if self.rests else super().asking_rule()

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return dict(sight.view(self, seat))

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return worlds.determinize(self, seat, rng)

    def result(self) -> list[float] | None:
        """Each seat's part of the victory, once the game is over."""
        return scoring.result(self) if self.is_over() else None

    def scores(self) -> list[int]:
        """Each seat's gold as it stands."""
        return [scoring.score(self, seat) for seat in range(self.seats)]

    def write(self) -> str:
        """The complete table as text."""
        return notation.write(self)

    def pieces(self) -> list[int]:
        """Every card, wherever it lies, in ascending order."""
        found = list(self.crew_deck + self.crew_discard + self.prize_deck + self.prize_discard)
        found += self.destination_discard + self.laid + self.mustered + self.play_cards
        for stack in self.stacks:
            found += stack
        for seat in range(self.seats):
            found += self.hands[seat] + self.prizes[seat] + self.buried[seat] + self.lying[seat]
        for card in (self.chosen, self.map_card):
            if card != NO_CARD:
                found.append(card)
        found.sort()
        return found

    def turned(self, by: int) -> Table:
        """The same table with everybody moved `by` seats clockwise."""
        return turning.turned(self, by)


def knowers(mask: int) -> int:
    """How many seats a mask has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
