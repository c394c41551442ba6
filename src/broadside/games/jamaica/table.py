"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from broadside.kernel.book import Book
from broadside.kernel.event import SEATS_ONLY, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.rows import ALONE, changed, without

from . import cards, events, scoring, sight, worlds
from .board import LAIRS, LAP, PORT_ROYAL, PROGRESS
from .book import BOOK
from .zones import Zones


@final
class Table(Zones):
    """One game of Jamaica."""

    def clone(self) -> Table:
        """An independent copy."""
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.copy_zones(self)
        return twin

    # Movers of goods. Tokens go from the bank or a hold into the air (`load_…`), from there into a
    # hold or back to the bank; spent and jettisoned ones go straight to the bank.

    def take_from_bank(self, ship: int, good: int, tokens: int) -> None:
        """Take tokens that a ship is going to load."""
        self.bank[good] -= tokens
        self.set_load(ship, good, tokens)

    def take_hold(self, ship: int, loser: int, slot: int) -> None:
        """Take the whole contents of a loser's hold; the winner is going to load them."""
        hold = self.hold(loser, slot)
        good, tokens = hold >> cards.HOLD_SHIFT, hold & cards.HOLD_TOKENS
        self.set_hold(loser, slot, 0)
        self.set_load(ship, good, tokens)
        self.tell_to(self.everyone, events.HOLD_TAKEN, ship, loser, slot + 1, good, tokens)

    def fill(self, ship: int, slot: int, good: int, tokens: int) -> None:
        """Put tokens from the bank into a hold while the table is set up."""
        self.bank[good] -= tokens
        self.set_hold(ship, slot, good << cards.HOLD_SHIFT | tokens)

    def stow(self, slot: int) -> None:
        """Put what is to be loaded into an empty hold."""
        self.set_hold(self.load_ship, slot, self.load_good << cards.HOLD_SHIFT | self.load_tokens)
        self.tell(events.LOADED, self.load_ship, slot + 1, self.load_good, self.load_tokens)
        self.set_load(cards.NOBODY, 0, 0)

    def sink_load(self) -> None:
        """Put what is to be loaded into the bank instead."""
        self.bank[self.load_good] += self.load_tokens
        self.tell(events.LOOT_SUNK, self.load_ship, self.load_good, self.load_tokens)
        self.set_load(cards.NOBODY, 0, 0)

    def set_load(self, ship: int, good: int, tokens: int) -> None:
        """Note what a ship is going to load."""
        self.load_ship = ship
        self.load_good = good
        self.load_tokens = tokens

    def jettison(self, ship: int, slot: int) -> None:
        """Put the whole contents of a hold into the bank."""
        hold = self.hold(ship, slot)
        good, tokens = hold >> cards.HOLD_SHIFT, hold & cards.HOLD_TOKENS
        self.set_hold(ship, slot, 0)
        self.bank[good] += tokens
        self.tell(events.JETTISONED, ship, slot + 1, good, tokens)

    def spend(self, ship: int, slot: int, tokens: int) -> None:
        """Put some tokens of a hold into the bank."""
        if tokens == 0:
            return
        hold = self.hold(ship, slot)
        good = hold >> cards.HOLD_SHIFT
        assert hold & cards.HOLD_TOKENS >= tokens
        self.set_hold(ship, slot, hold - tokens if hold & cards.HOLD_TOKENS > tokens else 0)
        self.bank[good] += tokens
        self.tell(events.SPENT, ship, slot + 1, good, tokens)

    def move_sixth_hold(self, winner: int, loser: int) -> int:
        """Move the contents of the 6th Hold along with its card; return which good it is."""
        hold = self.hold(loser, cards.SIXTH_SLOT)
        good, tokens = hold >> cards.HOLD_SHIFT, hold & cards.HOLD_TOKENS
        self.set_hold(loser, cards.SIXTH_SLOT, 0)
        self.set_hold(winner, cards.SIXTH_SLOT, hold)
        self.tell(events.SIXTH_HOLD_MOVED, winner, loser, good, tokens)
        return good

    def set_hold(self, ship: int, slot: i64, hold: i64) -> None:
        """Replace what is in a hold."""
        holds: i64 = self.holds[ship]
        mask: i64 = cards.HOLD_MASK
        shift = slot * cards.HOLD_BITS
        self.holds[ship] = int(holds & ~(mask << shift) | hold << shift)

    # Movers of action cards. What others can work out, because the draw pile is empty, they know.

    def draw_card(self, seat: Seat) -> None:
        """Draw the top card of the own pile into the hand."""
        pile = self.piles[seat]
        card = pile[-1]
        self.piles[seat] = pile[:-1]
        self.hands[seat] = self.hands[seat] + ALONE[card]
        self.knows[seat * cards.DECK + card] = 1 << seat
        if self.log is not None:
            self.tell_to(1 << seat, events.CARD_DRAWN, seat, seat * cards.DECK + card)

    def shuffle_discards(self, seat: Seat) -> None:
        """Make the whole discard pile into a new draw pile."""
        pile = list(self.discards[seat])
        self.rng.shuffle(pile)
        self.discards[seat] = ()
        self.piles[seat] = tuple(pile)
        for card in pile:
            self.knows[seat * cards.DECK + card] = 0
        self.tell(events.DECK_SHUFFLED, seat, len(pile))

    def lay_card(self, seat: Seat, card: int) -> None:
        """Lay a hand card face down. Nobody is told who has done so."""
        self.hands[seat] = without(self.hands[seat], card)
        self.laid[seat] = card

    def hide_laid(self, seat: Seat) -> None:
        """Everybody has laid a card: which one has left the hand, only its owner knows.

        A card that everybody knew to be in the hand may be the one.  JAM-Q31
        """
        first = seat * cards.DECK
        for card in self.hands[seat]:
            if self.knows[first + card] == self.everyone:
                self.expose(seat, card)
        if self.knows[first + self.laid[seat]] == self.everyone:
            self.expose(seat, self.laid[seat])

    def expose(self, seat: Seat, card: int) -> None:
        """Remember that everybody knew a card to be in a hand; now only its owner does."""
        self.exposed[seat] = self.exposed[seat] + ALONE[card]
        self.knows[seat * cards.DECK + card] = 1 << seat

    def reveal_card(self, seat: Seat) -> None:
        """Turn the laid card face up."""
        card = seat * cards.DECK + self.laid[seat]
        self.revealed |= 1 << seat
        self.knows[card] = self.everyone
        self.tell(events.CARD_REVEALED, seat, card)
        for exposed in self.exposed[seat]:
            # Everybody knew it to be in the hand, and it is not the card just shown.  JAM-Q31
            self.knows[seat * cards.DECK + exposed] = self.everyone
        self.exposed[seat] = ()
        self.work_out(seat)

    def work_out(self, seat: Seat) -> None:
        """With an empty pile and all else open, everybody can work out the hand."""
        if not self.piles[seat]:
            for card in self.hands[seat]:
                self.knows[seat * cards.DECK + card] = self.everyone

    def discard_laid(self, seat: Seat) -> None:
        """The played card goes on the own discard pile, face up."""
        self.discards[seat] = self.discards[seat] + ALONE[self.laid[seat]]
        self.laid[seat] = cards.NO_CARD

    # Movers of ships and treasures.

    def put_ship(self, ship: i64, space: i64, lap: i64) -> None:
        """Put a ship on a space."""
        full: i64 = cards.SPACE_MASK
        shift = ship * cards.SPACE_BITS
        self.spaces = self.spaces & ~(full << shift) | space << shift
        full = cards.LAP_MASK
        shift = ship * cards.LAP_BITS
        self.laps = self.laps & ~(full << shift) | lap - cards.LAP_MIN << shift

    def draw_treasure(self, ship: int, lair: int, face_up: bool, knowers: int) -> None:
        """Take the top treasure card to a ship."""
        card = self.treasure_pile[-1]
        self.treasure_pile = self.treasure_pile[:-1]
        self.lair_cards = changed(self.lair_cards, lair, card)
        self.give_holder(ship, lair, face_up, knowers)
        knowers = self.knows[cards.FIRST_TREASURE + card]
        self.tell_to(knowers, events.TREASURE_DRAWN, ship, LAIRS[lair], card)

    def take_token(self, lair: int) -> None:
        """Take the token off a lair."""
        self.tokens &= ~(1 << lair)

    def take_treasure(self, winner: int, loser: int, lair: int, face_up: bool, eyes: int) -> None:
        """Take a treasure card of the loser."""
        self.give_holder(winner, lair, face_up, eyes)
        self.tell_treasure(events.TREASURE_TAKEN, winner, loser, lair)

    def give_treasure(self, winner: int, loser: int, lair: int, eyes: int) -> None:
        """Give the loser a cursed treasure; everybody knows now what kind it is."""
        self.given |= 1 << lair
        self.give_holder(loser, lair, False, eyes)
        self.tell_treasure(events.TREASURE_GIVEN, winner, loser, lair)

    def tell_treasure(self, kind: int, winner: int, loser: int, lair: int) -> None:
        """Tell that a treasure card has changed hands, and to those who know it which one."""
        card = self.lair_cards[lair]
        knowers = self.knows[cards.FIRST_TREASURE + card]
        self.tell_to(knowers, kind, winner, loser, LAIRS[lair], card)

    def give_holder(self, ship: int, lair: int, face_up: bool, eyes: int) -> None:
        """Lay a treasure card by a ship; `eyes` are the seats that look at it there."""
        card = self.lair_cards[lair]
        self.holders = changed(self.holders, lair, ship)
        self.held = changed(self.held, lair, self.held[lair] | 1 << ship)
        self.knows[cards.FIRST_TREASURE + card] |= eyes | SEATS_ONLY
        if face_up:
            self.face_up |= 1 << lair
            self.knows[cards.FIRST_TREASURE + card] = self.everyone
            self.powers = changed(self.powers, card, ship)

    def show_treasures(self) -> None:
        """Turn every treasure card aboard a ship face up."""
        for card in self.lair_cards:
            if card != cards.NO_CARD:
                self.knows[cards.FIRST_TREASURE + card] = self.everyone

    # Questions about the table.

    def has_treasure(self, ship: int) -> bool:
        """Whether a ship has a treasure card."""
        for holder in self.holders:
            if holder == ship:
                return True
        return False

    def lairs_of(self, ship: int) -> list[int]:
        """The lairs of a ship's treasure cards."""
        return [lair for lair in range(len(LAIRS)) if self.holders[lair] == ship]

    def hidden_of(self, ship: int) -> list[int]:
        """The lairs of a ship's face-down cards."""
        return [lair for lair in self.lairs_of(ship) if not self.face_up >> lair & 1]

    def cursed_of(self, ship: int) -> list[int]:
        """The lairs whose cursed treasures a ship has and may give away.  JAM-B6 JAM-Q13"""
        kinds = cards.TREASURE_KIND
        return [x for x in self.lairs_of(ship) if kinds[self.lair_cards[x]] == cards.CURSED]

    def riches(self, ship: int) -> int:
        """Riches less cursed treasures: all that these cards are good for.  JAM-T6 JAM-E3"""
        return sum([cards.TREASURE_VALUE[self.lair_cards[lair]] for lair in self.lairs_of(ship)])

    def fighter(self, is_attack: bool) -> int:
        """The ship that attacks, or the one that defends itself."""
        return self.attacker if is_attack else self.defender

    def battle_die(self, is_attack: bool) -> int:
        """What attacker or defender has rolled."""
        return self.attack_die if is_attack else self.defence_die

    def beth(self, ship: int) -> int:
        """What Lady Beth adds to a ship's firepower.  JAM-T4"""
        return cards.BETH_FIREPOWER if self.powers[cards.BETH] == ship else 0

    def ships_on(self, space: int, ship: int) -> list[int]:
        """The other ships on a space."""
        return [
            other for other in range(self.ships) if self.space(other) == space and other != ship
        ]

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
        seat = self.captain + self.turns - 1
        return seat if seat < self.seats else seat - self.seats

    def space(self, ship: i64) -> int:
        """Where a ship is."""
        return int(self.spaces >> (ship & cards.SHIP_MASK) * cards.SPACE_BITS & cards.SPACE_MASK)

    def lap(self, ship: i64) -> int:
        """On which lap a ship is: the first one is 0."""
        shift = (ship & cards.SHIP_MASK) * cards.LAP_BITS
        return int(self.laps >> shift & cards.LAP_MASK) + cards.LAP_MIN

    def position(self, ship: int) -> int:
        """How far a ship has come: a lap counts 44.  JAM-Q5"""
        laps: i64 = self.lap(ship)
        return PROGRESS[self.space(ship)] + int(LAP * laps)

    def is_finished(self, ship: int) -> bool:
        """Whether a ship has come round to Port Royal."""
        return self.space(ship) == PORT_ROYAL and self.lap(ship) >= 1

    def stock(self, ship: int, good: int) -> int:
        """How many tokens of a good a ship has."""
        holds: i64 = self.holds[ship]
        wanted: i64 = good
        total: i64 = 0
        while holds:
            if holds >> cards.HOLD_SHIFT & cards.GOODS_MASK == wanted:
                total += holds & cards.HOLD_TOKENS
            holds >>= cards.HOLD_BITS
        return int(total)

    def slots(self, ship: int) -> int:
        """How many holds a ship has.  JAM-T5"""
        return cards.SLOTS if self.powers[cards.SIXTH] == ship else cards.SLOTS - 1

    def all_slots(self, ship: int) -> int:
        """The holds of a ship, as a mask."""
        has_sixth = self.powers[cards.SIXTH] == ship
        return cards.REGULAR_SLOTS | cards.SIXTH_BIT if has_sixth else cards.REGULAR_SLOTS

    def hold(self, ship: int, slot: i64) -> int:
        """A hold: its good shifted by HOLD_SHIFT, and its tokens; 0 if it is empty."""
        holds: i64 = self.holds[ship]
        return int(holds >> slot * cards.HOLD_BITS & cards.HOLD_MASK)

    def slots_with(self, ship: int, good: int) -> int:
        """The holds of a ship that have a good, as a mask; those that are empty for none."""
        # In the lower bit of each good: whether the hold has another one. Then the bits that are
        # left, which stand HOLD_BITS apart, are put side by side.
        goods: i64 = self.holds[ship] >> cards.HOLD_SHIFT
        wanted: i64 = good
        goods ^= wanted * cards.FIRST_BITS
        goods = ~(goods | goods >> 1) & cards.FIRST_BITS
        found = goods | goods >> 4 | goods >> 8 | goods >> 12 | goods >> 16
        found = found & cards.REGULAR_SLOTS | goods >> 20 & cards.SIXTH_BIT
        return int(found) if good else int(found) & self.all_slots(ship)

    def good_in(self, ship: int, slot: int) -> int:
        """What is in a hold; 0 if it is empty."""
        return self.hold(ship, slot) >> cards.HOLD_SHIFT

    def tokens_in(self, ship: int, slot: int) -> int:
        """How many tokens are in a hold."""
        return self.hold(ship, slot) & cards.HOLD_TOKENS

    def roll_battle_die(self) -> int:
        """Roll the battle die.  JAM-D3"""
        return cards.BATTLE_FACES[int(self.rng.below(len(cards.BATTLE_FACES)))]

    # The protocol.

    def book(self) -> Book:
        """The book of Jamaica."""
        return BOOK

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
        """Each seat's points as they stand."""
        return [scoring.score(self, seat) for seat in range(self.seats)]

    def all_pieces(self) -> list[int]:
        """All decks, the treasures (Lady Beth is a part of the ghost ship), and the goods."""
        found = list(range(self.seats * cards.DECK))
        for card in range(cards.TREASURES):
            if card != cards.BETH or not self.has_ghost():
                found.append(cards.FIRST_TREASURE + card)
        for good in range(cards.GOLD, cards.GUNPOWDER + 1):
            tokens = cards.BOX.goods[good] if self.is_finite else cards.TOKENS_UNLIMITED
            found += [cards.FIRST_GOOD + good] * tokens
        return found
