"""One table: who is asked, what may be done, what happens, who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

from . import drawing, pickling, position
from .action import Action, ActionTable
from .errors import BroadsideError, IllegalAction
from .event import EVERYTHING, FOREVER, OVER, SPECTATOR, Event, EventTable, Seat, View
from .masks import bits
from .rng import FastRng, Rng
from .step import Choice, Denial, Prompt, Step
from .window import FREE_PLAY, NO_WINDOW, NOBODY, REACTION, TURN, VOTE, Window

if TYPE_CHECKING:
    from .book import Book

__all__ = ["AGENDA_MAX", "NO_RNG", "Denial", "Prompt", "State"]

NO_RNG: Final = FastRng(0)
"""Stands where a generator will be put before the first draw."""

NO_CHOICES: Final[list[Action]] = []
"""Stands where nobody has been asked to choose yet."""

NO_KNOWLEDGE: Final[list[int]] = []
"""Stands where no card lies on the table yet."""

AGENDA_MAX: Final = 64
"""No rule of any game nests deeper; a longer agenda is a mistake of ours."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One table. A game subclasses it and implements the methods that raise.

    With `closes_apart`, as a live table has it, a window that counts down is not closed by the last
    answer, which nobody else may know of: it `rests` until `close_window` is called.

    >>> import broadside
    >>> table = broadside.new("jolly-and-roger", seats=2, seed=1, first_splitter="seat0")
    >>> table.deciders()
    [0]
    >>> table.play(0, "split 12")
    >>> table.legal(1)
    [<pick A>, <pick B>]
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.everyone = (1 << seats) - 1
        self.waiting = 0
        self.window = NOBODY
        self.closes_apart = False
        self.rests = False
        # Steps.
        self.agenda: list[Any] = []
        # What the seat whose turn it is may choose from; never changed, only replaced.
        self.choices: list[Action] = NO_CHOICES
        self.knows: list[int] = NO_KNOWLEDGE
        self.rng: Rng = NO_RNG
        self.log: list[Event] | None = None
        self.news = 0
        self.news_epoch = 0

    def copy_into(self, twin: State) -> None:
        """Copy what every table has; a game's `clone` calls this. The twin records nothing."""
        twin.waiting = self.waiting
        twin.window = self.window
        twin.closes_apart = self.closes_apart
        twin.rests = self.rests
        twin.agenda = self.agenda[:]
        twin.choices = self.choices
        twin.knows = self.knows_for_copy()
        twin.rng = self.rng.clone()

    def knows_for_copy(self) -> list[int]:
        """Who knows what, for a copy of the table; a game that seldom changes it may share it."""
        return self.knows[:]

    def __reduce__(self) -> tuple[Any, ...]:
        """How `pickle` and `copy.deepcopy` copy a table: with its log, unlike `clone`."""
        facts, revive = pickling.facts(self), self.book().revive
        return (pickling.revive, (type(self), facts)) if revive is None else (revive, (facts,))

    # ------------------------------------------------- what every game must tell

    def book(self) -> Book:
        """What the game lists once: its actions, events, steps, fields and pieces."""
        raise NotImplementedError

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it, ready for JSON."""
        raise NotImplementedError

    def determinize(self, seat: Seat, rng: Rng) -> State:
        """A world that this seat cannot tell from ours; what it cannot know is dealt anew."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy, future included. It records nothing."""
        raise NotImplementedError

    def winners(self) -> list[Seat]:
        """The seats that share the victory, once the game is over."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Each seat's points as they stand."""
        raise NotImplementedError

    def all_pieces(self) -> list[int]:
        """Every piece that must lie on this table, in ascending order."""
        raise NotImplementedError

    def derive(self) -> None:
        """Work out what follows from the fields and is not written, after reading or turning."""

    # ------------------------------------------------ what follows from the book

    def action_table(self) -> ActionTable:
        """All actions of the game."""
        return self.book().actions

    def event_table(self) -> EventTable:
        """All kinds of events of the game."""
        return self.book().events

    def set_out(self) -> None:
        """Make the table empty: nothing lies anywhere, nothing is under way."""
        position.set_out(self)

    def write(self) -> str:
        """The complete table as text; the game's `read` reads it back."""
        return position.write(self)

    def pieces(self) -> list[int]:
        """Every card and token on the table, in ascending order."""
        return position.pieces(self)

    def turned(self, by: int) -> State:
        """The same table with everybody moved `by` seats clockwise."""
        return position.turned(self, by)

    def result(self) -> list[float] | None:
        """Each seat's part of the victory, 1 in all; None until the game is over."""
        if not self.is_over():
            return None
        won = self.winners()
        return [1.0 / len(won) if seat in won else 0.0 for seat in range(self.seats)]

    # ------------------------------------------------------------------ for people's eyes

    def title(self) -> str:
        """The game, who is asked as far as all may know, and the points, in a line."""
        who = ", ".join([str(seat) for seat in self.seen_waiting(SPECTATOR)])
        asked = "the game is over" if self.is_over() else f"seat {who} is asked"
        points = " : ".join([str(score) for score in self.scores()])
        return f"{self.book().name}: {asked}, points {points}"

    def svg(self, seat: Seat = SPECTATOR) -> str:
        """A drawing of the table as a viewpoint sees it: an SVG document."""
        return drawing.svg(self.title(), self.view(seat))

    def _repr_svg_(self) -> str:
        """How a notebook shows a table: as spectators see it."""
        return self.svg()

    # ------------------------------------------- what the step on the agenda says

    def legal(self, seat: Seat) -> list[Action]:
        """Everything this seat may do now, ordered by code; empty if it is not asked.

        The list may be shared with others: whoever wants to change it takes a copy.
        """
        waiting: i64 = self.waiting
        place: i64 = seat
        if place < 0 or not waiting >> place & 1:
            return []
        step: Step[Any] = self.agenda[-1]
        return step.legal(self, seat)

    def prompt(self, seat: Seat) -> Prompt:
        """The question this seat is asked now."""
        assert self.is_asked(seat)
        step: Step[Any] = self.agenda[-1]
        return step.prompt(self, seat)

    def denied(self, seat: Seat) -> list[Denial]:
        """What this seat might try now and may not, each with its reason."""
        found: list[Denial] = []
        if self.is_asked(seat):
            step: Step[Any] = self.agenda[-1]
            for action in step.tempting(self, seat):
                denial = step.refused(self, seat, action)
                if denial is not None:
                    found.append(denial)
        return found

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action. Trusted: whoever calls this has asked `legal`."""
        step: Step[Any] = self.agenda[-1]
        step.answer(self, seat, action)
        self.run()

    def advance(self) -> None:
        """Do the next step of the agenda that needs no decision, or open the next window."""
        step: Step[Any] = self.agenda[-1]
        step.advance(self)

    def current_window(self) -> Window:
        """The open window, as far as everybody may know it; one that rests is open."""
        if not self.waiting and not self.rests:
            return NO_WINDOW
        top = self.agenda[-1] if self.agenda else None
        return top.window(self) if isinstance(top, Step) else Window(self.window, self.waiting)

    def seen_waiting(self, seat: Seat) -> list[Seat]:
        """The seats that are asked, as far as a viewpoint may know who has not answered yet.

        A game whose sealed answers are given in secret shows everybody until the last one is given;
        a seat always knows whether it is asked itself.
        """
        assert SPECTATOR <= seat < self.seats or seat == EVERYTHING
        if seat == EVERYTHING:
            return self.deciders()
        mask = self.current_window().asked
        if seat >= 0:
            mask = mask & ~(1 << seat) | self.waiting & 1 << seat
        return bits(mask)

    def countdown_ms(self) -> int:
        """How long the present window stays open if nobody does anything; 0 for no such end.

        The same whoever holds what: afterwards whoever is still asked gets its default.
        """
        return self.current_window().countdown_ms

    def clock_s(self) -> int:
        """How long a seat may think about the present question; 0 for as long as the table says.

        It holds at tables with a clock; where people take their time, they do so here too.
        """
        return self.current_window().clock_s

    def hourglass_s(self) -> int:
        """The time on which the chosen rules insist for the present question, also at a table
        without a clock; 0 for none.
        """
        return self.current_window().hourglass_s

    def window_id(self) -> int:
        """A number that changes whenever another window opens; a play that reopens one keeps it."""
        return self.current_window().number

    # --------------------------------------------- what a game may tell more of

    def side(self, seat: Seat) -> str:
        """The team a seat plays for, "" if it plays for itself; on a true table only."""
        assert 0 <= seat < self.seats
        return ""

    def asides(self, seat: Seat) -> list[Action]:
        """What this seat may do now though nobody waits for it, ordered by code: offers and answers
        to them. Never blocks anything, and is never among `legal`.
        """
        return []

    def nudged(self) -> list[Seat]:
        """The seats that have an offer to answer, among their asides; nobody waits for them."""
        return []

    def end_rest(self) -> None:
        """Go on behind a window that rested: nobody took part any more. `run` follows."""
        step: Step[Any] = self.agenda[-1]
        step.end_rest(self)

    def asking_rule(self) -> str:
        """The rule by which the table waits, also where its window rests."""
        top = self.agenda[-1]
        if self.rests and isinstance(top, Step):
            return top.rule
        return self.prompt(self.deciders()[0]).rule

    def epoch(self) -> int:
        """The stretch of play for which fading events stay common; OVER after the end."""
        return OVER if self.is_over() else 0

    # ------------------------------------------------------- who is asked, what

    def deciders(self) -> list[Seat]:
        """The seats that may act now; empty when the game is over, or while a window rests."""
        return bits(self.waiting)

    def is_asked(self, seat: Seat) -> bool:
        """Whether this seat may act now."""
        return seat >= 0 and self.waiting >> seat & 1 == 1

    def is_over(self) -> bool:
        """Whether the game has ended; that nobody is asked does not say so."""
        return self.waiting == 0 and not self.rests

    def clock_answer(self, seat: Seat, rng: Rng) -> Action:
        """What the clock answers for a seat that gives no answer.

        Where chance decides it is drawn from `rng`, which nobody at the table can foresee: whoever
        knows that the clock has answered must not know what.
        """
        prompt = self.prompt(seat)
        if not prompt.is_random:
            return prompt.default
        return prompt.lots[int(rng.below(len(prompt.lots)))]

    def open_turn(self, seat: Seat) -> None:
        """Ask one seat."""
        bit: i64 = 1
        self.open_window(TURN, int(bit << seat))

    def let_choose(self, seat: Seat, options: list[Action]) -> None:
        """Ask one seat to choose from a list, ordered by code, which nobody changes any more."""
        bit: i64 = 1
        self.choices = options
        self.window = TURN
        self.waiting = int(bit << seat)
        self.rests = False

    def look_again(self) -> None:
        """Work out anew what the seat that is asked may choose from: the table is another one."""
        top = self.agenda[-1] if self.waiting else None
        if isinstance(top, Choice):
            self.choices = top.options(self)

    def open_vote(self, mask: int) -> None:
        """Ask several seats for sealed answers."""
        self.open_window(VOTE, mask)

    def open_reaction(self, mask: int) -> None:
        """Ask several seats whether one of them takes it."""
        self.open_window(REACTION, mask)

    def open_free_play(self, mask: int) -> None:
        """Let several seats play until all are ready."""
        self.open_window(FREE_PLAY, mask)

    def open_window(self, window: int, mask: int) -> None:
        """Ask the seats of a mask in a window of this shape."""
        self.window = window
        self.waiting = mask
        self.rests = False

    def open_at_rest(self, window: int) -> None:
        """Nobody is left to be asked in this window, and nobody may know: wait for its closing."""
        assert self.closes_apart
        self.window = window
        self.waiting = 0
        self.rests = True

    def answered(self, seat: Seat) -> None:
        """This seat has decided, passed or is ready: it is not asked any more."""
        self.waiting &= ~(1 << seat)

    def taken(self) -> None:
        """Somebody took it: nobody else is asked."""
        self.waiting = 0
        self.rests = False

    def reopened(self, mask: int) -> None:
        """A play in free play: the seats of the mask are asked again."""
        assert self.window == FREE_PLAY
        self.waiting |= mask
        self.rests = self.rests and self.waiting == 0

    def run(self) -> None:
        """Go through the agenda until somebody must decide, a window rests or nothing is left."""
        while self.waiting == 0 and not self.rests:
            depth = len(self.agenda)
            assert depth <= AGENDA_MAX
            if depth == 0:
                return
            self.advance()

    # --------------------------------------------------------- acting from outside

    def play(self, seat: Seat, action: Action | str) -> None:
        """Do an action or an aside, given itself or as text; refuse it without changing anything.

        Raises UnknownAction for a text that is no action, IllegalAction for one not allowed now.
        """
        wanted = self.action_table().find(action) if isinstance(action, str) else action
        if wanted not in self.legal(seat) and wanted not in self.asides(seat):
            raise self.refusal(seat, wanted)
        self.perform(seat, wanted)

    def perform(self, seat: Seat, action: Action) -> None:
        """Do an action or an aside that was found to be allowed; what it causes is news."""
        self.begin_news()
        self.apply(seat, action)

    def close_window(self) -> None:
        """Close the window that rests; the game goes on.

        Raises BroadsideError while a seat is still asked: its answer is played first.
        """
        if not self.rests:
            who = " and ".join([str(seat) for seat in self.deciders()])
            reason = f"seat {who} must answer first" if who else "the game is over"
            raise BroadsideError(f"only a window that rests can be closed; {reason}")
        self.begin_news()
        self.rests = False
        self.end_rest()
        self.run()

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """Why this seat may not do this now."""
        if self.is_over():
            return IllegalAction("game_over", f"{action.text}: the game is over", "")
        if not self.is_asked(seat):
            viewpoint = seat if 0 <= seat < self.seats else SPECTATOR
            who = " and ".join([str(other) for other in self.seen_waiting(viewpoint)])
            awaited = f"seat {who}" if who else "the window to close"
            reason = f"{action.text} by seat {seat}: the table waits for {awaited}"
            return IllegalAction("not_your_turn", reason, self.asking_rule())
        denial = self.denial(seat, action)
        if denial is not None:
            return IllegalAction(denial.code, denial.reason, denial.rule)
        prompt = self.prompt(seat)
        reason = f"{action.text}: the question is {prompt.question!r}; try {prompt.default.text!r}"
        return IllegalAction("not_now", reason, prompt.rule)

    def denial(self, seat: Seat, action: Action) -> Denial | None:
        """Why a seat that is asked may not do this; None if it is no answer to the question."""
        top = self.agenda[-1] if self.agenda else None
        if isinstance(top, Step):
            return top.refused(self, seat, action) if action.verb in top.verbs else None
        for denial in self.denied(seat):
            if denial.action is action:
                return denial
        return None

    # ------------------------------------------------------------------- telling

    def begin_news(self) -> None:
        """What is recorded from here on is the latest; it is told as of now."""
        if self.log is not None:
            self.news, self.news_epoch = len(self.log), self.epoch()

    def tell(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Record a public fact. Costs next to nothing while nobody records."""
        if self.log is not None:
            self.tell_to(self.everyone, kind, a, b, c, d)

    def tell_to(
        self, knowers: i64, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0
    ) -> None:
        """Record a fact whose secret part is for some seats; `tell` with who may know it."""
        if self.log is not None:
            values = [int(a), int(b), int(c), int(d), int(e)]
            self.record(int(kind), values, [], int(knowers), FOREVER)

    def tell_list(
        self, kind: i64, items: list[int] | tuple[int, ...], a: i64 = 0, b: i64 = 0, c: i64 = 0
    ) -> None:
        """Record a public fact with a list; `tell` with its items."""
        if self.log is not None:
            values = [int(a), int(b), int(c)]
            self.record(int(kind), values, list(items), self.everyone, FOREVER)

    def record(
        self, kind: int, values: list[int], items: list[int], knowers: int, epoch: int
    ) -> None:
        """Record a fact whose secret part is for `knowers` (and for all while `epoch` lasts)."""
        if self.log is not None:
            kinds = self.event_table().kinds
            self.log.append(Event(kinds[kind], values, items, knowers, epoch))

    def seen_events(self, seat: Seat, since: int = 0) -> list[View]:
        """The log from the event number `since` on, as this viewpoint may see it now.

        What the latest play caused is told as it was then, also if that play ended the epoch.
        """
        assert SPECTATOR <= seat < self.seats or seat == EVERYTHING
        epoch = self.epoch()
        told: list[View] = []
        for place, event in enumerate((self.log or [])[since:], since):
            is_news = place >= self.news and event.epoch == self.news_epoch
            told.append(event.seen(seat, self.everyone, self.news_epoch if is_news else epoch))
        return told
