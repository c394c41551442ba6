"""The turn: whose it is, lost turns, the stall guard, the Atlantis window, and the action."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits
from broadside.kernel.step import Choice, Denial, Step

from . import events, marooning, peeking, ranks, reveals, rowing, scoring, verbs, votes
from .cards import ATLANTIS, BF, BJ, LETTER, NO_CARD, NOBODY, ROW, SEATS_MAX, TO
from .targets import SandChoice

if TYPE_CHECKING:
    from .table import Table

GUARD_MIN: Final = 30
GUARD_PER_SEAT: Final = 6
GUARD_OFF: Final = 200
"""Even a host who does without the guard gets an end: after so many quiet turns it strikes."""
ATLANTIS_S: Final = 10


class NextTurn(Step["Table"]):
    """The next seat clockwise has its turn."""

    def advance(self, t: Table) -> None:
        """Lost turns count for both guards, and no Atlantis window opens in them.

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
        t.actions_left = actions_of_turn(t)
        t.tell(events.TURN_BEGAN, t.turn, t.active)
        if not t.is_race and t.quiet == guard_limit(t):
            t.tell(events.GUARD_STRUCK, t.quiet)
        if t.skips[t.active]:
            t.skips = t.skips[:]
            t.skips[t.active] -= 1  # T67-P4
            t.actions_left = 0
            t.tell(events.TURN_LOST, t.active, t.skips[t.active])
            return
        t.agenda.append(ACTING)
        if not t.is_holding and can_use_atlantis(t):
            t.agenda.append(ATLANTIS_WINDOW)


def actions_of_turn(t: Table) -> int:
    """Two players act twice.  T67-R25"""
    return 2 if t.seats == 2 else 1


def action_number(t: Table) -> int | None:
    """Which action of a turn with several comes next; none where it has one, or all are done."""
    count = actions_of_turn(t)
    return None if count == 1 or t.actions_left == 0 else count + 1 - t.actions_left


def guard_limit(t: Table) -> int:
    """After so many turns without a revealed event only events may be revealed.

    T67-X6 T67-O7 T67-R32
    """
    return max(GUARD_MIN, GUARD_PER_SEAT * t.seats) if t.is_guarded else GUARD_OFF


def is_stalled(t: Table) -> bool:
    """Whether only Reveal and Force may be chosen; never in the race.  T67-X6"""
    return not t.is_race and t.quiet >= GUARD_MIN and t.quiet >= guard_limit(t)


def can_use_atlantis(t: Table) -> bool:
    """Whether Atlantis' owner is on a ship and the other one has room.  T67-E5"""
    owner = t.keeper(ATLANTIS)
    if owner == NOBODY or not ranks.is_ship(t.places[owner]):
        return False
    return ranks.has_room(t, 1 - t.places[owner])


class AtlantisWindow(Choice["Table"]):
    """Once per turn, before the first action, also in others' turns.  T67-P5 T67-W2 T67-R3"""

    def chooser(self, t: Table) -> Seat:
        """Who has the map: its owner must be quick.  T67-W2"""
        return t.keeper(ATLANTIS)

    def options(self, t: Table) -> list[Action]:
        """Use it, or pass, now or for good."""
        return verbs.ATLANTIS_CHOICES

    def default(self, t: Table, seat: Seat) -> Action:
        """The map is kept."""
        return verbs.PASS.of()

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Move to the other ship, or pass.  T67-E5 T67-W2 T67-R37"""
        t.agenda.pop()
        if action.verb == verbs.USE_ATLANTIS:
            ship = t.places[seat]
            t.tell(events.ATLANTIS_USED, seat, ship, 1 - ship)
            t.move_pawn(seat, 1 - ship)
            t.discard_kept(seat, ATLANTIS)
            marooning.check_albatrosses(t, seat)
        elif action.verb == verbs.HOLD_ATLANTIS:
            t.is_holding = True
            t.tell(events.ATLANTIS_HELD, seat)


NEXT_TURN: Final = NextTurn("next_turn")
ATLANTIS_WINDOW: Final = AtlantisWindow(
    "atlantis_window", ["atlantis"], "T67-E5", verbs.ATLANTIS_VERBS, clock_s=ATLANTIS_S
)


def peeks(slots: list[int]) -> list[Action]:
    """Exactly two cards of these slots; a single one is shown.  T67-A1 T67-A11 T67-X4"""
    if len(slots) == 1:
        return [verbs.PEEK.of(slots[0], slots[0])]
    return [verbs.PEEK.of(one, two) for one, two in combinations(slots, 2)]


def reveals_and_forces(slots: list[int], seat: Seat, seats: int) -> list[Action]:
    """Any of these slots; two of them and another player.  T67-A2 T67-A3 T67-D3"""
    found = [verbs.REVEAL.of(slot) for slot in slots]
    for one, two in combinations(slots, 2):
        found += [verbs.FORCE.of(one, two, other) for other in range(seats) if other != seat]
    return found


SLOTS: Final = [bits(mask) for mask in range(1 << ROW)]
REVEALING: Final[list[list[list[Action]]]] = [
    [reveals_and_forces(slots, place % SEATS_MAX, place // SEATS_MAX) for slots in SLOTS]
    for place in range((SEATS_MAX + 1) * SEATS_MAX)
]
"""What may be done with events but peeking: by `seats * 9 + seat`, and by a mask of their slots."""
PEEKING: Final[list[list[list[Action]]]] = [
    [peeks(slots) + others for slots, others in zip(SLOTS, row, strict=True)] for row in REVEALING
]
"""The same where peeking is allowed."""


def can_peek(t: Table, slots: int) -> bool:
    """Not in madness, nor with the Armada as the only event left.  T67-A11 T67-X4 T67-O5"""
    is_single = slots & (slots - 1) == 0
    return not t.is_mad and slots != 0 and (t.is_race or not is_single)


def actions(t: Table) -> list[Action]:
    """All actions of a turn, in the order of the rules; no passing.  T67-P6 T67-P1"""
    seat = t.active
    place, slots = t.seats * SEATS_MAX + seat, t.slots()
    if is_stalled(t):
        return REVEALING[place][slots]
    found = PEEKING[place][slots][:] if can_peek(t, slots) else REVEALING[place][slots][:]
    rowing.add_rows(t, seat, found)
    if t.letters(seat) > 0:
        found += reveals.letter_options(t)  # a target is needed  T67-A5
    ranks.add_orders(t, seat, found)
    return found


class Acting(SandChoice):
    """Announce and carry out one action; a seat that has none idles.  T67-P6 T67-X4 T67-W1"""

    def options(self, t: Table) -> list[Action]:
        """All actions, and the switch of Atlantis.  T67-W2 T67-R37"""
        found = actions(t)
        can_ask = t.is_holding and t.keeper(ATLANTIS) == t.active  # he has told to be asked no more
        return found + [verbs.ASK_ATLANTIS.of()] if found and can_ask else found

    def advance(self, t: Table) -> None:
        """Ask; a single action is chosen already.  T67-X4 T67-W1"""
        if scoring.check_lead(t):
            return
        scoring.replenish(t)
        if t.actions_left == 0:
            t.agenda.pop()
            return
        options = self.options(t)
        if not options:
            t.tell(events.IDLED, t.active)
            t.actions_left = 0
        elif len(options) == 1:
            self.choose(t, t.active, options[0])
        else:
            t.let_choose(t.active, options)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Carry out an action: what was announced is final.  T67-P6"""
        verb = action.verb
        if verb == verbs.ASK_ATLANTIS:
            t.is_holding = False  # a switch, no action  T67-W2 T67-R37
            t.tell(events.ATLANTIS_ASKED, seat)
            return
        t.actions_left -= 1
        if verb == verbs.PEEK:
            t.look_at(seat, action.first, action.second)  # they keep their slots  T67-A1
        elif verb == verbs.REVEAL:
            reveals.reveal(t, seat, action.first)
        elif verb == verbs.FORCE:
            reveals.force(t, seat, action.args[2], action.first, action.second)
        elif verb == verbs.ROW_TO:
            rowing.row(t, seat, action.first)
        elif verb == verbs.LETTER_FOR:
            t.discard_kept(seat, LETTER)  # T67-A5
            reveals.move_by_letter(t, seat, action.first, action.second)
        elif verb == verbs.MAROON:
            marooning.threaten(t, action.first, events.BY_CAPTAIN)  # T67-A7
        elif verb == verbs.SMUGGLE:
            ranks.smuggle(t, seat, action.first + 1)
        else:
            votes.call(t, seat, verbs.CALLS.index(verb))

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """The actions that the board suggests: places, pawns, holds and ranks."""
        found = [
            verbs.ROW_TO.of(place)
            for place in range(len(verbs.ROW_TO.actions))
            if place != t.places[seat]
        ]
        return found + ranks.tempting_orders(t, seat)

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Why an action is not legal."""
        verb = action.verb
        if verb == verbs.ASK_ATLANTIS:
            is_owner = t.keeper(ATLANTIS) == seat
            reason = "you are asked about it anyway" if is_owner else "Atlantis is not yours"
            return Denial(action, "atlantis_not_held", reason, "T67-R37")
        if verb == verbs.PEEK and t.is_mad:
            return Denial(action, "peek_forbidden", "in madness nobody peeks", "T67-O5")
        if verb != verbs.REVEAL and verb != verbs.FORCE and is_stalled(t):
            reason = f"{t.quiet} turns without an event: reveal one or force somebody"
            return Denial(action, "only_events_now", reason, "T67-X6")
        if verb == verbs.PEEK or verb == verbs.REVEAL or verb == verbs.FORCE:
            return denial_on_events(t, seat, action)
        if verb == verbs.ROW_TO:
            return rowing.denial_to_row(t, seat, action)
        if verb == verbs.LETTER_FOR:
            return denial_of_saved_letter(t, seat, action)
        return ranks.denial_by_rank(t, seat, action)

    def default(self, t: Table, seat: Seat) -> Action:
        """Peek at what is unknown; where Peek is illegal, row or reveal.  T67-R22"""
        slots = bits(t.slots())
        if is_stalled(t):
            return verbs.REVEAL.actions[slots[0]]  # T67-X6
        if can_peek(t, t.slots()):
            return default_peek(t, seat, slots)
        if not slots or (len(slots) == 1 and not t.is_race):
            for goal in (TO, BF, BJ):
                if verbs.ROW_TO.of(goal) in t.choices:
                    return verbs.ROW_TO.of(goal)
        return verbs.REVEAL.actions[slots[0]] if slots else t.choices[0]


ACTING: Final = Acting("acting", ["action"], "T67-P6", verbs.TURN_VERBS)


def default_peek(t: Table, seat: Seat, slots: list[int]) -> Action:
    """The two lowest slots unknown to the seat; too few: add the lowest known.  T67-R22"""
    if len(slots) == 1:
        return verbs.PEEK.of(slots[0], slots[0])
    unknown = [slot for slot in slots if peeking.is_hidden(t, seat, t.row[slot])]
    first, second = (unknown + [slot for slot in slots if slot not in unknown])[:2]
    return verbs.PEEK.of(min(first, second), max(first, second))


def denial_on_events(t: Table, seat: Seat, action: Action) -> Denial:
    """Empty slots, the same slot twice, and when Peek or Force is forbidden.

    T67-A1 T67-A3 T67-A11 T67-D3
    """
    verb = action.verb
    if verb != verbs.REVEAL and t.row_count() == 1:
        if not t.is_race:
            reason = "the Armada is the only event left"
            return Denial(action, "armada_alone", reason, "T67-A11")
        if verb == verbs.FORCE:
            return Denial(action, "one_card_left", "only one event is left", "T67-X4")
    slots = [action.first] if verb == verbs.REVEAL else [action.first, action.second]
    for slot in slots:
        if t.row[slot] == NO_CARD:
            return Denial(action, "slot_is_empty", f"slot {slot + 1} is empty", "T67-A2")
    if verb == verbs.FORCE and action.args[2] == seat:
        return Denial(action, "not_yourself", "force another player", "T67-A3")
    reason = "name exactly two different slots, the lower one first"
    return Denial(action, "peek_exactly_two", reason, "T67-A1")


def denial_of_saved_letter(t: Table, seat: Seat, action: Action) -> Denial:
    """No Letter, or one that was kept in this very turn.  T67-A5 T67-E1"""
    if t.kept_count(seat, LETTER) == 0:
        return Denial(action, "no_letter", "you have no Letter of Marque", "T67-A5")
    if t.letters(seat) == 0:
        reason = "a Letter is used in a later turn than the one in which it was kept"
        return Denial(action, "letter_is_fresh", reason, "T67-E1")
    return reveals.denial_of_letter(t, action)
