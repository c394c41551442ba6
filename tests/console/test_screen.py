"""The full screen without a terminal: a whole game by keys, a wide and a small window."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
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
    from collections.abc import AsyncIterator, Callable

HASTY = replace(QUICK, countdown_factor=0.02, messages_per_s=1000.0)
WIDE, SMALL = (140, 40), (60, 20)
PATIENCE_S = 60.0


def arrive(address: str, *seats: str) -> Client:
    """Anne at a table of Jolly & Roger."""
    options = {"first_splitter": "seat0"}
    link = open_table(address, "jolly-and-roger", ["open", *seats], options=options)
    return meet(RemoteTable(link), "en", "Anne", None)


@asynccontextmanager
async def screen(client: Client, size: tuple[int, int] = WIDE) -> AsyncIterator[TableApp]:
    """The app as Textual's pilot runs it."""
    app = TableApp(client)
    async with app.run_test(size=size):
        yield app


async def until(is_so: Callable[[], bool]) -> None:
    """Let the app work until something is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 (what it waits for is on the screen)
            await asyncio.sleep(0.01)


def press(app: TableApp, *keys: str) -> None:
    """Press keys. The pilot's own way gives up on a busy machine."""
    for key in keys:
        app.simulate_key(key)


def shown(app: TableApp, part: str) -> str:
    """What a part of the screen says."""
    return str(app.query_one(part, Static).content)


def test_a_whole_game_by_keys() -> None:
    """By numbers, and by the arrow keys; the result stays on the screen."""

    async def play(client: Client) -> None:
        session = client.session
        async with screen(client) as app:
            answers, turn = app.query_one(OptionList), 0
            while True:
                await until(lambda: session.is_asked or session.is_over)
                if session.is_over:
                    break
                await until(lambda: not session.is_fresh(time.monotonic()))
                await until(lambda: answers.option_count >= len(session.menu) > 0)
                menu, turn = session.menu, turn + 1
                if turn % 2:
                    app.query_one(Input).value = "1"
                else:
                    press(app, "down")
                    await until(lambda: answers.has_focus)
                    press(app, "down")
                    await until(lambda: answers.highlighted is not None)
                press(app, "enter")
                await until(lambda menu=menu: session.menu is not menu)  # type: ignore[misc]
                await until(lambda: app.query_one(Input).has_focus)
            await until(lambda: shown(app, "#question").startswith("The game is over. "))
            assert "Turn 8: " in shown(app, "#story")
            assert "Jolly & Roger · Turn 8 of 8" in shown(app, "#bar")

    with running(settings=HASTY) as address:
        asyncio.run(play(arrive(address, "greedy")))


@pytest.mark.parametrize("size", [WIDE, SMALL])
def test_everything_is_in_sight(size: tuple[int, int]) -> None:
    """The question, its answers and the line to type, however small the terminal is."""

    def is_inside(app: TableApp, part: str) -> bool:
        region = app.query_one(part).region
        return region.area > 0 and region.bottom <= size[1] and region.right <= size[0]

    async def look(client: Client) -> None:
        async with screen(client, size) as app:
            await until(lambda: app.query_one(OptionList).option_count > 0)
            parts = ("#bar", "#question", "#answers", "#typed", "#table", "#log")
            await until(lambda: all(is_inside(app, part) for part in parts))
            table, log = app.query_one("#table", VerticalScroll), app.query_one("#log")
            assert (log.region.x > table.region.x) == (size == WIDE)
            assert app.query_one(Input).has_focus
            if size == SMALL:
                await until(lambda: table.max_scroll_y > 0)
                press(app, "pagedown")
                await until(lambda: table.scroll_y > 0)

    with running(settings=HASTY) as address:
        asyncio.run(look(arrive(address, "greedy")))


def test_what_is_typed_is_never_lost() -> None:
    """Wherever the arrow keys have led, also before there is a question."""

    async def wander(client: Client) -> None:
        async with screen(client) as app:
            typed, answers = app.query_one(Input), app.query_one(OptionList)
            press(app, "down", "4")
            await until(lambda: typed.value == "4")
            press(app, "backspace")
            await until(lambda: typed.value == "")
            mary = RemoteTable(client.remote.link)
            await asyncio.to_thread(mary.sit, mary.ask(""), 1, "Mary")
            await until(lambda: answers.option_count > 0)
            press(app, "down")
            await until(lambda: answers.has_focus)
            press(app, "9", "9")
            await until(lambda: typed.has_focus and typed.value == "99")
            press(app, "enter")
            await until(lambda: "There is no answer 99." in shown(app, "#story"))

    with running(settings=HASTY) as address:
        asyncio.run(wander(arrive(address, "open")))


def test_talk_and_mistakes_stand_in_the_log_as_they_were_typed() -> None:
    """Nobody's words are read as markup."""

    async def talk(client: Client) -> None:
        async with screen(client) as app:
            await until(lambda: app.query_one(OptionList).option_count > 0)
            typed = app.query_one(Input)
            for line, told in (
                ("say [bold]Ahoy[/bold]", "Anne: [bold]Ahoy[/bold]"),
                ("walk the plank", "No answer fits “walk the plank”."),
            ):
                typed.value = line
                press(app, "enter")
                await until(lambda told=told: told in shown(app, "#story"))  # type: ignore[misc]
            typed.value = "q"
            press(app, "enter")
            await until(lambda: client.typist.is_leaving)

    with running(settings=HASTY) as address:
        asyncio.run(talk(arrive(address, "greedy")))
