"""The full screen, driven by Textual's own pilot: a whole game, a wide and a small terminal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from textual.containers import VerticalScroll
from textual.widgets import Input, OptionList, Static

from broadside.console.client import Client, meet
from broadside.console.remote_table import RemoteTable
from broadside.console.screen import TableApp
from tests.console.people import open_table
from tests.server.harness import QUICK
from tests.server.live import running

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

HASTY = replace(QUICK, countdown_factor=0.02, messages_per_s=1000.0)
WIDE, SMALL = (140, 40), (60, 20)
PATIENCE_S = 60.0


def arrive(address: str, **more: object) -> Client:
    """Anne at a table of Jolly & Roger with a bot."""
    options = {"first_splitter": "seat0"}
    link = open_table(address, "jolly-and-roger", ["open", "greedy"], options=options, **more)
    return meet(RemoteTable(link), "en", "Anne", None)


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Let the app work until something is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await pilot.pause(0.01)


def shown(app: TableApp, part: str) -> str:
    """What a part of the screen says."""
    return str(app.query_one(part, Static).content)


async def answered(pilot: Pilot[None], *keys: str) -> None:
    """Press keys that answer; the app has told the server when this is over."""
    await pilot.press(*keys)
    await pilot.pause()


def test_a_whole_game_by_keys() -> None:
    """By numbers, and by the arrow keys; the result stays on the screen."""

    async def play(client: Client) -> None:
        app, session = TableApp(client), client.session
        async with app.run_test(size=WIDE) as pilot:
            turn = 0
            while True:
                await until(pilot, lambda: session.is_asked or session.is_over)
                if session.is_over:
                    break
                await until(pilot, lambda: not session.is_fresh(asyncio.get_running_loop().time()))
                turn += 1
                assert app.query_one(OptionList).option_count >= len(session.menu) > 0
                if turn % 2:
                    await answered(pilot, "1", "enter")
                else:
                    await answered(pilot, "down", "down", "enter")
            await pilot.pause()
            assert shown(app, "#question").startswith("The game is over. ")
            assert "wins and rules the seas" in shown(app, "#story") or "tie" in shown(
                app, "#story"
            )
            assert "Jolly & Roger · Turn 8 of 8" in shown(app, "#bar")

    with running(settings=HASTY) as address:
        asyncio.run(play(arrive(address)))


@pytest.mark.parametrize("size", [WIDE, SMALL])
def test_everything_is_in_sight(size: tuple[int, int]) -> None:
    """The question, its answers and the line to type, however small the terminal is."""

    async def look(client: Client) -> None:
        app = TableApp(client)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: client.session.is_asked)
            await pilot.pause()
            table, log = app.query_one("#table", VerticalScroll), app.query_one("#log")
            for part in ("#bar", "#question", "#answers", "#typed", "#table", "#log"):
                region = app.query_one(part).region
                assert region.area > 0
                assert region.bottom <= size[1]
                assert region.right <= size[0]
            assert (log.region.x > table.region.x) == (size == WIDE)
            assert app.query_one(Input).has_focus
            if size == SMALL:
                await pilot.press("pagedown")
                assert table.scroll_y > 0

    with running(settings=HASTY) as address:
        asyncio.run(look(arrive(address)))


def test_talk_and_mistakes_stand_in_the_log_as_they_were_typed() -> None:
    """Nobody's words are read as markup."""

    async def talk(client: Client) -> None:
        app = TableApp(client)
        async with app.run_test(size=WIDE) as pilot:
            await until(pilot, lambda: client.session.is_asked)
            app.query_one(Input).value = "say [bold]Ahoy[/bold]"
            await answered(pilot, "enter")
            await until(pilot, lambda: "Anne: [bold]Ahoy[/bold]" in shown(app, "#story"))
            app.query_one(Input).value = "walk the plank"
            await answered(pilot, "enter")
            await until(pilot, lambda: "No answer fits “walk the plank”." in shown(app, "#story"))
            app.query_one(Input).value = "q"
            await answered(pilot, "enter")
            await until(pilot, lambda: client.typist.is_leaving)

    with running(settings=HASTY) as address:
        asyncio.run(talk(arrive(address)))
