"""Refusals: what a player might try, and why it is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Denial

from . import ranks, turns
from .cards import (
    EL_DORADO,
    FIRST_HOLD,
    JR,
    LETTER,
    NO_CARD,
    NOBODY,
    PLACE_NAMES,
    SG,
    SHIPS,
    TREASURY_NAMES,
    VOTE_KIND,
    VOTE_NAMES,
    hold_of,
)
from .steps import (
    ACTING,
    CROWS_PICK,
    CROWS_TARGET,
    FD_CHEST,
    FEVER_TARGET,
    FORCED_PICK,
    FORCER_PICK,
    JR_CHEST,
    LETTER_CHOICE,
    MAP_TARGET,
    PISTOL_TARGET,
    PLACING_PAWN,
    POWDER_BOAT,
    TAKING_CHEST,
    VOTING,
)
from .verbs import (
    ATTACK,
    BRAWL,
    CALL_ATTACK,
    CALL_BRAWL,
    CALL_MUTINY,
    EXPLODE,
    FORCE,
    GIVE,
    LETTER_FOR,
    MAROON,
    MAROONS,
    MUTINY,
    PEEK,
    PICK,
    REVEAL,
    ROW_TO,
    ROWS,
    SMUGGLE,
    SPACE,
    STAND,
    STOW,
    TAKE,
    TARGET,
    VOTE_TWO,
    VOTE_WITH,
    smuggle,
    take,
)

if TYPE_CHECKING:
    from .table import Table

REFUSALS: Final = [
    "peek_exactly_two",
    "slot_is_empty",
    "peek_forbidden",
    "armada_alone",
    "one_card_left",
    "only_events_now",
    "not_yourself",
    "no_such_seat",
    "boat_taken",
    "boat_exploded",
    "ship_full",
    "not_adjacent",
    "no_letter",
    "letter_is_fresh",
    "no_letter_target",
    "not_captain",
    "not_first_mate",
    "not_cabin_boy",
    "not_governor",
    "not_aboard",
    "not_your_hold",
    "hold_is_empty",
    "card_not_in_hand",
    "no_el_dorado",
    "el_dorado_order",
    "galleon_first",
    "nothing_there",
    "space_taken",
    "not_one_of_two",
    "no_vote_cards",
    "card_not_in_pool",
    "boat_is_gone",
]

TARGET_STEPS: Final = [PISTOL_TARGET, MAP_TARGET, FEVER_TARGET, CROWS_TARGET]


def denied(t: Table, seat: Seat) -> list[Denial]:
    """What lies before a seat and cannot be used now, each with its reason."""
    found: list[Denial] = []
    legal = t.legal(seat)
    for action in tempting(t, seat):
        if action not in legal:
            why = denial(t, seat, action)
            if why is not None:
                found.append(why)
    return found


def tempting(t: Table, seat: Seat) -> list[Action]:
    """The actions that the board suggests: places, pawns, holds and ranks."""
    step = t.agenda[-1]
    if step == ACTING:
        found = [ROWS[place] for place in range(len(ROWS)) if place != t.places[seat]]
        found += [CALL_ATTACK, CALL_MUTINY, CALL_BRAWL]
        if t.places[seat] in SHIPS:
            ship = t.places[seat]
            found += [MAROONS[other] for other in t.lines[ship] if other != seat]
            found += [smuggle(hold_of(ship, nation)) for nation in (0, 1)]
        return found
    if step == TAKING_CHEST:
        other = 1 - t.places[seat]
        return [take(hold_of(other, nation), hold_of(1 - other, nation)) for nation in (0, 1)]
    return []


def denial(t: Table, seat: Seat, action: Action) -> Denial | None:
    """Why an action does not answer the question that its verb belongs to; None for others."""
    step, verb = t.agenda[-1], action.verb
    if step == ACTING and verb <= BRAWL:
        return deny_action(t, seat, action)
    if step == LETTER_CHOICE and verb == LETTER_FOR:
        return deny_letter(t, action)
    if step in TARGET_STEPS and verb == TARGET:
        return deny_target(t, action)
    if step == VOTING and (verb == VOTE_WITH or verb == VOTE_TWO):
        return deny_vote(t, seat, action)
    if step == TAKING_CHEST and verb == TAKE:
        return deny_take(t, seat, action)
    return deny_other(t, step, action)


def deny_other(t: Table, step: int, action: Action) -> Denial | None:
    """Slots, spaces, holds, boats and pools that do not answer.

    T67-A3 T67-S7 T67-E8 T67-E10 T67-O6
    """
    verb = action.verb
    if (step == FORCED_PICK or step == FORCER_PICK) and verb == PICK:
        reason = f"pick slot {t.first_slot + 1} or {t.second_slot + 1}"
        return Denial(action, "not_one_of_two", reason, "T67-A3")
    if step == PLACING_PAWN and verb == STAND:
        reason = f"somebody stands on {SPACE.values[action.first]} already"
        return Denial(action, "space_taken", reason, "T67-O6")
    if (step == FD_CHEST or step == JR_CHEST) and verb == STOW:
        return Denial(action, "not_your_hold", "stow it in a hold of your own ship", "T67-S7")
    if step == POWDER_BOAT and verb == EXPLODE:
        return Denial(action, "boat_is_gone", "this boat has exploded already", "T67-E8")
    if step == CROWS_PICK and verb == GIVE:
        reason = f"{VOTE_NAMES[action.first]} is not in the vote deck"
        return Denial(action, "card_not_in_pool", reason, "T67-E10")
    return None


# -------------------------------------------------------------------------- the action


def deny_action(t: Table, seat: Seat, action: Action) -> Denial:
    """Why an action of a turn is not legal."""
    verb = action.verb
    if verb <= FORCE:
        return deny_event(t, seat, action)
    if turns.is_stalled(t):
        reason = f"{t.quiet} turns without an event: reveal one or force somebody"
        return Denial(action, "only_events_now", reason, "T67-X6")
    if verb == ROW_TO:
        return deny_row(t, seat, action)
    if verb == LETTER_FOR:
        return deny_saved_letter(t, seat, action)
    if verb == SMUGGLE:
        return deny_smuggle(t, seat, action)
    return deny_rank(t, seat, action)


def deny_event(t: Table, seat: Seat, action: Action) -> Denial:
    """Empty slots, the same slot twice, and when Peek or Force is forbidden.  T67-A1 T67-A11"""
    verb = action.verb
    if verb == PEEK and t.is_mad:
        return Denial(action, "peek_forbidden", "in madness nobody peeks", "T67-O5")
    if verb == PEEK and turns.is_stalled(t):
        reason = f"{t.quiet} turns without an event: reveal one or force somebody"
        return Denial(action, "only_events_now", reason, "T67-X6")
    if verb != REVEAL and t.row_count() == 1:
        if not t.is_race:
            reason = "the Armada is the only event left"
            return Denial(action, "armada_alone", reason, "T67-A11")
        if verb == FORCE:
            return Denial(action, "one_card_left", "only one event is left", "T67-X4")
    slots = [action.first] if verb == REVEAL else [action.first, action.second]
    for slot in slots:
        if t.row[slot] == NO_CARD:
            return Denial(action, "slot_is_empty", f"slot {slot + 1} is empty", "T67-A2")
    if verb == FORCE and action.args[2] >= t.seats:
        return no_such_seat(t, action, action.args[2])
    if verb == FORCE and action.args[2] == seat:
        return Denial(action, "not_yourself", "force another player", "T67-A3")
    reason = "name exactly two different slots, the lower one first"
    return Denial(action, "peek_exactly_two", reason, "T67-A1")


def no_such_seat(t: Table, action: Action, seat: Seat) -> Denial:
    """Nobody sits there."""
    reason = f"there is no seat {seat}; the last one is {t.seats - 1}"
    return Denial(action, "no_such_seat", reason, "T67-S1")


def deny_row(t: Table, seat: Seat, action: Action) -> Denial:
    """Places out of reach, taken boats, full ships.  T67-A4 T67-P2 T67-E8"""
    goal = action.first
    if not turns.is_adjacent(t.places[seat], goal):
        reason = f"{PLACE_NAMES[goal]} is not next to {PLACE_NAMES[t.places[seat]]}"
        return Denial(action, "not_adjacent", reason, "T67-A4")
    if goal <= JR:
        return Denial(action, "ship_full", "five pawns are aboard already", "T67-P2")
    if ranks.is_exploded(t, goal):
        return Denial(action, "boat_exploded", "this rowboat has exploded", "T67-E8")
    return Denial(action, "boat_taken", "somebody sits in this rowboat", "T67-A4")


def deny_saved_letter(t: Table, seat: Seat, action: Action) -> Denial:
    """No Letter, or one that was kept in this very turn.  T67-A5 T67-E1"""
    if t.kept_count(seat, LETTER) == 0:
        return Denial(action, "no_letter", "you have no Letter of Marque", "T67-A5")
    if t.letters(seat) == 0:
        reason = "a Letter is used in a later turn than the one in which it was kept"
        return Denial(action, "letter_is_fresh", reason, "T67-E1")
    return deny_letter(t, action)


def deny_letter(t: Table, action: Action) -> Denial:
    """Pawns on ships, and full ships.  T67-E1"""
    if action.first >= t.seats:
        return no_such_seat(t, action, action.first)
    if t.places[action.first] in SHIPS:
        reason = "a Letter moves somebody from Tortuga or from a rowboat"
        return Denial(action, "no_letter_target", reason, "T67-E1")
    return Denial(action, "ship_full", "five pawns are aboard already", "T67-P2")


def deny_smuggle(t: Table, seat: Seat, action: Action) -> Denial:
    """Not the Cabin Boy, not his ship, nothing to move.  T67-A9"""
    if not ranks.is_cabin_boy(t, seat):
        reason = "only the Cabin Boy, the last in a ship's line, smuggles"
        return Denial(action, "not_cabin_boy", reason, "T67-A9")
    hold = FIRST_HOLD + action.first
    ship = t.places[seat]
    if hold != hold_of(ship, 0) and hold != hold_of(ship, 1):
        reason = f"{TREASURY_NAMES[hold]} is not a hold of your ship"
        return Denial(action, "not_your_hold", reason, "T67-A9")
    return Denial(action, "hold_is_empty", "the other hold has no chest", "T67-A9")


def deny_rank(t: Table, seat: Seat, action: Action) -> Denial:
    """What only Captain, First Mate and Governor do.  T67-A6 T67-A7 T67-A8 T67-A10"""
    verb = action.verb
    if verb == MUTINY:
        reason = "only the First Mate, second on a ship, calls for a mutiny"
        return Denial(action, "not_first_mate", reason, "T67-A8")
    if verb == BRAWL:
        reason = "only the Governor, first on Tortuga, starts a brawl"
        return Denial(action, "not_governor", reason, "T67-A10")
    rule = "T67-A6" if verb == ATTACK else "T67-A7"
    if not ranks.is_captain(t, seat):
        reason = "only the Captain, first on a ship, does this"
        return Denial(action, "not_captain", reason, rule)
    assert verb == MAROON
    if action.first >= t.seats:
        return no_such_seat(t, action, action.first)
    if action.first == seat:
        return Denial(action, "not_yourself", "maroon another one", rule)
    return Denial(action, "not_aboard", "this pawn is not on your ship", rule)


# ------------------------------------------------------------------------------ answers


def deny_target(t: Table, action: Action) -> Denial:
    """Nobody there, oneself, or an empty hand.  T67-D3 T67-R15"""
    if action.first >= t.seats:
        return no_such_seat(t, action, action.first)
    if action.first == t.revealer:
        return Denial(action, "not_yourself", "choose another player", "T67-D3")
    return Denial(action, "no_vote_cards", "this player has no Vote cards", "T67-R15")


def deny_vote(t: Table, seat: Seat, action: Action) -> Denial:
    """Cards that are not in the hand, and two cards without El Dorado.  T67-V2 T67-E6"""
    if action.verb == VOTE_TWO:
        if t.keeper(EL_DORADO) == NOBODY or t.keeper(EL_DORADO) != seat:
            reason = "only El Dorado lets you lay two cards"
            return Denial(action, "no_el_dorado", reason, "T67-E6")
        if action.first > action.second:
            reason = "name the lower card first"
            return Denial(action, "el_dorado_order", reason, "T67-E6")
    kinds = [VOTE_KIND[card] for card in t.hands[seat]]
    missing = action.first if action.first not in kinds else max(action.first, action.second)
    reason = f"{VOTE_NAMES[missing]} is not in your hand, or not twice"
    return Denial(action, "card_not_in_hand", reason, "T67-V2")


def deny_take(t: Table, seat: Seat, action: Action) -> Denial:
    """Only the Galleon while it has chests; only into own holds.  T67-V5"""
    ship = t.places[seat]
    goal = FIRST_HOLD + action.second
    if goal != hold_of(ship, 0) and goal != hold_of(ship, 1):
        return Denial(action, "not_your_hold", "the chest goes into your own ship", "T67-V5")
    if action.first != SG and t.chests[SG]:
        reason = "while the Galleon has chests, only these can be taken"
        return Denial(action, "galleon_first", reason, "T67-V5")
    reason = "there is no chest that you could take"
    return Denial(action, "nothing_there", reason, "T67-V5")
