"""Event cards: revealing one, what it does, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import deeds, marooning, ranks, scoring, stars
from .cards import (
    ALBATROSS,
    ARMADA,
    ATLANTIS,
    BLACK_SPOT,
    EL_DORADO,
    EVENT_KIND,
    FIRST_EVENT,
    FOUNTAIN,
    LETTER,
    PISTOL,
    SHIPS,
)
from .events import BY_BLACK_SPOT, BY_PISTOL, CARD_KEPT, LETTER_USED, MAP_GIVEN
from .steps import (
    CARD_ENDS,
    CROWS_TARGET,
    FEVER_TARGET,
    LETTER_CHOICE,
    MAP_TARGET,
    PISTOL_TARGET,
)
from .verbs import KEEP, KEEPING, TARGETS, letter

if TYPE_CHECKING:
    from .table import Table


def reveal(t: Table, seat: Seat, slot: int) -> None:
    """Turn over a card of the row: this seat is its revealer.  T67-A2"""
    t.quiet = -1
    kind = EVENT_KIND[t.row[slot]]
    t.turn_over(seat, slot)
    t.note(deeds.deed(deeds.REVEALED, seat, deeds.NO_SEAT, slot, kind))
    if kind == ARMADA:
        scoring.reveal_armada(t)
    else:
        t.agenda.append(CARD_ENDS)
        resolve(t, seat, kind)


def resolve(t: Table, seat: Seat, kind: int) -> None:
    """Do what the card says: it is mandatory.  T67-D3 T67-A2"""
    if kind == LETTER:
        if letter_options(t):
            t.agenda.append(LETTER_CHOICE)
        else:
            keep(t, seat)  # no target  T67-E1
    elif kind == PISTOL:
        t.agenda.append(PISTOL_TARGET)
    elif kind == ALBATROSS:
        keep(t, seat)  # T67-E3
        marooning.check_albatrosses(t, seat)
    elif kind == BLACK_SPOT:
        marooning.threaten(t, seat, seat, BY_BLACK_SPOT)  # T67-E4
    elif kind == ATLANTIS or kind == EL_DORADO or kind == FOUNTAIN:
        t.agenda.append(MAP_TARGET)
    else:
        stars.resolve(t, seat, kind)


def keep(t: Table, seat: Seat) -> None:
    """The revealer lays the card face-up before him."""
    t.tell(CARD_KEPT, seat, FIRST_EVENT + t.open_card)
    if EVENT_KIND[t.open_card] == LETTER and seat == t.active:
        t.fresh += 1  # never in the turn of keeping  T67-E1
    t.keep_open_card(seat)


def end(t: Table) -> None:
    """Discard the card unless it was kept, and refill its slot from the event deck.

    T67-A2 T67-W4
    """
    t.agenda.pop()
    slot = t.open_slot
    t.discard_open_card()
    if t.event_deck:
        t.refill(slot)
        if not t.event_deck and not t.is_race:  # the Armada has filled a slot  T67-D1 T67-X4
            t.shuffle_row()


# ------------------------------------------------------------------- Letter of Marque


def letter_options(t: Table) -> list[Action]:
    """Any player on Tortuga or in a rowboat, to either ship with room.  T67-E1 T67-R8 T67-R21"""
    found: list[Action] = []
    for seat in range(t.seats):
        if t.places[seat] not in SHIPS:
            for ship in SHIPS:
                if ranks.has_room(t, ship):
                    found.append(letter(seat, ship))
    return found


def move_by_letter(t: Table, seat: Seat, other: Seat, ship: int) -> None:
    """Move a player to the back of a ship; nobody needs to consent.  T67-E1 T67-R21"""
    t.tell(LETTER_USED, seat, other, t.places[other], ship)
    t.note(deeds.deed(deeds.LETTERED, seat, other, t.places[other], ship))
    t.move_pawn(other, ship)
    marooning.check_albatrosses(t, seat)


def ask_letter(t: Table) -> None:
    """The revealer uses the Letter now or keeps it.  T67-E1"""
    t.ask(t.revealer, letter_options(t) + [KEEPING])


def answer_letter(t: Table, seat: Seat, action: Action) -> None:
    """Reveal-and-use and reveal-and-keep are one action each.  T67-E1"""
    t.agenda.pop()
    if action.verb == KEEP:
        keep(t, seat)
    else:
        move_by_letter(t, seat, action.first, action.second)


# ---------------------------------------------------------------- cards with a target


def targets(t: Table, step: int) -> list[Action]:
    """Another player; for the Crow's Nest one with Vote cards.  T67-D3 T67-R15"""
    found: list[Action] = []
    for seat in range(t.seats):
        if seat != t.revealer and (step != CROWS_TARGET or t.hands[seat]):
            found.append(TARGETS[seat])
    return found


def ask_target(t: Table, step: int) -> None:
    """The revealer chooses another player; a single one is chosen already.  T67-W1"""
    options = targets(t, step)
    if len(options) == 1:
        answer_target(t, step, options[0].first)
    else:
        t.ask(t.revealer, options)


def answer_target(t: Table, step: int, other: Seat) -> None:
    """What happens to the other player."""
    t.agenda.pop()
    if step == PISTOL_TARGET:
        marooning.threaten(t, other, t.revealer, BY_PISTOL)  # anywhere  T67-E2
    elif step == MAP_TARGET:
        give_map(t, t.revealer, other)
    elif step == FEVER_TARGET:
        stars.spread_fever(t, t.revealer, other)
    else:
        stars.search_deck(t, t.revealer, other)


def give_map(t: Table, seat: Seat, other: Seat) -> None:
    """A treasure map goes to another player; El Dorado's owner draws a Vote card at once.

    T67-E5 T67-E6
    """
    kind = EVENT_KIND[t.open_card]
    t.tell(MAP_GIVEN, seat, other, FIRST_EVENT + t.open_card)
    t.note(deeds.deed(deeds.GAVE_MAP, seat, other, kind))
    t.keep_open_card(other)
    if kind == EL_DORADO:
        t.draw_vote(other)
    elif kind == ATLANTIS:
        t.is_holding = False


QUESTION_OF_STEP: Final = {
    PISTOL_TARGET: "pistol",
    MAP_TARGET: "map_to",
    FEVER_TARGET: "cabin_fever",
    CROWS_TARGET: "crows_target",
}
RULE_OF_STEP: Final = {
    PISTOL_TARGET: "T67-E2",
    MAP_TARGET: "T67-E5",
    FEVER_TARGET: "T67-E9",
    CROWS_TARGET: "T67-E10",
}


def prompt(t: Table, step: int) -> Prompt:
    """A Letter is kept; a target is chosen by chance.  T67-R33"""
    if step == LETTER_CHOICE:
        return Prompt("letter", "T67-E1", KEEPING)
    options = targets(t, step)
    return Prompt(QUESTION_OF_STEP[step], RULE_OF_STEP[step], options[0], options)
