"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from broadside.kernel.book import Book
from broadside.kernel.event import FOREVER, SEATS_ONLY, Seat, View
from broadside.kernel.rng import Rng

from . import scoring, sight, worlds
from .board import LAIRS, LAP, PORT_ROYAL, PROGRESS
from .book import BOOK
from .cards import (
    BATTLE_FACES,
    BETH,
    BOX,
    DECK,
    FIRST_GOOD,
    FIRST_TREASURE,
    GOLD,
    GOODS_MASK,
    GUNPOWDER,
    HOLD_BITS,
    HOLD_MASK,
    HOLD_SHIFT,
    HOLD_TOKENS,
    NO_CARD,
    NOBODY,
    NOT_ROLLED,
    SIXTH,
    SIXTH_SLOT,
    SLOTS,
    TOKENS_UNLIMITED,
    TREASURES,
)
from .events import (
    CARD_DRAWN,
    CARD_REVEALED,
    DECK_SHUFFLED,
    HOLD_TAKEN,
    JETTISONED,
    LOADED,
    LOOT_SUNK,
    SPENT,
    TREASURE_DRAWN,
    TREASURE_GIVEN,
    TREASURE_TAKEN,
)
from .verbs import FORWARD
from .zones import Zones


@final
class Table(Zones):
    """One game of Jamaica."""

    def clone(self) -> Table:
        """An independent copy."""
        twin = Table(self.seats)
        self.copy_zones(twin)
        self.copy_moment(twin)
        return twin

    # Movers of goods. Tokens go from the bank or a hold into the air (`load_…`), from there into a
    # hold or back to the bank; spent and jettisoned ones go straight to the bank.

    def take_from_bank(self, ship: int, good: int, tokens: int) -> None:
        """Take tokens that a ship is going to load."""
        self.bank[good] -= tokens
        self.load_ship = ship
        self.load_good = good
        self.load_tokens = tokens

    def take_hold(self, ship: int, loser: int, slot: int) -> None:
        """Take the whole contents of a loser's hold; the winner is going to load them."""
        hold = self.hold(loser, slot)
        self.set_hold(loser, slot, 0)
        self.load_ship = ship
        self.load_good = hold >> HOLD_SHIFT
        self.load_tokens = hold & HOLD_TOKENS
        if self.log is not None:
            values = [ship, loser, slot + 1, self.load_good, self.load_tokens]
            self.record(HOLD_TAKEN, values, [], self.everyone, FOREVER)

    def fill(self, ship: int, slot: int, good: int, tokens: int) -> None:
        """Put tokens from the bank into a hold while the table is set up."""
        self.bank[good] -= tokens
        self.set_hold(ship, slot, good << HOLD_SHIFT | tokens)

    def stow(self, slot: int) -> None:
        """Put what is to be loaded into an empty hold."""
        assert self.hold(self.load_ship, slot) == 0
        self.set_hold(self.load_ship, slot, self.load_good << HOLD_SHIFT | self.load_tokens)
        self.tell(LOADED, self.load_ship, slot + 1, self.load_good, self.load_tokens)
        self.clear_load()

    def sink_load(self) -> None:
        """Put what is to be loaded into the bank instead."""
        self.bank[self.load_good] += self.load_tokens
        self.tell(LOOT_SUNK, self.load_ship, self.load_good, self.load_tokens)
        self.clear_load()

    def clear_load(self) -> None:
        """Nothing is to be loaded any more."""
        self.load_ship = NOBODY
        self.load_good = 0
        self.load_tokens = 0

    def jettison(self, ship: int, slot: int) -> None:
        """Put the whole contents of a hold into the bank."""
        good, tokens = self.good_in(ship, slot), self.tokens_in(ship, slot)
        self.set_hold(ship, slot, 0)
        self.bank[good] += tokens
        self.tell(JETTISONED, ship, slot + 1, good, tokens)

    def spend(self, ship: int, slot: int, tokens: int) -> None:
        """Put some tokens of a hold into the bank."""
        if tokens == 0:
            return
        good = self.good_in(ship, slot)
        left = self.tokens_in(ship, slot) - tokens
        assert left >= 0
        self.set_hold(ship, slot, good << HOLD_SHIFT | left if left else 0)
        self.bank[good] += tokens
        self.tell(SPENT, ship, slot + 1, good, tokens)

    def move_sixth_hold(self, winner: int, loser: int) -> int:
        """Move the contents of the 6th Hold along with its card; return what they are."""
        hold = self.hold(loser, SIXTH_SLOT)
        self.set_hold(loser, SIXTH_SLOT, 0)
        self.set_hold(winner, SIXTH_SLOT, hold)
        return hold

    def set_hold(self, ship: int, slot: i64, hold: i64) -> None:
        """Replace what is in a hold."""
        holds: i64 = self.holds[ship]
        mask: i64 = HOLD_MASK
        shift = slot * HOLD_BITS
        self.holds[ship] = int(holds & ~(mask << shift) | hold << shift)

    # Movers of action cards. What others can work out, because the draw pile is empty, they know.

    def draw_card(self, seat: Seat) -> None:
        """Draw the top card of the own pile into the hand."""
        card = self.piles[seat][-1]
        self.piles[seat] = self.piles[seat][:-1]
        self.hands[seat] += (card,)
        self.knows[seat * DECK + card] = 1 << seat
        if self.log is not None:
            self.record(CARD_DRAWN, [seat, seat * DECK + card], [], 1 << seat, FOREVER)

    def shuffle_discards(self, seat: Seat) -> None:
        """Make the whole discard pile into a new draw pile."""
        cards = list(self.discards[seat])
        self.rng.shuffle(cards)
        self.discards[seat] = ()
        self.piles[seat] = tuple(cards)
        for card in cards:
            self.knows[seat * DECK + card] = 0
        self.tell(DECK_SHUFFLED, seat, len(cards))

    def lay_card(self, seat: Seat, card: int) -> None:
        """Lay a hand card face down. Nobody is told who has done so."""
        place = self.hands[seat].index(card)
        self.hands[seat] = self.hands[seat][:place] + self.hands[seat][place + 1 :]
        self.laid[seat] = card

    def hide_laid(self, seat: Seat) -> None:
        """Everybody has laid a card: which one has left the hand, only its owner knows.  JAM-Q31"""
        first, own = seat * DECK, 1 << seat
        exposed: tuple[int, ...] = ()
        for card in self.hands[seat] + (self.laid[seat],):
            if self.knows[first + card] == self.everyone:
                exposed += (card,)
            self.knows[first + card] = own
        self.exposed[seat] = exposed

    def reveal_card(self, seat: Seat) -> None:
        """Turn the laid card face up."""
        card = seat * DECK + self.laid[seat]
        self.revealed |= 1 << seat
        self.knows[card] = self.everyone
        self.tell(CARD_REVEALED, seat, card)
        self.recall(seat)
        self.work_out(seat)

    def recall(self, seat: Seat) -> None:
        """What everybody knew of a hand, and is not the card just shown, is still there.

        JAM-Q31
        """
        for card in self.exposed[seat]:
            self.knows[seat * DECK + card] = self.everyone
        self.exposed[seat] = ()

    def work_out(self, seat: Seat) -> None:
        """With an empty pile and all else open, everybody can work out the hand."""
        if not self.piles[seat]:
            for card in self.hands[seat]:
                self.knows[seat * DECK + card] = self.everyone

    def discard_laid(self, seat: Seat) -> None:
        """The played card goes on the own discard pile, face up."""
        self.discards[seat] += (self.laid[seat],)
        self.laid[seat] = NO_CARD

    # Movers of ships and treasures.

    def put_ship(self, ship: int, space: int, lap: int) -> None:
        """Put a ship on a space."""
        self.spaces[ship] = space
        self.laps[ship] = lap

    def draw_treasure(self, ship: int, lair: int, face_up: bool, knowers: int) -> None:
        """Take the token off a lair, and the top treasure card to a ship."""
        card = self.treasure_pile[-1]
        self.treasure_pile = self.treasure_pile[:-1]
        self.tokens &= ~(1 << lair)
        self.lair_cards[lair] = card
        self.give_holder(ship, lair, face_up, knowers)
        if self.log is not None:
            values = [ship, LAIRS[lair], card]
            self.record(TREASURE_DRAWN, values, [], self.knows[FIRST_TREASURE + card], FOREVER)

    def take_token(self, lair: int) -> None:
        """Take the token off a lair whose treasure there is none of."""
        self.tokens &= ~(1 << lair)

    def take_treasure(self, winner: int, loser: int, lair: int, face_up: bool, eyes: int) -> None:
        """Take a treasure card of the loser."""
        self.give_holder(winner, lair, face_up, eyes)
        if self.log is not None:
            card = self.lair_cards[lair]
            values = [winner, loser, LAIRS[lair], card]
            self.record(TREASURE_TAKEN, values, [], self.knows[FIRST_TREASURE + card], FOREVER)

    def give_treasure(self, winner: int, loser: int, lair: int, eyes: int) -> None:
        """Give the loser a cursed treasure; everybody knows now what kind it is."""
        self.given |= 1 << lair
        self.give_holder(loser, lair, False, eyes)
        if self.log is not None:
            card = self.lair_cards[lair]
            values = [winner, loser, LAIRS[lair], card]
            self.record(TREASURE_GIVEN, values, [], self.knows[FIRST_TREASURE + card], FOREVER)

    def give_holder(self, ship: int, lair: int, face_up: bool, eyes: int) -> None:
        """Lay a treasure card by a ship; `eyes` are the seats that look at it there."""
        card = self.lair_cards[lair]
        self.holders[lair] = ship
        self.held[lair] |= 1 << ship
        self.knows[FIRST_TREASURE + card] |= eyes | SEATS_ONLY
        if face_up:
            self.face_up |= 1 << lair
            self.knows[FIRST_TREASURE + card] = self.everyone
            self.powers[card] = ship

    def show_treasures(self) -> None:
        """Turn every treasure card aboard a ship face up."""
        for card in self.lair_cards:
            if card != NO_CARD:
                self.knows[FIRST_TREASURE + card] = self.everyone

    # What is under way is over.

    def clear_move(self) -> None:
        """No ship is under way."""
        self.mover = NOBODY
        self.steps = 0
        self.direction = FORWARD
        self.shortage_die = NOT_ROLLED

    def clear_battle(self) -> None:
        """The battle is over."""
        self.attacker = NOBODY
        self.defender = NOBODY
        self.winner = NOBODY
        self.attack_powder = 0
        self.attack_die = NOT_ROLLED
        self.defence_powder = 0
        self.defence_die = NOT_ROLLED
        self.is_sabre_used = False

    # Questions about the table.

    def hand_of(self, ship: int) -> Seat:
        """Who decides for a ship: its seat; for the ghost the human not in the battle.

        JAM-G5 JAM-Q18
        """
        if ship < self.seats:
            return ship
        return 1 - (self.defender if self.attacker == ship else self.attacker)

    def loser(self) -> int:
        """The ship that lost the battle under way."""
        return self.defender if self.winner == self.attacker else self.attacker

    def has_ghost(self) -> bool:
        """Whether the ghost ship plays along."""
        return self.ships > self.seats

    def is_ghost(self, ship: int) -> bool:
        """Whether a ship is the ghost ship."""
        return ship >= self.seats

    def turn_seat(self) -> Seat:
        """The seat whose turn it is while cards are played out."""
        return (self.captain + self.turns - 1) % self.seats

    def position(self, ship: int) -> int:
        """How far a ship has come: a lap counts 44.  JAM-Q5"""
        return PROGRESS[self.spaces[ship]] + LAP * self.laps[ship]

    def is_finished(self, ship: int) -> bool:
        """Whether a ship has come round to Port Royal."""
        return self.spaces[ship] == PORT_ROYAL and self.laps[ship] >= 1

    def stock(self, ship: int, good: int) -> int:
        """How many tokens of a good a ship has."""
        holds: i64 = self.holds[ship]
        wanted: i64 = good
        total: i64 = 0
        while holds:
            if holds >> HOLD_SHIFT & GOODS_MASK == wanted:
                total += holds & HOLD_TOKENS
            holds >>= HOLD_BITS
        return int(total)

    def slots(self, ship: int) -> int:
        """How many holds a ship has.  JAM-T5"""
        return SLOTS if self.powers[SIXTH] == ship else SLOTS - 1

    def hold(self, ship: int, slot: i64) -> int:
        """A hold: its good shifted by HOLD_SHIFT, and its tokens; 0 if it is empty."""
        holds: i64 = self.holds[ship]
        return int(holds >> slot * HOLD_BITS & HOLD_MASK)

    def slots_with(self, ship: int, good: int) -> int:
        """The holds of a ship that have a good, as a mask; those that are empty for none."""
        holds: i64 = self.holds[ship]
        wanted: i64 = good
        found: i64 = 0
        bit: i64 = 1
        end = bit << self.slots(ship)
        while bit < end:
            if holds >> HOLD_SHIFT & GOODS_MASK == wanted:
                found |= bit
            bit <<= 1
            holds >>= HOLD_BITS
        return int(found)

    def good_in(self, ship: int, slot: int) -> int:
        """What is in a hold; 0 if it is empty."""
        return self.hold(ship, slot) >> HOLD_SHIFT

    def tokens_in(self, ship: int, slot: int) -> int:
        """How many tokens are in a hold."""
        return self.hold(ship, slot) & HOLD_TOKENS

    def roll_battle_die(self) -> int:
        """Roll the battle die.  JAM-D3"""
        return BATTLE_FACES[int(self.rng.below(len(BATTLE_FACES)))]

    # The protocol.

    def book(self) -> Book:
        """The book of Jamaica."""
        return BOOK

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return dict(sight.view(self, seat))

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return worlds.determinize(self, seat, rng)

    def winners(self) -> list[Seat]:
        """Who has won."""
        return scoring.winners(self)

    def scores(self) -> list[int]:
        """Each seat's points as they stand."""
        return [scoring.score(self, seat) for seat in range(self.seats)]

    def all_pieces(self) -> list[int]:
        """All decks, the treasures (Lady Beth is a part of the ghost ship), and the goods."""
        found = list(range(self.seats * DECK))
        for card in range(TREASURES):
            if card != BETH or not self.has_ghost():
                found.append(FIRST_TREASURE + card)
        for good in range(GOLD, GUNPOWDER + 1):
            tokens = BOX.goods[good] if self.is_finite else TOKENS_UNLIMITED
            found += [FIRST_GOOD + good] * tokens
        return found
