"""Steps: what a table can be doing. Each holds all that belongs to one question."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mypy_extensions import mypyc_attr

from .action import Action, Verb
from .event import Seat
from .window import Window

if TYPE_CHECKING:
    from .state import State

T = TypeVar("T", bound="State")


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
class Step(Generic[T]):
    """One thing on the agenda. It keeps no state: there is one object for all tables of a game.

    `advance` does what needs no decision, or opens a window. The other methods are about that
    window, and are called for seats that are asked: a step that asks nobody has only `advance`.
    `questions` are all that it can ask, the first one by default, by `rule`; `verbs` are those of
    the actions that answer.
    """

    def __init__(
        self,
        name: str,
        questions: list[str] | None = None,
        rule: str = "",
        verbs: list[Verb] | None = None,
        countdown_ms: int = 0,
        clock_s: int = 0,
    ) -> None:
        self.name = name
        self.questions = questions or []
        self.rule = rule
        self.verbs: list[Verb] = verbs or []
        self.countdown_ms = countdown_ms
        self.clock_s = clock_s

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def advance(self, t: T) -> None:
        """Do what needs no decision and leave the agenda, or open the window."""
        raise NotImplementedError

    def legal(self, t: T, seat: Seat) -> list[Action]:
        """All that the seat may answer, ordered by code. Whoever gets the list only reads it.

        By default: what is not denied. A step that is asked often makes the list by itself.
        """
        found: list[Action] = []
        for verb in self.verbs:
            for action in verb.actions:
                if self.absence(t, action) is None and self.denial(t, seat, action) is None:
                    found.append(action)
        return found

    def refused(self, t: T, seat: Seat, action: Action) -> Denial | None:
        """Why an action of this step's verbs is no legal answer; None if it is one."""
        if action in self.legal(t, seat):
            return None
        return self.absence(t, action) or self.denial(t, seat, action)

    def absence(self, t: T, action: Action) -> Denial | None:
        """Whether an action names a seat that nobody sits on."""
        for seat in action.seats:
            if seat >= t.seats:
                reason = f"there is no seat {seat} at this table"
                return Denial(action, "no_such_seat", reason, self.rule)
        return None

    def denial(self, t: T, seat: Seat, action: Action) -> Denial | None:
        """Why an action of this step's verbs is not among the legal ones.

        Where `legal` is not made by hand, None says that it is.
        """
        return None

    def deny(self, action: Action, code: str, reason: str, rule: str = "") -> Denial:
        """Why an action is not allowed: by this step's own rule, unless another one is named."""
        return Denial(action, code, reason, rule or self.rule)

    def tempting(self, t: T, seat: Seat) -> list[Action]:
        """What the things on the table suggest; of these the denied ones are shown with reasons."""
        return []

    def default(self, t: T, seat: Seat) -> Action:
        """What the clock answers for a seat."""
        return self.legal(t, seat)[0]

    def lots(self, t: T, seat: Seat) -> list[Action]:
        """The answers of which the clock draws one, where the rules leave it to chance."""
        return []

    def prompt(self, t: T, seat: Seat) -> Prompt:
        """The question, its rule, and what the clock answers."""
        lots = self.lots(t, seat)
        default = lots[0] if lots else self.default(t, seat)
        return Prompt(self.questions[0], self.rule, default, lots)

    def answer(self, t: T, seat: Seat, action: Action) -> None:
        """Do what a seat has decided."""
        raise NotImplementedError

    def end_rest(self, t: T) -> None:
        """Go on behind the window, which rested: nobody took part any more.

        A step says this if its window counts down.
        """
        raise NotImplementedError

    def window(self, t: T) -> Window:
        """What everybody may know of the open window."""
        return Window(t.window, t.waiting, 0, self.countdown_ms, self.clock_s)


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Step[T]):
    """A step at which one seat chooses from a list; a single way is taken by itself."""

    def options(self, t: T) -> list[Action]:
        """All ways, ordered by code."""
        raise NotImplementedError

    def chooser(self, t: T) -> Seat:
        """The seat that chooses."""
        raise NotImplementedError

    def choose(self, t: T, seat: Seat, action: Action) -> None:
        """Go one of the ways."""
        raise NotImplementedError

    def advance(self, t: T) -> None:
        """Ask, unless there is only one way."""
        options = self.options(t)
        if len(options) == 1:
            self.choose(t, self.chooser(t), options[0])
        else:
            t.let_choose(self.chooser(t), options)

    def legal(self, t: T, seat: Seat) -> list[Action]:
        """The list that the seat was asked to choose from."""
        return t.choices

    def answer(self, t: T, seat: Seat, action: Action) -> None:
        """The seat has chosen: the window closes."""
        t.taken()
        self.choose(t, seat, action)


def steps_of(modules: list[ModuleType]) -> list[Step[Any]]:
    """The steps that have a name in some modules, each once."""
    found: list[Step[Any]] = []
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Step) and value not in found:
                found.append(value)
    return found


def questions_of(steps: list[Step[T]]) -> list[str]:
    """All questions of some steps, each once, in order."""
    found: list[str] = []
    for step in steps:
        for question in step.questions:
            if question not in found:
                found.append(question)
    return found
