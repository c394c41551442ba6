"""What a load process is asked to do, and what it tells: JSON on standard input and output."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Speech = Literal["broadside", "echo", "boardgameio"]
"""Which protocol a server speaks."""


class Load(Struct, kw_only=True, frozen=True):
    """The load on a server: tables of a game, and how their clients play.

    `game_acts` is how many acts of clients a game has on average, `clock_s` the tables' own clock.
    Where something `moves_alone`, bots or a window's countdown, a table may go on without an act.
    """

    game: str
    tables: int
    seats: int
    bots: int = 0
    seconds: float
    think_s: float = 0.0
    clock_s: int | None = None
    game_acts: float = 50.0
    moves_alone: bool = False


class Job(Struct, kw_only=True, frozen=True):
    """One measurement of one server.

    `run` begins the ids of all acts. Acts are looked for in the SQLite files of the folder `data`,
    unless the server is not `durable`; one that `resumes` is started again after it was killed,
    and must then show every seat the view that its client had.
    """

    speech: Speech
    command: list[str]
    environment: dict[str, str]
    data: str
    run: str
    load: Load
    durable: bool = True
    resumes: bool = False
    warm_up_s: float = 1.5
    answer_s: float = 15.0
    """An act that was not answered after this time never will be."""


class Faults(Struct, kw_only=True):
    """How many acts, or views, are not as they were promised to be."""

    not_stored: int = 0
    """Acts that were acknowledged, but do not stand in the log."""
    stored_twice: int = 0
    stored_though_refused: int = 0
    never_answered: int = 0
    views_differ: int = 0
    """Seats whose client has seen something else than the server shows after a restart."""

    def total(self) -> int:
        """All of them."""
        return (
            self.not_stored
            + self.stored_twice
            + self.stored_though_refused
            + self.never_answered
            + self.views_differ
        )


class Figures(Struct, kw_only=True):
    """What was measured. Times are in milliseconds; None is what could not be measured.

    `load_busy` is the part of a core that the clients needed: near 1 they were the limit. So many
    acts were `held_back` because a seat may not send messages any faster. Tables that were opened
    while the clock was running (`opened_late`) cost the server time that belongs to no act.
    """

    acts: int
    acts_per_second: float
    ack_p50_ms: float | None
    ack_p99_ms: float | None
    update_p50_ms: float | None
    update_p99_ms: float | None
    cpu_us_per_act: float | None
    server_busy: float | None
    load_busy: float
    kb_per_table: float | None
    refused: int
    held_back: int
    games_ended: int
    opened_late: int
    faults: Faults


class Told(Struct, kw_only=True, omit_defaults=True):
    """One line that a load process prints: what it is doing, what it found, or why it gave up."""

    stage: str = ""
    figures: Figures | None = None
    error: str = ""
