"""Spoils: what the winner of a battle may do, one thing or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.state import Prompt

from . import loading, treasures
from .board import LAIRS
from .cards import BETH, GOLD, POWERS, SLOTS
from .events import SPOILS_DECLINED
from .steps import STOWING
from .verbs import (
    ANY_TREASURE,
    GIVE,
    GIVES,
    HOLD_TAKES,
    NOTHING,
    TAKE_HOLD,
    TAKE_TREASURE,
    TREASURE_TAKES,
)

if TYPE_CHECKING:
    from .table import Table


def advance(t: Table) -> None:
    """Ask the winner, unless everybody can see that there is nothing to take or give.

    JAM-B6 JAM-Q10 JAM-Q30
    """
    choices = options(t)
    if len(choices) == 1 and not hides_cards(t):
        end(t)
    else:
        t.ask(t.hand_of(t.winner), choices)


def hides_cards(t: Table) -> bool:
    """Whether the winner has face-down cards to give, for all that the others know.

    It is asked even if none is cursed: not to be asked would tell.  JAM-Q30
    """
    if t.is_ghost(t.winner):
        return False
    for lair in range(len(LAIRS)):
        if t.holders[lair] == t.winner and not t.face_up >> lair & 1:
            return True
    return False


def options(t: Table) -> list[Action]:
    """Nothing, give a cursed treasure, take a hold, take a treasure.  JAM-B6 JAM-G6 JAM-G7"""
    winner, loser = t.winner, t.loser()
    found = [NOTHING]
    if not t.is_ghost(winner):
        found += [GIVES[lair] for lair in treasures.cursed_of(t, winner)]
    for slot in range(SLOTS):
        if can_take_hold(t, winner, loser, slot):
            found.append(HOLD_TAKES[slot])
    return found + treasure_takes(t, loser)


def can_take_hold(t: Table, winner: int, loser: int, slot: int) -> bool:
    """A hold with something in it that the winner could load by the loading rules.

    The ghost takes gold into an empty hold only; other goods it just destroys.
    JAM-B6 JAM-Q11 JAM-G6 JAM-Q21
    """
    good = t.good_in(loser, slot)
    if good == 0:
        return False
    if t.is_ghost(winner):
        return good != GOLD or loading.can_load(t, winner, GOLD)
    return loading.can_load(t, winner, good)


def treasure_takes(t: Table, loser: int) -> list[Action]:
    """Powers by name, face-down cards by their lair or at random; Lady Beth stays a ghost's.

    JAM-B6 JAM-Q12 JAM-G7
    """
    found: list[Action] = []
    for power in range(POWERS):
        if t.powers[power] == loser and not (power == BETH and t.is_ghost(loser)):
            found.append(TREASURE_TAKES[power])
    hidden = hidden_cards(t, loser)
    if t.is_random_pick:
        if hidden:
            found.append(TREASURE_TAKES[ANY_TREASURE])
        return found
    return found + [TREASURE_TAKES[POWERS + lair] for lair in hidden]


def hidden_cards(t: Table, ship: int) -> list[int]:
    """The lairs of the face-down cards of a ship."""
    found: list[int] = []
    for lair in range(len(LAIRS)):
        if t.holders[lair] == ship and not t.face_up >> lair & 1:
            found.append(lair)
    return found


def answer(t: Table, action: Action) -> None:
    """Do what the winner wants; then the battle is over.  JAM-B6"""
    loser = t.loser()
    if action.verb == TAKE_HOLD:
        take_hold(t, loser, action.first)
        return
    if action.verb == TAKE_TREASURE:
        treasures.take(t, t.winner, loser, chosen_lair(t, loser, action.first))
    elif action.verb == GIVE:
        eyes = 0 if t.is_ghost(loser) else 1 << loser
        t.give_treasure(t.winner, loser, action.first, eyes)
    else:
        t.tell(SPOILS_DECLINED, t.winner, loser)
    end(t)


def end(t: Table) -> None:
    """The battle is over."""
    t.agenda.pop()
    t.clear_battle()


def take_hold(t: Table, loser: int, slot: int) -> None:
    """Take the whole contents of a hold and load them; the ghost keeps gold only.

    JAM-B6 JAM-G6 JAM-Q21
    """
    t.take_hold(t.winner, loser, slot)
    t.agenda.pop()
    if t.is_ghost(t.winner) and t.load_good != GOLD:
        t.sink_load()
        t.clear_battle()
    else:
        t.agenda.append(STOWING)


def chosen_lair(t: Table, loser: int, treasure: int) -> int:
    """The card that is meant: a power, a certain back, or any back.  JAM-Q12"""
    if treasure == ANY_TREASURE:
        hidden = hidden_cards(t, loser)
        return hidden[int(t.rng.below(len(hidden)))]
    return treasure - POWERS if treasure >= POWERS else t.lair_cards.index(treasure)


def prompt(t: Table) -> Prompt:
    """What to take: nothing."""
    rule = "JAM-G6" if t.is_ghost(t.winner) else "JAM-B6"
    return Prompt("choose_spoils", rule, NOTHING)
