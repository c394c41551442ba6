"""A turn: split five cards, pick a set, play every card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits, lowest
from broadside.kernel.step import Denial, Step

from . import captains, scoring, specials
from .cards import (
    CARDS_PER_TURN,
    FACE_BITS,
    FACE_MASK,
    FACE_NAMES,
    FACE_OF,
    KRAKEN,
    PIRATE_FACES,
    RED,
    SHIP_NAMES,
    SHIPS,
    SKELETON,
    TORTUGA,
    VALUES,
)
from .events import FLAG_PASSED, REINFORCED, SET_PICKED, SETS_SPLIT
from .verbs import (
    BOARD,
    BOARD_PLAYS,
    CALL_KRAKEN,
    CREW,
    CREW_PLAYS,
    FACE_PLAYED,
    KRAKEN_PLAYS,
    NO_SHIP,
    PARROT_PLAYS,
    PICK,
    PICKS,
    PLACE_PARROT,
    PLAYS,
    RAISE_SKELETON,
    SET_A,
    SET_B,
    SKELETON_PLAYS,
    SPLIT,
    SPLITS,
    TORTUGA_PLAY,
    SetPlays,
    division_mask,
    set_plays,
)

if TYPE_CHECKING:
    from .table import Table

NO_SET: Final = -1
PAIR_DIVISION: Final = 1
"""The division that puts the first two cards drawn together: the clock's split."""


class Splitting(Step["Table"]):
    """The splitter divides the five cards into two sets, in any way.  JNR-F2"""

    def __init__(self) -> None:
        super().__init__("splitting", ["split"], "JNR-F2", [SPLIT])

    def advance(self, t: Table) -> None:
        """Ask the splitter."""
        t.open_turn(t.splitter)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Every division.  JNR-F2"""
        return SPLITS

    def default(self, t: Table, seat: Seat) -> Action:
        """The first two cards together."""
        return SPLITS[PAIR_DIVISION]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """The splitter divides the five cards; set A holds the first of them.  JNR-F2 JNR-R17"""
        t.set_a = division_mask(action.first)
        t.tell(SETS_SPLIT, seat, action.first)
        t.agenda.pop()
        t.taken()


class Picking(Step["Table"]):
    """The picker takes one of the two sets."""

    def __init__(self) -> None:
        super().__init__("picking", ["pick"], "JNR-F3", [PICK])

    def advance(self, t: Table) -> None:
        """Ask the picker."""
        t.open_turn(t.picker())

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Either set.  JNR-F3"""
        return PICKS

    def default(self, t: Table, seat: Seat) -> Action:
        """The set with more cards; they are never equal."""
        return PICKS[SET_A if len(bits(t.set_a)) * 2 > CARDS_PER_TURN else SET_B]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """The picker takes one set, the other belongs to the splitter.  JNR-F3"""
        t.pick_set(action.first)
        t.tell(SET_PICKED, seat, action.first)
        t.agenda.pop()
        t.taken()


class Playing(Step["Table"]):
    """A seat plays every card of its set, in any order: the picker first, then the splitter."""

    def __init__(self, name: str, is_picker: bool) -> None:
        super().__init__(name, ["play"], "JNR-F4", PLAYS)
        self.is_picker = is_picker

    def advance(self, t: Table) -> None:
        """Ask the seat, or leave the step when its set is played out.  JNR-F4"""
        seat = t.picker() if self.is_picker else t.splitter
        if t.cards_left(seat):
            t.open_turn(seat)
        else:
            t.agenda.pop()

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """All plays of a set: open, as a parrot, or through a ship one dominates.

        They depend on the faces, the captains of their colours and what a kraken can reach, and
        sets come again and again: each list is made once.  JNR-F7 JNR-F8 JNR-F10 JNR-X1
        """
        cards = plays_of_set(t, seat)
        board = t.ships_ruled(seat) & cards.colours  # JNR-R7 JNR-R15
        if cards.has_kraken:
            board |= specials.targets(t, seat) << SHIPS
        known = cards.plays[board]
        if not known:
            known = all_plays(t, seat, cards)
            cards.plays[board] = known
        return known

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A card is played that lies in the set; a pirate boards where the own captain is.

        A pirate may always reinforce its colour, a skeleton any ship, and any card may always be a
        parrot.  JNR-F4 JNR-F7 JNR-F8 JNR-F10 JNR-X1
        """
        face = FACE_PLAYED[action.code]
        if face not in plays_of_set(t, seat).faces:
            reason = f"{action.text}: that card is not in your set"
            return Denial(action, "card_not_in_set", reason, "JNR-F4")
        if action.verb == BOARD and not can_board(t, seat, face):
            ship = SHIP_NAMES[face // VALUES]
            reason = f"{FACE_NAMES[face]} cannot board: your captain is not on the {ship} ship"
            return Denial(action, "board_needs_captain", reason, "JNR-F10")
        if action.verb == CALL_KRAKEN:
            return specials.kraken_denial(t, seat, action)
        return None

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """Every pirate might board, a kraken might reach every ship."""
        found: list[Action] = []
        for face in plays_of_set(t, seat).faces:
            if face < PIRATE_FACES:
                found.append(BOARD_PLAYS[face])
            elif face == KRAKEN:
                found += KRAKEN_PLAYS[:NO_SHIP]
        return found

    def default(self, t: Table, seat: Seat) -> Action:
        """The first remaining card in draw order, in its most obvious use."""
        face = FACE_OF[t.laid[lowest(t.cards_left(seat))]]
        if face < PIRATE_FACES:
            return BOARD_PLAYS[face] if can_board(t, seat, face) else CREW_PLAYS[face]
        if face == SKELETON:
            return SKELETON_PLAYS[RED]
        if face == KRAKEN:
            target = specials.richest_target(t, seat)
            return KRAKEN_PLAYS[target] if target >= 0 else PARROT_PLAYS[KRAKEN][RED]
        if specials.has_pirate_parrot(t, seat):
            return TORTUGA_PLAY
        return PARROT_PLAYS[TORTUGA][RED]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Play a card; the same seat goes on until its set is empty.  JNR-F4 JNR-F5"""
        verb = action.verb
        if verb == PLACE_PARROT:
            place_parrot(t, seat, action.first, action.second)
        elif verb == CREW:
            reinforce(t, seat, action.first)
        elif verb == BOARD:
            board(t, seat, action.first)
        elif verb == RAISE_SKELETON:
            specials.raise_skeleton(t, seat, action.first)
        elif verb == CALL_KRAKEN:
            specials.call_kraken(t, seat, action.first)
        else:
            specials.call_tortuga(t, seat)
        if not t.cards_left(seat):
            t.agenda.pop()
            t.taken()


class TurnEnds(Step["Table"]):
    """The flag passes, or the game is over."""

    def advance(self, t: Table) -> None:
        """The flag passes, unless the pile was used up and the game is over.  JNR-F6 JNR-E1"""
        t.agenda.pop()
        if not t.pile:
            if t.log is not None:
                scoring.announce(t)
            return
        t.splitter = t.picker()
        t.tell(FLAG_PASSED, t.splitter)
        begin(t)


SPLITTING: Final = Splitting()
PICKING: Final = Picking()
PICKER_PLAYS: Final = Playing("picker_plays", is_picker=True)
SPLITTER_PLAYS: Final = Playing("splitter_plays", is_picker=False)
TURN_ENDS: Final = TurnEnds("turn_ends")


def begin(t: Table) -> None:
    """Five cards are laid out, whatever they are; then split, pick and play.

    JNR-F1 JNR-R16
    """
    t.turn += 1
    t.agenda = [TURN_ENDS, SPLITTER_PLAYS, PICKER_PLAYS, PICKING, SPLITTING]
    t.lay_out()


# -------------------------------------------------------- the ways to play a card


def reinforce(t: Table, seat: Seat, face: int) -> None:
    """A pirate joins the end of the own crew on the ship of its colour.  JNR-F7 JNR-F12"""
    ship = face // VALUES
    card = t.take_from_set(seat, face)
    t.add_to_crew(seat, ship, card)
    t.tell(REINFORCED, seat, ship, card)
    captains.check(t, ship)


def place_parrot(t: Table, seat: Seat, face: int, ship: int) -> None:
    """Any card joins the end of the own crew on any ship face down, as strength 1.

    Its own colour's ship is no exception.  JNR-F8 JNR-R2
    """
    t.add_parrot(seat, ship, t.take_from_set(seat, face))
    captains.check(t, ship)


def board(t: Table, seat: Seat, face: int) -> None:
    """A pirate goes under the chest; crews and captains stay.  JNR-F10 JNR-F11"""
    t.add_to_chest(seat, face // VALUES, t.take_from_set(seat, face))


def can_board(t: Table, seat: Seat, face: int) -> bool:
    """The own captain stands on the ship of the pirate's colour, by whatever crew, right now.

    No special can board: it has neither colour nor gold.  JNR-F10 JNR-R7 JNR-R11 JNR-R15
    """
    return face < PIRATE_FACES and t.ships_ruled(seat) >> face // VALUES & 1 == 1


# --------------------------------------------------------------- what may be done


def plays_of_set(t: Table, seat: Seat) -> SetPlays:
    """What the cards a seat must still play can do; copies of a face are one option."""
    left = t.cards_left(seat)
    faces = t.faces
    found: i64 = 0
    bit: i64 = 1
    while left:
        if left & 1:
            found |= bit << (faces & FACE_MASK)
        left >>= 1
        faces >>= FACE_BITS
    return set_plays(found)


def all_plays(t: Table, seat: Seat, cards: SetPlays) -> list[Action]:
    """What the cards of a set can always do, then what the table lets them do now."""
    found = cards.always[:]
    for face in cards.faces:
        if can_board(t, seat, face):
            found.append(BOARD_PLAYS[face])
        elif face == KRAKEN:
            found += [play for play in KRAKEN_PLAYS if specials.can_call(t, seat, play.first)]
        elif face == TORTUGA:
            found.append(TORTUGA_PLAY)
    return found
