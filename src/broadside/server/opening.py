"""New tables: what somebody wants, checked and turned into a table's first record.

When it is opened, by whom and under which code is written down by who stores it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from broadside.kernel.errors import BadOption, BadSeats
from broadside.lessons.guided import lesson_of
from broadside.notify.webhooks import check_hook
from broadside.replays import fairness
from broadside.replays.fairness import Segment
from broadside.server.table.records import Course, Opened, Reserved
from broadside.server.table.rematch import rematch_seat
from broadside.server.table.results import replay_file
from broadside.server.table.times import check_clock
from broadside.service.game_info import edition_of_record
from broadside.service.refusal import Details, Refusal
from broadside.wire.messages import SeatWish

if TYPE_CHECKING:
    from broadside.kernel.game import Game, Options
    from broadside.server.house import House
    from broadside.server.table.state import Table
    from broadside.wire.http_messages import WhatIf
    from broadside.wire.messages import Character, OpenTable


KEPT: Final = ("stand_in", "hints", "spectator_delay_s", "reserve_s", "webhook", "pace")
"""What people chose for their table, and have at the next one, too."""


def new_table(house: House, wish: OpenTable) -> Opened:
    """A table as somebody wants it; raises `Refusal` with what is wrong with the wish."""
    game, crew = house.game(wish.game, 400, wish.edition), house.crew
    for seat, seat_wish in enumerate(wish.seats):
        if seat_wish.kind == "bot":
            crew.check(seat_wish.bot, game.name)
        elif seat_wish.bot is not None:
            raise Refusal(400, "bad_seats", f"Seat {seat} is open, so it cannot name a bot.")
    if wish.stand_in is not None:
        crew.check(wish.stand_in, game.name)
    check_clock(wish.clock_s)
    if wish.webhook and not house.settings.webhooks:
        raise Refusal(400, "no_webhooks", "This server calls no webhooks.")
    opened = _drawn(
        game,
        wish.seats,
        checked_options(game, len(wish.seats), wish.options),
        clock_s=wish.clock_s,
        stand_in=wish.stand_in or house.settings.stand_in,
        is_public=wish.is_public,
        hints=wish.hints,
        spectator_delay_s=wish.spectator_delay_s,
        reserve_s=wish.reserve_s,
        webhook=check_hook(wish.webhook) if wish.webhook else "",
        pace=wish.pace,
    )
    _cast_bots(house, opened)
    return opened


def guided_game(house: House, game: Game) -> Opened:
    """A guided game: no clock, with hints, the deal always the same."""
    lesson = lesson_of(game)
    seats = _one_person(house, lesson.seats, lesson.pupil)
    options = checked_options(game, lesson.seats, lesson.options)
    course = Course(lesson.pupil, *lesson.course())
    opened = _drawn(game, seats, options, lesson.seed, **_alone(house), course=course)
    _cast_bots(house, opened)
    return opened


def what_if(house: House, table: Table, wish: WhatIf) -> Opened:
    """A table that goes on from a moment of a finished game, against one bot."""
    if wish.seat >= len(table.chairs):
        raise Refusal(404, "unknown_seat", f"There is no seat {wish.seat} at this table.")
    before = _first_actions(replay_file(table).segments(), wish.moment)
    seats = _one_person(house, len(table.chairs), wish.seat)
    opened = _drawn(table.game, seats, table.opened.options, **_alone(house), before=before)
    _cast_bots(house, opened)
    return opened


def rematch(table: Table) -> Opened:
    """The next table of the same people and bots."""
    assert table.state is not None
    count, last, seating = len(table.chairs), table.opened, table.seating
    seats: list[SeatWish] = [SeatWish("open")] * count
    reserved: list[Reserved | None] = [None] * count
    characters: list[Character | None] = [None] * count
    for chair in table.chairs:
        place = rematch_seat(table, chair.seat)
        if chair.name is None:
            seats[place] = SeatWish("bot", chair.bot)
            characters[place] = chair.character
        else:
            reserved[place] = Reserved(chair.name, chair.credential_hash, chair.colour)
    options = checked_options(table.game, count, table.game.rematch(last.options, table.state))
    return replace(
        _drawn(table.game, seats, options, clock_s=table.times.clock_s),
        host_hash=seating.host_hash,
        host=None if seating.host is None else rematch_seat(table, seating.host),
        is_public=seating.is_public,
        reserved=reserved,
        characters=characters,
        **{name: getattr(last, name) for name in KEPT},
    )


# --------------------------------------------------------------------- parts of a table


def _drawn(
    game: Game, seats: list[SeatWish], options: Options, seed: str = "", **more: Any
) -> Opened:
    """The first record of a table, with a seed of its own if none is given."""
    seed = seed or fairness.new_seed()
    commitment = fairness.commitment(seed)
    more |= edition_of_record(game)
    return Opened(
        0, game.name, game.version, options, seats, commitment=commitment, seed=seed, **more
    )


def _alone(house: House) -> dict[str, Any]:
    """How one plays alone with bots."""
    return {"clock_s": None, "stand_in": house.settings.stand_in, "hints": True}


def _one_person(house: House, seats: int, seat: int) -> list[SeatWish]:
    """Seats for one person, and a bot each."""
    bot = SeatWish("bot", house.settings.stand_in)
    return [SeatWish("open") if place == seat else bot for place in range(seats)]


def _cast_bots(house: House, opened: Opened) -> None:
    """Choose a character for each seat that has a bot."""
    found = iter(house.crew.cast(opened.commitment, (), len(opened.seats)))
    opened.characters = [next(found) if wish.kind == "bot" else None for wish in opened.seats]


def checked_options(game: Game, seats: int, options: Options) -> Options:
    """The options of a new table, completed; raises `Refusal` if it cannot be played so."""
    try:
        game.check_seats(seats)
        complete = game.complete({**game.live_options(), **options})
        game.check(seats, complete)
    except BadSeats as error:
        least, most = game.seats[0], game.seats[-1]
        details: Details = {"least": least, "most": most}
        if least == most:
            details["what"] = "exact"
        raise Refusal(400, "bad_seats", str(error), details=details) from error
    except BadOption as error:
        details = {"what": error.option} if error.option else {}
        if error.most >= 0:
            details["n"] = error.most
        raise Refusal(400, "bad_option", str(error), details=details or None) from error
    return complete


def _first_actions(parts: list[Segment], count: int) -> list[Segment]:
    """The stretches of a game up to so many actions; the last one must be left out."""
    total = sum(len(part.actions) for part in parts)
    if count >= total:
        reason = f"One can go on from moments 0 to {total - 1} of this game."
        raise Refusal(400, "bad_moment", reason)
    kept: list[Segment] = []
    for part in parts:
        kept.append(Segment(part.commitment, part.seed, part.salts, part.actions[:count]))
        count -= len(kept[-1].actions)
        if count == 0:
            break
    return kept
