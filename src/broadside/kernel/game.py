"""A game: its name, seats, options and actions, and how a table of it is dealt or read."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from .action import ActionTable
from .advice import Advice
from .edition import SHORT, Edition, parse
from .encoding import Encoder
from .errors import BadData, BadOption, BadSeats
from .event import EventTable, View
from .rng import Rng
from .state import State

OptionValue = str | int | bool
Options = dict[str, OptionValue]

CHOICE: Final = "choice"
NUMBER: Final = "number"
SWITCH: Final = "switch"
LIST: Final = "list"

PRINTED: Final = "printed"
READING: Final = "reading"
OURS: Final = "ours"

LANGUAGES: Final = ["en", "de", "pl"]


class Option:
    """One thing that may be chosen when a table is set up.

    `default` is for simulations, `live` for new tables of people; most options have one for both.
    `origin` says where it comes from: a printed variant, a reading where the printed rules differ
    or leave a gap, or a house rule of ours.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        default: OptionValue,
        values: list[str] | None = None,
        low: int = 0,
        high: int = 0,
        live: OptionValue | None = None,
        origin: str = OURS,
    ) -> None:
        self.name = name
        self.kind = kind
        self.origin = origin
        self.default = default
        self.live: OptionValue = default if live is None else live
        self.values = values or []
        self.low = low
        self.high = high

    def allowed(self) -> str:
        """What may be chosen, in words."""
        if self.kind == CHOICE:
            return ", ".join(self.values)
        if self.kind == NUMBER:
            return f"a whole number from {self.low} to {self.high}"
        if self.kind == LIST:
            return f"empty, or several of {', '.join(self.values)} with commas between them"
        return "true or false"

    def check(self, value: object) -> OptionValue:
        """The value, read from text if need be; raises BadOption with what is allowed."""
        if self.kind == CHOICE and isinstance(value, str) and value in self.values:
            return value
        if self.kind == LIST and isinstance(value, str):
            names = value.split(",") if value else []
            known = [name for name in self.values if name in names]
            if len(known) == len(names):
                return ",".join(known)
        if self.kind == SWITCH:
            if isinstance(value, bool):
                return value
            if value == "true" or value == "false":
                return value == "true"
        if self.kind == NUMBER and not isinstance(value, bool):
            text = str(value)
            if isinstance(value, (int, str)) and text.isascii() and text.isdigit():
                if len(text) < 10 and self.low <= int(text) <= self.high:
                    return int(text)
        shown = repr(value)[:60]
        raise BadOption(
            f"option {self.name} cannot be {shown}; it may be {self.allowed()}", self.name
        )


def choice(name: str, values: list[str], default: str, origin: str = OURS) -> Option:
    """An option with a few named values."""
    return Option(name, CHOICE, default, values, origin=origin)


def number(name: str, low: int, high: int, default: int, origin: str = OURS) -> Option:
    """An option that is a whole number."""
    return Option(name, NUMBER, default, None, low, high, origin=origin)


def switch(name: str, default: bool, live: bool | None = None, origin: str = OURS) -> Option:
    """An option that is on or off."""
    return Option(name, SWITCH, default, live=live, origin=origin)


def some(name: str, values: list[str], origin: str = OURS) -> Option:
    """An option that is a list of named values, none at first; written with commas."""
    return Option(name, LIST, "", values, origin=origin)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game; it keeps no state. Subclasses implement the methods that raise."""

    def __init__(
        self, name: str, version: int, seats: range, actions: ActionTable, events: EventTable
    ) -> None:
        self.name = name
        self.version = version
        self.seats = seats
        self.actions = actions
        self.events = events
        self.options: list[Option] = []
        self.questions: list[str] = []
        self.refusals: list[str] = []

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A table set up for its first decision; options must be complete."""
        raise NotImplementedError

    def read(self, text: str) -> State:
        """The table that was written as this text; raises NotationError."""
        raise NotImplementedError

    def advice(self) -> Advice:
        """The game's taste, for bots."""
        raise NotImplementedError

    def quick_encoder(self) -> Encoder | None:
        """Writes observations of this game in compiled code; None if their layout is all there is.

        It writes what the game's layout says, number by number; a test holds both together.
        """
        return None

    def decisions_max(self, seats: int) -> int:
        """No game takes more decisions than this, whoever plays."""
        raise NotImplementedError

    def rematch(self, options: Options, last: State) -> Options:
        """The options for another game of the same people after this one."""
        return dict(options)

    def check_seats(self, seats: int) -> int:
        """The number of seats, if the game can be played by so many; else raises BadSeats."""
        if seats in self.seats:
            return seats
        low, high = self.seats[0], self.seats[-1]
        wanted = f"{low} seats" if low == high else f"{low} to {high} seats"
        raise BadSeats(f"{self.name} is played with {wanted}, not with {seats}")

    def complete(self, options: dict[str, object]) -> Options:
        """The options with defaults filled in; raises BadOption for a wrong name or value."""
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.name} has no option {name[:40]!r}; it has {names}")
        full: Options = {}
        for option in self.options:
            full[option.name] = option.check(options.get(option.name, option.default))
        return full

    def check(self, seats: int, options: Options) -> None:
        """Raise BadOption if complete options do not go with each other or with so many seats."""

    def live_options(self) -> Options:
        """How a new table of people is played unless somebody chooses otherwise."""
        return {option.name: option.live for option in self.options}

    def texts(self, language: str) -> dict[str, str]:
        """What a client says of the game, by key, in one of LANGUAGES; as much as is wanted."""
        return {}

    def rule_texts(self, language: str) -> str:
        """The rules for players in one of LANGUAGES, one section per rule id."""
        raise NotImplementedError

    def own_edition(self) -> Edition | None:
        """The edition whose numbers this game has; None if it has no editions."""
        return None

    def with_edition(self, edition: Edition) -> Game:
        """This game with other numbers; raises BadData with line and reason if they make none."""
        raise BadData(f"{self.name} has no editions")

    def check_edition(self, edition: Edition) -> None:
        """Raise BadData as `with_edition` does; nothing stays of the edition."""
        raise BadData(f"{self.name} has no editions")

    def former_edition(self, digest: str) -> Edition | None:
        """An edition that was the game's own before; None if nobody has kept it."""
        return None

    def of_record(self, digest: str, text: str) -> Game:
        """The game as a record has it: by the digest of its edition, and that one's text if known.

        A record from before there were editions has neither, and is of the game's own. Raises
        BadData that says which edition is needed.
        """
        own = self.own_edition()
        if not digest or (own is not None and own.digest == digest):
            return self
        edition = parse(text) if text else self.former_edition(digest)
        if edition is None:
            raise BadData(f"it needs the edition {digest[:SHORT]} of {self.name}, not in here")
        if edition.digest != digest:
            raise BadData(f"the text is not that of the edition {digest[:SHORT]}")
        return self.with_edition(edition)

    def address(self) -> str:
        """What finds this game in another process: its name, or the text of another edition."""
        return self.name

    def printed(self) -> View:
        """What is printed on its pieces, ready for JSON: what a client must know to draw them."""
        return {}

    def guided(self) -> str:
        """A guided first game for newcomers, as JSON; empty if nobody has written one."""
        return ""
