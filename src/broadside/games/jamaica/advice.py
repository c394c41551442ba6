"""Advice: what a good player weighs.

Cards and dice are judged by where both actions lead (see `outlook.py`), battles by the odds of one
die against the other's best answer, spoils by what they are worth to both.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import features, outlook
from .battle import ATTACK_SABRE, ATTACKING
from .board import LAIRS
from .boats import boat_of
from .cards import (
    BATTLE_FACES,
    BETH,
    BETH_FIREPOWER,
    EVENING_OF,
    FOOD,
    GOLD,
    GUNPOWDER,
    NO_CARD,
    POWERS,
    SIXTH_SLOT,
    SLOTS,
    STAR,
    TREASURE_KIND,
    TREASURE_KINDS,
    TREASURE_VALUE,
)
from .rounds import EVENING_ACTION
from .table import Table
from .verbs import (
    ANY_TREASURE,
    ATTACK,
    CHOOSE,
    FORWARD,
    GHOST_TARGET,
    GIVE,
    JETTISON,
    PLACE_DICE,
    POWDER_UP,
    QUICK_PAY,
    REROLL,
    RETREAT,
    SAIL,
    SPEND,
    STEER,
    STOW,
    TAKE_HOLD,
    TAKE_TREASURE,
)

POWDER_COST: Final = 0.7
POWER_WORTH: Final = [4.0, 4.0, 4.0, 5.0]
UNSEEN_WORTH: Final = 1.5
"""What a back is worth to whoever cannot know it; cursed ones are fewer than riches."""
RIVAL_SHARE: Final = 0.3
"""What a loss of another ship is worth to a seat that does not gain by it."""


class JamaicaAdvice(Advice):
    """One step ahead, with an eye on the evening and on the other's answer."""

    def __init__(self) -> None:
        super().__init__()
        self.learned = features.LEARNED
        self.stages_ahead = 1
        self.decisions_ahead = 80

    def value(self, world: State, seat: Seat) -> float:
        """How far ahead of the best of the others a seat is, in points."""
        assert isinstance(world, Table)
        best = -1000.0
        for other in range(world.seats):
            if other != seat:
                best = max(best, standing(world, other))
        return standing(world, seat) - best

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        """How good each of these actions is."""
        assert isinstance(world, Table)
        return [rating(world, seat, action) for action in actions]

    def stage(self, world: State) -> int:
        """The round."""
        assert isinstance(world, Table)
        return world.round

    def secrets(self, world: State, seat: Seat) -> list[str]:
        """What the face-down treasures of the others are."""
        assert isinstance(world, Table)
        found: list[str] = []
        for lair in range(len(LAIRS)):
            card = world.lair_cards[lair]
            if card != NO_CARD and world.holders[lair] != seat and not world.face_up >> lair & 1:
                found.append(f"treasure {lair} is {TREASURE_KINDS[TREASURE_KIND[card]]}")
        return found

    def feature_names(self) -> list[str]:
        """What the features are called."""
        return features.NAMES

    def features(self, world: State) -> list[list[float]]:
        """What each seat has."""
        assert isinstance(world, Table)
        return features.rows(world)


def standing(t: Table, seat: Seat) -> float:
    """About the points a seat will have: way made, goods and treasures."""
    boat = boat_of(t, seat)
    total = outlook.STEP_WORTH * t.position(seat)
    for good in (GOLD, FOOD, GUNPOWDER):
        total += outlook.goods_worth(good, 0, boat.stock(good))
    for lair in range(len(LAIRS)):
        if t.holders[lair] == seat:
            total += treasure_worth(t, seat, lair)
    return total + (outlook.FINISH_WORTH if t.is_finished(seat) else 0.0)


def rating(t: Table, seat: Seat, action: Action) -> float:
    """How good an action is; only ratings of the same question compare."""
    verb = action.verb
    if verb == PLACE_DICE:
        return rate_placing(t, seat, action.first + 1, action.second + 1)
    if verb == CHOOSE:
        return outlook.card_worth(t, seat, action.first, t.morning, t.evening)
    if verb == SAIL or verb == RETREAT:
        return rate_space(t, seat, action)
    if verb == STEER:
        return rate_direction(action.first)
    if verb == ATTACK:
        return rate_target(t, seat, action.first)
    if verb == POWDER_UP or verb == REROLL:
        return rate_powder(t, action.first) if verb == POWDER_UP else rate_reroll(t, seat)
    if verb <= JETTISON:
        return rate_holds(t, action)
    return rate_spoils(t, seat, action)


def rate_placing(t: Table, seat: Seat, morning: int, evening: int) -> float:
    """The best card under a placing of the dice."""
    best = -1000.0
    for card in t.hands[seat]:
        best = max(best, outlook.card_worth(t, seat, card, morning, evening))
    return best


# -------------------------------------------------------------------- moves and ghosts


def rate_space(t: Table, seat: Seat, action: Action) -> float:
    """Where to go: the landing, and what the evening could bring from there."""
    if t.is_ghost(t.mover):
        return rate_ghost_space(t, seat, action.first)
    boat = boat_of(t, t.mover)
    if action.verb == RETREAT:
        boat.space = action.first
        worth = outlook.retreat_worth(t, boat, action.first)
        return worth + outlook.battle_worth(t, seat, boat)
    worth = outlook.arrive(t, seat, boat, action.first, t.steps, t.direction)
    if t.agenda[-2] is EVENING_ACTION and not boat.is_home:
        worth += outlook.best_of(t, seat, boat, EVENING_OF[t.laid[seat]], t.evening, 0, 0)
    return worth


def rate_ghost_space(t: Table, seat: Seat, space: int) -> float:
    """The ghost shall meet the other, not oneself, and leave the treasures alone."""
    worth = -outlook.lair_worth(t, space)
    for ship in range(t.seats):
        if t.spaces[ship] == space:
            worth += rate_victim(t, seat, ship)
    return worth


def rate_victim(t: Table, seat: Seat, victim: Seat) -> float:
    """What it is worth to a seat that the ghost attacks a ship."""
    worth = outlook.duel_worth(t, t.seats, victim, 0)
    return -worth if victim == seat else worth


def rate_direction(direction: int) -> float:
    """Forward, unless it does not matter: a ghost in front is out of the way."""
    return 1.0 if direction == FORWARD else 0.0


def rate_target(t: Table, seat: Seat, target: int) -> float:
    """Whom to attack."""
    if t.is_ghost(t.mover):
        return rate_victim(t, seat, target)
    other = t.seats if target == GHOST_TARGET else target
    return outlook.duel_worth(t, seat, other, t.stock(seat, GUNPOWDER))


# -------------------------------------------------------------------------- battles


def bonus(t: Table, ship: int) -> int:
    """What Lady Beth adds."""
    return BETH_FIREPOWER if t.powers[BETH] == ship else 0


def defence_worth(t: Table, attack: int, powder: int) -> float:
    """What a defence with so much gunpowder is worth to the defender against an attack."""
    won = 0
    lost = 0
    for face in BATTLE_FACES:
        total = face + powder + bonus(t, t.defender)
        if face == STAR or total > attack:
            won += 1
        elif total < attack:
            lost += 1
    spoils = outlook.best_loot(t, t.defender, t.attacker)
    loss = outlook.best_loot(t, t.attacker, t.defender)
    return (won * spoils - lost * loss) / len(BATTLE_FACES) - POWDER_COST * powder


def best_defence(t: Table, attack: int) -> float:
    """What the best answer to an attack is worth to the defender."""
    best = defence_worth(t, attack, 0)
    for powder in range(1, t.stock(t.defender, GUNPOWDER) + 1):
        best = max(best, defence_worth(t, attack, powder))
    return best


def attack_worth(t: Table, powder: int) -> float:
    """What an attack with so much gunpowder is worth, if the other answers well."""
    total = 0.0
    for face in BATTLE_FACES:
        total += roll_worth(t, face, powder)
    return total / len(BATTLE_FACES)


def roll_worth(t: Table, face: int, powder: int) -> float:
    """What an attack roll is worth to the attacker."""
    if face == STAR:
        return outlook.best_loot(t, t.attacker, t.defender)
    return -best_defence(t, face + powder + bonus(t, t.attacker))


def rate_powder(t: Table, powder: int) -> float:
    """How much gunpowder to spend."""
    if t.agenda[-1] is ATTACKING:
        return attack_worth(t, powder) - POWDER_COST * powder
    attack = t.attack_die + t.attack_powder + bonus(t, t.attacker)
    return defence_worth(t, attack, powder)


def rate_reroll(t: Table, seat: Seat) -> float:
    """What it brings to have a die rolled again; to keep it brings nothing."""
    if t.agenda[-1] is ATTACK_SABRE:
        now = roll_worth(t, t.attack_die, t.attack_powder)
        gain = attack_worth(t, t.attack_powder) - now
        return gain if decides_for(t, seat, t.attacker) else -gain
    attack = t.attack_die + t.attack_powder + bonus(t, t.attacker)
    total = t.defence_die + t.defence_powder + bonus(t, t.defender)
    spoils = outlook.best_loot(t, t.defender, t.attacker)
    loss = outlook.best_loot(t, t.attacker, t.defender)
    is_won = t.defence_die == STAR or total > attack
    now = spoils if is_won else -loss if total < attack else 0.0
    again = defence_worth(t, attack, t.defence_powder) + POWDER_COST * t.defence_powder
    return again - now if decides_for(t, seat, t.defender) else now - again


def decides_for(t: Table, seat: Seat, ship: int) -> bool:
    """Whether a seat is on the side of a ship in the battle."""
    return t.hand_of(ship) == seat


# ----------------------------------------------------------------- holds and spoils


def rate_holds(t: Table, action: Action) -> float:
    """Spend from the smallest hold, keep the 6th Hold free, jettison what is worth least."""
    if action.verb == SPEND:
        return float(action.second)
    if action.verb == QUICK_PAY:
        return -1.0
    if action.verb == STOW:
        return 0.0 if action.first == SIXTH_SLOT else 1.0
    if action.verb == JETTISON:
        return -outlook.hold_worth(boat_of(t, t.load_ship), action.first)
    return 0.0


def rate_spoils(t: Table, seat: Seat, action: Action) -> float:
    """What to take or give: worth to oneself, and a little for what the other loses."""
    winner, loser = t.winner, t.loser()
    if action.verb == TAKE_HOLD:
        return rate_loot(t, winner, loser, action.first)
    if action.verb == GIVE:
        return -1.3 * TREASURE_VALUE[t.lair_cards[action.first]]
    if action.verb == TAKE_TREASURE:
        worth = rate_take(t, seat, loser, action.first)
        return RIVAL_SHARE * worth if t.is_ghost(winner) else worth
    return 0.0


def rate_loot(t: Table, winner: int, loser: int, slot: int) -> float:
    """What a hold of the loser is worth to the winner."""
    lost = RIVAL_SHARE * outlook.hold_worth(boat_of(t, loser), slot)
    if t.is_ghost(winner):
        return lost
    boat = boat_of(t, winner)
    good, tokens = t.good_in(loser, slot), t.tokens_in(loser, slot)
    worth = lost + outlook.goods_worth(good, boat.stock(good), tokens)
    if boat.has_room():
        return worth
    cheapest = 1000.0
    for own in range(SLOTS):
        if own < boat.slots and boat.holds[own] and t.good_in(winner, own) != good:
            cheapest = min(cheapest, outlook.hold_worth(boat, own))
    return worth - cheapest + outlook.JETTISON_WORTH


def rate_take(t: Table, seat: Seat, loser: int, treasure: int) -> float:
    """What it is worth to take a treasure card."""
    if treasure == ANY_TREASURE:
        return UNSEEN_WORTH
    if treasure < POWERS:
        contents = 0.0
        if treasure == POWERS - 1:
            contents = outlook.hold_worth(boat_of(t, loser), SIXTH_SLOT)
        return POWER_WORTH[treasure] + contents
    return treasure_worth(t, seat, treasure - POWERS)


def treasure_worth(t: Table, seat: Seat, lair: int) -> float:
    """What a treasure card is worth, as far as this seat may know it."""
    card = t.lair_cards[lair]
    if card < POWERS and t.face_up >> lair & 1:
        return POWER_WORTH[card]
    if t.held[lair] >> seat & 1:
        return float(TREASURE_VALUE[card])
    return -3.0 if t.given >> lair & 1 else UNSEEN_WORTH
