"""The turn: lost turns, the Atlantis window, and one action, or two with two players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import deeds, marooning, ranks, reveals, scoring, votes
from .cards import (
    ATLANTIS,
    BF,
    BJ,
    BOAT_OF_SHIP,
    BOATS,
    BRITISH,
    FIRST_EVENT,
    FRENCH,
    JR,
    LETTER,
    NO_CARD,
    NOBODY,
    ROW,
    SHIPS,
    TO,
    hold_of,
)
from .events import (
    ATLANTIS_ASKED,
    ATLANTIS_HELD,
    ATLANTIS_USED,
    ATTACK_VOTE,
    BRAWL_VOTE,
    BY_CAPTAIN,
    FORCED,
    GUARD_STRUCK,
    HESITATED,
    IDLED,
    MUTINY_VOTE,
    ROWED,
    SMUGGLED,
    TURN_BEGAN,
    TURN_LOST,
)
from .steps import ACTING, ATLANTIS_WINDOW, FORCED_PICK, FORCER_PICK
from .verbs import (
    ASK_ATLANTIS,
    ASKING,
    ATLANTIS_CHOICES,
    ATTACK,
    BRAWL,
    CALL_ATTACK,
    CALL_BRAWL,
    CALL_MUTINY,
    FORCE,
    HESITATE,
    HESITATING,
    HOLD_ATLANTIS,
    LETTER_FOR,
    MAROON,
    MAROONS,
    MUTINY,
    PASSING,
    PEEK,
    PICKS,
    REVEAL,
    REVEALS,
    ROW_TO,
    ROWS,
    USE_ATLANTIS,
    force,
    peek,
    smuggle,
)

if TYPE_CHECKING:
    from .table import Table

GUARD_MIN: Final = 30
GUARD_PER_SEAT: Final = 6
GUARD_OFF: Final = 200
"""Even a host who does without the guard gets an end: after so many quiet turns it strikes."""
ACTION_S: Final = 30
ATLANTIS_S: Final = 10


# -------------------------------------------------------------------- whose turn it is


def begin(t: Table) -> None:
    """The next seat clockwise has its turn, unless it must skip one.

    Lost turns count for both guards, and no Atlantis window opens in them.
    T67-P4 T67-P5 T67-P6 T67-P7 T67-R24 T67-R28
    """
    if t.turn > 0:
        t.quiet += 1
    if scoring.check_cap(t):
        return
    if t.is_race:
        t.race_turns += 1
    t.turn += 1
    t.active = (t.active + 1) % t.seats
    t.fresh = 0
    t.actions_left = 2 if t.seats == 2 else 1  # T67-R25
    t.tell(TURN_BEGAN, t.turn, t.active)
    if not t.is_race and t.quiet == guard_limit(t):
        t.tell(GUARD_STRUCK, t.quiet)
    if t.skips[t.active]:
        t.skips[t.active] -= 1  # T67-P4
        t.actions_left = 0
        t.tell(TURN_LOST, t.active, t.skips[t.active])
        return
    t.agenda.append(ACTING)
    if can_use_atlantis(t) and not t.is_holding:
        t.agenda.append(ATLANTIS_WINDOW)


def guard_limit(t: Table) -> int:
    """After so many turns without a revealed event only events may be revealed.

    T67-X6 T67-O7 T67-R32
    """
    return max(GUARD_MIN, GUARD_PER_SEAT * t.seats) if t.is_guarded else GUARD_OFF


def is_stalled(t: Table) -> bool:
    """Whether only Reveal and Force may be chosen; never in the race.  T67-X6"""
    return not t.is_race and t.quiet >= guard_limit(t)


# ---------------------------------------------------------------------------- Atlantis


def can_use_atlantis(t: Table) -> bool:
    """Whether Atlantis' owner is on a ship and the other one has room.  T67-E5"""
    owner = t.keeper(ATLANTIS)
    return owner != NOBODY and t.places[owner] in SHIPS and ranks.has_room(t, 1 - t.places[owner])


def ask_atlantis(t: Table) -> None:
    """Once per turn, before the first action, also in others' turns.  T67-P5 T67-W2 T67-R3"""
    t.ask(t.keeper(ATLANTIS), ATLANTIS_CHOICES)


def answer_atlantis(t: Table, seat: Seat, action: Action) -> None:
    """Move to the other ship, or pass, now or for good.  T67-E5 T67-W2 T67-R37"""
    t.agenda.pop()
    if action.verb == USE_ATLANTIS:
        ship = t.places[seat]
        t.tell(ATLANTIS_USED, seat, ship, 1 - ship)
        t.move_pawn(seat, 1 - ship)
        t.discard_kept(seat, ATLANTIS)
        marooning.check_albatrosses(t, seat)
    elif action.verb == HOLD_ATLANTIS:
        t.is_holding = True
        t.tell(ATLANTIS_HELD, seat)


# -------------------------------------------------------------------------- the action


def act(t: Table) -> None:
    """Announce and carry out one action; a seat that has none idles.

    A single one is chosen already.  T67-P6 T67-X4 T67-W1
    """
    if scoring.check_lead(t):
        return
    scoring.replenish(t)
    if t.actions_left == 0:
        t.agenda.pop()
        return
    options = actions(t, t.active)
    if not options:
        t.tell(IDLED, t.active)
        t.actions_left = 0
    elif t.is_holding and t.keeper(ATLANTIS) == t.active:
        t.ask(t.active, options + [ASKING])
    elif len(options) == 1:
        answer(t, t.active, options[0])
    else:
        t.ask(t.active, options)


def actions(t: Table, seat: Seat) -> list[Action]:
    """All actions of a turn, in the order of the rules; no passing.  T67-P6 T67-P1"""
    slots = [slot for slot in range(ROW) if t.row[slot] != NO_CARD]
    stalled = is_stalled(t)
    found: list[Action] = []
    if not stalled:
        add_peeks(t, slots, found)
    for slot in slots:
        found.append(REVEALS[slot])  # T67-A2
    add_forces(t, seat, slots, found)
    if not stalled:
        add_rows(t, seat, found)
        if t.letters(seat) > 0:
            found += reveals.letter_options(t)  # a target is needed  T67-A5
        add_by_rank(t, seat, found)
    return found


def can_peek(t: Table) -> bool:
    """Not in madness, nor with the Armada as the only event left.  T67-A11 T67-X4 T67-O5"""
    return not t.is_mad and (t.row_count() >= 2 or (t.is_race and t.row_count() == 1))


def add_peeks(t: Table, slots: list[int], found: list[Action]) -> None:
    """Exactly two row cards; in the race a single one is shown.  T67-A1 T67-A11 T67-X4"""
    if not can_peek(t):
        return
    if len(slots) == 1:
        found.append(peek(slots[0], slots[0]))
    for i in range(len(slots)):
        for j in range(i + 1, len(slots)):
            found.append(peek(slots[i], slots[j]))


def add_forces(t: Table, seat: Seat, slots: list[int], found: list[Action]) -> None:
    """Two row cards and another player.  T67-A3 T67-A11 T67-D3"""
    for i in range(len(slots)):
        for j in range(i + 1, len(slots)):
            for other in range(t.seats):
                if other != seat:
                    found.append(force(slots[i], slots[j], other))


def add_rows(t: Table, seat: Seat, found: list[Action]) -> None:
    """Ship and rowboat, rowboat and island.  T67-A4 T67-M3"""
    place = t.places[seat]
    for goal in range(len(ROWS)):
        if is_adjacent(place, goal) and can_enter(t, goal):
            found.append(ROWS[goal])


def is_adjacent(place: int, goal: int) -> bool:
    """BF touches FD and Tortuga, BJ touches JR and Tortuga.  T67-C2 T67-A4"""
    if place in BOATS:
        return goal == TO or goal == place - BOAT_OF_SHIP
    return goal in BOATS and (place == TO or goal == place + BOAT_OF_SHIP)


def can_enter(t: Table, goal: int) -> bool:
    """A boat must be empty and unexploded, a ship have room.  T67-A4 T67-P2"""
    if goal == TO:
        return True
    return ranks.has_room(t, goal) if goal <= JR else ranks.is_free(t, goal)


def add_by_rank(t: Table, seat: Seat, found: list[Action]) -> None:
    """What Captain, First Mate, Cabin Boy and Governor may do.  T67-P1"""
    place = t.places[seat]
    if ranks.is_captain(t, seat):
        found.append(CALL_ATTACK)  # even alone, even with nothing to take  T67-A6 T67-R4
        for other in sorted(t.lines[place]):
            if other != seat:
                found.append(MAROONS[other])  # T67-A7
    if ranks.is_first_mate(t, seat):
        found.append(CALL_MUTINY)  # T67-A8
    if ranks.is_cabin_boy(t, seat):
        for nation in (BRITISH, FRENCH):
            if t.chests[hold_of(place, 1 - nation)]:
                found.append(smuggle(hold_of(place, nation)))  # T67-A9
    if ranks.is_governor(t, seat):
        found.append(CALL_BRAWL)  # even alone  T67-A10


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Carry out an action: what was announced is final.  T67-P6"""
    verb = action.verb
    if verb == ASK_ATLANTIS:
        t.is_holding = False  # a switch, no action  T67-W2 T67-R37
        t.tell(ATLANTIS_ASKED, seat)
        return
    t.actions_left -= 1
    if verb <= FORCE:
        answer_event(t, seat, action)
    elif verb == ROW_TO:
        row(t, seat, action.first)
    elif verb == LETTER_FOR:
        t.discard_kept(seat, LETTER)  # T67-A5
        reveals.move_by_letter(t, seat, action.first, action.second)
    elif verb == ATTACK:
        votes.call(t, seat, ATTACK_VOTE)  # T67-A6
    elif verb == MAROON:
        marooning.threaten(t, action.first, seat, BY_CAPTAIN)  # T67-A7
    elif verb == MUTINY:
        votes.call(t, seat, MUTINY_VOTE)  # T67-A8
    elif verb == BRAWL:
        votes.call(t, seat, BRAWL_VOTE)  # T67-A10
    else:
        do_smuggle(t, seat, action.first + 1)


def answer_event(t: Table, seat: Seat, action: Action) -> None:
    """Peek, reveal or force."""
    if action.verb == PEEK:
        t.look_at(seat, action.first, action.second)  # they keep their slots  T67-A1
        first, second = action.first, action.second
        t.note(deeds.deed(deeds.PEEKED, seat, deeds.NO_SEAT, first, second))
    elif action.verb == REVEAL:
        reveals.reveal(t, seat, action.first)
    else:
        t.forcer = seat
        t.forced = action.args[2]
        t.first_slot = action.first
        t.second_slot = action.second
        t.tell(FORCED, seat, t.forced, action.first + 1, action.second + 1)
        t.note(deeds.deed(deeds.FORCED, seat, t.forced, action.first, action.second))
        t.agenda.append(FORCED_PICK)


def row(t: Table, seat: Seat, goal: int) -> None:
    """Row to the next place.  T67-A4"""
    t.tell(ROWED, seat, t.places[seat], goal)
    t.note(deeds.deed(deeds.ROWED, seat, deeds.NO_SEAT, t.places[seat], goal))
    t.move_pawn(seat, goal)
    marooning.check_albatrosses(t, seat)


def do_smuggle(t: Table, seat: Seat, hold: int) -> None:
    """One chest from one hold of the own ship to the other.  T67-A9"""
    ship = t.places[seat]
    source = hold_of(ship, BRITISH) + hold_of(ship, FRENCH) - hold
    t.move_chest(source, hold)
    t.tell(SMUGGLED, seat, source, hold)
    t.note(deeds.deed(deeds.SMUGGLED, seat, deeds.NO_SEAT, source, hold))


# -------------------------------------------------------------------- who is forced


def ask_forced(t: Table, step: int) -> None:
    """The forced player picks one of two slots; knowing one of them is allowed.

    Under the sand timer a slow one leaves it to the forcing player.  T67-A3 T67-R17 T67-R29
    """
    options = [PICKS[t.first_slot], PICKS[t.second_slot]]
    if step == FORCER_PICK:
        t.ask(t.forcer, options)
    elif t.has_timer:
        t.ask(t.forced, options + [HESITATING])
    else:
        t.ask(t.forced, options)


def answer_forced(t: Table, action: Action) -> None:
    """The picked card is turned over by the forced player, its revealer.  T67-A3 T67-R29"""
    t.agenda.pop()
    if action.verb == HESITATE:
        t.tell(HESITATED, t.forced, t.forcer)
        t.agenda.append(FORCER_PICK)
        return
    revealer = t.forced
    t.forcer = NOBODY
    t.forced = NOBODY
    t.first_slot = 0
    t.second_slot = 0
    reveals.reveal(t, revealer, action.first)


# -------------------------------------------------------------------- what is asked


def prompt(t: Table, seat: Seat, step: int) -> Prompt:
    """The questions of a turn.  T67-W3 T67-R29"""
    if step == ATLANTIS_WINDOW:
        return Prompt("atlantis", "T67-E5", PASSING)
    if step == FORCED_PICK and t.has_timer:
        return Prompt("forced_pick", "T67-A3", HESITATING)
    if step != ACTING:
        return Prompt("forced_pick", "T67-A3", PICKS[t.first_slot])
    return Prompt("action", "T67-P6", default_action(t, seat))


def clock_s(step: int) -> int:
    """The owner of Atlantis must be quick.  T67-W2"""
    return ATLANTIS_S if step == ATLANTIS_WINDOW else 0


def hourglass_s(t: Table, step: int) -> int:
    """The sand runs for an action and for a forced pick.  T67-O3"""
    return ACTION_S if t.has_timer and ACTING <= step <= FORCER_PICK else 0


def default_action(t: Table, seat: Seat) -> Action:
    """Peek at what is unknown; where Peek is illegal, row or reveal.  T67-R22"""
    slots = [slot for slot in range(ROW) if t.row[slot] != NO_CARD]
    if is_stalled(t):
        return REVEALS[slots[0]]  # T67-X6
    if can_peek(t):
        return default_peek(t, seat, slots)
    is_alone = len(slots) == 0 or (len(slots) == 1 and not t.is_race)
    if is_alone:
        for goal in (TO, BF, BJ):
            if ROWS[goal] in t.choices:
                return ROWS[goal]
    return REVEALS[slots[0]] if slots else t.choices[0]


def default_peek(t: Table, seat: Seat, slots: list[int]) -> Action:
    """The two lowest slots unknown to the seat; too few: add the lowest known.  T67-R22"""
    if len(slots) == 1:
        return peek(slots[0], slots[0])
    unknown: list[int] = []
    known: list[int] = []
    for slot in slots:
        if t.knows[FIRST_EVENT + t.row[slot]] >> seat & 1:
            known.append(slot)
        else:
            unknown.append(slot)
    first, second = (unknown + known)[:2]
    return peek(min(first, second), max(first, second))
