"""Battle: gunpowder, one die each, and the star."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits, lowest
from broadside.kernel.step import Choice, Denial, Step

from . import movement, spoils
from .board import PORT_ROYAL
from .cards import (
    BATTLE_FACES,
    BETH,
    BETH_FIREPOWER,
    GUNPOWDER,
    NOBODY,
    NOT_ROLLED,
    SABRE,
    STAR,
)
from .events import (
    BATTLE_BEGAN,
    BATTLE_ROLLED,
    BATTLE_TIED,
    BATTLE_WON,
    GUNPOWDER_SET,
    SABRE_USED,
)
from .spending import ATTACK_HOLDS, DEFENCE_HOLDS, owe
from .verbs import (
    ATTACK,
    ATTACKS,
    GHOST_TARGET,
    KEEP,
    POWDER_UP,
    POWDERS,
    REROLL,
    SABRE_CHOICES,
)

if TYPE_CHECKING:
    from .table import Table

POWDERS_UP_TO: Final[list[list[Action]]] = [POWDERS[: stock + 1] for stock in range(len(POWDERS))]


# ------------------------------------------------------------------ who fights whom


def targets(t: Table) -> i64:
    """The other ships on the mover's space, as a mask; nobody fights in Port Royal.

    Their lap does not matter.  JAM-B1 JAM-Q3 JAM-Q9
    """
    found: i64 = 0
    bit: i64 = 1
    space = t.spaces[t.mover]
    if space != PORT_ROYAL:
        for ship in range(t.ships):
            if ship != t.mover and t.spaces[ship] == space:
                found |= bit
            bit <<= 1
    return found


class Targeting(Choice["Table"]):
    """Whoever arrives where other ships are must fight one of them, and one only.  JAM-B1 JAM-Q9"""

    def __init__(self) -> None:
        super().__init__("targeting", ["choose_target"], "JAM-B1", [ATTACK])

    def chooser(self, t: Table) -> Seat:
        """Who steers the ship."""
        return movement.helmsman(t)

    def options(self, t: Table) -> list[Action]:
        """The ships that can be attacked."""
        others = bits(targets(t))
        return [ATTACKS[GHOST_TARGET if t.is_ghost(ship) else ship] for ship in others]

    def advance(self, t: Table) -> None:
        """Nobody there: nothing happens. One ship is attacked, of several the mover chooses one.

        JAM-B1 JAM-Q9
        """
        others = targets(t)
        if not others:
            t.agenda.pop()
        elif others & (others - 1) == 0:
            begin(t, lowest(others))
        else:
            t.let_choose(self.chooser(t), self.options(t))

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Another ship on the same space is attacked.  JAM-B1"""
        if action in t.choices:
            return None
        ship = target_ship(t, action)
        if ship >= t.ships:
            reason = f"{action.text}: there is no such ship at this table"
        elif ship == t.mover:
            reason = f"{action.text}: that is the ship that attacks"
        else:
            reason = f"{action.text}: that ship is not on space {t.spaces[t.mover]}"
        return Denial(action, "no_ship_there", reason, "JAM-B1")

    def default(self, t: Table, seat: Seat) -> Action:
        """The next seat clockwise from whoever steers, the ghost last."""
        for distance in range(1, t.seats + 1):
            action = ATTACKS[(seat + distance) % t.seats]
            if action in t.choices:
                return action
        raise AssertionError("no seat can be attacked")

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Attack a ship."""
        begin(t, target_ship(t, action))


def target_ship(t: Table, action: Action) -> int:
    """The ship that an action attacks; too high a number if it is not there."""
    if action.first == GHOST_TARGET and t.has_ghost():
        return t.seats
    return action.first if action.first < t.seats else GHOST_TARGET


def begin(t: Table, defender: int) -> None:
    """The ship that arrived is the attacker.  JAM-B1"""
    t.agenda.pop()
    t.attacker = t.mover
    t.defender = defender
    t.tell(BATTLE_BEGAN, t.attacker, defender, t.spaces[defender])
    t.agenda += [BATTLE_ENDS, DEFENCE_SABRE, DEFENDING, ATTACK_SABRE, ATTACKING]


# -------------------------------------------------------------- the course of a battle


class Powder(Choice["Table"]):
    """A ship spends 0 to all of its gunpowder, openly."""

    def __init__(self, name: str, question: str, rule: str, is_attack: bool) -> None:
        super().__init__(name, [question], rule, [POWDER_UP])
        self.is_attack = is_attack

    def chooser(self, t: Table) -> Seat:
        """The ship's seat: the ghost has no gunpowder."""
        return t.attacker if self.is_attack else t.defender

    def options(self, t: Table) -> list[Action]:
        """Nothing up to everything.  JAM-B2 JAM-B4"""
        return POWDERS_UP_TO[t.stock(self.chooser(t), GUNPOWDER)]

    def advance(self, t: Table) -> None:
        """The attacker, then the defender, knowing the attack; against a star he does nothing.

        JAM-B2 JAM-B3 JAM-B4 JAM-Q25
        """
        if not self.is_attack and t.attack_die == STAR:
            t.agenda.pop()
        else:
            super().advance(t)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Nobody spends more than he has.  JAM-B2 JAM-B4"""
        stock = t.stock(self.chooser(t), GUNPOWDER)
        if action.first <= stock:
            return None
        reason = f"you have {stock} gunpowder, not {action.first}"
        return Denial(action, "too_little_gunpowder", reason, self.rule)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Spent openly and gone in every case; then the die is rolled.  JAM-B2 JAM-B4 JAM-B5"""
        t.agenda.pop()
        tokens = action.first
        if self.is_attack:
            t.attack_powder = tokens
            t.agenda.append(ATTACK_ROLL)
        else:
            t.defence_powder = tokens
            t.agenda.append(DEFENCE_ROLL)
        if tokens:
            t.tell(GUNPOWDER_SET, self.chooser(t), tokens)
            owe(t, GUNPOWDER, tokens, ATTACK_HOLDS if self.is_attack else DEFENCE_HOLDS)


class Roll(Step["Table"]):
    """Attacker or defender rolls the battle die."""

    def __init__(self, name: str, is_attack: bool) -> None:
        super().__init__(name)
        self.is_attack = is_attack

    def advance(self, t: Table) -> None:
        """Roll the die.  JAM-B2 JAM-B4"""
        t.agenda.pop()
        roll(t, self.is_attack)


class Sabre(Choice["Table"]):
    """Directly after a roll the Sabre's owner may have that die rolled again.  JAM-T3"""

    def __init__(self, name: str, question: str, is_attack: bool) -> None:
        super().__init__(name, [question], "JAM-T3", [KEEP, REROLL])
        self.is_attack = is_attack

    def chooser(self, t: Table) -> Seat:
        """Who decides for the ship that has the Sabre."""
        return t.hand_of(sabre_owner(t))

    def options(self, t: Table) -> list[Action]:
        """Keep it, or roll again."""
        return SABRE_CHOICES

    def advance(self, t: Table) -> None:
        """Once in a battle. His own star is not offered; without a roll there is nothing to offer.

        JAM-T3 JAM-Q14
        """
        owner = sabre_owner(t)
        die = t.attack_die if self.is_attack else t.defence_die
        is_own_star = die == STAR and self.roller(t) == owner
        if owner == NOBODY or t.is_sabre_used or die == NOT_ROLLED or is_own_star:
            t.agenda.pop()
        else:
            t.let_choose(self.chooser(t), SABRE_CHOICES)

    def roller(self, t: Table) -> int:
        """The ship whose die it is."""
        return t.attacker if self.is_attack else t.defender

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Keep the die, or roll it again; the second result stands.  JAM-T3 JAM-Q14"""
        t.agenda.pop()
        if action.verb == REROLL:
            t.is_sabre_used = True
            t.tell(SABRE_USED, sabre_owner(t), self.roller(t))
            roll(t, self.is_attack)


class BattleEnds(Step["Table"]):
    """The battle is decided."""

    def advance(self, t: Table) -> None:
        """The winner, attacker or defender, may take spoils; a tie changes nothing.

        JAM-B4 JAM-B6
        """
        t.agenda.pop()
        t.winner = winner(t)
        if t.winner == NOBODY:
            t.tell(BATTLE_TIED, t.attacker, t.defender)
            t.clear_battle()
            return
        t.tell(BATTLE_WON, t.winner, t.loser())
        t.agenda.append(spoils.SPOILS)


TARGETING: Final = Targeting()
ATTACKING: Final = Powder("attacking", "attack_powder", "JAM-B2", is_attack=True)
ATTACK_ROLL: Final = Roll("attack_roll", is_attack=True)
ATTACK_SABRE: Final = Sabre("attack_sabre", "sabre_attack", is_attack=True)
DEFENDING: Final = Powder("defending", "defend_powder", "JAM-B4", is_attack=False)
DEFENCE_ROLL: Final = Roll("defence_roll", is_attack=False)
DEFENCE_SABRE: Final = Sabre("defence_sabre", "sabre_defence", is_attack=False)
BATTLE_ENDS: Final = BattleEnds("battle_ends")


# ------------------------------------------------------------------------- the dice


def roll(t: Table, is_attack: bool) -> None:
    """Roll for attacker or defender.  JAM-B2 JAM-B4 JAM-D3"""
    face = t.roll_battle_die()
    if is_attack:
        t.attack_die = face
    else:
        t.defence_die = face
    if t.log is not None:
        ship = t.attacker if is_attack else t.defender
        t.tell(BATTLE_ROLLED, ship, BATTLE_FACES.index(face), firepower(t, is_attack))


def firepower(t: Table, is_attack: bool) -> int:
    """Die and gunpowder, and two more with Lady Beth; a star counts as no number.

    JAM-B2 JAM-T4 JAM-G1
    """
    die = t.attack_die if is_attack else t.defence_die
    powder = t.attack_powder if is_attack else t.defence_powder
    ship = t.attacker if is_attack else t.defender
    number = 0 if die == STAR else die
    return number + powder + (BETH_FIREPOWER if t.powers[BETH] == ship else 0)


def sabre_owner(t: Table) -> int:
    """The ship in this battle that has the Sabre, or NOBODY.  JAM-T3 JAM-Q19"""
    owner = t.powers[SABRE]
    return owner if owner in (t.attacker, t.defender) else NOBODY


def winner(t: Table) -> int:
    """A star wins, the defender's too; else more firepower; with equal ones nobody.

    JAM-B3 JAM-B4
    """
    if t.attack_die == STAR:
        return t.attacker
    if t.defence_die == STAR:
        return t.defender
    attack, defence = firepower(t, True), firepower(t, False)
    if attack == defence:
        return NOBODY
    return t.attacker if attack > defence else t.defender
