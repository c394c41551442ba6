"""Battle: gunpowder, one die each, and the star."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits, lowest
from broadside.kernel.step import Choice, Denial, Step

from . import cards, events, movement, spoils, verbs
from .board import PORT_ROYAL
from .spending import ATTACK_HOLDS, DEFENCE_HOLDS, owe

if TYPE_CHECKING:
    from .table import Table

POWDERS_UP_TO: Final[list[list[Action]]] = [
    verbs.POWDER_UP.actions[: stock + 1] for stock in range(len(verbs.POWDER_UP.actions))
]


# ------------------------------------------------------------------ who fights whom


def targets(t: Table) -> i64:
    """The other ships on the mover's space, as a mask; nobody fights in Port Royal.

    Their lap does not matter.  JAM-B1 JAM-Q3 JAM-Q9
    """
    found: i64 = 0
    bit: i64 = 1
    spaces = t.spaces
    space: i64 = t.space(t.mover)
    if space == PORT_ROYAL:
        return found
    while spaces:  # ships that come after the last one at sea are in Port Royal
        if spaces & cards.SPACE_MASK == space:
            found |= bit
        bit <<= 1
        spaces >>= cards.SPACE_BITS
    own: i64 = 1
    return found & ~(own << t.mover)


class Targeting(Choice["Table"]):
    """Whoever arrives where other ships are must fight one of them, and one only.  JAM-B1 JAM-Q9"""

    def chooser(self, t: Table) -> Seat:
        """Who steers the ship."""
        return movement.helmsman(t)

    def options(self, t: Table) -> list[Action]:
        """The ships that can be attacked."""
        others = bits(targets(t))
        return [
            verbs.ATTACK.of(verbs.GHOST_TARGET if t.is_ghost(ship) else ship) for ship in others
        ]

    def advance(self, t: Table) -> None:
        """One ship is attacked, of several the mover chooses one.  JAM-B1 JAM-Q9"""
        others = targets(t)
        if others & (others - 1) == 0:
            begin(t, lowest(others))
        else:
            t.let_choose(self.chooser(t), self.options(t))

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Another ship on the same space is attacked.  JAM-B1"""
        ship = target_ship(t, action)
        if ship >= t.ships:
            reason = f"{action.text}: there is no such ship at this table"
        elif ship == t.mover:
            reason = f"{action.text}: that is the ship that attacks"
        else:
            reason = f"{action.text}: that ship is not on space {t.space(t.mover)}"
        return Denial(action, "no_ship_there", reason, "JAM-B1")

    def default(self, t: Table, seat: Seat) -> Action:
        """The next seat clockwise from whoever steers, the ghost last."""
        for distance in range(1, t.seats + 1):
            action = verbs.ATTACK.of((seat + distance) % t.seats)
            if action in t.choices:
                return action
        raise AssertionError("no seat can be attacked")

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Attack a ship."""
        begin(t, target_ship(t, action))


def target_ship(t: Table, action: Action) -> int:
    """The ship that an action attacks; too high a number if it is not there."""
    if action.first == verbs.GHOST_TARGET and t.has_ghost():
        return t.seats
    return action.first if action.first < t.seats else verbs.GHOST_TARGET


def begin(t: Table, defender: int) -> None:
    """The ship that arrived is the attacker.  JAM-B1"""
    t.attacker = t.mover
    t.defender = defender
    t.tell(events.BATTLE_BEGAN, t.attacker, defender, t.space(defender))
    t.agenda[-1] = BATTLE_ENDS
    if sabre_owner(t) == cards.NOBODY:
        t.agenda += COURSE
    else:
        t.agenda += COURSE_WITH_SABRE


# -------------------------------------------------------------- the course of a battle


class Powder(Choice["Table"]):
    """A ship spends 0 to all of its gunpowder, openly."""

    def __init__(self, name: str, question: str, rule: str, is_attack: bool) -> None:
        super().__init__(name, [question], rule, [verbs.POWDER_UP])
        self.is_attack = is_attack

    def chooser(self, t: Table) -> Seat:
        """The ship's seat: the ghost has no gunpowder."""
        return t.fighter(self.is_attack)

    def options(self, t: Table) -> list[Action]:
        """Nothing up to everything.  JAM-B2 JAM-B4"""
        return POWDERS_UP_TO[t.stock(self.chooser(t), cards.GUNPOWDER)]

    def advance(self, t: Table) -> None:
        """The attacker, then the defender, knowing the attack; against a star he does nothing.

        JAM-B2 JAM-B3 JAM-B4 JAM-Q25
        """
        if not self.is_attack and t.attack_die == cards.STAR:
            t.agenda.pop()
        else:
            super().advance(t)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Nobody spends more than he has.  JAM-B2 JAM-B4"""
        stock = t.stock(self.chooser(t), cards.GUNPOWDER)
        reason = f"you have {stock} gunpowder, not {action.first}"
        return Denial(action, "too_little_gunpowder", reason, self.rule)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Spent openly and gone in every case; then the die is rolled.  JAM-B2 JAM-B4 JAM-B5"""
        tokens = action.first
        if self.is_attack:
            t.attack_powder = tokens
        else:
            t.defence_powder = tokens
        if tokens == 0:
            t.agenda.pop()
            roll(t, self.is_attack)
            return
        t.agenda[-1] = ATTACK_ROLL if self.is_attack else DEFENCE_ROLL
        t.tell(events.GUNPOWDER_SET, self.chooser(t), tokens)
        owe(t, cards.GUNPOWDER, tokens, ATTACK_HOLDS if self.is_attack else DEFENCE_HOLDS)


class Roll(Step["Table"]):
    """Attacker or defender rolls the battle die."""

    def __init__(self, name: str, is_attack: bool) -> None:
        super().__init__(name)
        self.is_attack = is_attack

    def advance(self, t: Table) -> None:
        """The holds have paid for the gunpowder: now the die is rolled."""
        t.agenda.pop()
        roll(t, self.is_attack)


class Sabre(Choice["Table"]):
    """Directly after a roll the Sabre's owner may have that die rolled again.  JAM-T3"""

    def __init__(self, name: str, question: str, is_attack: bool) -> None:
        super().__init__(name, [question], "JAM-T3", [verbs.KEEP, verbs.REROLL])
        self.is_attack = is_attack

    def chooser(self, t: Table) -> Seat:
        """Who decides for the ship that has the Sabre."""
        return t.hand_of(sabre_owner(t))

    def options(self, t: Table) -> list[Action]:
        """Keep it, or roll again."""
        return verbs.SABRE_CHOICES

    def advance(self, t: Table) -> None:
        """Once in a battle. His own star is not offered; without a roll there is nothing to offer.

        JAM-T3 JAM-Q14
        """
        owner = sabre_owner(t)
        die = t.battle_die(self.is_attack)
        is_own_star = die == cards.STAR and t.fighter(self.is_attack) == owner
        if owner == cards.NOBODY or t.is_sabre_used or die == cards.NOT_ROLLED or is_own_star:
            t.agenda.pop()
        else:
            t.let_choose(self.chooser(t), verbs.SABRE_CHOICES)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Keep the die, or roll it again; the second result stands.  JAM-T3 JAM-Q14"""
        t.agenda.pop()
        if action.verb == verbs.REROLL:
            t.is_sabre_used = True
            t.tell(events.SABRE_USED, sabre_owner(t), t.fighter(self.is_attack))
            roll(t, self.is_attack)


class BattleEnds(Step["Table"]):
    """The battle is decided."""

    def advance(self, t: Table) -> None:
        """The winner, whichever it is, may take spoils; a tie changes nothing.  JAM-B4 JAM-B6"""
        t.agenda.pop()
        t.winner = winner(t)
        if t.winner == cards.NOBODY:
            t.tell(events.BATTLE_TIED, t.attacker, t.defender)
            t.clear_battle()
            return
        t.tell(events.BATTLE_WON, t.winner, t.loser())
        t.agenda.append(spoils.SPOILS)


TARGETING: Final = Targeting("targeting", ["choose_target"], "JAM-B1", [verbs.ATTACK])
ATTACKING: Final = Powder("attacking", "attack_powder", "JAM-B2", is_attack=True)
ATTACK_ROLL: Final = Roll("attack_roll", is_attack=True)
ATTACK_SABRE: Final = Sabre("attack_sabre", "sabre_attack", is_attack=True)
DEFENDING: Final = Powder("defending", "defend_powder", "JAM-B4", is_attack=False)
DEFENCE_ROLL: Final = Roll("defence_roll", is_attack=False)
DEFENCE_SABRE: Final = Sabre("defence_sabre", "sabre_defence", is_attack=False)
BATTLE_ENDS: Final = BattleEnds("battle_ends")
COURSE: Final[list[Step[Any]]] = [DEFENDING, ATTACKING]
COURSE_WITH_SABRE: Final[list[Step[Any]]] = [DEFENCE_SABRE, DEFENDING, ATTACK_SABRE, ATTACKING]
"""What happens in a battle, the last thing first."""


# ------------------------------------------------------------------------- the dice


def roll(t: Table, is_attack: bool) -> None:
    """Roll for attacker or defender.  JAM-B2 JAM-B4 JAM-D3"""
    face = t.roll_battle_die()
    if is_attack:
        t.attack_die = face
    else:
        t.defence_die = face
    if t.log is not None:
        number = cards.BATTLE_FACES.index(face)
        t.tell(events.BATTLE_ROLLED, t.fighter(is_attack), number, firepower(t, is_attack))


def firepower(t: Table, is_attack: bool) -> int:
    """Die and gunpowder, and two more with Lady Beth; a star counts as no number.

    JAM-B2 JAM-T4 JAM-G1
    """
    die = t.battle_die(is_attack)
    powder = t.attack_powder if is_attack else t.defence_powder
    return (0 if die == cards.STAR else die) + powder + t.beth(t.fighter(is_attack))


def sabre_owner(t: Table) -> int:
    """The ship in this battle that has the Sabre, or NOBODY.  JAM-T3 JAM-Q19"""
    owner = t.powers[cards.SABRE]
    return owner if owner in (t.attacker, t.defender) else cards.NOBODY


def winner(t: Table) -> int:
    """A star wins, the defender's too; else more firepower; with equal fire nobody.

    JAM-B3 JAM-B4
    """
    if t.attack_die == cards.STAR:
        return t.attacker
    if t.defence_die == cards.STAR:
        return t.defender
    attack, defence = firepower(t, True), firepower(t, False)
    if attack == defence:
        return cards.NOBODY
    return t.attacker if attack > defence else t.defender
