"""Spoils: what the winner of a battle may do, one thing or nothing; treasures that change hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Choice, Denial, Prompt

from . import cards, events, loading, verbs
from .board import LAIRS
from .cards import BETH, GOLD, GOOD_NAMES, GUNPOWDER, POWERS, SLOTS

if TYPE_CHECKING:
    from .table import Table

HOLD_TAKES_OF: Final[list[list[Action]]] = verbs.TAKE_HOLD.by_mask()
"""By the holds that can be taken, as a mask."""
NO_TREASURES: Final[list[list[Action]]] = [[verbs.DECLINE.of(), *takes] for takes in HOLD_TAKES_OF]
"""The same, and to take nothing: all that there is where nobody has a treasure."""


class Spoils(Choice["Table"]):
    """The winner of a battle may do one thing, or nothing."""

    def chooser(self, t: Table) -> Seat:
        """Who decides for the winner."""
        return t.hand_of(t.winner)

    def options(self, t: Table) -> list[Action]:
        """Nothing, give a cursed treasure, take a hold, take a treasure.  JAM-B6 JAM-G6 JAM-G7"""
        winner, loser = t.winner, t.loser()
        holds = holds_to_take(t, winner, loser)
        if not t.has_treasure(winner) and not t.has_treasure(loser):
            return NO_TREASURES[holds]
        found = [verbs.DECLINE.of()]
        if not t.is_ghost(winner):
            found += [verbs.GIVE.of(lair) for lair in t.cursed_of(winner)]
        return found + HOLD_TAKES_OF[holds] + treasure_takes(t, loser)

    def advance(self, t: Table) -> None:
        """Ask the winner, unless everybody can see that there is nothing to take or give.

        A player with face-down cards is asked even if none is cursed: not to be asked would tell.
        JAM-B6 JAM-Q10 JAM-Q30
        """
        options = self.options(t)
        if len(options) == 1 and (t.is_ghost(t.winner) or not t.hidden_of(t.winner)):
            end(t)
        else:
            t.let_choose(self.chooser(t), options)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Holds that cannot be loaded, treasures that cannot be taken or given.  JAM-B6 JAM-Q11"""
        if action.verb == verbs.GIVE:
            return gift_denial(t, action)
        if action.verb == verbs.TAKE_HOLD:
            good = t.good_in(t.loser(), action.first)
            if good == 0:
                reason = f"the loser's hold {action.first + 1} is empty"
                return Denial(action, "hold_is_empty", reason, "JAM-B6")
            reason = f"every hold has {GOOD_NAMES[good]} already: more of it cannot be loaded"
            return Denial(action, "loot_cannot_be_loaded", reason, "JAM-Q11")
        return treasure_denial(t, action)

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """The own treasures, the loser's holds, and Lady Beth."""
        loser = t.loser()
        found: list[Action] = []
        if t.winner == seat:
            found += [verbs.GIVE.of(lair) for lair in t.lairs_of(seat)]
        found += [verbs.TAKE_HOLD.of(slot) for slot in range(SLOTS) if t.good_in(loser, slot)]
        if t.is_ghost(loser):
            found.append(verbs.TAKE_TREASURE.of(BETH))
        return found

    def prompt(self, t: Table, seat: Seat) -> Prompt:
        """What to take: nothing."""
        rule = "JAM-G6" if t.is_ghost(t.winner) else "JAM-B6"
        return Prompt("choose_spoils", rule, verbs.DECLINE.of())

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Do what the winner wants; then the battle is over.

        The whole contents of a hold are taken, and loaded; the ghost keeps gold only.
        JAM-B6 JAM-G6 JAM-Q21
        """
        loser = t.loser()
        if action.verb == verbs.TAKE_HOLD:
            t.take_hold(t.winner, loser, action.first)
            if not t.is_ghost(t.winner) or t.load_good == GOLD:
                t.agenda[-1] = loading.STOWING
                return
            t.sink_load()
        elif action.verb == verbs.TAKE_TREASURE:
            take_treasure(t, t.winner, loser, chosen_lair(t, loser, action.first))
        elif action.verb == verbs.GIVE:
            t.give_treasure(t.winner, loser, action.first, 0 if t.is_ghost(loser) else 1 << loser)
        else:
            t.tell(events.SPOILS_DECLINED, t.winner, loser)
        end(t)


SPOILS: Final = Spoils(
    "spoils",
    ["choose_spoils"],
    "JAM-B6",
    [verbs.DECLINE, verbs.GIVE, verbs.TAKE_HOLD, verbs.TAKE_TREASURE],
)


def holds_to_take(t: Table, winner: int, loser: int) -> int:
    """The holds with something in them that the winner could load by the loading rules, as a mask.

    The ghost takes gold into an empty hold only; other goods it just destroys.
    JAM-B6 JAM-Q11 JAM-G6 JAM-Q21
    """
    found = 0
    for good in range(GOLD, GUNPOWDER + 1):
        is_sunk = good != GOLD and t.is_ghost(winner)
        if is_sunk or loading.can_load(t, winner, good):
            found |= t.slots_with(loser, good)
    return found


def treasure_takes(t: Table, loser: int) -> list[Action]:
    """Powers by name, face-down cards by their lair or at random; Lady Beth stays a ghost's.

    JAM-B6 JAM-Q12 JAM-G7
    """
    found: list[Action] = []
    for power in range(POWERS):
        if t.powers[power] == loser and not (power == BETH and t.is_ghost(loser)):
            found.append(verbs.TAKE_TREASURE.of(power))
    hidden = t.hidden_of(loser)
    if t.is_random_pick:
        if hidden:
            found.append(verbs.TAKE_TREASURE.of(verbs.ANY_TREASURE))
        return found
    return found + [verbs.TAKE_TREASURE.of(POWERS + lair) for lair in hidden]


def end(t: Table) -> None:
    """The battle is over."""
    t.agenda.pop()
    t.clear_battle()


def take_treasure(t: Table, winner: int, loser: int, lair: int) -> None:
    """The winner takes a card and, if a player, looks at it: an unseen power turns face up.

    Powers work at once. The 6th Hold comes with its contents, without loading rules; the ghost
    keeps gold only, other goods go to the bank.
    JAM-T1 JAM-T5 JAM-Q12 JAM-Q15 JAM-Q19
    """
    card = t.lair_cards[lair]
    was_up = t.face_up >> lair & 1 == 1
    if t.is_ghost(winner):
        t.take_treasure(winner, loser, lair, was_up, 0)
    else:
        t.take_treasure(winner, loser, lair, cards.TREASURE_KIND[card] == cards.POWER, 1 << winner)
    if was_up and card == cards.SIXTH and t.hold(loser, cards.SIXTH_SLOT):
        good = t.move_sixth_hold(winner, loser)
        if t.is_ghost(winner) and good != GOLD:
            t.jettison(winner, cards.SIXTH_SLOT)


def chosen_lair(t: Table, loser: int, treasure: int) -> int:
    """The card that is meant: a power, a certain back, or any back.  JAM-Q12"""
    if treasure == verbs.ANY_TREASURE:
        hidden = t.hidden_of(loser)
        return hidden[int(t.rng.below(len(hidden)))]
    return treasure - POWERS if treasure >= POWERS else t.lair_cards.index(treasure)


def gift_denial(t: Table, action: Action) -> Denial:
    """Only a cursed treasure of one's own can be given.  JAM-B6 JAM-Q13"""
    lair = action.first
    if t.holders[lair] != t.winner:
        reason = f"the treasure of lair {LAIRS[lair]} is not aboard your ship"
        return Denial(action, "treasure_not_there", reason, "JAM-B6")
    if t.is_ghost(t.winner):
        reason = "the ghost ship gives nothing away"
        return Denial(action, "only_cursed_are_given", reason, "JAM-G6")
    reason = "only a cursed treasure can be given"
    return Denial(action, "only_cursed_are_given", reason, "JAM-Q13")


def treasure_denial(t: Table, action: Action) -> Denial:
    """Treasures that are not there, and Lady Beth; backs as the table wants them picked.

    JAM-G7 JAM-Q12
    """
    loser = t.loser()
    if action.first == BETH and t.is_ghost(loser):
        reason = "Lady Beth stays with the ghost ship for good"
        return Denial(action, "beth_stays_with_ghost", reason, "JAM-G1")
    if POWERS <= action.first < verbs.ANY_TREASURE and t.holders[action.first - POWERS] == loser:
        if t.face_up >> action.first - POWERS & 1:
            reason = f"{action.text}: that treasure lies face up; take it by its name"
            return Denial(action, "treasure_not_there", reason, "JAM-B6")
        reason = "face-down treasures are picked blindly here: take any"
        return Denial(action, "treasure_picked_blindly", reason, "JAM-Q12")
    if action.first == verbs.ANY_TREASURE and t.hidden_of(loser):
        reason = "face-down treasures are told apart here: name the lair"
        return Denial(action, "treasure_not_there", reason, "JAM-Q12")
    reason = f"{action.text}: the loser has no such treasure"
    return Denial(action, "treasure_not_there", reason, "JAM-B6")
