"""A walk past every kind of page, in one language with one device; and pictures of it for eyes.

    python -m tests.browser.walk FOLDER [--language pl] [--width 360] [--page table]

Says which words cannot be read whole, page by page.
"""

from __future__ import annotations

import argparse
import itertools
import random
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect, sync_playwright

import broadside

from .clipping import clipped_words
from .crew import sign_on
from .cruise import put_to_sea
from .pages import LobbyPage, TablePage, go, unfold
from .replaying import ReplayPage, let_bots_play
from .room import Room, host
from .serving import Server
from .texts import LANGUAGES
from .visitors import PATIENCE_MS, Crowd, phone
from .voyage import set_sail

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from .visitors import Visitor

LOCALES: Final = {"en": "en-GB", "de": "de-DE", "pl": "pl-PL"}
DEVICES: Final[dict[int, dict[str, Any]]] = {
    360: phone(360, 740),
    1280: {"viewport": {"width": 1280, "height": 720}},
}
OPENINGS: Final[dict[str, Callable[[Visitor], TablePage]]] = {
    "jolly-and-roger": lambda visitor: LobbyPage(visitor).visit().open_table(deck="advanced"),
    "jamaica": lambda visitor: set_sail(visitor, bots=2),
    "tortuga-1667": lambda visitor: put_to_sea(visitor, bots=4),
    "jolly-roger": lambda visitor: sign_on(visitor, bots=3),
}
"""How a person comes to a table of each game, with bots at the other seats."""
ANSWERS: Final = 8
"""So many decisions are taken at each table."""
MOMENTS: Final = 4
"""So many moments of each finished game are looked at."""
GONE_ON: Final = """(before) => {
  const told = (id) => document.querySelector(`[data-testid=${id}]`)?.innerText ?? '';
  return told('result-sheet') !== '' ||
    told('action-list') + told('prompt') + told('log') !== before;
}"""
NOW: Final = """() => ['action-list', 'prompt', 'log']
  .map((id) => document.querySelector(`[data-testid=${id}]`)?.innerText ?? '').join('')"""


def answer(table: TablePage, chance: random.Random) -> None:
    """Do anything."""
    page = table.page
    before = page.evaluate(NOW)
    buttons = table.orders.locator("button[data-action]:enabled")
    buttons.nth(chance.randrange(buttons.count())).evaluate("one => one.click()")
    certain = page.get_by_test_id("ask-once").locator("button").first
    if certain.is_visible():
        certain.click()
    page.wait_for_function(GONE_ON, arg=before)


class Walk:
    """Goes from page to page; every stop is named."""

    def __init__(self, crowd: Crowd, language: str, width: int) -> None:
        self._crowd = crowd
        self._device = {**DEVICES[width], "locale": LOCALES[language]}
        self._names = itertools.count(1)
        self.page: Page
        """Where the walk is now."""

    def stops(self, only: str = "") -> Iterator[str]:
        """Every stop; or those of the parts whose name begins so."""
        parts: dict[str, Callable[[], Iterator[str]]] = {
            "lobby": self._lobby,
            "waiting": self._waiting_room,
            "player": self._player,
            "errors": self._errors,
        }
        for game in broadside.games():
            parts[f"table-{game}"] = partial(self._table, game)
            parts[f"guided-{game}"] = partial(self._guided, game)
            parts[f"puzzle-{game}"] = partial(self._puzzle, game)
            parts[f"over-{game}"] = partial(self._finished, game)
        for name, part in parts.items():
            if name.startswith(only):
                yield from (f"{name} {stop}".strip() for stop in part())

    def _visitor(self) -> Visitor:
        visitor = self._crowd.visitor(f"Żaneta {next(self._names)}", self._device)
        self.page = visitor.page
        return visitor

    def _lobby(self) -> Iterator[str]:
        page = self._visitor().page
        go(page, "/")
        yield ""
        page.get_by_test_id("settings").click()
        yield "settings"
        page.get_by_test_id("settings").click()
        for game in broadside.games():
            go(page, "/")
            page.get_by_test_id(f"lobby-game-{game}").click()
            unfold(page, "options")
            unfold(page, "terms")
            yield f"form-{game}"
        page.get_by_test_id("company-here").click()
        page.get_by_test_id("tempo-days").check()
        yield "here"

    def _waiting_room(self) -> Iterator[str]:
        room = host(self._visitor(), "me", "open")
        yield "host"
        room.open_tools(1)
        yield "tools"
        room.open_menu()
        yield "menu"
        invitation = room.invitation()
        TablePage(self._visitor()).visit(invitation)
        yield "guest"

    def _player(self) -> Iterator[str]:
        go(self._visitor().page, "/player/Żaneta")
        yield ""

    def _errors(self) -> Iterator[str]:
        visitor = self._visitor()
        for path in ("/table/nosuchtable", "/replay/nosuchtable", "/confirm/nosuchtoken"):
            visitor.page.goto(path)
            expect(visitor.page.get_by_role("heading").first).to_be_visible()
            yield path.split("/")[1]
        visitor.forgive("404", certain=False)

    def _table(self, game: str) -> Iterator[str]:
        table = OPENINGS[game](self._visitor())
        page = table.page
        chance = random.Random(game)
        for number in range(ANSWERS):
            table.orders.or_(table.result).first.wait_for()
            yield f"question-{number}"
            if table.result.is_visible():
                return
            answer(table, chance)
        tabs = page.get_by_role("tab")
        for name in tabs.evaluate_all("all => all.map((one) => one.dataset.testid.slice(4))"):
            table.open_tab(name)
            yield f"tab-{name}"
        Room(table.visitor, page).open_menu()
        yield "menu"

    def _guided(self, game: str) -> Iterator[str]:
        page = self._visitor().page
        go(page, "/")
        page.get_by_test_id(f"guided-{game}").click()
        page.wait_for_url("**/table/*")
        ready = page.locator("[data-testid=guide-do]:enabled")
        for number in range(3):
            ready.wait_for()
            yield f"step-{number}"
            before = page.evaluate(NOW)
            ready.evaluate("one => one.click()")
            page.wait_for_function(GONE_ON, arg=before)

    def _puzzle(self, game: str) -> Iterator[str]:
        page = self._visitor().page
        known = page.request.get(f"/api/games/{game}/puzzles/1").ok
        if not known:
            return
        go(page, f"/puzzle/{game}/1")
        yield ""

    def _finished(self, game: str) -> Iterator[str]:
        """A game of bots: its result, and moments of its replay."""
        visitor = self._visitor()
        table = let_bots_play(visitor.page, game, 2 if game == "jolly-and-roger" else 4)
        go(visitor.page, f"/table/{table}")
        expect(visitor.page.get_by_test_id("result-sheet")).to_be_visible()
        yield "result"
        replay = ReplayPage(visitor)
        answer = visitor.page.request.get(f"/api/tables/{table}/moments?eyes=all&first=0&count=1")
        last = answer.json()["count"] - 1
        for part in range(1, MOMENTS + 1):
            eyes = "all" if part == MOMENTS else "0"
            replay.see(table, eyes, last * part // (MOMENTS + 1))
            yield f"replay-{part}"


def main() -> None:
    """Take pictures, and say what is wrong on them."""
    from tools.chromium import find

    from .conftest import SWITCHES

    parser = argparse.ArgumentParser("python -m tests.browser.walk", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--width", type=int, choices=DEVICES, action="append")
    parser.add_argument("--page", default="", help="only pages whose name begins so")
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=find(), args=SWITCHES)
        try:
            for language in wish.language or LANGUAGES:
                for width in wish.width or DEVICES:
                    crowd = Crowd(browser, server.address)
                    walk = Walk(crowd, language, width)
                    for stop in walk.stops(wish.page):
                        name = f"{language}-{width}-{stop.replace(' ', '-')}"
                        walk.page.screenshot(path=wish.folder / f"{name}.png")
                        for problem in clipped_words(walk.page):
                            print(f"{name}: {problem}", flush=True)
                    crowd.leave()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
