"""The zones: everything that a table holds. What each of them means stands in `book.py`."""

from __future__ import annotations

from broadside.kernel.state import State

from .cards import GHOST_SEATS


class Zones(State):
    """The fields of a table. A ship has its seat's number; the ghost ship comes after the seats."""

    ships: int
    # Options.
    is_die_shortage: bool
    is_finite: bool
    is_together: bool
    is_random_pick: bool
    is_quick: bool
    rounds_max: int
    # The round.
    round: int
    captain: int
    turns: int
    first_die: int
    second_die: int
    morning: int
    evening: int
    revealed: int
    quick: int
    # By seat. Of the hand everybody knew the exposed cards when the laid one was hidden.
    hands: list[tuple[int, ...]]
    piles: list[tuple[int, ...]]
    discards: list[tuple[int, ...]]
    exposed: list[tuple[int, ...]]
    laid: list[int]
    # By ship; its six holds in one number, kind and tokens of each in HOLD_BITS.
    spaces: list[int]
    laps: list[int]
    holds: list[int]
    # Treasures: by lair where they were drawn.
    treasure_pile: tuple[int, ...]
    removed: tuple[int, ...]
    lair_cards: list[int]
    holders: list[int]
    held: list[int]
    tokens: int
    face_up: int
    given: int
    powers: list[int]
    bank: list[int]
    # The move under way.
    mover: int
    steps: int
    direction: int
    shortage_die: int
    # The battle under way.
    attacker: int
    defender: int
    winner: int
    attack_powder: int
    attack_die: int
    defence_powder: int
    defence_die: int
    is_sabre_used: bool
    # Tokens on their way out of holds, and on their way into one.
    spend_good: int
    spend_left: int
    spend_asked: int
    load_ship: int
    load_good: int
    load_tokens: int

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.ships = seats + 1 if seats == GHOST_SEATS else seats

    def copy_zones(self, twin: Zones) -> None:
        """Copy all but what is under way. Tuples are shared: nobody can change them."""
        self.copy_into(twin)
        twin.is_die_shortage = self.is_die_shortage
        twin.is_finite = self.is_finite
        twin.is_together = self.is_together
        twin.is_random_pick = self.is_random_pick
        twin.is_quick = self.is_quick
        twin.rounds_max = self.rounds_max
        twin.round = self.round
        twin.captain = self.captain
        twin.turns = self.turns
        twin.first_die = self.first_die
        twin.second_die = self.second_die
        twin.morning = self.morning
        twin.evening = self.evening
        twin.revealed = self.revealed
        twin.quick = self.quick
        twin.hands = self.hands[:]
        twin.piles = self.piles[:]
        twin.discards = self.discards[:]
        twin.exposed = self.exposed[:]
        twin.laid = self.laid[:]
        twin.spaces = self.spaces[:]
        twin.laps = self.laps[:]
        twin.holds = self.holds[:]
        twin.treasure_pile = self.treasure_pile
        twin.removed = self.removed
        twin.lair_cards = self.lair_cards[:]
        twin.holders = self.holders[:]
        twin.held = self.held[:]
        twin.tokens = self.tokens
        twin.face_up = self.face_up
        twin.given = self.given
        twin.powers = self.powers[:]
        twin.bank = self.bank[:]

    def copy_moment(self, twin: Zones) -> None:
        """Copy what is under way."""
        twin.mover = self.mover
        twin.steps = self.steps
        twin.direction = self.direction
        twin.shortage_die = self.shortage_die
        twin.attacker = self.attacker
        twin.defender = self.defender
        twin.winner = self.winner
        twin.attack_powder = self.attack_powder
        twin.attack_die = self.attack_die
        twin.defence_powder = self.defence_powder
        twin.defence_die = self.defence_die
        twin.is_sabre_used = self.is_sabre_used
        twin.spend_good = self.spend_good
        twin.spend_left = self.spend_left
        twin.spend_asked = self.spend_asked
        twin.load_ship = self.load_ship
        twin.load_good = self.load_good
        twin.load_tokens = self.load_tokens
