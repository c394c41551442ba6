"""The table: its windows, what may be asked of it, and the protocol."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.book import Book
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import Seat, View
from broadside.kernel.masks import count
from broadside.kernel.rng import Rng
from broadside.kernel.step import Step

from . import cards, gifts, limits, promises, scoring, sight, worlds
from .book import BOOK
from .events import NO_SIDE
from .movers import Movers
from .verbs import CAPTAINS_SIDE, IS_ASIDE, MUTINEERS_SIDE
from .zones import EMPTY

Actions = list[Action] | None


@final
class Table(Movers):
    """One game of Jolly Roger."""

    def clone(self) -> Table:
        """An independent copy."""
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.copy_zones(self)
        return twin

    # Windows. Each has a number from the moment it opens, at its place in the agenda.

    def push(self, step: Step[Any]) -> None:
        """Put a step on the agenda."""
        self.agenda.append(step)

    def plan(self, steps: list[Step[Any]]) -> None:
        """Put steps on the agenda; the last one comes first."""
        self.agenda += steps

    def pop(self) -> None:
        """The step on top is done."""
        self.agenda.pop()
        place = len(self.agenda)
        if place < len(self.ids):
            self.ids[place] = 0

    def leave_out(self, step: Step[Any]) -> None:
        """Take a step off the agenda which will not come in this round."""
        place = self.agenda.index(step)
        self.agenda.pop(place)
        if place < len(self.ids):
            self.ids.pop(place)

    def top_id(self) -> int:
        """The number of the window on top of the agenda; 0 if it was not opened yet."""
        place = len(self.agenda) - 1
        return self.ids[place] if place < len(self.ids) else 0

    def number_window(self, takes_gifts: bool) -> bool:
        """Number the window on top of the agenda, if it is a new one; whether it is."""
        place = len(self.agenda) - 1
        while len(self.ids) <= place:
            self.ids.append(0)
        if self.ids[place]:
            return False
        self.window_no += 1
        self.ids[place] = self.window_no
        if takes_gifts:
            self.renew_offers()
        return True

    def unseal(self) -> None:
        """Nothing is sealed any more."""
        self.sealed = EMPTY[self.seats]

    # Questions about the table.

    def acting_quartermaster(self) -> Seat:
        """Who acts as Quartermaster: at three seats the Captain.  JR-O1"""
        return self.captain if self.seats == cards.NO_QUARTERMASTER_SEATS else self.quartermaster

    def others_with_cards(self, seat: Seat) -> list[Seat]:
        """All other seats with hand cards."""
        return [other for other in range(self.seats) if other != seat and self.hands[other]]

    def characters(self, seat: Seat) -> i64:
        """The characters in a hand, as a mask of kinds: they come behind the normal cards."""
        mask: i64 = 0
        hand = self.hands[seat]
        place = len(hand)
        while place > 0:
            place -= 1
            card = hand[place]
            if card < cards.NORMAL_CARDS:
                return mask
            mask |= cards.KIND_BIT[card]
        return mask

    def add_cards(
        self, seat: Seat, actions: list[Action], found: list[Action], more: Actions = None
    ) -> None:
        """Add the actions for the kinds in a hand, as far as there are any, each once, in order.

        Of `more` there comes one behind each of these.
        """
        last: i64 = cards.NO_CARD
        for card in self.hands[seat]:
            kind: i64 = cards.KIND_OF[card]
            if kind >= len(actions):
                return
            if kind != last:
                last = kind
                found.append(actions[kind])
                if more is not None:
                    found.append(more[kind])

    def unused(self, seat: Seat, kind: int) -> int:
        """A hand card of a kind that was not used for effect in this window yet.  JR-T4"""
        for card in self.hands[seat]:
            if cards.KIND_OF[card] == kind and card not in self.used:
                return card
        return cards.NO_CARD

    def holds(self, seat: Seat, kind: int) -> bool:
        """Whether a card of this kind is in a hand."""
        return cards.count_in(self.hands[seat], kind) > 0

    def piece_of_kind(self, zone: tuple[int, ...], kind: int) -> int:
        """The card or prize of a kind that is meant: the one that most know, of several."""
        best = cards.NO_CARD
        for piece in zone:
            if cards.KIND_OF[piece] == kind:
                if best == cards.NO_CARD or self.knowers(piece) > self.knowers(best):
                    best = piece
        return best

    def knowers(self, piece: int) -> int:
        """How many seats know a piece."""
        return count(self.knows[piece] & self.everyone)

    def type_chosen(self) -> int:
        """The type of the chosen destination."""
        return cards.KIND_OF[self.chosen]

    def crew_on(self, side: int) -> int:
        """The strength of a side: crew members, and what the role cards add.  JR-M4"""
        total = self.bonus_of(side)
        for seat in range(self.seats):
            if self.sides[seat] == side:
                total += cards.crew_members(self.lying[seat])
        return total

    def bonus_of(self, side: int) -> int:
        """The Captain card adds 1, the Quartermaster's where he is.  JR-M4 JR-Q23 JR-Q40 JR-O9"""
        bonus = 1 if side == CAPTAINS_SIDE else 0
        if self.has_both_roles:
            return 2 * bonus
        if self.quartermaster != cards.NOBODY and self.side_of(self.quartermaster) == side:
            bonus += 1
        return bonus

    def leader(self, side: int) -> Seat:
        """Who leads a side of the mutiny.  JR-M2"""
        return self.captain if side == CAPTAINS_SIDE else self.mutineer

    def side_of(self, seat: Seat) -> int:
        """The side that a seat is bound to: leaders always, others by a card.  JR-M3 JR-M6"""
        if self.mutineer == cards.NOBODY:
            return NO_SIDE
        if seat == self.captain:
            return CAPTAINS_SIDE
        return MUTINEERS_SIDE if seat == self.mutineer else self.sides[seat]

    def is_last_round(self) -> bool:
        """Whether the game ends with this round.  JR-E1"""
        return self.round >= cards.ROUNDS or not self.prize_deck

    # The protocol.

    def book(self) -> Book:
        """The book of Jolly Roger."""
        return BOOK

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action or an aside, then go on until somebody must decide.  JR-T9"""
        step: Step[Any] = self.agenda[-1]
        if IS_ASIDE[action.verb.number] and action.verb not in step.verbs:
            gifts.answer(self, seat, action)
        else:
            step.answer(self, seat, action)
        self.run()

    def advance(self) -> None:
        """Do the next step of the agenda; hands are kept to their limit.  JR-T1 JR-R1"""
        if self.promises:
            promises.review(self)
        if self.is_overfull and self.agenda[-1] is not limits.DISCARDING:
            self.is_overfull = False
            if limits.DISCARDING.asked(self):
                self.push(limits.DISCARDING)
        step: Step[Any] = self.agenda[-1]
        step.advance(self)

    def asides(self, seat: Seat) -> list[Action]:
        """Offers and answers to them.  JR-T9"""
        return gifts.asides(self, seat)

    def nudged(self) -> list[Seat]:
        """Who has an offer to answer.  JR-T9"""
        return gifts.nudged(self)

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """Why this seat may not do this now."""
        if self.agenda and 0 <= seat < self.seats and IS_ASIDE[action.verb.number]:
            step: Step[Any] = self.agenda[-1]
            denial = None
            if action.verb not in step.verbs:
                denial = step.absence(self, action) or gifts.denial(self, seat, action)
            if denial is not None:
                return IllegalAction(denial.code, denial.reason, denial.rule)
        return super().refusal(seat, action)

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return sight.TableView(self, seat).json()

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return worlds.determinize(self, seat, rng)

    def winners(self) -> list[Seat]:
        """Who has won."""
        return scoring.winners(self)

    def scores(self) -> list[int]:
        """Each seat's gold as it stands."""
        return [scoring.score(self, seat) for seat in range(self.seats)]

    def all_pieces(self) -> list[int]:
        """All crew cards and prizes, and the destinations for so many seats.  JR-S3"""
        found = list(range(cards.CREW))
        for place, card in enumerate(cards.BOX.destinations, cards.FIRST_DESTINATION):
            if cards.is_used(card, self.seats):
                found.append(place)
        return found + list(range(cards.FIRST_PRIZE, cards.PIECES))
