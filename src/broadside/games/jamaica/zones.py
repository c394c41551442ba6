"""The zones: everything that a table holds. What each of them means stands in `book.py`."""

from __future__ import annotations

from mypy_extensions import i64

from broadside.kernel.state import State

from .cards import FORWARD, GHOST_SEATS, NOBODY, NOT_ROLLED


class Zones(State):
    """The fields of a table. A ship has its seat's number; the ghost ship comes after the seats."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.ships = seats + 1 if seats == GHOST_SEATS else seats

    def copy_zones(self, other: Zones) -> None:
        """Become like another table. Every field is declared by the line that copies it.

        Tuples are shared, for nobody can change them; and what belongs to treasures: few are found,
        so that these lists are only replaced.
        """
        # Options.
        self.is_die_shortage: bool = other.is_die_shortage
        self.is_finite: bool = other.is_finite
        self.is_together: bool = other.is_together
        self.is_random_pick: bool = other.is_random_pick
        self.is_quick: bool = other.is_quick
        self.rounds_max: int = other.rounds_max
        # The round.
        self.round: int = other.round
        self.captain: int = other.captain
        self.turns: int = other.turns
        self.first_die: int = other.first_die
        self.second_die: int = other.second_die
        self.morning: int = other.morning
        self.evening: int = other.evening
        self.revealed: int = other.revealed
        self.quick: int = other.quick
        # By seat. Of the hand everybody knew the exposed cards when the laid one was hidden.
        self.hands: list[tuple[int, ...]] = other.hands[:]
        self.piles: list[tuple[int, ...]] = other.piles[:]
        self.discards: list[tuple[int, ...]] = other.discards[:]
        self.exposed: list[tuple[int, ...]] = other.exposed[:]
        self.laid: list[int] = other.laid[:]
        # By ship; its six holds in one number, kind and tokens of each in HOLD_BITS.
        self.spaces: i64 = other.spaces
        self.laps: i64 = other.laps
        self.holds: list[int] = other.holds[:]
        # Treasures: by lair where they were drawn.
        self.treasure_pile: tuple[int, ...] = other.treasure_pile
        self.removed: tuple[int, ...] = other.removed
        self.lair_cards: list[int] = other.lair_cards
        self.holders: list[int] = other.holders
        self.held: list[int] = other.held
        self.tokens: int = other.tokens
        self.face_up: int = other.face_up
        self.given: int = other.given
        self.powers: list[int] = other.powers
        self.bank: list[int] = other.bank[:]
        # The move under way.
        self.mover: int = other.mover
        self.steps: int = other.steps
        self.direction: int = other.direction
        self.shortage_die: int = other.shortage_die
        # The battle under way.
        self.attacker: int = other.attacker
        self.defender: int = other.defender
        self.winner: int = other.winner
        self.attack_powder: int = other.attack_powder
        self.attack_die: int = other.attack_die
        self.defence_powder: int = other.defence_powder
        self.defence_die: int = other.defence_die
        self.is_sabre_used: bool = other.is_sabre_used
        # Tokens on their way out of holds, and on their way into one.
        self.spend_good: int = other.spend_good
        self.spend_left: int = other.spend_left
        self.spend_asked: int = other.spend_asked
        self.load_ship: int = other.load_ship
        self.load_good: int = other.load_good
        self.load_tokens: int = other.load_tokens

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
