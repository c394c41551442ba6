"""Every page by day and by night, as axe-core judges it: names, roles, order and contrast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from .crew import sign_on
from .cruise import put_to_sea
from .pages import LobbyPage, TablePage, go, unfold
from .replaying import ReplayPage
from .room import Room, host, let_bots_finish
from .texts import shell_text
from .visitors import phone
from .voyage import set_sail

if TYPE_CHECKING:
    from collections.abc import Callable

    from .axe import Inspector
    from .visitors import Crowd, Visitor

OPENINGS: Final[dict[str, Callable[[Visitor], TablePage]]] = {
    "jolly-and-roger": lambda visitor: LobbyPage(visitor).visit().open_table(),
    "jamaica": lambda visitor: set_sail(visitor, bots=2),
    "tortuga-1667": lambda visitor: put_to_sea(visitor, bots=4),
    "jolly-roger": lambda visitor: sign_on(visitor, bots=3),
}
"""How somebody comes to a table of each game, with bots at the other seats."""
A_MOMENT: Final = 12


def test_the_lobby(crowd: Crowd, inspector: Inspector) -> None:
    """With everything unfolded that is folded away at first."""
    page = LobbyPage(crowd.visitor("Anna")).visit().page
    inspector.look(page, "the lobby")
    page.get_by_test_id("lobby-game-jolly-and-roger").click()
    for part in ("options", "terms"):
        unfold(page, part)
    inspector.look(page, "the whole form")


def test_a_table_before_the_start(crowd: Crowd, inspector: Inspector) -> None:
    """As its host sees it, with the tools for a seat, and as somebody who is invited."""
    room = host(crowd.visitor("Anna"), "me", "open")
    room.open_tools(1)
    inspector.look(room.page, "the host's page")
    invited = TablePage(crowd.visitor("Ben")).visit(room.invitation())
    inspector.look(invited.page, "the guest's page")


@pytest.mark.parametrize("game", OPENINGS)
def test_a_game_in_play(crowd: Crowd, inspector: Inspector, game: str) -> None:
    """While one is asked: the board, the game's own pages beside it, then rules and menu."""
    table = OPENINGS[game](crowd.visitor("Anna"))
    expect(table.orders).to_be_visible()
    inspector.look(table.page, "the board")
    tabs = table.page.get_by_role("tab")
    names = tabs.evaluate_all("all => all.map((one) => one.dataset.testid.slice(4))")
    for name in names[names.index("rules") + 1 :]:
        table.open_tab(name)
        inspector.look(table.page, name)
    table.open_tab("rules")
    Room(table.visitor).open_menu()
    inspector.look(table.page, "rules and menu")


def test_talk(crowd: Crowd, inspector: Inspector) -> None:
    """The page for words, which all games share, with something said."""
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table()
    table.say("Ahoy")
    inspector.look(table.page, "chat")


@pytest.mark.parametrize("game", OPENINGS)
def test_a_game_on_a_phone(crowd: Crowd, inspector: Inspector, game: str) -> None:
    """Where everything lies closer together, and long words meet narrow columns."""
    table = OPENINGS[game](crowd.visitor("Anna", phone(360, 640), locale="de-DE"))
    expect(table.orders).to_be_visible()
    inspector.look(table.page, "the phone")


def test_the_pages_after_a_game(crowd: Crowd, inspector: Inspector) -> None:
    """The result, the table beneath it, the replay, and the statistics of who played."""
    anna = crowd.visitor("Anna")
    table = host(anna, "me", "bot:bosun", stand_in="bosun", deck="intro")
    let_bots_finish(table)
    inspector.look(table.page, "the result")
    table.page.get_by_role("button", name=shell_text("en", "result.table")).click()
    inspector.look(table.page, "the table in port")
    ReplayPage(anna).see(table.name, "all", A_MOMENT)
    inspector.look(anna.page, "the replay")
    go(anna.page, "/player/Anna")
    inspector.look(anna.page, "the statistics")
