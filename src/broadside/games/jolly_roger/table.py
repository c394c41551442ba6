"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import Final, final

from broadside.kernel.action import Action, ActionTable
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import EVERYTHING, FOREVER, EventTable, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import Denial, Prompt, State

from . import gifts, notation, openings, refusals, scoring, sight, turning, windows, worlds
from .cards import (
    FIRST_DESTINATION,
    KIND_OF,
    NO_CARD,
    NO_QUARTERMASTER_SEATS,
    NOBODY,
    PIECES,
    ROUNDS,
    SKILLS,
    TYPE_OF,
    TYPES,
    crew_members,
    prize_kind,
)
from .events import (
    CARD_CANCELLED,
    CARD_DEALT,
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_GIFTED,
    CARD_PLAYED,
    CARD_STOLEN,
    CREW_SHUFFLED,
    DECK_SHUFFLED,
    DESTINATION_DISCARDED,
    DESTINATION_RETURNED,
    DESTINATION_SHOWN,
    DRAW_LOST,
    EVENTS,
    NO_SIDE,
    OFFER_LAPSED,
    PRIZE_BURIED,
    PRIZE_DRAWN,
    PRIZE_DUG_UP,
    PRIZE_GIFTED,
    PRIZE_GIVEN,
    PRIZE_LAID,
    PRIZE_PICKED,
    PRIZE_REVEALED,
    PRIZE_SEIZED,
    PRIZE_SHOWN,
    PRIZE_TAKEN,
    PRIZE_TURNED_UP,
)
from .steps import IS_FOR_GIFTS, IS_OPEN, IS_SEALED, MUSTER, MUTINY, REACT
from .verbs import (
    ACTIONS,
    CAPTAINS_SIDE,
    FIRST_PRIZE_ITEM,
    FIRST_PROMISE_ITEM,
    MUTINEERS_SIDE,
    NO_PROMISE,
)

REACT_MS: Final = 1500
IDLE_MS: Final = 4000
BUSY_MS: Final = 8000
"""How long windows stay open if nobody does anything; whoever holds what.  JR-T3 JR-T6"""
SINGLE_S: Final = 45
SEALED_S: Final = 30
BUSY_S: Final = 60
IDLE_S: Final = 15


@final
class Table(State):
    """One game of Jolly Roger. Hands, prizes and buried prizes are kept in ascending order."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        # Options.
        self.is_hidden = False
        self.is_captains_gold = False
        self.is_rechoosing = False
        self.is_extra_pick = False
        self.has_bribes = True
        self.has_bot_bribes = False
        self.is_crew_open = True
        self.is_shuffled = False
        self.asks_all = False
        # The round.
        self.round = 0
        self.captain = 0
        self.quartermaster = NOBODY
        self.is_mutiny_used = False
        self.skips_appointment = False
        self.barred_round = 0
        # Decks and discards, top last.
        self.crew_deck: tuple[int, ...] = ()
        self.crew_discard: tuple[int, ...] = ()
        self.prize_deck: tuple[int, ...] = ()
        self.prize_discard: tuple[int, ...] = ()
        self.stacks: list[tuple[int, ...]] = []
        self.destination_discard: tuple[int, ...] = ()
        # By seat.
        self.hands: list[tuple[int, ...]] = []
        self.prizes: list[tuple[int, ...]] = []
        self.buried: list[tuple[int, ...]] = []
        self.kept: list[int] = []
        self.broken: list[int] = []
        self.jewels_gold: list[int] = []
        self.promises: tuple[int, ...] = ()
        # The voyage.
        self.chosen = NO_CARD
        self.is_shown = False
        self.map_card = NO_CARD
        self.mustered: tuple[int, ...] = ()
        self.musterers: tuple[int, ...] = ()
        self.officers: list[int] = []
        self.allotted: list[int] = []
        self.traded = 0
        self.sellers_left = 0
        self.guards = 0
        self.guard = NOBODY
        self.guard_asked = 0
        self.is_ordered = False
        self.suggestion = NOBODY
        # Sharing prizes.
        self.laid: tuple[int, ...] = ()
        self.shares: list[int] = []
        self.best_given: list[int] = []
        self.cook = NOBODY
        self.picks_left = 0
        self.is_seized = False
        self.carpenter = NOBODY
        # The mutiny.
        self.mutineer = NOBODY
        self.called_in = 0
        self.sides: list[int] = []
        self.lying: list[tuple[int, ...]] = []
        self.loser = NO_SIDE
        self.forced = NOBODY
        self.forced_side = NO_SIDE
        # Cards that may yet be cancelled, the lowest first; who has been asked about each.
        self.play_cards: tuple[int, ...] = ()
        self.play_seats: tuple[int, ...] = ()
        self.play_codes: tuple[int, ...] = ()
        self.react_asked: list[int] = []
        # The open window.
        self.pending = 0
        self.done = 0
        self.heard = 0
        self.poll_from = 0
        self.used: tuple[int, ...] = ()
        # Sealed answers, and who was asked for them.
        self.sealed: list[tuple[int, ...]] = []
        self.sealed_asked = 0
        # Offers: by giver.
        self.offer_items: list[int] = []
        self.offer_pieces: list[int] = []
        self.offer_tos: list[int] = []
        self.offer_returns: list[int] = []
        self.offers_made: list[int] = []
        self.offers_window = 0
        # The number of each window on the agenda, 0 if it is not open yet.
        self.window_no = 0
        self.ids: list[int] = []

    def clone(self) -> Table:
        """An independent copy. Tuples are shared: nobody can change them."""
        twin = Table(self.seats)
        self.copy_into(twin)
        self.copy_options(twin)
        twin.round = self.round
        twin.captain = self.captain
        twin.quartermaster = self.quartermaster
        twin.is_mutiny_used = self.is_mutiny_used
        twin.skips_appointment = self.skips_appointment
        twin.barred_round = self.barred_round
        twin.crew_deck = self.crew_deck
        twin.crew_discard = self.crew_discard
        twin.prize_deck = self.prize_deck
        twin.prize_discard = self.prize_discard
        twin.stacks = self.stacks[:]
        twin.destination_discard = self.destination_discard
        twin.hands = self.hands[:]
        twin.prizes = self.prizes[:]
        twin.buried = self.buried[:]
        twin.kept = self.kept[:]
        twin.broken = self.broken[:]
        twin.jewels_gold = self.jewels_gold[:]
        twin.promises = self.promises
        self.copy_voyage(twin)
        self.copy_mutiny(twin)
        self.copy_moment(twin)
        return twin

    def copy_options(self, twin: Table) -> None:
        """Copy how this table is played."""
        twin.is_hidden = self.is_hidden
        twin.is_captains_gold = self.is_captains_gold
        twin.is_rechoosing = self.is_rechoosing
        twin.is_extra_pick = self.is_extra_pick
        twin.has_bribes = self.has_bribes
        twin.has_bot_bribes = self.has_bot_bribes
        twin.is_crew_open = self.is_crew_open
        twin.is_shuffled = self.is_shuffled
        twin.asks_all = self.asks_all

    def copy_voyage(self, twin: Table) -> None:
        """Copy the voyage and the sharing under way."""
        twin.chosen = self.chosen
        twin.is_shown = self.is_shown
        twin.map_card = self.map_card
        twin.mustered = self.mustered
        twin.musterers = self.musterers
        twin.officers = self.officers[:]
        twin.allotted = self.allotted[:]
        twin.traded = self.traded
        twin.sellers_left = self.sellers_left
        twin.guards = self.guards
        twin.guard = self.guard
        twin.guard_asked = self.guard_asked
        twin.is_ordered = self.is_ordered
        twin.suggestion = self.suggestion
        twin.laid = self.laid
        twin.shares = self.shares[:]
        twin.best_given = self.best_given[:]
        twin.cook = self.cook
        twin.picks_left = self.picks_left
        twin.is_seized = self.is_seized
        twin.carpenter = self.carpenter

    def copy_mutiny(self, twin: Table) -> None:
        """Copy the mutiny under way, and the cards that may be cancelled."""
        twin.mutineer = self.mutineer
        twin.called_in = self.called_in
        twin.sides = self.sides[:]
        twin.lying = self.lying[:]
        twin.loser = self.loser
        twin.forced = self.forced
        twin.forced_side = self.forced_side
        twin.play_cards = self.play_cards
        twin.play_seats = self.play_seats
        twin.play_codes = self.play_codes
        twin.react_asked = self.react_asked[:]

    def copy_moment(self, twin: Table) -> None:
        """Copy the window and what lies beside it."""
        twin.pending = self.pending
        twin.done = self.done
        twin.heard = self.heard
        twin.poll_from = self.poll_from
        twin.used = self.used
        twin.sealed = self.sealed[:]
        twin.sealed_asked = self.sealed_asked
        twin.offer_items = self.offer_items[:]
        twin.offer_pieces = self.offer_pieces[:]
        twin.offer_tos = self.offer_tos[:]
        twin.offer_returns = self.offer_returns[:]
        twin.offers_made = self.offers_made[:]
        twin.offers_window = self.offers_window
        twin.window_no = self.window_no
        twin.ids = self.ids[:]

    def set_out(self) -> None:
        """Empty hands, nothing buried, nothing promised."""
        empty: tuple[int, ...] = ()
        self.stacks = [empty] * TYPES
        self.hands = [empty] * self.seats
        self.prizes = [empty] * self.seats
        self.buried = [empty] * self.seats
        self.lying = [empty] * self.seats
        self.sealed = [empty] * self.seats
        self.kept = [0] * self.seats
        self.broken = [0] * self.seats
        self.jewels_gold = [0] * self.seats
        self.officers = [0] * SKILLS
        self.shares = [0] * self.seats
        self.best_given = [0] * self.seats
        self.sides = [NO_SIDE] * self.seats
        self.offer_items = [0] * self.seats
        self.offer_pieces = [NO_CARD] * self.seats
        self.offer_tos = [NOBODY] * self.seats
        self.offer_returns = [NO_PROMISE] * self.seats
        self.offers_made = [0] * self.seats
        self.knows = [self.everyone] * PIECES

    # The agenda. Each step on it has the number of its window once that is open.

    def push(self, step: int) -> None:
        """Put a step on the agenda."""
        self.agenda.append(step)
        self.ids.append(0)

    def pop(self) -> None:
        """The step on top is done."""
        self.agenda.pop()
        self.ids.pop()

    def is_opened(self) -> bool:
        """Whether the window on top of the agenda was opened before."""
        return self.ids[-1] > 0

    def number_window(self) -> None:
        """Number the window on top of the agenda, if it is a new one."""
        if self.ids[-1] == 0:
            self.window_no += 1
            self.ids[-1] = self.window_no
            if IS_FOR_GIFTS[self.agenda[-1]]:
                self.renew_offers()

    def ask(self, seat: Seat) -> None:
        """Ask one seat; what it may do follows from the table."""
        self.number_window()
        self.open_turn(seat)

    def ask_sealed(self, mask: int) -> None:
        """Ask several seats for sealed answers."""
        self.number_window()
        self.sealed_asked = mask
        for seat in range(self.seats):
            self.sealed[seat] = ()
        self.open_vote(mask)

    # Movers of crew cards.

    def add_to_hand(self, seat: Seat, card: int) -> None:
        """Put a card into a hand, in its place."""
        self.hands[seat] = with_card(self.hands[seat], card)

    def take_from_hand(self, seat: Seat, card: int) -> None:
        """Take a card out of a hand. Offers of hand cards lapse: nobody shall see which it was.

        JR-Q51
        """
        self.hands[seat] = without_card(self.hands[seat], card)
        if self.offer_tos[seat] != NOBODY and self.offer_items[seat] < FIRST_PRIZE_ITEM:
            self.end_offer(seat, OFFER_LAPSED)

    def draw_card(self, seat: Seat) -> None:
        """Draw the top crew card; an empty deck is at once made anew.  JR-R2"""
        if not self.crew_deck:
            self.shuffle_discard()
        if not self.crew_deck:
            self.tell(DRAW_LOST, seat)
            return
        card = self.crew_deck[-1]
        self.crew_deck = self.crew_deck[:-1]
        self.add_to_hand(seat, card)
        self.knows[card] = 1 << seat
        if self.log is not None:
            self.record(CARD_DRAWN, [seat, card], [], 1 << seat, FOREVER)
        if not self.crew_deck:
            self.shuffle_discard()

    def shuffle_discard(self) -> None:
        """Make the crew discard into a new deck.  JR-R2"""
        if not self.crew_discard:
            return
        cards = list(self.crew_discard)
        self.rng.shuffle(cards)
        self.crew_discard = ()
        self.crew_deck = tuple(cards)
        for card in cards:
            self.knows[card] = 0
        self.tell(DECK_SHUFFLED, len(cards))

    def discard_card(self, seat: Seat, card: int) -> None:
        """A hand card goes face up on the crew discard."""
        self.take_from_hand(seat, card)
        self.knows[card] = self.everyone
        self.crew_discard += (card,)
        self.tell(CARD_DISCARDED, seat, card)

    def play_card(
        self, seat: Seat, card: int, action: Action, use: int, side: int, target: int
    ) -> None:
        """A hand card is played face up; it counts when nobody cancels it."""
        self.take_from_hand(seat, card)
        self.knows[card] = self.everyone
        self.play_cards += (card,)
        self.play_seats += (seat,)
        self.play_codes += (action.code,)
        self.react_asked.append(0)
        if self.log is not None:
            values = [seat, card, use, side, target]
            self.record(CARD_PLAYED, values, [], self.everyone, FOREVER)

    def settle_play(self) -> int:
        """The card on top counts or is cancelled: it leaves the stack, and is returned."""
        card = self.play_cards[-1]
        self.play_cards = self.play_cards[:-1]
        self.play_seats = self.play_seats[:-1]
        self.play_codes = self.play_codes[:-1]
        self.react_asked.pop()
        return card

    def drop(self, card: int) -> None:
        """A card that lies open goes to the crew discard."""
        self.crew_discard += (card,)

    def cancel_play(self, by: Seat) -> None:
        """The card on top is discarded without effect."""
        owner = self.play_seats[-1]
        card = self.settle_play()
        self.drop(card)
        self.tell(CARD_CANCELLED, by, owner, card)

    def steal_card(self, thief: Seat, victim: Seat) -> None:
        """A random hand card changes hands; only the two know which.  JR-X10"""
        hand = self.hands[victim]
        card = hand[int(self.rng.below(len(hand)))]
        both = 1 << thief | 1 << victim
        for other in hand:
            self.knows[other] &= both
        self.move_card(victim, thief, card, both)
        if self.log is not None:
            self.record(CARD_STOLEN, [thief, victim, card], [], both, FOREVER)

    def gift_card(self, giver: Seat, receiver: Seat, card: int) -> None:
        """A hand card is given away, shown to all or only to the receiver.  JR-B1 JR-O6 JR-Q13"""
        both = 1 << giver | 1 << receiver
        if not self.is_crew_open:
            for other in self.hands[giver]:
                self.knows[other] &= both
        self.move_card(giver, receiver, card, self.everyone if self.is_crew_open else both)
        if self.log is not None:
            values = [giver, receiver, card]
            self.record(CARD_GIFTED, values, [], self.knows[card], FOREVER)

    def move_card(self, giver: Seat, receiver: Seat, card: int, knowers: int) -> None:
        """A card goes from hand to hand."""
        self.take_from_hand(giver, card)
        self.add_to_hand(receiver, card)
        self.knows[card] = knowers

    def muster_card(self, seat: Seat, card: int) -> None:
        """A card lies before a seat for the attack, and is not taken back.  JR-Q7"""
        self.mustered += (card,)
        self.musterers += (seat,)

    def discard_mustered(self) -> None:
        """All mustered cards go to the crew discard.  JR-A6"""
        self.crew_discard += self.mustered
        self.mustered = ()
        self.musterers = ()

    def lay_for_side(self, seat: Seat, card: int, side: int) -> None:
        """A card lies on a side of the mutiny and binds its seat.  JR-M3"""
        self.lying[seat] += (card,)
        self.sides[seat] = side

    def clear_sides(self, is_spent: list[bool]) -> list[int]:
        """Take up all cards of the mutiny; the spent kinds are discarded, the rest is returned."""
        kept: list[int] = []
        for seat in self.clockwise(self.captain):
            for card in self.lying[seat]:
                if is_spent[KIND_OF[card]]:
                    self.drop(card)
                    self.tell(CARD_DISCARDED, seat, card)
                else:
                    kept.append(card)
            self.lying[seat] = ()
        return kept

    def deal_crew(self, cards: list[int], first: Seat) -> None:
        """Shuffle these cards and deal them face down, in turn.  JR-M10"""
        cards.sort()
        self.rng.shuffle(cards)
        self.tell(CREW_SHUFFLED, len(cards))
        seat = first
        for card in cards:
            self.add_to_hand(seat, card)
            self.knows[card] = 1 << seat
            if self.log is not None:
                self.record(CARD_DEALT, [seat, card], [], 1 << seat, FOREVER)
            seat = (seat + 1) % self.seats

    # Movers of destinations.

    def choose_destination(self, type_: int) -> None:
        """Lay the top card of a stack face down, unseen.  JR-V1"""
        self.chosen = self.stacks[type_][-1]
        self.stacks[type_] = self.stacks[type_][:-1]
        self.is_shown = False

    def show_destination(self) -> None:
        """Turn the chosen destination up."""
        if not self.is_shown:
            self.is_shown = True
            self.knows[self.chosen] = self.everyone
            self.tell(DESTINATION_SHOWN, self.chosen)

    def return_destination(self) -> None:
        """The chosen destination goes back on top of its stack.  JR-M11 JR-Q14"""
        type_ = TYPE_OF[self.chosen - FIRST_DESTINATION]
        self.stacks[type_] += (self.chosen,)
        self.chosen = NO_CARD
        self.is_shown = False
        self.tell(DESTINATION_RETURNED, type_)

    def discard_destination(self) -> None:
        """The chosen destination goes to the discard, which counts rounds.  JR-V2"""
        self.knows[self.chosen] = self.everyone
        self.destination_discard += (self.chosen,)
        self.tell(DESTINATION_DISCARDED, self.chosen)
        self.chosen = NO_CARD
        self.is_shown = False

    # Movers of prizes. Who knows a prize is set where it is moved: all, or a few with hidden ones.

    def take_from_prizes(self, seat: Seat, prize: int) -> None:
        """Take an unburied prize from a seat; its offers of prizes lapse.  JR-Q51"""
        self.prizes[seat] = without_card(self.prizes[seat], prize)
        item = self.offer_items[seat]
        if self.offer_tos[seat] != NOBODY and FIRST_PRIZE_ITEM <= item < FIRST_PROMISE_ITEM:
            self.end_offer(seat, OFFER_LAPSED)

    def lay_prize(self) -> None:
        """Lay the top prize out for sharing, face up or hidden.  JR-D1 JR-O2"""
        knowers = 0 if self.is_hidden else self.everyone
        prize = self.prize_deck[-1]
        self.prize_deck = self.prize_deck[:-1]
        self.laid = with_card(self.laid, prize)
        self.knows[prize] = knowers
        if self.log is not None:
            self.record(PRIZE_LAID, [prize], [], knowers, FOREVER)

    def look_at_laid(self, seat: Seat) -> None:
        """One seat takes the hidden prizes that are laid out; others lose track of them.  JR-O2"""
        if self.is_hidden:
            for prize in self.laid:
                self.knows[prize] = 1 << seat

    def seize_prizes(self, seat: Seat) -> None:
        """Lay all unburied prizes of a seat out for sharing.  JR-M9"""
        for prize in self.prizes[seat]:
            self.laid = with_card(self.laid, prize)
            if self.is_hidden:
                self.knows[prize] = 0  # among the others nobody can follow it
            if self.log is not None:
                values = [seat, prize]
                self.record(PRIZE_SEIZED, values, [], self.knows[prize], FOREVER)
        self.prizes[seat] = ()

    def pick_prize(self, seat: Seat, prize: int) -> None:
        """A seat picks a prize that is laid out.  JR-D2"""
        self.laid = without_card(self.laid, prize)
        self.prizes[seat] = with_card(self.prizes[seat], prize)
        if self.log is not None:
            self.record(PRIZE_PICKED, [seat, prize], [], self.knows[prize], FOREVER)

    def give_prize(self, giver: Seat, receiver: Seat, prize: int) -> None:
        """The Quartermaster gives a prize that is laid out.  JR-D3"""
        self.laid = without_card(self.laid, prize)
        self.prizes[receiver] = with_card(self.prizes[receiver], prize)
        self.knows[prize] |= 1 << receiver
        if self.log is not None:
            values = [giver, receiver, prize]
            self.record(PRIZE_GIVEN, values, [], self.knows[prize], FOREVER)

    def take_prize(self, taker: Seat, owner: Seat, prize: int) -> None:
        """A prize is taken from a seat.  JR-X2"""
        self.move_prize(owner, taker, prize)
        if self.log is not None:
            values = [taker, owner, prize]
            self.record(PRIZE_TAKEN, values, [], self.knows[prize], FOREVER)

    def gift_prize(self, giver: Seat, receiver: Seat, prize: int) -> None:
        """An unburied prize is given away.  JR-B1 JR-Q43"""
        self.move_prize(giver, receiver, prize)
        if self.log is not None:
            values = [giver, receiver, prize]
            self.record(PRIZE_GIFTED, values, [], self.knows[prize], FOREVER)

    def move_prize(self, owner: Seat, receiver: Seat, prize: int) -> None:
        """An unburied prize changes its owner; of hidden ones others do not see which.  JR-O2"""
        if self.is_hidden:
            both = 1 << owner | 1 << receiver
            for other in self.prizes[owner]:
                self.knows[other] &= both
            self.knows[prize] |= 1 << receiver
        self.take_from_prizes(owner, prize)
        self.prizes[receiver] = with_card(self.prizes[receiver], prize)

    def discard_prize(self, seat: Seat, prize: int, kind: int) -> None:
        """An unburied prize goes face up out of the game; `kind` is how it is told.  JR-P2 JR-P3"""
        self.take_from_prizes(seat, prize)
        self.prize_discard += (prize,)
        self.knows[prize] = self.everyone
        self.tell(kind, seat, prize)

    def draw_prize(self, seat: Seat) -> None:
        """Draw the top prize, if there is one; it lies open, or hidden.  JR-P3 JR-O2"""
        if not self.prize_deck:
            return
        prize = self.prize_deck[-1]
        self.prize_deck = self.prize_deck[:-1]
        self.prizes[seat] = with_card(self.prizes[seat], prize)
        self.knows[prize] = 1 << seat if self.is_hidden else self.everyone
        if self.log is not None:
            self.record(PRIZE_DRAWN, [seat, prize], [], self.knows[prize], FOREVER)

    def bury_prize(self, seat: Seat, prize: int) -> None:
        """Turn an unburied prize face down.  JR-I3"""
        self.take_from_prizes(seat, prize)
        self.buried[seat] = with_card(self.buried[seat], prize)
        if self.is_hidden:
            for other in self.prizes[seat] + self.buried[seat]:
                self.knows[other] = 1 << seat
        if self.log is not None:
            self.record(PRIZE_BURIED, [seat, prize], [], self.knows[prize], FOREVER)

    def dig_up(self, digger: Seat, owner: Seat) -> None:
        """A random buried prize of a seat lies unburied before another one.  JR-X11"""
        buried = self.buried[owner]
        prize = buried[int(self.rng.below(len(buried)))]
        both = 1 << digger | 1 << owner
        if self.is_hidden:
            for other in buried:
                self.knows[other] &= both
        self.buried[owner] = without_card(buried, prize)
        self.prizes[digger] = with_card(self.prizes[digger], prize)
        self.knows[prize] = both if self.is_hidden else self.everyone
        if self.log is not None:
            values = [digger, owner, prize]
            self.record(PRIZE_DUG_UP, values, [], self.knows[prize], FOREVER)

    def show_prize(self, seat: Seat, to: Seat, prize: int) -> None:
        """The owner shows a hidden prize to another seat.  JR-O2"""
        self.knows[prize] |= 1 << to
        if self.log is not None:
            both = 1 << seat | 1 << to
            self.record(PRIZE_SHOWN, [seat, to, prize], [], both, FOREVER)

    def turn_up_prize(self) -> int:
        """Turn up the top prize for somebody's Jewels, and drop it.  JR-E2"""
        prize = self.prize_deck[-1]
        self.prize_deck = self.prize_deck[:-1]
        self.prize_discard += (prize,)
        self.knows[prize] = self.everyone
        self.tell(PRIZE_TURNED_UP, prize)
        return prize

    def show_all_prizes(self) -> None:
        """At the end every prize is open."""
        for seat in range(self.seats):
            for prize in self.prizes[seat] + self.buried[seat]:
                if self.knows[prize] != self.everyone:
                    self.knows[prize] = self.everyone
                    self.tell(PRIZE_REVEALED, seat, prize)

    # Offers.

    def make_offer(self, seat: Seat, to: Seat, item: int, piece: int, in_return: int) -> None:
        """Put an offer on the table; its receiver sees what it is.  JR-T9 JR-Q43 JR-Q51"""
        self.offer_items[seat] = item
        self.offer_pieces[seat] = piece
        self.offer_tos[seat] = to
        self.offer_returns[seat] = in_return
        self.offers_made[seat] += 1
        if piece != NO_CARD:
            self.knows[piece] |= 1 << to

    def end_offer(self, seat: Seat, kind: int) -> None:
        """An offer is off the table; `kind` is how it is told."""
        to = self.offer_tos[seat]
        self.offer_items[seat] = 0
        self.offer_pieces[seat] = NO_CARD
        self.offer_tos[seat] = NOBODY
        self.offer_returns[seat] = NO_PROMISE
        self.tell(kind, seat, to)

    def renew_offers(self) -> None:
        """A new window: old offers have lapsed, and everybody may make new ones.  JR-T9"""
        for seat in self.clockwise(self.captain):
            if self.offer_tos[seat] != NOBODY:
                self.end_offer(seat, OFFER_LAPSED)
            self.offers_made[seat] = 0
        self.offers_window = self.window_no

    # Questions about the table.

    def acting_quartermaster(self) -> Seat:
        """Who acts as Quartermaster: at three seats the Captain.  JR-O1"""
        return self.captain if self.seats == NO_QUARTERMASTER_SEATS else self.quartermaster

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, beginning with one."""
        return [(first + step) % self.seats for step in range(self.seats)]

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

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

    # The protocol.

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
        if self.waiting and 0 <= seat < self.seats:
            denial = refusals.denial(self, seat, action)
            if denial is not None:
                return IllegalAction(denial.code, denial.reason, denial.rule)
        return super().refusal(seat, action)

    def seen_waiting(self, seat: Seat) -> list[Seat]:
        """Ready states are private: all are shown that may be asked for all one can see.

        JR-T3 JR-T6
        """
        if not self.waiting or seat == EVERYTHING:
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
        if not self.waiting:
            return 0
        step = self.agenda[-1]
        if step == REACT:
            return REACT_MS
        if not IS_OPEN[step]:
            return 0
        return BUSY_MS if step == MUSTER or step == MUTINY else IDLE_MS

    def clock_s(self) -> int:
        """How long somebody may think.  JR-T8"""
        if not self.waiting:
            return 0
        step = self.agenda[-1]
        if IS_SEALED[step]:
            return SEALED_S
        if step == MUSTER or step == MUTINY:
            return BUSY_S
        return IDLE_S if IS_OPEN[step] or step == REACT else SINGLE_S

    def window_id(self) -> int:
        """The number of the window that is open."""
        return self.ids[-1] if self.waiting else 0

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action or an aside, then go on until somebody must decide."""
        windows.answer(self, seat, action)
        self.run()

    def advance(self) -> None:
        """Do the next step of the agenda, or open its window."""
        windows.advance(self, self.agenda[-1])

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


def with_card(zone: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A zone with one more card, in ascending order."""
    place = len(zone)
    while place > 0 and zone[place - 1] > card:
        place -= 1
    return zone[:place] + (card,) + zone[place:]


def without_card(zone: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A zone with one card less."""
    place = zone.index(card)
    return zone[:place] + zone[place + 1 :]


def knowers(mask: int) -> int:
    """How many seats a mask has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
