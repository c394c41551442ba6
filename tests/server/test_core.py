"""The core of a table: what it decides always fits, and the log gives the same table again."""

from __future__ import annotations

import asyncio
import itertools
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from broadside.server.table import core, countdown, records
from broadside.server.table.decision import Outcome, Scene
from broadside.server.table.records import (
    Acted,
    Answered,
    Closed,
    Expired,
    Filled,
    FilledUp,
    Held,
    Hosted,
    Lapsed,
    Locked,
    NoticeSet,
    Paused,
    Published,
    Record,
    Renamed,
    Resumed,
    Returned,
    Seated,
    Spoke,
    Started,
    StoodIn,
    Swapped,
    TempoSet,
    Undone,
    Vacated,
)
from broadside.server.table.state import BrokenTableError, Table, evolve, load
from broadside.wire.messages import DAY_S, Say

from .chance import AROUND, KINDS_MAX, Chance
from .harness import GAMES, NAME, house, play, refused
from .stories import BOTS, SETTINGS, Story, facts
from .windows import BRAWL

CLOCKS = [120, None, DAY_S]


# ------------------------------------------------------------------- records at random


def tell(
    game: str, seats: str, clock_s: int | None, seed: int, kinds: list[int], *, is_full: bool = True
) -> Story:
    """A table at which much happens, when everybody sits there or before; every step is checked."""
    games = {**GAMES, "brawl": BRAWL}
    story = Story(games[game], seats, clock_s, reserve_s=10, hints=True)
    chance = Chance(story, seed)
    for seat in [seat for seat, kind in enumerate(seats) if kind == "p" and is_full]:
        story.sit(seat)
    for right in list(story.rights):
        story.join(right)
    for kind in kinds:
        is_around = story.table.status == "waiting" and kind < 7  # nobody can play yet
        chance.step(AROUND if is_around else kind)
    story.reload()
    return story


SEATS = ["ppp", "ppb", "pbb", "pppp"]
KINDS = st.lists(st.integers(0, KINDS_MAX - 1), min_size=20, max_size=100)
SEEDS = st.integers(0, 1 << 16)
SLOW = [HealthCheck.too_slow]


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(st.sampled_from(SEATS), st.sampled_from(CLOCKS), SEEDS, KINDS)
def test_what_is_decided_fits_at_a_table_with_open_windows(
    seats: str, clock_s: int | None, seed: int, kinds: list[int]
) -> None:
    """Whatever comes in whichever order: its records are taken by a table that reads the log."""
    tell("brawl", seats, clock_s, seed, kinds)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(st.sampled_from(SEATS), SEEDS, KINDS)
def test_what_is_decided_fits_at_a_table_that_waits(
    seats: str, seed: int, kinds: list[int]
) -> None:
    """People come, sit down, change places, are sent away; perhaps it starts, or it expires."""
    tell("brawl", seats, None, seed, kinds, is_full=False)


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=6, deadline=None, suppress_health_check=SLOW)
@given(st.sampled_from(CLOCKS), SEEDS, KINDS)
def test_what_is_decided_fits_in_every_game(
    game: str, clock_s: int | None, seed: int, kinds: list[int]
) -> None:
    """The same with the games that people play."""
    tell(game, "pb" if game == NAME else "ppbb", clock_s, seed, kinds)


def test_the_stories_get_somewhere() -> None:
    """Between them they hold every kind of record that there is."""
    wanted = {*Record.__args__}
    games = [("brawl", "pppp"), ("brawl", "pbb"), (NAME, "pp")]
    every_way = itertools.cycle(itertools.product(games, CLOCKS, [True, False]))
    for number, ((game, seats), clock_s, is_full) in zip(range(400), every_way, strict=False):
        kinds = random.Random(number).choices(range(KINDS_MAX), k=150)
        story = tell(game, seats, clock_s, number, kinds, is_full=is_full)
        wanted -= {type(records.decode(data)) for data in story.log}
        if not wanted:
            return
    raise AssertionError(f"no story has {wanted}")


# ---------------------------------------------------------------- records that do not fit


def begun(*, has_started: bool) -> Table:
    """A table with one seat taken, or with both."""
    story = Story(GAMES[NAME], "pp", None)
    story.sit(0)
    if has_started:
        story.sit(1)
    return load("story", story.games, story.log)


WAITING: list[Record] = [
    Seated(0, 0, "Mary", "hash", ""),
    Seated(0, 7, "Mary", "hash", ""),
    Vacated(0, 7),
    Filled(0, 0, "greedy"),
    FilledUp(0, [1, 0], "greedy"),
    Renamed(0, 1, "Mary"),
    Hosted(0, 1),
    Swapped(0, 0, 7, ""),
    Started(0),
    Acted(0, 0, "pass", "", "person"),
    Closed(0, [(0, "pass")]),
    Held(0, 7, "", 1, on=True),
    Spoke(0, 7, "", "Ahoy!"),
    StoodIn(0, 0, "greedy", "asked"),
    Returned(0, 0),
    Paused(0),
    Resumed(0, anew=False),
    Lapsed(0),
    NoticeSet(0, 7, "", "", "en"),
]
PLAYING: list[Record] = [
    Locked(0, on=True),
    Vacated(0, 0),
    Hosted(0, -1),
    Started(0),
    Acted(0, 0, "nonsense", "", "person"),
    Acted(0, 7, "pass", "", "person"),
    Closed(0, [(0, "nonsense")]),
    Closed(0, []),
    StoodIn(0, 7, "greedy", "asked"),
    Returned(0, 0),
    Resumed(0, anew=False),
    Expired(0),
    Answered(0, 0, "", yes=True),
    Lapsed(0),
    TempoSet(0, 60),
    Undone(0, 1),
]


@pytest.mark.parametrize("record", WAITING, ids=repr)
def test_a_log_with_what_cannot_be_while_the_table_waits_is_broken(record: Record) -> None:
    """The error says which record does not fit, so that an operator can look at it."""
    with pytest.raises(BrokenTableError, match="Table story, record 2: "):
        evolve(begun(has_started=False), record, is_checked=False)


@pytest.mark.parametrize("record", PLAYING, ids=repr)
def test_a_log_with_what_cannot_be_during_the_game_is_broken(record: Record) -> None:
    """The same when all sit and the game has begun."""
    with pytest.raises(BrokenTableError, match="Table story, record 4: "):
        evolve(begun(has_started=True), record, is_checked=False)


@pytest.mark.parametrize("has_started", [False, True])
def test_a_table_is_opened_once_and_paused_once(has_started: bool) -> None:
    """Neither can happen twice."""
    table = begun(has_started=has_started)
    with pytest.raises(BrokenTableError, match="a second time"):
        evolve(table, table.opened)
    table = begun(has_started=True)
    evolve(table, Paused(0))
    with pytest.raises(BrokenTableError, match="paused twice"):
        evolve(table, Paused(0))


def test_what_fits_is_taken() -> None:
    """The judge is not too strict."""
    for record in (Published(0, on=True), Hosted(0, 1), Spoke(0, 1, "", "Ahoy!"), Paused(0)):
        evolve(begun(has_started=True), record, is_checked=False)


def test_a_log_must_begin_with_an_opening() -> None:
    """And it must be readable."""
    with pytest.raises(BrokenTableError, match="does not open the table"):
        load("story", GAMES, [records.encode(Started(0))])
    with pytest.raises(BrokenTableError, match="record 0: the record is broken"):
        load("story", GAMES, [b"{"])


# ----------------------------------------------------------------------------- pauses


@pytest.mark.parametrize("gap_ms", [0, 1, 12_345])
def test_a_window_that_rests_goes_on_resting_after_a_pause(gap_ms: int) -> None:
    """It closes so much later as the pause took, and not with the first who is back."""
    story = Story(BRAWL, "pp", 120)
    for seat in range(2):
        story.sit(seat)
    table = story.table
    for at_ms, seat, text in ((0, 0, "toast"), (3100, 0, "pass"), (3200, 1, "pass")):
        evolve(table, Acted(at_ms, seat, text, "", "person"))
    evolve(table, Paused(3300))
    assert countdown.due(Scene(table, story.presence, 3300, SETTINGS, BOTS)) is None
    evolve(table, Resumed(3300 + gap_ms, anew=False))
    scene = Scene(table, story.presence, 3300 + gap_ms, SETTINGS, BOTS)
    assert countdown.due(scene) == 3500 + gap_ms


# ------------------------------------------------------------------------ our mistakes


def test_a_mistake_of_ours_does_not_reach_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision makes a record that does not fit: it is refused, and the table goes on."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            name = clients[0].table.name
            before = await server.store.read(name), facts(clients[0].table)
            monkeypatch.setitem(core.HANDLERS, Say, lambda *_: Outcome([Started(0)]))
            assert (await refused(lambda: clients[0].say("Ahoy!"))).code == "internal"
            assert (await server.store.read(name), facts(clients[0].table)) == before
            await play(clients)
            assert clients[0].table.status == "over"

    asyncio.run(case())


def test_too_much_cannot_follow_from_one_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A concern that is due for ever is our mistake: the server must not hang in it."""
    story = Story(GAMES[NAME], "pp", None)
    monkeypatch.setattr(core.CONCERNS[1], "due", lambda scene: scene.now)
    monkeypatch.setattr(core.CONCERNS[1], "settle", lambda scene: [])
    with pytest.raises(AssertionError, match="too much follows"):
        story.sit(0)
