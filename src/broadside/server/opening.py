"""What somebody wants of a new table: checked, and turned into its first record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.errors import BadOption, BadSeats
from broadside.notify.webhooks import check_hook
from broadside.replays import fairness
from broadside.server.table.records import Opened
from broadside.server.table.times import is_by_days
from broadside.service.refusal import Refusal
from broadside.wire.messages import CLOCK_LIVE_MAX_S, DAY_S

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from broadside.kernel.game import Game, Options
    from broadside.service.settings import Settings
    from broadside.wire.messages import OpenTable, SeatWish


class Opener:
    """Knows what there is to play and with whom."""

    def __init__(self, games: Mapping[str, Game], bots: Sequence[str], settings: Settings) -> None:
        self._games = games
        self._bots = bots
        self._settings = settings

    def opened(self, wish: OpenTable, *, at_ms: int, code: str, host_hash: str) -> Opened:
        """The first record of a table; raises `Refusal` with what is wrong with the wish."""
        game = self.game(wish.game)
        for seat, seat_wish in enumerate(wish.seats):
            self._check_seat(seat, seat_wish)
        if wish.stand_in is not None:
            self.check_bot("Stand-in", wish.stand_in)
        check_clock(wish.clock_s)
        options = checked_options(game, len(wish.seats), wish.options)
        seed = fairness.new_seed()
        return Opened(
            at_ms=at_ms,
            game=game.name,
            version=game.version,
            options=options,
            seats=wish.seats,
            clock_s=wish.clock_s,
            commitment=fairness.commitment(seed),
            seed=seed,
            code=code,
            host_hash=host_hash,
            stand_in=wish.stand_in or self._settings.stand_in,
            is_public=wish.is_public,
            hints=wish.hints,
            spectator_delay_s=wish.spectator_delay_s,
            reserve_s=wish.reserve_s,
            webhook=self._webhook(wish.webhook),
        )

    def _webhook(self, url: str | None) -> str:
        if url and not self._settings.webhooks:
            raise Refusal(400, "no_webhooks", "This server calls no webhooks.")
        return check_hook(url) if url else ""

    def game(self, name: str) -> Game:
        """The game of that name."""
        game = self._games.get(name)
        if game is None:
            known = ", ".join(self._games)
            raise Refusal(400, "unknown_game", f"There is no game {name[:40]!r}; there is {known}.")
        return game

    def check_bot(self, place: str, bot: str | None) -> None:
        """Make sure that there is such a bot."""
        if bot not in self._bots:
            known = ", ".join(self._bots)
            reason = f"{place}: there is no bot {str(bot)[:40]!r}; there is {known}."
            raise Refusal(400, "unknown_bot", reason)

    def _check_seat(self, seat: int, wish: SeatWish) -> None:
        if wish.kind == "open" and wish.bot is not None:
            reason = f"Seat {seat} is open, so it cannot name a bot."
            raise Refusal(400, "bad_seats", reason)
        if wish.kind == "bot":
            self.check_bot(f"Seat {seat}", wish.bot)


def checked_options(game: Game, seats: int, options: Options) -> Options:
    """The options of a new table, completed; raises `Refusal` if it cannot be played so."""
    try:
        game.check_seats(seats)
        complete = game.complete({**game.live_options(), **options})
        game.check(seats, complete)
    except BadSeats as error:
        raise Refusal(400, "bad_seats", str(error)) from error
    except BadOption as error:
        raise Refusal(400, "bad_option", str(error)) from error
    return complete


def check_clock(clock_s: int | None) -> None:
    """Make sure that a clock is either live or by days."""
    if clock_s is not None and clock_s > CLOCK_LIVE_MAX_S and not is_by_days(clock_s):
        reason = (
            f"A decision has up to {CLOCK_LIVE_MAX_S} seconds at a live table,"
            f" and {DAY_S} or more at one by days; {clock_s} is neither."
        )
        raise Refusal(400, "bad_clock", reason)
