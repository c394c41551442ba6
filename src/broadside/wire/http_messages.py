"""More messages over HTTP: what a host may do, what comes after a game, and what is mine.

What crosses the socket, and what everybody needs to sit down, is in `messages.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from broadside.wire.messages import (
    BotName,
    Credential,
    EditionInfo,
    HintMove,
    Name,
    Salt,
    SeatNumber,
    TableInfo,
    Update,
)

MY_SEATS_MAX = 100
KEY_LENGTH_MIN = 32
BOX_TEXT_MAX = 30_000


# ------------------------------------------------------------ what a host may do
class Lock(Struct, tag="lock", tag_field="do", forbid_unknown_fields=True):
    """Let nobody else sit down, or let them again. Before the start."""

    on: bool = True


class Publish(Struct, tag="publish", tag_field="do", forbid_unknown_fields=True):
    """Show the table in the public list, or do not. At any time."""

    on: bool = True


class Rename(Struct, tag="rename", tag_field="do", forbid_unknown_fields=True):
    """Give a person another name. Before the start."""

    seat: SeatNumber
    name: Name


class Swap(Struct, tag="swap", tag_field="do", forbid_unknown_fields=True):
    """Let two seats change places. Before the start. A repeated id is the same command."""

    first: SeatNumber
    second: SeatNumber
    id: Annotated[str, Meta(max_length=64)] = ""


class Remove(Struct, tag="remove", tag_field="do", forbid_unknown_fields=True):
    """Send a person or a bot away; the seat is open again. Before the start."""

    seat: SeatNumber


class Fill(Struct, tag="fill", tag_field="do", forbid_unknown_fields=True):
    """Put a bot into an open seat. Before the start."""

    seat: SeatNumber
    bot: BotName


class Start(Struct, tag="start", tag_field="do", forbid_unknown_fields=True):
    """Start now: stand-in bots take the seats that are still open."""


class PassOn(Struct, tag="pass_on", tag_field="do", forbid_unknown_fields=True):
    """Make another person the host. At any time."""

    seat: SeatNumber


class Close(Struct, tag="close", tag_field="do", forbid_unknown_fields=True):
    """Give the table up. Before the start."""


HostCommand = Lock | Publish | Rename | Swap | Remove | Fill | Start | PassOn | Close


class SeatWorld(Struct):
    """A world that a seat cannot tell from the table now: everything it may not know dealt anew.

    `world` is a position as the engine writes it, for `Game.read`. An answer names the `question`;
    null while the seat is not asked.
    """

    game: str
    world: str
    question: int | None


# -------------------------------------------------------------- after a game
class WhatIf(Struct, forbid_unknown_fields=True):
    """Play on from a moment of a finished game, on one of its seats, against bots."""

    moment: Annotated[int, Meta(ge=0)]
    seat: SeatNumber
    name: Name
    salt: Salt = ""


class StartGuided(Struct, forbid_unknown_fields=True):
    """Open the guided first game of a game, and sit down there under a name."""

    name: Name
    key: Credential | None = None


class Rematch(Struct):
    """The next table of the same people, and the caller's seat there."""

    table: str
    seat: int
    info: TableInfo


class Moment(Struct):
    """A finished game after so many actions, through somebody's eyes as it was then.

    The first moment is the deal. `seat` did `action`, which others know by its events only. The
    scores are null except where all cards are open.
    """

    number: int
    seat: int | None
    action: str | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    waiting: list[int]
    scores: list[int] | None
    result: list[float] | None


class Moments(Struct):
    """Some moments of a finished game, and how many there are in all."""

    count: int
    moments: list[Moment]


class Chart(Struct):
    """Everybody's score at each moment of a finished game.

    In a game with secret sides they are the scores of these `sides`; else those of the seats.
    """

    scores: list[list[int]]
    sides: list[str]


class Judged(Struct):
    """A decision as a captain sees it afterwards, from what its seat knew at that `moment`.

    `loss` is what the action has cost of a victory; `why` are the terms of the captain's evaluation
    in which the best action differs most, with how much each speaks for it. A mistake comes with
    the view of its moment.
    """

    moment: int
    played: str
    best: str
    chance: float
    best_chance: float
    loss: float
    is_mistake: bool
    why: list[tuple[str, float]]
    view: dict[str, Any] | None


class Analysis(Struct):
    """What a captain thinks of the decisions of a seat in a finished game, as far as it has got.

    `total` is null while the lesson waits for its turn.
    """

    seat: int
    done: int
    total: int | None
    is_over: bool
    decisions: list[Judged]


class PuzzleSet(Struct):
    """How many puzzles a game has, counted from 0, and the number of today's."""

    game: str
    count: int
    today: int | None


class PuzzleInfo(Struct):
    """A position in which one action is clearly best: what its seat sees, and the solution.

    In `solution`, `played` is what a bosun would do. `chances` has the best actions in order.
    """

    number: int
    count: int
    table: TableInfo
    seat: int
    update: Update
    solution: Judged
    chances: list[HintMove]


class SeatBeliefs(Struct):
    """What the bot in a seat believed before the last action: how likely each seat is of each side.

    It follows from nothing but what that seat knew.
    """

    seat: int
    of: list[dict[str, float]]


class Hidden(Struct):
    """What was hidden in a finished game.

    `view` shows the end with all cards open. In a game with secret sides, `sides` tells whom each
    seat played for, and `beliefs` what the bots made of it; else both are empty.
    """

    view: dict[str, Any]
    sides: list[str]
    beliefs: list[SeatBeliefs]


# ------------------------------------------------- my tables, my data, statistics
class MySeat(Struct, forbid_unknown_fields=True):
    """A seat, and the right to it."""

    table: Annotated[str, Meta(max_length=64)]
    credential: Credential


class MySeats(Struct, forbid_unknown_fields=True):
    """The seats that a browser has the right to. Unknown ones are passed over."""

    seats: Annotated[list[MySeat], Meta(max_length=MY_SEATS_MAX)]


class MyTable(Struct):
    """One of my tables: whether it waits for me, and for how long it will."""

    table: TableInfo
    seat: int
    is_asked: bool
    left_ms: int | None

    def urgency(self) -> tuple[int, float]:
        """Who waits for me comes first, and of those who has least time."""
        order = {"playing": 1, "waiting": 2, "over": 3, "expired": 4}
        left = float("inf") if self.left_ms is None else self.left_ms
        return 0 if self.is_asked else order[self.table.status], left


class MyData(Struct):
    """What is stored about one of my seats: every record of it, and the result of the game."""

    table: str
    game: str
    records: list[dict[str, Any]]
    result: dict[str, Any] | None


class Deleted(Struct):
    """How many tables and results do not name you any more."""

    tables: int
    results: int


class PlayerGame(Struct):
    """How somebody has done in one game. `share` adds up the parts of victories."""

    game: str
    played: int
    wins: int
    share: float
    mean_score: float
    best_score: int


class PlayedGame(Struct):
    """A finished game of somebody. `names` are the others, `share` is one's part of the victory."""

    table: str
    game: str
    at_ms: int
    share: float
    score: int
    names: list[str]


class PlayerInfo(Struct):
    """What finished games of this server tell about a name.

    Who shows the key of the name is told the latest games since it is kept, and only they are.
    """

    name: str
    games: list[PlayerGame]
    is_kept: bool
    is_mine: bool
    latest: list[PlayedGame]


class NameKey(Struct, forbid_unknown_fields=True):
    """A name and its key: a secret of the browser that keeps it."""

    name: Name
    key: Annotated[str, Meta(min_length=KEY_LENGTH_MIN, max_length=64)]


class NameKept(Struct):
    """Whether a name is kept by somebody."""

    name: str
    is_kept: bool


class NoticeInfo(Struct):
    """Which notices the operator of this server has set up."""

    mail: bool
    webhooks: bool


class GameWords(Struct):
    """A game in words, for a client that has no drawing and no texts of its own for it.

    `texts` are by language and key. `domains` are the values that arguments of actions and fields
    of events can have; in those of `seats` a value stands for the seat at its place. `verbs` has
    the domains of each verb's arguments, `events` those of each event's fields, "" for a number.
    """

    texts: dict[str, dict[str, str]]
    domains: dict[str, list[str]]
    seats: list[str]
    verbs: dict[str, list[str]]
    events: dict[str, dict[str, str]]


class ArgumentInfo(Struct):
    """An argument of a verb: what it is, and the values that it can have, in order."""

    name: str
    values: list[str]


class VerbInfo(Struct):
    """A verb: its actions are the product of the values of its arguments, in order.

    Their codes follow each other from `first_code` on.
    """

    name: str
    first_code: int
    arguments: list[ArgumentInfo]


class AddressInfo(Struct):
    """The address under which others find this server."""

    link: str


# --------------------------------------------------------------------------- the box


Source = Literal["printed", "found", "ours"]
"""Where numbers come from: the box, somebody who has it, or nobody could tell."""


class BoxRow(Struct):
    """One row of an edition: its cells as they were written, and its name by language, if any."""

    cells: dict[str, str]
    name: dict[str, str]
    source: Source


class BoxColumn(Struct):
    """What the cells of a column may hold: one of some `words`, a number, or else any word.

    A cell that is `optional` may be left out; one that `names` its row stays as it is.
    """

    column: str
    words: list[str]
    low: int | None
    high: int | None
    optional: bool
    names: bool


class BoxGroup(Struct):
    """The rows of one kind of piece, where they come from, and a note by language, if any.

    There may be from `fewest` to `most` rows; where it `has_names`, the edition may name each.
    """

    group: str
    source: Source
    note: dict[str, str]
    rows: list[BoxRow]
    columns: list[BoxColumn] = []
    fewest: int = 0
    most: int = 0
    has_names: bool = False


class BoxInfo(Struct):
    """What is in the box of a game: `printed` is what its own client draws the pieces from.

    `labels` are texts by language: what the pieces are called, under the keys of a game's texts.
    """

    game: str
    edition: EditionInfo | None
    printed: dict[str, Any]
    labels: dict[str, dict[str, str]]
    groups: list[BoxGroup]


class BoxText(Struct, forbid_unknown_fields=True):
    """An edition that somebody has written, as TOML."""

    text: Annotated[str, Meta(max_length=BOX_TEXT_MAX)]


class BoxChecked(Struct):
    """Whether an edition can be played: its digest, or the `line` that is wrong, and why.

    The reason is in English, as `broadside edition check` tells it; its `code` and the `values` in
    it say the same in any language, and `rule` is the rule that needs it so, if there is one.
    """

    line: int
    reason: str
    digest: str
    code: str = ""
    values: list[str] = []
    rule: str = ""
