"""Battle: gunpowder, one die each, and the star."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.state import Prompt

from . import spending, spoils
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
from .movement import helmsman
from .steps import (
    ATTACK_HOLDS,
    ATTACK_ROLL,
    ATTACK_SABRE,
    ATTACKING,
    BATTLE_AGENDA,
    BATTLE_ENDS,
    DEFENCE_HOLDS,
    DEFENCE_ROLL,
    DEFENCE_SABRE,
    DEFENDING,
    SPOILS,
)
from .verbs import ATTACKS, GHOST_TARGET, KEEP_DIE, POWDERS, REROLL, SABRE_CHOICES

if TYPE_CHECKING:
    from .table import Table


# ------------------------------------------------------------------ who fights whom


def targets(t: Table) -> list[int]:
    """The other ships on the mover's space, whatever their lap; nobody fights in Port Royal.

    JAM-B1 JAM-Q3 JAM-Q9
    """
    found: list[int] = []
    space = t.spaces[t.mover]
    if space != PORT_ROYAL:
        for ship in range(t.ships):
            if ship != t.mover and t.spaces[ship] == space:
                found.append(ship)
    return found


def target_action(t: Table, ship: int) -> Action:
    """The action that attacks a ship."""
    return ATTACKS[GHOST_TARGET if t.is_ghost(ship) else ship]


def find_target(t: Table) -> None:
    """Whoever arrives where other ships are must fight one of them, and one only.  JAM-B1 JAM-Q9"""
    others = targets(t)
    if not others:
        t.agenda.pop()
    elif len(others) == 1:
        begin(t, others[0])
    else:
        t.ask(helmsman(t), [target_action(t, ship) for ship in others])


def begin(t: Table, defender: int) -> None:
    """The ship that arrived is the attacker.  JAM-B1"""
    t.agenda.pop()
    t.attacker = t.mover
    t.defender = defender
    t.tell(BATTLE_BEGAN, t.attacker, defender, t.spaces[defender])
    t.agenda += BATTLE_AGENDA


# -------------------------------------------------------------- the course of a battle


def advance(t: Table, step: int) -> None:
    """Open the window of a step of a battle, or do it."""
    if step == ATTACKING or step == DEFENDING:
        ask_for_powder(t, step)
    elif step == ATTACK_HOLDS or step == DEFENCE_HOLDS:
        spending.advance(t, step)
    elif step == ATTACK_ROLL or step == DEFENCE_ROLL:
        t.agenda.pop()
        roll(t, step == ATTACK_ROLL)
    elif step == ATTACK_SABRE or step == DEFENCE_SABRE:
        offer_sabre(t, step == ATTACK_SABRE)
    elif step == BATTLE_ENDS:
        end(t)
    else:
        spoils.advance(t)


def ask_for_powder(t: Table, step: int) -> None:
    """The attacker spends 0 to all of his gunpowder; the defender too, knowing the attack.

    Against a star the defender neither spends nor rolls.  JAM-B2 JAM-B3 JAM-B4 JAM-Q25
    """
    if step == DEFENDING and t.attack_die == STAR:
        t.agenda.pop()
        return
    ship = t.attacker if step == ATTACKING else t.defender
    stock = t.stock(ship, GUNPOWDER)
    if stock == 0:
        spend_powder(t, 0)
    else:
        t.ask(ship, POWDERS[: stock + 1])


def spend_powder(t: Table, tokens: int) -> None:
    """Spent openly and gone in every case; then the die is rolled.  JAM-B2 JAM-B4 JAM-B5"""
    step = t.agenda.pop()
    is_attack = step == ATTACKING
    t.agenda.append(ATTACK_ROLL if is_attack else DEFENCE_ROLL)
    if is_attack:
        t.attack_powder = tokens
    else:
        t.defence_powder = tokens
    if tokens:
        t.tell(GUNPOWDER_SET, t.attacker if is_attack else t.defender, tokens)
        spending.owe(t, GUNPOWDER, tokens, ATTACK_HOLDS if is_attack else DEFENCE_HOLDS)


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


# --------------------------------------------------------------------- Saran's Sabre


def sabre_owner(t: Table) -> int:
    """The ship in this battle that has the Sabre, or NOBODY.  JAM-T3 JAM-Q19"""
    owner = t.powers[SABRE]
    return owner if owner in (t.attacker, t.defender) else NOBODY


def offer_sabre(t: Table, is_attack: bool) -> None:
    """Directly after a roll its owner may have that die rolled again, once in a battle.

    His own star is not offered; where there was no roll there is nothing to offer.
    JAM-T3 JAM-Q14
    """
    owner = sabre_owner(t)
    die = t.attack_die if is_attack else t.defence_die
    roller = t.attacker if is_attack else t.defender
    is_own_star = die == STAR and roller == owner
    if owner == NOBODY or t.is_sabre_used or die == NOT_ROLLED or is_own_star:
        t.agenda.pop()
    else:
        t.ask(t.hand_of(owner), SABRE_CHOICES)


def answer_sabre(t: Table, action: Action) -> None:
    """Keep the die, or roll it again; the second result stands.  JAM-T3 JAM-Q14"""
    is_attack = t.agenda.pop() == ATTACK_SABRE
    if action.verb == REROLL:
        t.is_sabre_used = True
        t.tell(SABRE_USED, sabre_owner(t), t.attacker if is_attack else t.defender)
        roll(t, is_attack)


# ------------------------------------------------------------------------ the result


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


def end(t: Table) -> None:
    """The winner, attacker or defender, may take spoils; a tie changes nothing.  JAM-B4 JAM-B6"""
    t.agenda.pop()
    t.winner = winner(t)
    if t.winner == NOBODY:
        t.tell(BATTLE_TIED, t.attacker, t.defender)
        t.clear_battle()
        return
    t.tell(BATTLE_WON, t.winner, t.loser())
    t.agenda.append(SPOILS)


# ------------------------------------------------------------------- what is asked


def target_prompt(t: Table) -> Prompt:
    """Whom to attack: the next seat clockwise from whoever steers, the ghost last."""
    seat = helmsman(t)
    for distance in range(1, t.seats + 1):
        action = ATTACKS[(seat + distance) % t.seats]
        if action in t.choices:
            return Prompt("choose_target", "JAM-B1", action)
    raise AssertionError("no seat can be attacked")


def prompt(step: int) -> Prompt:
    """The questions of a battle: no gunpowder, no Sabre."""
    if step == ATTACKING:
        return Prompt("attack_powder", "JAM-B2", POWDERS[0])
    if step == DEFENDING:
        return Prompt("defend_powder", "JAM-B4", POWDERS[0])
    if step == ATTACK_SABRE:
        return Prompt("sabre_attack", "JAM-T3", KEEP_DIE)
    return Prompt("sabre_defence", "JAM-T3", KEEP_DIE)
