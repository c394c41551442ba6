"""Spoils: what the winner of a battle may do, one thing or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Choice, Denial, Prompt

from . import loading, treasures
from .board import LAIRS
from .cards import BETH, CURSED, GOLD, GOOD_NAMES, POWERS, SLOTS, TREASURE_KIND
from .events import SPOILS_DECLINED
from .verbs import (
    ANY_TREASURE,
    DECLINE,
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


class Spoils(Choice["Table"]):
    """The winner of a battle may do one thing, or nothing."""

    def __init__(self) -> None:
        verbs = [DECLINE, GIVE, TAKE_HOLD, TAKE_TREASURE]
        super().__init__("spoils", ["choose_spoils"], "JAM-B6", verbs)

    def chooser(self, t: Table) -> Seat:
        """Who decides for the winner."""
        return t.hand_of(t.winner)

    def options(self, t: Table) -> list[Action]:
        """Nothing, give a cursed treasure, take a hold, take a treasure.  JAM-B6 JAM-G6 JAM-G7"""
        winner, loser = t.winner, t.loser()
        found = [NOTHING]
        if not t.is_ghost(winner):
            found += [GIVES[lair] for lair in treasures.cursed_of(t, winner)]
        for slot in range(SLOTS):
            if can_take_hold(t, winner, loser, slot):
                found.append(HOLD_TAKES[slot])
        return found + treasure_takes(t, loser)

    def advance(self, t: Table) -> None:
        """Ask the winner, unless everybody can see that there is nothing to take or give.

        JAM-B6 JAM-Q10 JAM-Q30
        """
        options = self.options(t)
        if len(options) == 1 and not hides_cards(t):
            end(t)
        else:
            t.let_choose(self.chooser(t), options)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Holds that cannot be loaded, treasures that cannot be taken or given."""
        if action.verb == GIVE:
            return gift_denial(t, action)
        if action.verb == TAKE_HOLD:
            return hold_denial(t, action)
        return treasure_denial(t, action) if action.verb == TAKE_TREASURE else None

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """The own treasures, the loser's holds, and Lady Beth."""
        loser = t.loser()
        found: list[Action] = []
        if t.winner == seat:
            found += [GIVES[lair] for lair in range(len(LAIRS)) if t.holders[lair] == seat]
        for slot in range(SLOTS):
            if t.good_in(loser, slot):
                found.append(HOLD_TAKES[slot])
        if t.is_ghost(loser):
            found.append(TREASURE_TAKES[BETH])
        return found

    def prompt(self, t: Table, seat: Seat) -> Prompt:
        """What to take: nothing."""
        rule = "JAM-G6" if t.is_ghost(t.winner) else "JAM-B6"
        return Prompt("choose_spoils", rule, NOTHING)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
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


SPOILS: Final = Spoils()


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
        t.agenda.append(loading.STOWING)


def chosen_lair(t: Table, loser: int, treasure: int) -> int:
    """The card that is meant: a power, a certain back, or any back.  JAM-Q12"""
    if treasure == ANY_TREASURE:
        hidden = hidden_cards(t, loser)
        return hidden[int(t.rng.below(len(hidden)))]
    return treasure - POWERS if treasure >= POWERS else t.lair_cards.index(treasure)


def gift_denial(t: Table, action: Action) -> Denial | None:
    """Only a cursed treasure of one's own can be given.  JAM-B6 JAM-Q13"""
    lair = action.first
    if t.holders[lair] != t.winner:
        reason = f"the treasure of lair {LAIRS[lair]} is not aboard your ship"
        return Denial(action, "treasure_not_there", reason, "JAM-B6")
    if t.is_ghost(t.winner):
        reason = "the ghost ship gives nothing away"
        return Denial(action, "only_cursed_are_given", reason, "JAM-G6")
    if TREASURE_KIND[t.lair_cards[lair]] == CURSED:
        return None
    reason = "only a cursed treasure can be given"
    return Denial(action, "only_cursed_are_given", reason, "JAM-Q13")


def hold_denial(t: Table, action: Action) -> Denial | None:
    """A hold is taken that has something which can be loaded.  JAM-B6 JAM-Q11"""
    loser = t.loser()
    if can_take_hold(t, t.winner, loser, action.first):
        return None
    good = t.good_in(loser, action.first)
    if good == 0:
        reason = f"the loser's hold {action.first + 1} is empty"
        return Denial(action, "hold_is_empty", reason, "JAM-B6")
    reason = f"every hold has {GOOD_NAMES[good]} already: more of it cannot be loaded"
    return Denial(action, "loot_cannot_be_loaded", reason, "JAM-Q11")


def treasure_denial(t: Table, action: Action) -> Denial | None:
    """Treasures that are not there, and Lady Beth; backs as the table wants them picked.

    JAM-G7 JAM-Q12
    """
    loser = t.loser()
    if action in treasure_takes(t, loser):
        return None
    if action.first == BETH and t.is_ghost(loser):
        reason = "Lady Beth stays with the ghost ship for good"
        return Denial(action, "beth_stays_with_ghost", reason, "JAM-G1")
    if POWERS <= action.first < ANY_TREASURE and t.holders[action.first - POWERS] == loser:
        if t.face_up >> action.first - POWERS & 1:
            reason = f"{action.text}: that treasure lies face up; take it by its name"
            return Denial(action, "treasure_not_there", reason, "JAM-B6")
        reason = "face-down treasures are picked blindly here: take any"
        return Denial(action, "treasure_picked_blindly", reason, "JAM-Q12")
    if action.first == ANY_TREASURE and hidden_cards(t, loser):
        reason = "face-down treasures are told apart here: name the lair"
        return Denial(action, "treasure_not_there", reason, "JAM-Q12")
    reason = f"{action.text}: the loser has no such treasure"
    return Denial(action, "treasure_not_there", reason, "JAM-B6")
