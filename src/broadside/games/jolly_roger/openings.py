"""Open windows: anybody may play until nobody waits any more.

Each seat is waiting, ready or done. A simulation asks one waiting seat after the other, and only
those that have something to play; a live table asks everybody at once who might have, for all that
one can see, so that nobody's silence tells anything. Nor does the last one's, if the table closes
its windows apart: then the window rests.

At the end stand the characters for any open window: Second Mate, Stowaway and Surgeon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action, Verb
from broadside.kernel.event import Seat
from broadside.kernel.masks import mask_of
from broadside.kernel.step import Denial, Step
from broadside.kernel.window import FREE_PLAY, Window

from . import cards, plays
from .events import CAPTAIN_REPLACED, QUARTERMASTER_REPLACED
from .questions import BUSY_S, IDLE_S, no_card
from .verbs import DONE, KIND_PLAYED, PASS, PLAY, PLAY_SECOND_MATE, PLAYED_CHARACTERS

if TYPE_CHECKING:
    from .table import Table

IDLE_MS: Final = 3000
BUSY_MS: Final = 6000
"""How long windows stay open if nobody does anything; whoever holds what.  JR-T3"""
RULES: Final = [f"JR-X{number}" for number in [1, 2, 3, 4, 5, 6, 5, 7, 8, 9, 10, 5, 11, 12, 13, 14]]
"""The rule of each character."""
SECOND_MATE_KIND: Final[int] = cards.kinds_of([cards.SECOND_MATE])
STOWING_AWAY: Final[Action] = PLAY.of(cards.STOWAWAY)
OPERATING: Final[Action] = PLAY.of(cards.SURGEON)
PASSING: Final[Action] = PASS.of()
LEAVING: Final[Action] = DONE.of()
IDLE_WAYS: Final = 2
"""What everybody may do: pass, or be done."""


class OpenWindow(Step["Table"]):
    """A window in which anybody may play.  JR-T2

    `own` are the plays of the characters that this window lets act; others may act in any window.
    `verbs` are those of all other plays.
    """

    def __init__(
        self,
        name: str,
        rule: str,
        own: list[Action] | None = None,
        verbs: list[Verb] | None = None,
        question: str = "play_or_pass",
        is_busy: bool = False,
    ) -> None:
        countdown_ms, clock_s = (BUSY_MS, BUSY_S) if is_busy else (IDLE_MS, IDLE_S)
        all_verbs = [PASS, DONE, *PLAYED_CHARACTERS, *(verbs or [])]
        super().__init__(name, [question], rule, all_verbs, countdown_ms, clock_s)
        own = own or []
        characters = [*own, STOWING_AWAY, OPERATING]
        self.characters: list[Action] = sorted(characters, key=lambda action: action.code)
        self.kinds = mask_of([KIND_PLAYED[action.code] for action in own])

    # What a window may do otherwise.

    def first_asked(self, t: Table) -> Seat:
        """Who is asked first.  JR-T5"""
        return t.captain

    def add_first(self, t: Table, seat: Seat, found: list[Action]) -> None:
        """Plays that come before the characters, by their codes."""

    def add_last(self, t: Table, seat: Seat, kinds: i64, found: list[Action]) -> None:
        """Plays that come after the characters, by their codes; these `kinds` are in the hand."""

    def own_denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Why a character of this window has nothing to do; its card is in the hand."""
        return None

    def takes_any(self, t: Table, seat: Seat) -> bool:
        """Whether this seat may play any card here."""
        return False

    def can_play(self, t: Table, seat: Seat) -> bool:
        """Whether a seat can do more than pass.  JR-T3"""
        if self.takes_any(t, seat):
            return len(t.hands[seat]) > 0
        kinds = t.characters(seat)
        if kinds == 0:
            return False
        useful: i64 = self.kinds | any_time_kinds(t)
        return kinds & useful != 0 and len(self.legal(t, seat)) > IDLE_WAYS

    def might_play(self, t: Table, seat: Seat) -> bool:
        """Whether a seat might have something to play, for all that everybody can see."""
        if self.takes_any(t, seat):
            return len(t.hands[seat]) > 0
        return might_hold(t, seat, self.kinds | any_time_kinds(t))

    def play(self, t: Table, seat: Seat, action: Action) -> None:
        """A card is played; before it counts it may be cancelled."""
        played(t, seat)
        plays.begin(t, seat, action)

    def resolve(self, t: Table, seat: Seat, card: int, action: Action) -> None:
        """A card counts that nobody cancelled. Used for effect it is discarded.  JR-X0"""
        t.drop(card)
        if not act_any_time(t, seat, action):
            self.act(t, seat, action)

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """A character of this window acts."""
        raise NotImplementedError

    def close(self, t: Table) -> None:
        """Nobody waits any more.  JR-T2"""
        t.pop()

    # What they have in common.

    def advance(self, t: Table) -> None:
        """Open the window or go on with it; it closes when nobody waits.  JR-T2 JR-T3 JR-T5"""
        if t.number_window(takes_gifts=True):
            t.pending = t.everyone
            t.done = 0
            t.heard = 0
            t.used = ()
            t.poll_from = self.first_asked(t)
        if t.asks_all:
            might = self.might_be_asked(t)
            t.heard |= t.everyone & ~might
            stays_open = ask_all(t, might, t.pending, FREE_PLAY)
        else:
            stays_open = poll(t, self)
        if not stays_open:
            self.close(t)

    def end_rest(self, t: Table) -> None:
        """Everybody had answered.  JR-T2"""
        self.close(t)

    def window(self, t: Table) -> Window:
        """Ready states are private: all are shown that might be asked.  JR-T3"""
        return counted_window(t, self, self.might_be_asked(t))

    def might_be_asked(self, t: Table) -> int:
        """The seats that might have something to play.  JR-T3 JR-O8 JR-Q50"""
        return mask_of([seat for seat in range(t.seats) if self.might_play(t, seat)])

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Pass, say done, or play what the window allows.  JR-T2 JR-T4"""
        found = [PASSING, LEAVING]
        self.add_first(t, seat, found)
        kinds = t.characters(seat)
        useful: i64 = self.kinds | cards.ANY_TIME_KINDS
        if kinds & useful:
            for action in self.characters:
                if kinds >> KIND_PLAYED[action.code] & 1 and self.absence(t, action) is None:
                    if self.character_denial(t, seat, action) is None:
                        found.append(action)
            mate: i64 = SECOND_MATE_KIND
            if kinds & mate:
                found += robberies(t, seat)
        self.add_last(t, seat, kinds, found)
        return found

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Characters that are not in the hand, not for this window, or without a target."""
        kind = KIND_PLAYED[action.code]
        rule = RULES[kind - cards.FIRST_CHARACTER]
        if not t.holds(seat, kind):
            return no_card(action, rule)
        if action in self.characters or action.verb is PLAY_SECOND_MATE:
            return self.character_denial(t, seat, action)
        reason = f"{cards.KIND_NAMES[kind]} has no effect in this window"
        return Denial(action, "not_this_window", reason, rule)

    def character_denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Why a character that may act here, and is in the hand, has nothing to do."""
        if cards.ANY_TIME_KINDS >> KIND_PLAYED[action.code] & 1:
            return any_time_denial(t, seat, action)
        return self.own_denial(t, seat, action)

    def default(self, t: Table, seat: Seat) -> Action:
        """Done.  JR-T8"""
        return DONE.of()

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Pass until the next play, say done for the rest of the window, or play.  JR-T2"""
        if action.verb is PASS or action.verb is DONE:
            bit: i64 = 1
            own = int(bit << seat)
            if action.verb is DONE:
                t.done |= own
            t.pending &= ~own
            t.heard |= own
            t.poll_from = t.left_of(seat)
            t.taken()
        else:
            self.play(t, seat, action)


class FromCaptainsLeft(OpenWindow):
    """A window in which the Captain is asked last."""

    def first_asked(self, t: Table) -> Seat:
        """The Captain's left.  JR-T5"""
        return t.left_of(t.captain)


def counted_window(t: Table, step: Step[Table], asked: int) -> Window:
    """A window that closes by itself after some time.

    At a live table not where seats are asked in turn: each has its own time to think.  JR-O8
    """
    countdown_ms = 0 if t.closes_apart and not t.asks_all else step.countdown_ms
    return Window(t.window, asked, t.top_id(), countdown_ms, step.clock_s)


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


def poll(t: Table, window: OpenWindow) -> bool:
    """Ask the next waiting seat that can do more than pass.  JR-T3 JR-T5 JR-O7"""
    order = t.clockwise(t.poll_from)
    pending: i64 = t.pending
    if t.is_shuffled and pending & (pending - 1):
        order = order[:]
        t.rng.shuffle(order)
        for seat in order:
            if not window.can_play(t, seat):
                t.heard |= 1 << seat  # also who would come later: whoever is asked may rely on it
    bit: i64 = 1
    for seat in order:
        own = bit << seat
        if pending & own:
            if window.can_play(t, seat):
                t.open_free_play(int(own))
                return True
            t.heard |= int(own)  # readied by the engine; asked again after the next play
    return False


def played(t: Table, seat: Seat) -> None:
    """A play turns all who are ready to waiting again, cancelled or not.  JR-T2"""
    t.heard |= 1 << seat
    t.poll_from = t.left_of(seat)
    reopen(t)


def reopen(t: Table) -> None:
    """An accepted gift does the same.  JR-T2"""
    t.pending = t.everyone & ~t.done
    t.taken()


def might_hold(t: Table, seat: Seat, kinds: i64) -> bool:
    """Whether a card of these kinds might be in a hand, for all that everybody can see."""
    has_hidden = False
    for card in t.hands[seat]:
        if t.knows[card] != t.everyone:
            has_hidden = True
        elif kinds >> cards.KIND_OF[card] & 1:
            return True
    if has_hidden:
        for card in range(cards.CREW):
            if kinds >> cards.KIND_OF[card] & 1 and t.knows[card] != t.everyone:
                return True
    return False


def any_time_kinds(t: Table) -> int:
    """The kinds that somebody could play now, as a mask.  JR-T4 JR-X13 JR-O9"""
    return cards.ANY_TIME_KINDS if has_role(t) else cards.ANY_TIME_KINDS & ~cards.SURGEON_KIND


def any_time_denial(t: Table, seat: Seat, action: Action) -> Denial | None:
    """Once per window; no officer is Surgeon, others are robbed.  JR-T4 JR-X10 JR-X12 JR-X13"""
    is_officer = seat == t.captain or seat == t.quartermaster
    if action is OPERATING and (is_officer or not has_role(t)):  # JR-Q32
        reason = "nobody holds both roles, and three players have no Quartermaster"
        if t.has_both_roles:
            reason = "the Captain is Captain already, and stays so while there is a mutiny"
        return Denial(action, "surgeon_not_for_officers", reason, "JR-X13")
    if t.unused(seat, KIND_PLAYED[action.code]) == cards.NO_CARD:
        reason = "this card was used in this window already"
        return Denial(action, "used_in_this_window", reason, "JR-T4")
    if action.verb is not PLAY_SECOND_MATE or action in robberies(t, seat):
        return None
    if action.first == seat or action.second == seat:
        return Denial(action, "not_yourself", "name another seat", "JR-X10")
    reason = "name two others with hand cards, the nearer one on your left first"
    return Denial(action, "nobody_to_rob", reason, "JR-X10")


def has_role(t: Table) -> bool:
    """Whether there is a role for a Surgeon: at three the Captain's, if the table says so.

    That one is not taken in the middle of a mutiny.  JR-X13 JR-Q32 JR-O9
    """
    return t.seats > cards.NO_QUARTERMASTER_SEATS or (
        t.has_both_roles and t.mutineer == cards.NOBODY
    )


def act_any_time(t: Table, seat: Seat, action: Action) -> bool:
    """Do what the card says; whether it is one of these. The Second Mate takes a random card.

    JR-X10 JR-X12 JR-X13
    """
    if action.verb is PLAY_SECOND_MATE:
        victims = action.args if action.first != action.second else action.args[:1]
        for victim in victims:
            if t.hands[victim]:
                t.steal_card(seat, victim)
    elif action is STOWING_AWAY:
        t.draw_card(seat)
        t.draw_card(seat)
    elif action is OPERATING:
        take_role(t, seat)
    else:
        return False
    return True


def robberies(t: Table, seat: Seat) -> list[Action]:
    """Two others with cards, the nearer on the left first; or the only one.

    None if the Second Mate was used in this window.  JR-X10 JR-Q15 JR-T4
    """
    if t.unused(seat, cards.FIRST_CHARACTER + cards.SECOND_MATE) == cards.NO_CARD:
        return []
    others = t.others_with_cards(seat)
    if len(others) == 1:
        return [PLAY_SECOND_MATE.of(others[0], others[0])]
    found: list[Action] = []
    for first in others:
        for second in others:
            if (first - seat) % t.seats < (second - seat) % t.seats:
                found.append(PLAY_SECOND_MATE.of(first, second))
    return found


def take_role(t: Table, seat: Seat) -> None:
    """The Surgeon is Quartermaster until the next appointment; nobody draws.

    Where the Captain has both roles, the Surgeon takes both.  JR-X13 JR-Q23 JR-O9
    """
    if t.has_both_roles:
        t.tell(CAPTAIN_REPLACED, seat, t.captain)
        t.captain = seat
    else:
        t.tell(QUARTERMASTER_REPLACED, seat, t.quartermaster)
        t.quartermaster = seat
