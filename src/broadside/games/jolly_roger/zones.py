"""The zones: where everything can lie, the agenda, destinations and offers."""

from __future__ import annotations

from broadside.kernel.event import Seat
from broadside.kernel.state import State

from .cards import (
    FIRST_DESTINATION,
    NO_CARD,
    NOBODY,
    PIECES,
    SKILLS,
    TYPE_OF,
    TYPES,
)
from .events import (
    DESTINATION_DISCARDED,
    DESTINATION_RETURNED,
    DESTINATION_SHOWN,
    NO_SIDE,
    OFFER_LAPSED,
)
from .steps import IS_FOR_GIFTS
from .verbs import (
    NO_PROMISE,
)


class Zones(State):
    """The fields of a table. Hands, prizes and buried prizes are kept in ascending order."""

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

    def copy_round(self, twin: Zones) -> None:
        """Copy the round, the decks and everything before the seats."""
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

    def copy_options(self, twin: Zones) -> None:
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

    def copy_voyage(self, twin: Zones) -> None:
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

    def copy_mutiny(self, twin: Zones) -> None:
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

    def copy_moment(self, twin: Zones) -> None:
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

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, beginning with one."""
        return [(first + step) % self.seats for step in range(self.seats)]

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats
