"""Bots play as characters: a name and a temper, chosen once and kept."""

from __future__ import annotations

import asyncio

from broadside.bots.characters import CHARACTERS
from broadside.server import opening
from broadside.server.table import records
from broadside.server.table.host import command
from broadside.server.table.rematch import rematch_seat
from broadside.server.table.seating import Seating
from broadside.service.crew import Crew, Level
from broadside.wire.http_messages import Fill, Remove, Start
from broadside.wire.messages import OpenTable, SeatWish
from broadside.workers.pool import Question

from .harness import House, InlineThinkers, house, play

CREW = Crew({"greedy": Level()}, CHARACTERS)


class Listening(InlineThinkers):
    """Notes the temper in every question."""

    def __init__(self) -> None:
        super().__init__()
        self.tempers: list[str] = []

    async def think(self, question: Question, *, table: str = "") -> str:
        self.tempers.append(question.temper)
        return await super().think(question, table=table)


def test_every_bot_of_a_large_table_is_somebody_else() -> None:
    async def case() -> None:
        async with house(crew=CREW) as server:
            wishes = [SeatWish("open"), *[SeatWish("bot", "greedy")] * 9]
            shell = await server.open_table(OpenTable("jolly-roger", wishes))
            seats = (await server.tables.info(shell.name)).seats
            assert (seats[0].name, seats[0].character) == (None, None)
            names = [seat.name for seat in seats[1:]]
            assert len(set(names)) == 9
            for seat in seats[1:]:
                assert seat.character is not None
                assert CHARACTERS[seat.character.name] == seat.character.temper
                assert seat.character.name == seat.name

    asyncio.run(case())


def test_tables_get_different_characters() -> None:
    casts = {tuple(str(one) for one in CREW.cast(f"table {n}", (), 3)) for n in range(10)}
    assert len(casts) > 5
    assert CREW.cast("table", list(CHARACTERS), 2) == [None, None]
    assert CREW.cast("table", ("Bess",), 3) == CREW.cast("table", ("Bess",), 3)


def test_a_bot_thinks_with_its_temper_and_a_stand_in_has_none() -> None:
    async def case() -> None:
        thinkers = Listening()
        async with house(thinkers=thinkers, crew=CREW) as server:
            shell = await server.open("pb", first_splitter="seat1")
            anne = await server.join(shell.name, await server.sit(shell, 0))
            await play([anne], 2)
            (character,) = {seat.character for seat in anne.table.seating.infos(set(), set())[1:]}
            assert character is not None
            assert set(thinkers.tempers) == {character.temper}
            chair = anne.table.chairs[0]
            assert (chair.character, chair.temper) == (None, "")

    asyncio.run(case())


def test_a_host_fills_seats_with_characters_who_are_not_there_yet() -> None:
    async def case() -> None:
        async with house(crew=CREW) as server:
            shell = await server.open_table(OpenTable("jamaica", [SeatWish("open")] * 4))
            await server.sit(shell, 0)
            await server.ask(shell, command, server.host, Fill(1, "greedy"))
            first = (await server.tables.info(shell.name)).seats[1].name
            await server.ask(shell, command, server.host, Remove(1))
            await server.ask(shell, command, server.host, Fill(2, "greedy"))
            assert (await server.tables.info(shell.name)).seats[2].name == first
            await server.ask(shell, command, server.host, Start())
            names = [seat.name for seat in (await server.tables.info(shell.name)).seats]
            assert len(set(names)) == 4

    asyncio.run(case())


def test_a_log_from_before_there_were_characters_is_read() -> None:
    text = b'{"type":"filled","at_ms":1,"seat":0,"bot":"greedy"}'
    assert records.decode(text) == records.Filled(1, 0, "greedy")
    text = b'{"type":"filled_up","at_ms":1,"seats":[0,1],"bot":"greedy"}'
    assert records.decode(text) == records.FilledUp(1, [0, 1], "greedy")


def test_a_rematch_keeps_the_characters() -> None:
    async def case() -> None:
        async with house(crew=CREW) as server:
            before, after = await rematch_names(server)
            assert before is not None
            assert before == after

    asyncio.run(case())


async def rematch_names(server: House) -> tuple[str | None, str | None]:
    """The name of the bot at a table, and at the next one."""
    shell = await server.open("pb")
    anne = await server.join(shell.name, await server.sit(shell, 0))
    await play([anne])
    opened = opening.rematch(anne.table)
    place = rematch_seat(anne.table, 1)
    return anne.table.chairs[1].title(), Seating(opened).chairs[place].title()
