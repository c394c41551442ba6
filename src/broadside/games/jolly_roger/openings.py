"""Open windows: anybody may play until nobody waits any more.

Each seat is waiting, ready or done. A simulation asks one waiting seat after the other, and only
those that have something to play; a live table asks everybody at once who might have, for all that
one can see, so that nobody's silence tells anything. Nor does the last one's, if the table closes
its windows apart: then the window rests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.window import FREE_PLAY

from . import plays
from .cards import BOATSWAIN as BOATSWAIN_CARD
from .cards import (
    CARPENTER,
    COOK,
    FIRST_CHARACTER,
    FIRST_MATE,
    KIND_OF,
    NAVIGATOR,
    OLD_SAILOR,
    SHARPSHOOTER,
    SMART_LAD,
    TRAITOR,
)
from .cards import LOOKOUT as LOOKOUT_CARD
from .steps import (
    AFTERMATH,
    DIGGING,
    IS_CALL,
    LANDING,
    LOOKOUT,
    MAP,
    MUSTER,
    MUTINY,
    PORT,
    PRIZE,
    REACT,
    REVEALED,
)

if TYPE_CHECKING:
    from .table import Table


def resume(t: Table, step: int) -> bool:
    """Open the window, or go on with it; whether it stays open.  JR-T2 JR-T3 JR-T5"""
    if not t.is_opened():
        t.number_window()
        t.pending = t.everyone
        t.done = 0
        t.heard = 0
        t.used = ()
        t.poll_from = start_seat(t, step)
    if t.asks_all:
        return ask_all(t, might_be_asked(t, step), t.pending, FREE_PLAY)
    return poll(t, step)


def ask_all(t: Table, might: int, pending: int, window: int) -> bool:
    """Ask everybody at once who might have something to play and has not answered.

    Whether the window stays open: that nobody might have anything is for all to see, that all have
    answered is not.  JR-T3 JR-T6 JR-Q50
    """
    asked = might & pending
    if asked:
        t.open_window(window, asked)
    elif might and t.closes_apart:
        t.open_at_rest(window)
    else:
        return False
    return True


def poll(t: Table, step: int) -> bool:
    """Ask the next waiting seat that can do more than pass.  JR-T3 JR-T5 JR-O7"""
    order = t.clockwise(t.poll_from)
    if t.is_shuffled and knowing_many(t.pending):
        t.rng.shuffle(order)
    for seat in order:
        if t.pending >> seat & 1:
            if plays.can_play(t, seat, step):
                t.open_free_play(1 << seat)
                return True
            t.heard |= 1 << seat  # readied by the engine; asked again after the next play
    return False


def knowing_many(mask: int) -> bool:
    """Whether a mask has two seats or more: only then an order needs chance."""
    return mask & (mask - 1) != 0


def start_seat(t: Table, step: int) -> Seat:
    """Who is asked first.  JR-T5"""
    if IS_CALL[step] or step == LOOKOUT or step == REVEALED:
        return t.left_of(t.captain)
    if step == MUSTER:
        return t.left_of(t.acting_quartermaster())
    if step == MUTINY:
        return t.left_of(t.mutineer)
    return t.captain


def pass_(t: Table, seat: Seat) -> None:
    """Ready until the next play.  JR-T2"""
    t.pending &= ~(1 << seat)
    t.heard |= 1 << seat
    t.poll_from = t.left_of(seat)
    t.taken()


def say_done(t: Table, seat: Seat) -> None:
    """Done to the end of this window.  JR-T2"""
    t.done |= 1 << seat
    pass_(t, seat)


def played(t: Table, seat: Seat) -> None:
    """A play turns all who are ready to waiting again, cancelled or not.  JR-T2"""
    t.pending = t.everyone & ~t.done
    t.heard |= 1 << seat
    t.poll_from = t.left_of(seat)
    t.taken()


def reopen(t: Table) -> None:
    """An accepted gift does the same.  JR-T2"""
    t.pending = t.everyone & ~t.done
    t.taken()


# ------------------------------------------------------------ who might have something to play


def might_be_asked(t: Table, step: int) -> int:
    """The seats that might have something to play, for all that everybody can see.

    JR-T3 JR-T6 JR-O8 JR-Q50
    """
    mask = 0
    kinds = characters_of(t, step)
    for seat in range(t.seats):
        if might_play(t, seat, step, kinds):
            mask |= 1 << seat
    return mask


def might_play(t: Table, seat: Seat, step: int, kinds: list[int]) -> bool:
    """Whether a seat might have something to play, for all that everybody can see."""
    if step == PORT and plays.can_trade(t, seat):
        return True
    if step == MUSTER and seat == t.acting_quartermaster():
        return True
    if not t.hands[seat]:
        return False
    if step == MUSTER or step == MUTINY:
        return True
    if IS_CALL[step] and not t.is_mutiny_used and seat != t.captain:
        return True
    return might_hold(t, seat, kinds)


def might_hold(t: Table, seat: Seat, kinds: list[int]) -> bool:
    """Whether a card of these kinds might be in a hand, for all that everybody can see."""
    has_hidden = False
    for card in t.hands[seat]:
        if t.knows[card] != t.everyone:
            has_hidden = True
        elif KIND_OF[card] in kinds:
            return True
    if not has_hidden:
        return False
    for card in range(len(KIND_OF)):
        if KIND_OF[card] in kinds and t.knows[card] != t.everyone:
            return True
    return False


def characters_of(t: Table, step: int) -> list[int]:
    """The kinds of the characters that may be played in a window.  JR-T4"""
    if step == REACT:
        return [FIRST_CHARACTER + TRAITOR]
    found = [FIRST_CHARACTER + character for character in plays.any_time(t)]
    if step == LOOKOUT:
        found.append(FIRST_CHARACTER + LOOKOUT_CARD)
    elif step == REVEALED:
        found += [FIRST_CHARACTER + officer for officer in (NAVIGATOR, SHARPSHOOTER, FIRST_MATE)]
    elif step == PRIZE:
        found.append(FIRST_CHARACTER + COOK)
    elif step == AFTERMATH:
        found.append(FIRST_CHARACTER + CARPENTER)
    elif step == MAP:
        found.append(FIRST_CHARACTER + OLD_SAILOR)
    elif step == LANDING:
        found.append(FIRST_CHARACTER + BOATSWAIN_CARD)
    elif step == DIGGING:
        found.append(FIRST_CHARACTER + SMART_LAD)
    return found
