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

from . import cards, features, outlook, verbs
from .battle import ATTACK_SABRE, ATTACKING, firepower
from .boats import boat_of
from .rounds import EVENING_ACTION
from .table import Table

POWDER_COST: Final = 0.7
POWER_WORTH: Final = [4.0, 4.0, 4.0, 5.0]
UNSEEN_WORTH: Final = 1.5
"""What a back is worth to whoever cannot know it; cursed ones are fewer than riches."""
KEPT_RICHES: Final = 1.2
KEPT_CURSE: Final = 0.84
"""Who can gives a cursed treasure away: what somebody keeps is more likely to be riches."""
RIVAL_SHARE: Final = 0.3
"""What a loss of another ship is worth to a seat that does not gain by it."""


class JamaicaAdvice(Advice):
    """One step ahead, with an eye on the evening and on the other's answer."""

    def __init__(self) -> None:
        super().__init__()
        self.learned = features.LEARNED
        self.stages_ahead = 1
        self.decisions_ahead = 80
        self.stages_patient = 1

    def value(self, world: State, seat: Seat) -> float:
        """How far ahead of the best of the others a seat is, in points."""
        assert isinstance(world, Table)
        others = [standing(world, other) for other in range(world.seats) if other != seat]
        return standing(world, seat) - max(others)

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        """How good each of these actions is."""
        assert isinstance(world, Table)
        return [rating(world, seat, action) for action in actions]

    def stage(self, world: State) -> int:
        """The round."""
        assert isinstance(world, Table)
        return world.round

    def weight(self, world: State, seat: Seat) -> float:
        """Treasures that the others have kept are cursed less often than chance would have it."""
        assert isinstance(world, Table)
        weight = 1.0
        for lair, card in enumerate(world.lair_cards):
            is_known = (
                world.knows[cards.FIRST_TREASURE + card] >> seat & 1 or world.given >> lair & 1
            )
            if 0 <= world.holders[lair] < world.seats and not is_known:
                weight *= KEPT_CURSE if cards.TREASURE_VALUE[card] < 0 else KEPT_RICHES
        return weight

    def secrets(self, world: State, seat: Seat) -> list[str]:
        """What the face-down treasures of the others are."""
        assert isinstance(world, Table)
        found: list[str] = []
        for ship in range(world.ships):
            for lair in world.hidden_of(ship) if ship != seat else []:
                kind = cards.TREASURE_KIND[world.lair_cards[lair]]
                found.append(f"treasure {lair} is {cards.TREASURE_KINDS[kind]}")
        return sorted(found)

    def feature_names(self) -> list[str]:
        """What the features are called."""
        return features.NAMES

    def features(self, world: State) -> list[list[float]]:
        """What each seat has."""
        assert isinstance(world, Table)
        return features.rows(world)


def standing(t: Table, seat: Seat) -> float:
    """About the points a seat will have: way made, goods and treasures."""
    total = outlook.STEP_WORTH * t.position(seat)
    for good in (cards.GOLD, cards.FOOD, cards.GUNPOWDER):
        total += outlook.goods_worth(good, 0, t.stock(seat, good))
    for lair in t.lairs_of(seat):
        total += treasure_worth(t, seat, lair)
    return total + (outlook.FINISH_WORTH if t.is_finished(seat) else 0.0)


def rating(t: Table, seat: Seat, action: Action) -> float:
    """How good an action is; only ratings of the same question compare."""
    verb = action.verb
    if verb == verbs.PLACE_DICE:
        dice, later = action.first + 1, action.second + 1
        return max([outlook.card_worth(t, seat, card, dice, later) for card in t.hands[seat]])
    if verb == verbs.CHOOSE:
        return outlook.card_worth(t, seat, action.first, t.morning, t.evening)
    if verb == verbs.SAIL or verb == verbs.RETREAT:
        return rate_space(t, seat, action)
    if verb == verbs.STEER:
        # Forward, unless it does not matter: a ghost in front is out of the way.
        return 1.0 if action.first == cards.FORWARD else 0.0
    if verb == verbs.ATTACK:
        return rate_target(t, seat, action.first)
    if verb == verbs.POWDER_UP or verb == verbs.REROLL:
        return rate_powder(t, action.first) if verb == verbs.POWDER_UP else rate_reroll(t, seat)
    if verb in (verbs.SPEND, verbs.QUICK_PAY, verbs.STOW, verbs.JETTISON):
        return rate_holds(t, action)
    return rate_spoils(t, seat, action)


# -------------------------------------------------------------------- moves and ghosts


def rate_space(t: Table, seat: Seat, action: Action) -> float:
    """Where to go: the landing, and what the evening could bring from there."""
    if t.is_ghost(t.mover):
        return rate_ghost_space(t, seat, action.first)
    boat = boat_of(t, t.mover)
    if action.verb == verbs.RETREAT:
        boat.space = action.first
        worth = outlook.retreat_worth(t, boat, action.first)
        return worth + outlook.battle_worth(t, seat, boat)
    worth = outlook.arrive(t, seat, boat, action.first, t.steps, t.direction)
    if t.agenda[-2] is EVENING_ACTION and not boat.is_home:
        worth += outlook.best_of(t, seat, boat, cards.EVENING_OF[t.laid[seat]], t.evening, 0, 0)
    return worth


def rate_ghost_space(t: Table, seat: Seat, space: int) -> float:
    """The ghost shall meet the other, not oneself, and leave the treasures alone."""
    worths = [rate_victim(t, seat, ship) for ship in t.ships_on(space, t.mover)]
    return sum(worths) - outlook.lair_worth(t, space)


def rate_victim(t: Table, seat: Seat, victim: Seat) -> float:
    """What it is worth to a seat that the ghost attacks a ship."""
    worth = outlook.duel_worth(t, t.seats, victim, 0)
    return -worth if victim == seat else worth


def rate_target(t: Table, seat: Seat, target: int) -> float:
    """Whom to attack."""
    if t.is_ghost(t.mover):
        return rate_victim(t, seat, target)
    other = t.seats if target == verbs.GHOST_TARGET else target
    return outlook.duel_worth(t, seat, other, t.stock(seat, cards.GUNPOWDER))


# -------------------------------------------------------------------------- battles


def defence_worth(t: Table, attack: int, powder: int) -> float:
    """What a defence with so much gunpowder is worth to the defender against an attack."""
    won = 0
    lost = 0
    for face in cards.BATTLE_FACES:
        total = face + powder + t.beth(t.defender)
        if face == cards.STAR or total > attack:
            won += 1
        elif total < attack:
            lost += 1
    spoils = outlook.best_loot(t, t.defender, t.attacker)
    loss = outlook.best_loot(t, t.attacker, t.defender)
    return (won * spoils - lost * loss) / len(cards.BATTLE_FACES) - POWDER_COST * powder


def attack_worth(t: Table, powder: int) -> float:
    """What an attack with so much gunpowder is worth, if the other answers well."""
    faces = cards.BATTLE_FACES
    return sum([roll_worth(t, face, powder) for face in faces]) / len(faces)


def roll_worth(t: Table, face: int, powder: int) -> float:
    """What an attack roll is worth to the attacker, if the defender gives his best answer."""
    if face == cards.STAR:
        return outlook.best_loot(t, t.attacker, t.defender)
    attack = face + powder + t.beth(t.attacker)
    answers = range(t.stock(t.defender, cards.GUNPOWDER) + 1)
    return -max([defence_worth(t, attack, answer) for answer in answers])


def rate_powder(t: Table, powder: int) -> float:
    """How much gunpowder to spend."""
    if t.agenda[-1] is ATTACKING:
        return attack_worth(t, powder) - POWDER_COST * powder
    return defence_worth(t, firepower(t, True), powder)


def rate_reroll(t: Table, seat: Seat) -> float:
    """What it brings to have a die rolled again; to keep it brings nothing."""
    if t.agenda[-1] is ATTACK_SABRE:
        now = roll_worth(t, t.attack_die, t.attack_powder)
        gain = attack_worth(t, t.attack_powder) - now
        return gain if t.hand_of(t.attacker) == seat else -gain
    attack, total = firepower(t, True), firepower(t, False)
    spoils = outlook.best_loot(t, t.defender, t.attacker)
    loss = outlook.best_loot(t, t.attacker, t.defender)
    is_won = t.defence_die == cards.STAR or total > attack
    now = spoils if is_won else -loss if total < attack else 0.0
    again = defence_worth(t, attack, t.defence_powder) + POWDER_COST * t.defence_powder
    return again - now if t.hand_of(t.defender) == seat else now - again


# ----------------------------------------------------------------- holds and spoils


def rate_holds(t: Table, action: Action) -> float:
    """Spend from the smallest hold, keep the 6th Hold free, jettison what is worth least."""
    if action.verb == verbs.SPEND:
        return float(action.second)
    if action.verb == verbs.QUICK_PAY:
        return -1.0
    if action.verb == verbs.STOW:
        return 0.0 if action.first == cards.SIXTH_SLOT else 1.0
    return -outlook.hold_worth(boat_of(t, t.load_ship), action.first)


def rate_spoils(t: Table, seat: Seat, action: Action) -> float:
    """What to take or give: worth to oneself, and a little for what the other loses."""
    winner, loser = t.winner, t.loser()
    if action.verb == verbs.TAKE_HOLD:
        return rate_loot(t, winner, loser, action.first)
    if action.verb == verbs.GIVE:
        return -1.3 * cards.TREASURE_VALUE[t.lair_cards[action.first]]
    if action.verb == verbs.TAKE_TREASURE:
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
    cheapest = min([outlook.hold_worth(boat, own) for own in boat.slots_for(good)], default=1000.0)
    return worth - cheapest + outlook.JETTISON_WORTH


def rate_take(t: Table, seat: Seat, loser: int, treasure: int) -> float:
    """What it is worth to take a treasure card."""
    if treasure == verbs.ANY_TREASURE:
        return UNSEEN_WORTH
    if treasure < cards.POWERS:
        contents = 0.0
        if treasure == cards.POWERS - 1:
            contents = outlook.hold_worth(boat_of(t, loser), cards.SIXTH_SLOT)
        return POWER_WORTH[treasure] + contents
    return treasure_worth(t, seat, treasure - cards.POWERS)


def treasure_worth(t: Table, seat: Seat, lair: int) -> float:
    """What a treasure card is worth, as far as this seat may know it."""
    card = t.lair_cards[lair]
    if card < cards.POWERS and t.face_up >> lair & 1:
        return POWER_WORTH[card]
    if t.held[lair] >> seat & 1:
        return float(cards.TREASURE_VALUE[card])
    return -3.0 if t.given >> lair & 1 else UNSEEN_WORTH
