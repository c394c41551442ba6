"""More messages over HTTP: what a host may do, what comes after a game, and what is mine.

What crosses the socket, and what everybody needs to sit down, is in `messages.py`.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from broadside.wire.messages import BotName, Credential, Name, Salt, SeatNumber, TableInfo

MY_SEATS_MAX = 100


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


HostCommand = Lock | Publish | Rename | Swap | Remove | Fill | Start | PassOn


# -------------------------------------------------------------- after a game
class WhatIf(Struct, forbid_unknown_fields=True):
    """Play on from a moment of a finished game, on one of its seats, against bots."""

    moment: Annotated[int, Meta(ge=0)]
    seat: SeatNumber
    name: Name
    salt: Salt = ""


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


class PlayerInfo(Struct):
    """What finished games of this server tell about a name."""

    name: str
    games: list[PlayerGame]


class NoticeInfo(Struct):
    """Which notices the operator of this server has set up."""

    mail: bool
    webhooks: bool


class AddressInfo(Struct):
    """The address under which others find this server."""

    link: str
