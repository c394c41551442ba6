"""Recorded games: set-up and actions in order are all it takes to see a game again."""

from __future__ import annotations

from typing import Final

from .errors import BadRecord, BroadsideError
from .event import SPECTATOR, Seat
from .game import Game, Options
from .rng import Rng
from .state import State

CLOSING: Final = "close_window"
"""Stands among the actions of a record, by nobody, where a window was closed that rested."""


class Record:
    """A game as it was played: how it was dealt, and who did what.

    With `closes_apart` the table did not close windows by itself that count down.
    """

    def __init__(self, game: str, version: int, seats: int, options: Options) -> None:
        self.game = game
        self.version = version
        self.seats = seats
        self.options = options
        self.closes_apart = False
        self.actions: list[tuple[Seat, str]] = []

    def add(self, seat: Seat, action: str) -> None:
        """Note an action that was accepted."""
        self.actions.append((seat, action))

    def add_closing(self) -> None:
        """Note that the window was closed which rested."""
        self.actions.append((SPECTATOR, CLOSING))


def deal(game: Game, record: Record, rng: Rng) -> State:
    """The table of a record as it was dealt, recording events; a record may come from anywhere."""
    if game.name != record.game:
        raise BadRecord(f"the record is of {record.game}, not of {game.name}")
    if game.version != record.version:
        raise BadRecord(
            f"the record was played under version {record.version} of {game.name};"
            f" this is version {game.version}"
        )
    options = game.complete({name: value for name, value in record.options.items()})
    state = game.deal(game.check_seats(record.seats), options, rng)
    state.closes_apart = record.closes_apart
    return state


def repeat(state: State, seat: Seat, text: str) -> None:
    """Do what a record has next: an action, or closing the window that rests."""
    if seat == SPECTATOR and text == CLOSING:
        state.close_window()
    else:
        state.play(seat, text)


def replay(game: Game, record: Record, rng: Rng) -> State:
    """Play a record through; raises BadRecord naming the first action that does not fit."""
    state = deal(game, record, rng)
    for place, (seat, text) in enumerate(record.actions, 1):
        try:
            repeat(state, seat, text)
        except BroadsideError as error:
            raise BadRecord(f"action {place} ({text[:60]!r} by seat {seat}): {error}") from None
    return state
