"""Advice: what a good player weighs.

A lead on a ship is worth its gold, and the boardings through it that are still to come. Plays are
judged by how the whole turn ends if both sides go on with the best single play each time.
"""

from __future__ import annotations

from math import tanh
from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import cards, features, verbs
from .table import Table
from .turn import PICKING

LEAD_MAX: Final = 40

# Found by matches between greedy bots: these beat 0.03, 4.0 and 0.0 in 62 to 67 % of the games.
LOOT_PER_TURN: Final = 0.02
"""Part of a colour's gold that a turn brings within reach of whoever leads its ship."""
FIRM_LEAD: Final = 2.5
"""A lead of this size is worth three quarters of the prize, if nothing were still to come…"""
FIRM_LEAD_PER_TURN: Final = 1.0
"""…and it takes so much more for every turn in which it may be lost again."""


def worth_of_lead(ship: int, lead: int, turns_left: int) -> float:
    """What a lead (or, below zero, a lag) on a ship is worth with so many turns to come."""
    first = ship * cards.VALUES
    loot = 0.0
    for value in range(cards.VALUES):
        loot += cards.BOX.copies[first + value] * (value + 1)
    prize = cards.SHIP_GOLD[ship] + LOOT_PER_TURN * loot * turns_left
    if turns_left == 0:
        return prize if lead > 0 else -prize if lead < 0 else 0.0
    return prize * tanh(lead / (FIRM_LEAD + FIRM_LEAD_PER_TURN * turns_left))


WORTH: Final[list[list[list[float]]]] = [
    [
        [worth_of_lead(ship, lead, turns_left) for lead in range(-LEAD_MAX, LEAD_MAX + 1)]
        for ship in range(cards.SHIPS)
    ]
    for turns_left in range(cards.TURNS_MAX)
]
"""By turns left, by ship, and by lead + LEAD_MAX."""


def worth(ship: int, lead: int, turns_left: int) -> float:
    """Worth of a lead, looked up; a larger lead than LEAD_MAX is worth no more."""
    place = min(max(lead, -LEAD_MAX), LEAD_MAX) + LEAD_MAX
    return WORTH[turns_left][ship][place]


def standing(t: Table, seat: Seat, turns_left: int) -> float:
    """Gold ahead in the chests, and what the leads on the ships are worth."""
    total = float(t.chest_gold(seat) - t.chest_gold(1 - seat))
    for ship in range(cards.SHIPS):
        total += worth(ship, t.lead(seat, ship), turns_left)
    return total


def gain(t: Table, seat: Seat, action: Action, turns_left: int) -> float:
    """By how much one play changes the seat's standing."""
    verb = action.verb
    if verb == verbs.BOARD:
        return float(action.first % cards.VALUES + 1)
    if verb == verbs.CREW:
        ship, less = divmod(action.first, cards.VALUES)
        return swing(t, seat, ship, less + 1, turns_left)
    if verb == verbs.PLACE_PARROT:
        return swing(t, seat, action.second, 1, turns_left)
    if verb == verbs.RAISE_SKELETON:
        return swing(t, seat, action.first, 3, turns_left)
    if verb == verbs.CALL_KRAKEN:
        return kraken_gain(t, seat, action.first, turns_left)
    return tortuga_gain(t, seat, turns_left)


def swing(t: Table, seat: Seat, ship: int, strength: int, turns_left: int) -> float:
    """What so much more strength on a ship is worth."""
    lead = t.lead(seat, ship)
    return worth(ship, lead + strength, turns_left) - worth(ship, lead, turns_left)


def kraken_gain(t: Table, seat: Seat, ship: int, turns_left: int) -> float:
    """What it is worth to take the opponent's last card on a ship."""
    if ship == verbs.NO_SHIP:
        return 0.0
    last = t.crews[(1 - seat) * cards.SHIPS + ship][-1]
    return swing(t, seat, ship, cards.STRENGTH[last], turns_left)


def tortuga_gain(t: Table, seat: Seat, turns_left: int) -> float:
    """What it is worth to turn all own parrots over."""
    total = 0.0
    for ship in range(cards.SHIPS):
        more = 0
        for entry in t.crews[seat * cards.SHIPS + ship]:
            if entry >= cards.PARROT and cards.FACE_OF[entry - cards.PARROT] < cards.PIRATE_FACES:
                more += cards.STRENGTH[entry - cards.PARROT] - 1
        if more:
            total += swing(t, seat, ship, more, turns_left)
    return total


def is_dominated(action: Action) -> bool:
    """Whether another play of the same card is never worse.

    A pirate face down on its own colour's ship, a face-down skeleton, a kraken that takes nothing.
    """
    if action.verb == verbs.CALL_KRAKEN:
        return action.first == verbs.NO_SHIP
    if action.verb != verbs.PLACE_PARROT:
        return False
    return action.first == cards.SKELETON or action.first // cards.VALUES == action.second


def best_play(t: Table, seat: Seat, turns_left: int) -> Action:
    """The single play that gains most; the first one if several do."""
    found: Action | None = None
    best = 0.0
    for action in t.legal(seat):
        if is_dominated(action):
            continue
        gained = gain(t, seat, action, turns_left)
        if found is None or gained > best:
            found, best = action, gained
    assert found is not None
    return found


def finish_turn(t: Table, now: int, turns_left: int) -> None:
    """Play the rest of the cards of turn `now`, the best single play each time."""
    while t.waiting and t.turn == now:
        seat = 0 if t.waiting == 1 else 1
        t.apply(seat, best_play(t, seat, turns_left))


class JollyAndRogerAdvice(Advice):
    """Looks to the end of the turn, and values what is left then."""

    def __init__(self) -> None:
        super().__init__()
        self.learned = features.LEARNED
        self.stages_ahead = 1
        self.decisions_ahead = 20

    def value(self, world: State, seat: Seat) -> float:
        """Gold ahead, and what the leads are worth."""
        assert isinstance(world, Table)
        return standing(world, seat, world.turns - world.turn)

    def sensible(self, world: State, seat: Seat) -> list[Action]:
        """The legal actions without the dominated ones."""
        return [action for action in world.legal(seat) if not is_dominated(action)]

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        """How the seat stands at the end of the turn after each of these actions."""
        assert isinstance(world, Table)
        turns_left = world.turns - world.turn
        ratings: list[float] = []
        for action in actions:
            after = world.clone()
            after.apply(seat, action)
            if after.agenda and after.agenda[-1] is PICKING:
                ratings.append(-self.best_pick(after, 1 - seat, turns_left))
            else:
                finish_turn(after, world.turn, turns_left)
                ratings.append(standing(after, seat, turns_left))
        return ratings

    def best_pick(self, table: Table, picker: Seat, turns_left: int) -> float:
        """How the picker stands at the end of the turn if it takes the better set."""
        stands: list[float] = []
        for pick in verbs.PICKS:
            after = table.clone()
            after.apply(picker, pick)
            finish_turn(after, table.turn, turns_left)
            stands.append(standing(after, picker, turns_left))
        return max(stands)

    def stage(self, world: State) -> int:
        """The turn."""
        assert isinstance(world, Table)
        return world.turn

    def feature_names(self) -> list[str]:
        """What the features are called."""
        return features.NAMES

    def features(self, world: State) -> list[list[float]]:
        """What each seat has."""
        assert isinstance(world, Table)
        return features.rows(world)
