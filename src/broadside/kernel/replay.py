"""Recorded games: set-up and actions in order are all it takes to see a game again."""

from __future__ import annotations

from .errors import BadRecord, BroadsideError
from .event import Seat
from .game import Game, Options
from .rng import Rng
from .state import State


class Record:
    """A game as it was played: how it was dealt, and who did what."""

    def __init__(self, game: str, version: int, seats: int, options: Options) -> None:
        self.game = game
        self.version = version
        self.seats = seats
        self.options = options
        self.actions: list[tuple[Seat, str]] = []

    def add(self, seat: Seat, action: str) -> None:
        """Note an action that was accepted."""
        self.actions.append((seat, action))


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
    return game.deal(game.check_seats(record.seats), options, rng)


def replay(game: Game, record: Record, rng: Rng) -> State:
    """Play a record through; raises BadRecord naming the first action that does not fit."""
    state = deal(game, record, rng)
    for place, (seat, text) in enumerate(record.actions, 1):
        try:
            state.play(seat, text)
        except BroadsideError as error:
            raise BadRecord(f"action {place} ({text[:60]!r} by seat {seat}): {error}") from None
    return state
