"""Editions at a server: offered, played, told, stored with their tables, and needed afterwards."""

from __future__ import annotations

import asyncio
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

import msgspec
import pytest

from broadside import game
from broadside.kernel.event import EVERYTHING
from broadside.replays import fairness, finished_game
from broadside.server.http import lobby
from broadside.server.table.records import Opened
from broadside.server.table.results import replay_file
from broadside.service.labels import labels
from broadside.service.refusal import Refusal
from broadside.store.memory import MemoryStore
from broadside.wire.http_messages import BoxInfo, BoxText
from broadside.wire.messages import OpenTable, SeatWish
from tests.editions import EXTREMES, extreme, line_of, own_text
from tests.server.calling import call, table_of, told
from tests.server.harness import GAMES, Client, house, play

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from broadside.kernel.game import Game
    from broadside.server.table.shell import Shell
    from tests.server.harness import House


P = ParamSpec("P")


def ran(case: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """A test that waits for the server."""

    @wraps(case)
    def test(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(case(*args, **kwargs))

    return test


def offered(name: str) -> tuple[str, dict[str, Game]]:
    """The digest of an extreme edition, and what a server offers that has it."""
    edition = extreme(name)
    return edition.digest, {edition.digest: game(name).with_edition(edition)}


async def opened(server: House, name: str, edition: str) -> tuple[Shell, list[str]]:
    """A table of people who play an edition; their credentials."""
    seats = [SeatWish("open")] * game(name).seats[0]
    options = game(name).complete({})  # those of simulations, with which every game ends
    wish = OpenTable(name, seats, options, clock_s=None, edition=edition)
    table = await server.open_table(wish)
    return table, [await server.sit(table, seat, f"Player {seat}") for seat in range(len(seats))]


async def joined(server: House, table: Shell, credentials: list[str]) -> list[Client]:
    """The connections of all seats."""
    return [await server.join(table.name, credential) for credential in credentials]


@pytest.mark.parametrize("name", EXTREMES)
@ran
async def test_a_whole_game_of_an_extreme_edition(name: str) -> None:
    """It is played to its end, and its file proves fair by itself, on any server."""
    digest, editions = offered(name)
    async with house(editions=editions) as server:
        table, credentials = await opened(server, name, digest)
        await play(await joined(server, table, credentials))
        finished = await table_of(table)
        assert finished.status == "over"
        file = fairness.replay_file(fairness.seal_replay(replay_file(finished), GAMES))
    assert file.edition == digest
    verdict = fairness.verify(file, GAMES)
    assert verdict.ok, verdict.findings
    assert [f.detail for f in verdict.findings if f.check == "edition"] == [
        f"played with Odd box ({digest[:12]})"
    ]
    told = finished_game.hidden(file, GAMES, [0])
    assert told.view == fairness.play_through(file, GAMES).view(EVERYTHING)
    assert bool(told.beliefs) == bool(told.sides), "a bot is asked about its own box"


@ran
async def test_a_server_without_the_edition_plays_its_tables_on() -> None:
    """The text is stored with the table; no new one can be opened with it."""
    digest, editions = offered("jamaica")
    store = MemoryStore()
    async with house(store=store, editions=editions) as server:
        table, credentials = await opened(server, "jamaica", digest)
        clients = await joined(server, table, credentials)
        view = clients[0].update.view
        first = (await server.stored(table.name))[0]
        assert isinstance(first, Opened)
        assert first.edition == digest
        assert first.edition_text == extreme("jamaica").text
    async with house(store=store) as server:
        again = await server.tables.find(table.name)
        clients = await joined(server, again, credentials)
        assert clients[0].update.view == view
        assert (await told(server, again)).edition == digest
        await play(clients)
        with pytest.raises(Refusal) as refused:
            await opened(server, "jamaica", digest)
        assert refused.value.code == "unknown_edition"


@ran
async def test_a_record_from_before_there_were_editions() -> None:
    """It is of the game's own; a new one says so by its digest, and needs no text."""
    async with house() as server:
        table = await server.open("pp")
        first = (await server.stored(table.name))[0]
        assert isinstance(first, Opened)
        own = game("jolly-and-roger").own_edition()
        assert own is not None
        assert (first.edition, first.edition_text) == (own.digest, msgspec.UNSET)
        old = {k: v for k, v in msgspec.to_builtins(first).items() if not k.startswith("edition")}
        assert msgspec.convert(old, Opened).edition is msgspec.UNSET


@ran
async def test_a_file_says_which_edition_it_needs() -> None:
    """If its text is missing, and nobody has the edition."""
    digest, editions = offered("jolly-and-roger")
    async with house(editions=editions) as server:
        table, credentials = await opened(server, "jolly-and-roger", digest)
        await play(await joined(server, table, credentials))
        file = replay_file(await table_of(table))
    assert fairness.verify(file, GAMES).ok
    bare = msgspec.structs.replace(file, edition_text="")
    verdict = fairness.verify(bare, GAMES)
    assert not verdict.ok
    assert any(f"needs the edition {digest[:12]}" in f.detail for f in verdict.findings)
    assert fairness.verify(bare, {"jolly-and-roger": editions[digest]}).ok
    old = msgspec.structs.replace(file, edition="", edition_text="")
    assert not fairness.verify(old, GAMES).ok, "this game cannot be played with the own cards"


@ran
async def test_editions_and_boxes_are_told() -> None:
    """The lobby lists editions with their sources; a box has what is printed, row by row."""
    digest, editions = offered("jolly-roger")
    async with house(editions=editions) as server:
        listed = {info.name: info.editions for info in await lobby.games(call(server))}
        assert [edition.digest for edition in listed["jolly-roger"]][1:] == [digest]
        assert listed["jolly-roger"][0].sources == ["printed", "ours"]
        assert listed["jolly-and-roger"][0].sources == ["printed"]
        own = await lobby.box(call(server, game="jolly-roger"))
        table, _ = await opened(server, "jolly-roger", digest)
        played = await lobby.table_box(call(server, table=table.name))
    assert isinstance(played, BoxInfo)
    assert own.edition is not None
    assert played.edition is not None
    assert (own.edition.digest, played.edition.digest) == (listed["jolly-roger"][0].digest, digest)
    kinds = {kind["card"]: kind for kind in played.printed["crew"]}
    assert kinds["two"]["skills"] == {"nav": 3, "cannons": 0, "sabres": 1}
    assert kinds["cook"]["character"]
    assert kinds["surgeon"]["multi"]
    rows = {row.cells["id"]: row for group in played.groups for row in group.rows}
    assert rows["sabre"].name["pl"] == "Old Blade"
    assert {group.source for group in own.groups} == {"ours", "printed"}
    assert msgspec.json.decode(msgspec.json.encode(played), type=BoxInfo) == played


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("jolly-and-roger", {"ship.red": "Crimson Queen", "ship.red.dat": "Crimson Queen"}),
        ("jolly-and-roger", {"card.skeleton": "Knochen"}),
        ("jolly-roger", {"card.sabre": "Old Blade", "card.F1": "Festung San Lorenzo"}),
        ("tortuga-1667", {"seat.0": "The Owner", "character.henry_morgan": "The Owner"}),
        ("tortuga-1667", {"character.charlotte_de_berry": "Charlotte de Berry"}),
        ("tortuga-1667", {"card.scurvy": "Bad Teeth"}),
        ("jamaica", {"space.2": "Besitzer Cay", "treasure.T_P5": "Reichtum +99"}),
    ],
)
def test_pieces_are_called_as_their_edition_names_them(name: str, expected: dict[str, str]) -> None:
    """In every case, for a name has none; without a name, by the numbers."""
    found = labels(game(name).with_edition(extreme(name)), "de")
    assert {key: found.get(key) for key in expected} == expected


@ran
async def test_an_edition_that_somebody_types_in() -> None:
    """What its forms are made of is told with the box; the check says line and reason."""
    own = own_text("jolly-roger")
    broken = own.replace("copies = 14", "copies = 15")
    async with house() as server:
        told = await lobby.box(call(server, game="jolly-roger"))
        good = await lobby.check(call(server, BoxText(own), game="jolly-roger"))
        bad = await lobby.check(call(server, BoxText(broken), game="jolly-roger"))
        alien = await lobby.check(call(server, BoxText(own), game="jamaica"))
        nothing = await lobby.check(call(server, BoxText("x = ["), game="jamaica"))
    assert told.edition is not None
    assert (good.line, good.digest) == (0, told.edition.digest)
    assert bad.line == line_of("jolly-roger", '"prisoner", copies')
    assert bad.reason == "there must be 46 prizes, not 47 (JR-S4)"
    assert (bad.code, bad.values, bad.rule) == ("sum", ["46", "47"], "JR-S4")
    assert (alien.line, alien.reason) == (1, "an edition of 'jolly-roger', not of jamaica")
    assert (nothing.line, nothing.digest) == (1, "")
    crew, _, destinations, _ = told.groups
    assert (crew.fewest, crew.most, crew.has_names) == (1, 47, True)
    columns = {column.column: column for column in destinations.columns}
    assert columns["id"].names
    assert (columns["nav"].low, columns["nav"].high, columns["nav"].optional) == (0, 99, True)
    assert columns["type"].words == ["fort", "merchant", "settlement", "port", "island"]
    assert "nav" not in crew.rows[-2].cells, "nobody has written it"
