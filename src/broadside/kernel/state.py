"""One table: who is asked, what may be done, what happens, who sees what."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from .action import Action, ActionTable
from .errors import BroadsideError, IllegalAction
from .event import EVERYTHING, FOREVER, OVER, SPECTATOR, Event, EventTable, Seat, View
from .rng import FastRng, Rng
from .window import FREE_PLAY, NOBODY, REACTION, TURN, VOTE

NO_RNG: Final = FastRng(0)
"""Stands where a generator will be put before the first draw."""

AGENDA_MAX: Final = 64
"""No rule of any game nests deeper; a longer agenda is a mistake of ours."""


class Prompt:
    """What a seat is asked, by which rule, and what the clock answers for it.

    Where the rules leave the clock's answer to chance, one of the `lots` is drawn, all of them
    equally likely; `default` is only an example then of what may be answered.
    """

    def __init__(
        self, question: str, rule: str, default: Action, lots: list[Action] | None = None
    ) -> None:
        self.question = question
        self.rule = rule
        self.default = default
        self.lots: list[Action] = [] if lots is None else lots
        self.is_random = len(self.lots) > 0


class Denial:
    """An action that one might think of now, and why it is not allowed."""

    def __init__(self, action: Action, code: str, reason: str, rule: str) -> None:
        self.action = action
        self.code = code
        self.reason = reason
        self.rule = rule


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
        self.agenda: list[int] = []
        self.knows: list[int] = []
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
        twin.knows = self.knows[:]
        twin.rng = self.rng.clone()

    # ------------------------------------------------- what every game must tell

    def action_table(self) -> ActionTable:
        """All actions of the game."""
        raise NotImplementedError

    def event_table(self) -> EventTable:
        """All kinds of events of the game."""
        raise NotImplementedError

    def legal(self, seat: Seat) -> list[Action]:
        """Everything this seat may do now, ordered by code; empty if it is not asked."""
        raise NotImplementedError

    def prompt(self, seat: Seat) -> Prompt:
        """The question this seat is asked now."""
        raise NotImplementedError

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action. Trusted: whoever calls this has asked `legal`."""
        raise NotImplementedError

    def advance(self) -> None:
        """Do the next step of the agenda that needs no decision, or open the next window."""
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

    def result(self) -> list[float] | None:
        """Each seat's part of the victory, 1 in all; None until the game is over."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Each seat's points as they stand."""
        raise NotImplementedError

    def write(self) -> str:
        """The complete table as text; the game's `read` reads it back."""
        raise NotImplementedError

    def pieces(self) -> list[int]:
        """Every card and token on the table, in ascending order."""
        raise NotImplementedError

    def turned(self, by: int) -> State:
        """The same table with everybody moved `by` seats clockwise."""
        raise NotImplementedError

    # --------------------------------------------- what a game may tell more of

    def denied(self, seat: Seat) -> list[Denial]:
        """What this seat might try now and may not, each with its reason."""
        return []

    def seen_waiting(self, seat: Seat) -> list[Seat]:
        """The seats that are asked, as far as a viewpoint may know who has not answered yet.

        A game whose sealed answers are given in secret shows everybody until the last one is given;
        a seat always knows whether it is asked itself.
        """
        assert SPECTATOR <= seat < self.seats or seat == EVERYTHING
        return self.deciders()

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

    def countdown_ms(self) -> int:
        """How long the present window stays open if nobody does anything; 0 for no such end.

        The same whoever holds what: afterwards whoever is still asked gets its default.
        """
        return 0

    def clock_s(self) -> int:
        """How long a seat may think about the present question; 0 for as long as the table says.

        It holds at tables with a clock; where people take their time, they do so here too.
        """
        return 0

    def hourglass_s(self) -> int:
        """The time on which the chosen rules insist for the present question, also at a table
        without a clock; 0 for none.
        """
        return 0

    def window_id(self) -> int:
        """A number that changes whenever another window opens; a play that reopens one keeps it."""
        return 0

    def end_rest(self) -> None:
        """Go on behind a window that rested: nobody took part any more. `run` follows.

        A game tells this if its windows count down.
        """
        raise NotImplementedError

    def asking_rule(self) -> str:
        """The rule by which the table waits; a game tells it also where its window rests."""
        return self.prompt(self.deciders()[0]).rule

    def epoch(self) -> int:
        """The stretch of play for which fading events stay common; OVER after the end."""
        return OVER if self.result() is not None else 0

    # ------------------------------------------------------- who is asked, what

    def deciders(self) -> list[Seat]:
        """The seats that may act now; empty when the game is over, or while a window rests."""
        return [seat for seat in range(self.seats) if self.waiting >> seat & 1]

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
        self.open_window(TURN, 1 << seat)

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
        while self.waiting == 0 and self.agenda and not self.rests:
            assert len(self.agenda) <= AGENDA_MAX
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
        for denial in self.denied(seat):
            if denial.action is action:
                return IllegalAction(denial.code, denial.reason, denial.rule)
        prompt = self.prompt(seat)
        reason = f"{action.text}: the question is {prompt.question!r}; try {prompt.default.text!r}"
        return IllegalAction("not_now", reason, prompt.rule)

    # ------------------------------------------------------------------- telling

    def begin_news(self) -> None:
        """What is recorded from here on is the latest; it is told as of now."""
        if self.log is not None:
            self.news, self.news_epoch = len(self.log), self.epoch()

    def tell(self, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        """Record a public fact. Costs next to nothing while nobody records."""
        if self.log is not None:
            self.record(kind, [a, b, c, d], [], self.everyone, FOREVER)

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
