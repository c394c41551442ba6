"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import final

from broadside.kernel.action import Action, ActionTable
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import FOREVER, SEATS_ONLY, EventTable, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import Denial, Prompt, State
from broadside.kernel.window import VOTE

from . import (
    deeds,
    loyalties,
    notation,
    peeking,
    refusals,
    scoring,
    sight,
    turning,
    turns,
    votes,
    windows,
    worlds,
)
from .cards import (
    CHEST,
    EVENT_KIND,
    FIRST_EVENT,
    FIRST_LOYALTY,
    LETTER,
    NATION_NAMES,
    NATION_OF,
    NO_CARD,
    NOBODY,
    PIECES,
    PLACE_NAMES,
    ROW,
    TREASURY_NAMES,
)
from .events import (
    DISCARDED,
    EVENTS,
    NOT_ENDED,
    PEEKED,
    REVEALED,
    ROW_SHUFFLED,
    SLOT_REFILLED,
    VOTE_CARD_DRAWN,
    VOTE_CARD_GIVEN,
    VOTE_CARD_LOST,
    VOTE_DECK_SHUFFLED,
    VOTE_SENT,
    VOTES_SHOWN,
    VOTES_SHUFFLED,
)
from .steps import CROWS_PICK
from .verbs import ACTIONS


@final
class Table(State):
    """One game of Tortuga 1667."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        # Options.
        self.loyalty_mode = 0
        self.is_mad = False
        self.has_timer = False
        self.is_guarded = True
        self.is_capped = True
        # Loyalties: a card for each seat; the seats whose card is face-up.
        self.loyalties: list[int] = []
        self.open_loyalties = 0
        # Vote cards.
        self.hands: list[tuple[int, ...]] = []
        self.laid: list[tuple[int, ...]] = []
        self.played: tuple[int, ...] = ()
        self.vote_deck: tuple[int, ...] = ()
        # Event cards: in the row, in the deck from its bottom, in the open, kept, out of the game.
        self.row: list[int] = []
        self.peeks: list[int] = []
        self.event_deck: tuple[int, ...] = ()
        self.discards: tuple[int, ...] = ()
        self.kept: list[tuple[int, ...]] = []
        self.removed: tuple[int, ...] = ()
        self.out: tuple[int, ...] = ()
        self.open_card = NO_CARD
        self.open_slot = 0
        self.revealer = NOBODY
        self.shown = 0
        # The row before its last shuffle, and who had looked at which slot of it.
        self.old_row: list[int] = []
        self.old_peeks: list[int] = []
        # Pawns and chests.
        self.lines: list[tuple[int, ...]] = []
        self.places: list[int] = []
        self.spaces: list[int] = []
        self.exploded = 0
        self.chests: list[int] = []
        self.to_stow = 0
        # The turn.
        self.turn = 0
        self.active = NOBODY
        self.actions_left = 0
        self.fresh = 0
        self.skips: list[int] = []
        self.quiet = 0
        self.is_race = False
        self.race_turns = 0
        self.is_holding = False
        self.code_marks = 0
        # What is under way: a force, a vote, a marooning, a search through the vote deck.
        self.forcer = NOBODY
        self.forced = NOBODY
        self.first_slot = 0
        self.second_slot = 0
        self.vote = NOBODY
        self.caller = NOBODY
        self.voters = 0
        self.missing = NOBODY
        self.outcome = NOBODY
        self.victim = NOBODY
        self.marooner = NOBODY
        self.cause = 0
        self.searched = NOBODY
        self.search_left = 0
        # The end.
        self.ending = NOT_ENDED
        self.deeds: tuple[int, ...] = ()
        # What the seat whose turn it is may do; never changed, only replaced.
        self.choices: list[Action] = []

    def clone(self) -> Table:
        """An independent copy. Tuples are shared: nobody can change them."""
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.loyalty_mode = self.loyalty_mode
        twin.is_mad = self.is_mad
        twin.has_timer = self.has_timer
        twin.is_guarded = self.is_guarded
        twin.is_capped = self.is_capped
        twin.loyalties = self.loyalties[:]
        twin.open_loyalties = self.open_loyalties
        twin.hands = self.hands[:]
        twin.laid = self.laid[:]
        twin.played = self.played
        twin.vote_deck = self.vote_deck
        twin.row = self.row[:]
        twin.peeks = self.peeks[:]
        twin.event_deck = self.event_deck
        twin.discards = self.discards
        twin.kept = self.kept[:]
        twin.removed = self.removed
        twin.out = self.out
        twin.open_card = self.open_card
        twin.open_slot = self.open_slot
        twin.revealer = self.revealer
        twin.shown = self.shown
        twin.old_row = self.old_row[:]
        twin.old_peeks = self.old_peeks[:]
        twin.lines = self.lines[:]
        twin.places = self.places[:]
        twin.spaces = self.spaces[:]
        twin.exploded = self.exploded
        twin.chests = self.chests[:]
        twin.to_stow = self.to_stow
        self.copy_moment(twin)
        twin.ending = self.ending
        twin.deeds = self.deeds
        twin.choices = self.choices
        return twin

    def copy_moment(self, twin: Table) -> None:
        """Copy the turn and what is under way."""
        twin.turn = self.turn
        twin.active = self.active
        twin.actions_left = self.actions_left
        twin.fresh = self.fresh
        twin.skips = self.skips[:]
        twin.quiet = self.quiet
        twin.is_race = self.is_race
        twin.race_turns = self.race_turns
        twin.is_holding = self.is_holding
        twin.code_marks = self.code_marks
        twin.forcer = self.forcer
        twin.forced = self.forced
        twin.first_slot = self.first_slot
        twin.second_slot = self.second_slot
        twin.vote = self.vote
        twin.caller = self.caller
        twin.voters = self.voters
        twin.missing = self.missing
        twin.outcome = self.outcome
        twin.victim = self.victim
        twin.marooner = self.marooner
        twin.cause = self.cause
        twin.searched = self.searched
        twin.search_left = self.search_left

    def set_out(self) -> None:
        """An empty board, and nobody with any card."""
        self.loyalties = [NO_CARD] * self.seats
        self.hands = [()] * self.seats
        self.laid = [()] * self.seats
        self.kept = [()] * self.seats
        self.row = [NO_CARD] * ROW
        self.peeks = [0] * ROW
        self.lines = [()] * len(PLACE_NAMES)
        self.places = [NOBODY] * self.seats
        self.chests = [0] * len(TREASURY_NAMES)
        self.skips = [0] * self.seats
        self.knows = [0] * PIECES

    # Movers of pawns. Those behind close up, arrivals join the back.

    def move_pawn(self, seat: Seat, place: int) -> None:
        """Move a pawn to the back of a line, or into a rowboat.  T67-P3"""
        old = self.places[seat]
        if old != NOBODY:
            self.lines[old] = tuple([other for other in self.lines[old] if other != seat])
        self.lines[place] += (seat,)
        self.places[seat] = place

    def swap_pawns(self, one: Seat, two: Seat) -> None:
        """Let two pawns change places."""
        first, second = self.places[one], self.places[two]
        for place in {first, second}:
            line: list[int] = []
            for seat in self.lines[place]:
                line.append(two if seat == one else one if seat == two else seat)
            self.lines[place] = tuple(line)
        self.places[one] = second
        self.places[two] = first

    def shuffle_line(self, place: int) -> None:
        """Put the pawns of a place back in random order."""
        line = list(self.lines[place])
        self.rng.shuffle(line)
        self.lines[place] = tuple(line)

    # Movers of chests.

    def move_chest(self, source: int, goal: int, chests: int = 1) -> None:
        """Move chests from one treasury to another."""
        assert self.chests[source] >= chests
        self.chests[source] -= chests
        self.chests[goal] += chests

    def stow(self, hold: int) -> None:
        """A captain puts the chest of the start into a hold."""
        self.to_stow -= 1
        self.chests[hold] += 1

    # Movers of Vote cards. The top of the deck is the end of the tuple; hands are sorted.

    def draw_vote(self, seat: Seat) -> None:
        """Draw the top card of the vote deck."""
        card = self.vote_deck[-1]
        self.vote_deck = self.vote_deck[:-1]
        self.take_vote(seat, card)
        self.knows[card] = 1 << seat
        if self.log is not None:
            self.record(VOTE_CARD_DRAWN, [seat, card], [], 1 << seat, FOREVER)

    def take_vote(self, seat: Seat, card: int) -> None:
        """Put a card into a hand."""
        hand = list(self.hands[seat])
        hand.append(card)
        hand.sort()
        self.hands[seat] = tuple(hand)

    def lay_votes(self, seat: Seat, cards: tuple[int, ...]) -> None:
        """Lay cards face down. Whoever had chosen this hand does not know it any more.  T67-R30"""
        self.hands[seat] = tuple([card for card in self.hands[seat] if card not in cards])
        self.laid[seat] = tuple(sorted(cards))
        for card in self.hands[seat] + cards:
            self.knows[card] = 1 << seat
        self.tell(VOTE_SENT, seat, len(cards))

    def show_votes(self) -> None:
        """Add the top card of the vote deck to the laid ones, shuffle, turn up."""
        cards = [self.vote_deck[-1]]
        self.vote_deck = self.vote_deck[:-1]
        for seat in range(self.seats):
            cards += list(self.laid[seat])
            self.laid[seat] = ()
        cards.sort()
        self.rng.shuffle(cards)
        self.played = tuple(cards)
        for card in cards:
            self.knows[card] = self.everyone
        if self.log is not None:
            self.record(VOTES_SHOWN, [self.vote], cards, self.everyone, FOREVER)

    def return_played(self) -> None:
        """Shuffle the played cards and put them under the vote deck."""
        cards = list(self.played)
        cards.sort()
        self.rng.shuffle(cards)
        for card in cards:
            self.knows[card] = 0
        self.vote_deck = tuple(cards) + self.vote_deck
        self.played = ()
        self.tell(VOTES_SHUFFLED, len(cards))

    def lose_vote(self, seat: Seat) -> None:
        """Put a random card of a hand under the vote deck; its owner sees which one is gone."""
        hand = list(self.hands[seat])
        card = hand.pop(int(self.rng.below(len(hand))))
        self.hands[seat] = tuple(hand)
        for left in hand:
            self.knows[left] = 1 << seat  # T67-R30
        self.knows[card] = 1 << seat
        self.vote_deck = (card,) + self.vote_deck
        if self.log is not None:
            self.record(VOTE_CARD_LOST, [seat, card], [], 1 << seat, FOREVER)

    def open_vote_deck(self, seat: Seat, other: Seat) -> None:
        """Put a hand under the vote deck; a seat looks through it as a sorted pool."""
        cards = list(self.vote_deck + self.hands[other])
        cards.sort()
        self.hands[other] = ()
        self.vote_deck = tuple(cards)
        for card in cards:
            self.knows[card] = 1 << seat

    def give_vote(self, seat: Seat, other: Seat, card: int) -> None:
        """Put a card of the open vote deck into another one's hand; both know it now.  T67-R30"""
        self.vote_deck = tuple([each for each in self.vote_deck if each != card])
        self.take_vote(other, card)
        self.knows[card] = 1 << seat | 1 << other
        if self.log is not None:
            knowers = self.knows[card] | SEATS_ONLY
            self.record(VOTE_CARD_GIVEN, [seat, other, card], [], knowers, FOREVER)

    def shuffle_vote_deck(self) -> None:
        """Shuffle the vote deck: nobody knows its order."""
        cards = list(self.vote_deck)
        cards.sort()
        self.rng.shuffle(cards)
        self.vote_deck = tuple(cards)
        for card in cards:
            self.knows[card] = 0
        self.tell(VOTE_DECK_SHUFFLED, len(cards))

    # Movers of event cards.

    def look_at(self, seat: Seat, first: int, second: int) -> None:
        """A seat looks at two slots of the row."""
        one, two = FIRST_EVENT + self.row[first], FIRST_EVENT + self.row[second]
        self.peeks[first] |= 1 << seat
        self.peeks[second] |= 1 << seat
        peeking.learn(self)
        if self.log is not None:
            values = [seat, first + 1, second + 1, one, two]
            self.record(PEEKED, values, [], 1 << seat, FOREVER)

    def turn_over(self, seat: Seat, slot: int) -> None:
        """Turn a card of the row face up; it is in the open until it is resolved."""
        card = self.row[slot]
        self.row[slot] = NO_CARD
        self.open_card = card
        self.open_slot = slot
        self.revealer = seat
        self.shown |= 1 << card
        self.peeks[slot] = 0
        self.knows[FIRST_EVENT + card] = self.everyone
        peeking.learn(self)
        self.tell(REVEALED, seat, slot + 1, FIRST_EVENT + card)

    def keep_open_card(self, seat: Seat) -> None:
        """Lay the open card face-up before a seat."""
        cards = list(self.kept[seat])
        cards.append(self.open_card)
        cards.sort()
        self.kept[seat] = tuple(cards)
        self.open_card = NO_CARD

    def discard_open_card(self) -> None:
        """Put the open card on the discards, unless somebody has kept it."""
        if self.open_card != NO_CARD:
            self.discards += (self.open_card,)
            self.tell(DISCARDED, FIRST_EVENT + self.open_card)
        self.open_card = NO_CARD
        self.revealer = NOBODY
        self.open_slot = 0

    def discard_kept(self, seat: Seat, kind: int) -> None:
        """Put a kept card of a kind on the discards."""
        card = self.kept_card(seat, kind)
        assert card != NO_CARD
        self.kept[seat] = tuple([each for each in self.kept[seat] if each != card])
        self.discards += (card,)
        self.tell(DISCARDED, FIRST_EVENT + card)

    def refill(self, slot: int) -> None:
        """Lay the top card of the event deck face down on a slot."""
        card = self.event_deck[-1]
        self.event_deck = self.event_deck[:-1]
        self.row[slot] = card
        self.peeks[slot] = 0
        peeking.learn(self)
        self.tell(SLOT_REFILLED, slot + 1, len(self.event_deck))

    def shuffle_row(self) -> None:
        """Shuffle the row cards and lay them out anew; what was seen is now somewhere there."""
        self.old_row = self.row[:]
        self.old_peeks = self.peeks[:]
        cards = self.row[:]
        cards.sort()
        self.rng.shuffle(cards)
        self.row = cards
        self.peeks = [0] * ROW
        peeking.learn(self)
        self.tell(ROW_SHUFFLED, len(cards))

    def make_event_deck(self, cards: list[int]) -> None:
        """Shuffle some event cards into a new deck, which nobody knows."""
        cards.sort()
        self.rng.shuffle(cards)
        self.event_deck = tuple(cards)
        self.old_row = []
        self.old_peeks = []

    # What everybody has seen somebody do.

    def note(self, one: int) -> None:
        """Write a deed into the public record."""
        start = 1 if len(self.deeds) == deeds.DEEDS_MAX else 0
        self.deeds = self.deeds[start:] + (one,)

    # Windows.

    def ask(self, seat: Seat, options: list[Action]) -> None:
        """Ask one seat to take one of these actions, which are ordered by code."""
        self.choices = options
        self.open_turn(seat)

    # Questions about the table.

    def kept_card(self, seat: Seat, kind: int) -> int:
        """The first card of a kind that a seat has kept."""
        for card in self.kept[seat]:
            if EVENT_KIND[card] == kind:
                return card
        return NO_CARD

    def kept_count(self, seat: Seat, kind: int) -> int:
        """How many cards of a kind a seat has kept."""
        count = 0
        for card in self.kept[seat]:
            if EVENT_KIND[card] == kind:
                count += 1
        return count

    def keeper(self, kind: int) -> Seat:
        """Who has kept a card of which there is only one."""
        for seat in range(self.seats):
            if self.kept_card(seat, kind) != NO_CARD:
                return seat
        return NOBODY

    def letters(self, seat: Seat) -> int:
        """How many Letters of Marque a seat has saved in earlier turns.  T67-A5"""
        count = self.kept_count(seat, LETTER)
        return count - self.fresh if seat == self.active else count

    def row_count(self) -> int:
        """How many cards lie in the row."""
        count = 0
        for card in self.row:
            if card != NO_CARD:
                count += 1
        return count

    def nation(self, seat: Seat) -> int:
        """The nation of a seat's Loyalty card."""
        return NATION_OF[self.loyalties[seat]]

    def right_of(self, seat: Seat) -> Seat:
        """The previous seat."""
        return (seat + self.seats - 1) % self.seats

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ending != NOT_ENDED

    def has_last_events(self) -> bool:
        """Whether the row has been shuffled for the last time and is not refilled."""
        return len(self.old_row) > 0

    # The protocol.

    def action_table(self) -> ActionTable:
        """All actions of Tortuga 1667."""
        return ACTIONS

    def event_table(self) -> EventTable:
        """All kinds of events of Tortuga 1667."""
        return EVENTS

    def legal(self, seat: Seat) -> list[Action]:
        """Everything this seat may do now, ordered by code."""
        if not self.is_asked(seat):
            return []
        if self.window == VOTE:
            return votes.ballots(self, seat)
        if self.agenda[-1] == CROWS_PICK:
            return windows.gifts(self)
        return self.choices[:]

    def prompt(self, seat: Seat) -> Prompt:
        """The question this seat is asked now."""
        assert self.is_asked(seat)
        return windows.prompt(self, seat, self.agenda[-1])

    def clock_s(self) -> int:
        """How long the present question may take; 0 for as long as the table says."""
        return turns.clock_s(self.agenda[-1]) if self.agenda else 0

    def hourglass_s(self) -> int:
        """How long the sand runs for the present question, if it does."""
        return turns.hourglass_s(self, self.agenda[-1]) if self.agenda else 0

    def denied(self, seat: Seat) -> list[Denial]:
        """What this seat might try now and may not, each with its reason."""
        return refusals.denied(self, seat) if self.is_asked(seat) else []

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """Why this seat may not do this now."""
        if self.is_asked(seat):
            denial = refusals.denial(self, seat, action)
            if denial is not None:
                return IllegalAction(denial.code, denial.reason, denial.rule)
        return super().refusal(seat, action)

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action, then go on until somebody must decide."""
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

    def side(self, seat: Seat) -> str:
        """The nation of a seat: on a true table, whom it plays for."""
        return NATION_NAMES[self.nation(seat)]

    def result(self) -> list[float] | None:
        """Each seat's part of the victory, once the game is over."""
        return scoring.result(self) if self.is_over() else None

    def scores(self) -> list[int]:
        """The chests of each seat's nation: on a true table they tell whom it plays for."""
        return scoring.scores(self)

    def write(self) -> str:
        """The complete table as text."""
        return notation.write(self)

    def pieces(self) -> list[int]:
        """Every card and every chest, wherever it lies, in ascending order."""
        found = list(self.vote_deck + self.played)
        events = list(self.event_deck + self.discards + self.removed + self.out)
        events += [card for card in self.row if card != NO_CARD]
        if self.open_card != NO_CARD:
            events.append(self.open_card)
        for seat in range(self.seats):
            found += list(self.hands[seat] + self.laid[seat])
            events += list(self.kept[seat])
        found += [FIRST_EVENT + card for card in events]
        cards = self.loyalties + loyalties.unused(self.seats)
        found += [FIRST_LOYALTY + card for card in cards]
        found += [CHEST] * (sum(self.chests) + self.to_stow)
        found.sort()
        return found

    def turned(self, by: int) -> Table:
        """The same table with everybody moved `by` seats clockwise."""
        return turning.turned(self, by)
