"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from broadside.kernel.book import Book
from broadside.kernel.event import SEATS_ONLY, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.rows import including, without
from broadside.kernel.state import State

from . import cards, events, loyalties, peeking, scoring, sight, worlds
from .book import BOOK


@final
class Table(State):
    """One game of Tortuga 1667. What the fields mean stands in `book.py`.

    What lies in a tuple lies there in order; decks end with their top.
    """

    def copy_zones(self, other: Table) -> None:
        """Become like another table. Every field is declared by the line that copies it.

        The lists of loyalties, kept cards, skips and of the old row are never changed, only
        replaced: copies share them, and tuples.
        """
        # Options.
        self.loyalty_mode: int = other.loyalty_mode
        self.is_mad: bool = other.is_mad
        self.has_timer: bool = other.has_timer
        self.is_guarded: bool = other.is_guarded
        self.is_capped: bool = other.is_capped
        # Loyalties: a card for each seat; the seats whose card is face-up.
        self.loyalties: list[int] = other.loyalties
        self.open_loyalties: int = other.open_loyalties
        # Vote cards. Hands are sorted.
        self.hands: list[tuple[int, ...]] = other.hands[:]
        self.laid: list[tuple[int, ...]] = other.laid[:]
        self.played: tuple[int, ...] = other.played
        self.vote_deck: tuple[int, ...] = other.vote_deck
        # Event cards: in the row, in the deck, in the open, kept, out of the game.
        self.row: list[int] = other.row[:]
        self.peeks: list[int] = other.peeks[:]
        self.event_deck: tuple[int, ...] = other.event_deck
        self.discards: tuple[int, ...] = other.discards
        self.kept: list[tuple[int, ...]] = other.kept
        self.removed: tuple[int, ...] = other.removed
        self.out: tuple[int, ...] = other.out
        self.open_card: int = other.open_card
        self.open_slot: int = other.open_slot
        self.revealer: int = other.revealer
        self.shown: int = other.shown
        # The row before its last shuffle, and who had looked at which slot of it.
        self.old_row: list[int] = other.old_row
        self.old_peeks: list[int] = other.old_peeks
        # Pawns and chests. Where a seat stands follows from the lines.
        self.lines: list[tuple[int, ...]] = other.lines[:]
        self.places: list[int] = other.places[:]
        self.spaces: tuple[int, ...] = other.spaces
        self.exploded: int = other.exploded
        self.chests: list[int] = other.chests[:]
        # The turn.
        self.turn: int = other.turn
        self.active: int = other.active
        self.actions_left: int = other.actions_left
        self.fresh: int = other.fresh
        self.skips: list[int] = other.skips
        self.quiet: int = other.quiet
        self.is_race: bool = other.is_race
        self.race_turns: int = other.race_turns
        self.is_holding: bool = other.is_holding
        self.code_marks: int = other.code_marks
        # What is under way: a force or a vote of the active seat, a marooning, a search for cards.
        self.forced: int = other.forced
        self.first_slot: int = other.first_slot
        self.second_slot: int = other.second_slot
        self.vote: int = other.vote
        self.voters: int = other.voters
        self.missing: int = other.missing
        self.victim: int = other.victim
        self.cause: int = other.cause
        self.searched: int = other.searched
        self.search_left: int = other.search_left
        # The end, and what everybody has seen somebody do.
        self.ending: int = other.ending
        self.deeds: list[int] = other.deeds[:]

    def clone(self) -> Table:
        """An independent copy."""
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.copy_zones(self)
        return twin

    def derive(self) -> None:
        """Where every seat stands follows from the lines."""
        self.places = [cards.NOBODY] * self.seats
        for place in range(len(self.lines)):
            for seat in self.lines[place]:
                self.places[seat] = place

    # Movers of pawns. Those behind close up, arrivals join the back.

    def move_pawn(self, seat: Seat, place: int) -> None:
        """Move a pawn to the back of a line, or into a rowboat.  T67-P3"""
        old = self.places[seat]
        if old != cards.NOBODY:
            self.lines[old] = without(self.lines[old], seat)
        self.lines[place] += (seat,)
        self.places[seat] = place

    def swap_pawns(self, one: Seat, two: Seat) -> None:
        """Let two pawns change places."""
        first, second = self.places[one], self.places[two]
        self.lines[first] = swapped(self.lines[first], one, two)
        if second != first:
            self.lines[second] = swapped(self.lines[second], one, two)
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

    def share_island(self, british: int) -> None:
        """Lay so many chests of the island into the British area, the rest into the French one."""
        self.chests[cards.TO_BRITISH] = british
        self.chests[cards.TO_FRENCH] = cards.ISLAND_CHESTS - british

    # Movers of Vote cards. The top of the deck is the end of the tuple; hands are sorted.

    def draw_vote(self, seat: Seat) -> None:
        """Draw the top card of the vote deck."""
        card = self.vote_deck[-1]
        self.vote_deck = self.vote_deck[:-1]
        self.hands[seat] = including(self.hands[seat], card)
        self.knows[card] = 1 << seat
        self.tell_to(1 << seat, events.VOTE_CARD_DRAWN, seat, card)

    def lay_votes(self, seat: Seat, cards: tuple[int, ...]) -> None:
        """Lay sorted cards face down, and tell nobody how many.

        Whoever had chosen this hand does not know it any more.  T67-R30 T67-R39
        """
        for card in self.hands[seat]:
            self.knows[card] = 1 << seat
        for card in cards:
            self.hands[seat] = without(self.hands[seat], card)
        self.laid[seat] = cards
        self.tell(events.VOTE_SENT, seat)

    def show_votes(self) -> None:
        """Add the top card of the vote deck to the laid ones, shuffle, turn up."""
        cards = [self.vote_deck[-1]]
        self.vote_deck = self.vote_deck[:-1]
        for seat in range(self.seats):
            if self.laid[seat]:
                cards += self.laid[seat]
                self.laid[seat] = ()
        self.played = self.shuffled(cards, self.everyone)
        self.tell_list(events.VOTES_SHOWN, self.played, self.vote)

    def return_played(self) -> None:
        """Shuffle the played cards and put them under the vote deck."""
        self.tell(events.VOTES_SHUFFLED, len(self.played))
        self.vote_deck = self.shuffled(list(self.played), 0) + self.vote_deck
        self.played = ()

    def lose_vote(self, seat: Seat) -> None:
        """Put a random card of a hand under the vote deck; its owner sees which one is gone."""
        hand = list(self.hands[seat])
        for card in hand:
            self.knows[card] = 1 << seat  # T67-R30
        card = hand.pop(int(self.rng.below(len(hand))))
        self.hands[seat] = tuple(hand)
        self.vote_deck = (card,) + self.vote_deck
        self.tell_to(1 << seat, events.VOTE_CARD_LOST, seat, card)

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
        self.vote_deck = without(self.vote_deck, card)
        self.hands[other] = including(self.hands[other], card)
        self.knows[card] = 1 << seat | 1 << other | SEATS_ONLY
        self.tell_to(self.knows[card], events.VOTE_CARD_GIVEN, seat, other, card)

    def shuffle_vote_deck(self) -> None:
        """Shuffle the vote deck: nobody knows its order."""
        self.vote_deck = self.shuffled(list(self.vote_deck), 0)
        self.tell(events.VOTE_DECK_SHUFFLED, len(self.vote_deck))

    def shuffled(self, cards: list[int], knowers: int) -> tuple[int, ...]:
        """Some Vote cards in an order that depends on chance only; all of them known to some."""
        for card in cards:
            self.knows[card] = knowers
        cards.sort()
        self.rng.shuffle(cards)
        return tuple(cards)

    # Movers of event cards.

    def look_at(self, seat: Seat, first: int, second: int) -> None:
        """A seat looks at two slots of the row."""
        one, two = cards.FIRST_EVENT + self.row[first], cards.FIRST_EVENT + self.row[second]
        self.peeks[first] |= 1 << seat
        self.peeks[second] |= 1 << seat
        self.knows[one] |= 1 << seat | SEATS_ONLY
        self.knows[two] |= 1 << seat | SEATS_ONLY
        peeking.work_out(self)
        self.tell_to(1 << seat, events.PEEKED, seat, first + 1, second + 1, one, two)

    def turn_over(self, seat: Seat, slot: int) -> None:
        """Turn a card of the row face up; it is in the open until it is resolved."""
        card = self.row[slot]
        self.row[slot] = cards.NO_CARD
        self.open_card = card
        self.open_slot = slot
        self.revealer = seat
        self.shown |= 1 << card
        self.peeks[slot] = 0
        self.knows[cards.FIRST_EVENT + card] = self.everyone
        peeking.work_out(self)
        self.tell(events.REVEALED, seat, slot + 1, cards.FIRST_EVENT + card)

    def keep_open_card(self, seat: Seat) -> None:
        """Lay the open card face-up before a seat."""
        self.kept = self.kept[:]
        self.kept[seat] = including(self.kept[seat], self.open_card)
        self.open_card = cards.NO_CARD

    def discard_open_card(self) -> None:
        """Put the open card on the discards, unless somebody has kept it."""
        if self.open_card != cards.NO_CARD:
            self.discard(self.open_card)
        self.open_card = cards.NO_CARD
        self.revealer = cards.NOBODY
        self.open_slot = 0

    def discard_kept(self, seat: Seat, kind: int) -> None:
        """Put a kept card of a kind on the discards."""
        card = self.kept_card(seat, kind)
        assert card != cards.NO_CARD
        self.kept = self.kept[:]
        self.kept[seat] = without(self.kept[seat], card)
        self.discard(card)

    def discard(self, card: int) -> None:
        """Put an event card on the discards."""
        self.discards += (card,)
        self.tell(events.DISCARDED, cards.FIRST_EVENT + card)

    def refill(self, slot: int) -> None:
        """Lay the top card of the event deck face down on a slot."""
        card = self.event_deck[-1]
        self.event_deck = self.event_deck[:-1]
        self.row[slot] = card
        self.tell(events.SLOT_REFILLED, slot + 1, len(self.event_deck))

    def shuffle_row(self) -> None:
        """Shuffle the row cards and lay them out anew; what was seen is now somewhere there."""
        self.old_row = self.row
        self.old_peeks = self.peeks
        self.row = sorted(self.row)
        self.rng.shuffle(self.row)
        self.peeks = [0] * cards.ROW
        peeking.learn(self)
        self.tell(events.ROW_SHUFFLED, cards.ROW)

    # Questions about the table.

    def kept_card(self, seat: Seat, kind: int) -> int:
        """The first card of a kind that a seat has kept."""
        for card in self.kept[seat]:
            if cards.EVENT_KIND[card] == kind:
                return card
        return cards.NO_CARD

    def kept_count(self, seat: Seat, kind: int) -> int:
        """How many cards of a kind a seat has kept."""
        count = 0
        for card in self.kept[seat]:
            if cards.EVENT_KIND[card] == kind:
                count += 1
        return count

    def keeper(self, kind: int) -> Seat:
        """Who has kept a card of which there is only one."""
        if not self.shown >> cards.FIRST_CARD[kind] & 1:
            return cards.NOBODY
        for seat in range(self.seats):
            if self.kept_card(seat, kind) != cards.NO_CARD:
                return seat
        return cards.NOBODY

    def letters(self, seat: Seat) -> int:
        """How many Letters of Marque a seat has saved in earlier turns.  T67-A5"""
        count = self.kept_count(seat, cards.LETTER)
        return count - self.fresh if seat == self.active else count

    def row_count(self) -> int:
        """How many cards lie in the row."""
        return cards.ROW - self.row.count(cards.NO_CARD)

    def slots(self) -> int:
        """The slots of the row where a card lies, as a mask."""
        found: i64 = 0
        bit: i64 = 1
        for card in self.row:
            if card != cards.NO_CARD:
                found |= bit
            bit <<= 1
        return int(found)

    def nation(self, seat: Seat) -> int:
        """The nation of a seat's Loyalty card."""
        return cards.NATION_OF[self.loyalties[seat]]

    def doer(self) -> Seat:
        """Who does what is done: the revealer of the card in play, else the active seat."""
        return self.active if self.revealer == cards.NOBODY else self.revealer

    def right_of(self, seat: Seat) -> Seat:
        """The previous seat."""
        return (seat + self.seats - 1) % self.seats

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ending != events.NOT_ENDED

    def has_last_events(self) -> bool:
        """Whether the row has been shuffled for the last time and is not refilled."""
        return not self.is_race and self.old_row[0] != cards.NO_CARD

    # The protocol.

    def book(self) -> Book:
        """The book of Tortuga 1667."""
        return BOOK

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return sight.TableView(self, seat).json()

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return worlds.determinize(self, seat, rng)

    def side(self, seat: Seat) -> str:
        """The nation of a seat: on a true table, whom it plays for."""
        return cards.NATION_NAMES[self.nation(seat)]

    def winners(self) -> list[Seat]:
        """Who has won."""
        return scoring.winners(self)

    def scores(self) -> list[int]:
        """The chests of each seat's nation: on a true table they tell whom it plays for."""
        return scoring.scores(self)

    def all_pieces(self) -> list[int]:
        """All Vote and event cards, the Loyalty cards of so many seats, and the chests."""
        found = list(range(cards.FIRST_LOYALTY))
        found += [cards.FIRST_LOYALTY + card for card in loyalties.cards_for(self.seats)]
        return found + [cards.CHEST] * cards.CHESTS


def swapped(line: tuple[int, ...], one: Seat, two: Seat) -> tuple[int, ...]:
    """A line in which two pawns stand for each other."""
    return tuple([two if seat == one else one if seat == two else seat for seat in line])
