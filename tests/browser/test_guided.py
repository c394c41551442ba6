"""The guided first games, as newcomers meet them: by pointer, by touch, by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

import broadside

from .axe import Inspector
from .guided import GuidedPage, begin
from .pages import go
from .texts import shell_text
from .visitors import DESK, phone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from _pytest.mark import ParameterSet

    from .visitors import Crowd

LANDSCAPE: Final = phone(844, 390)


def by_pointer(table: GuidedPage) -> None:
    """Click the one order there is."""
    table.orders.get_by_role("button").first.click()


def by_touch(table: GuidedPage) -> None:
    """Tap the guide's own button."""
    table.help.tap()


def by_keyboard(table: GuidedPage) -> None:
    """Reach the guide's own button by Tab, and press Enter."""
    table.tab_to(table.help)
    table.page.keyboard.press("Enter")


WAYS: Final = {
    "pointer": (DESK, by_pointer),
    "touch": (phone(360, 740), by_touch),
    "keyboard": (DESK, by_keyboard),
}


def every_way() -> Iterator[ParameterSet]:
    """Every game in every way; each game in one way now, and in the others in a longer search."""
    for turn, game in enumerate(broadside.games()):
        for place, (name, way) in enumerate(WAYS.items()):
            marks = [pytest.mark.torture] if (turn + place) % len(WAYS) else []
            yield pytest.param(game, *way, id=f"{name}-{game}", marks=marks)


@pytest.mark.parametrize(("game", "device", "press"), [*every_way()])
def test_to_the_end(
    crowd: Crowd, game: str, device: dict[str, Any], press: Callable[[GuidedPage], None]
) -> None:
    """Every step is reached, nothing sticks out of the screen, and the game goes on afterwards."""
    visitor = crowd.visitor("Anna", device)
    table = begin(visitor, game, tap=press is by_touch)
    steps = table.follow(press)
    assert len(steps) >= 7
    assert table.overflow() == 0
    table.end.click()
    expect(table.step).to_have_count(0)
    expect(table.orders).to_be_visible()
    go(visitor.page, "/")
    again = visitor.page.get_by_test_id(f"guided-{game}")
    expect(again).to_have_text(shell_text("en", "guide.start"))


def test_on_the_board_itself(crowd: Crowd) -> None:
    """Only what the guide asks for glows, and another split cannot be offered."""
    table = begin(crowd.visitor("Anna"), "jolly-and-roger")
    assert table.await_step() == "split"
    commit = table.page.get_by_test_id("commit-split")
    expect(commit).to_be_disabled()
    expect(table.page.get_by_text(shell_text("en", "guide.first"))).to_be_visible()
    table.card(2).click()
    for position in (3, 4):
        if position in table.cards_in("B"):
            table.card(position).click()
    expect(commit).to_be_enabled()
    commit.click()
    expect(table.step).to_have_attribute("data-step", "crew")
    table.card(3).click()
    assert table.targets() == ["crew yellow_3"]
    table.target("crew yellow_3").click()
    expect(table.step).to_have_attribute("data-step", "board")


def test_skipped_and_resumed(crowd: Crowd) -> None:
    """The guide can be sent away and called back, and a reload loses nothing."""
    visitor = crowd.visitor("Anna")
    table = begin(visitor, "jolly-and-roger")
    table.await_step()
    table.help.click()
    expect(table.step).to_have_attribute("data-step", "crew")
    table.page.get_by_test_id("guide-skip").click()
    expect(table.step).to_have_count(0)
    assert table.orders.get_by_role("button").count() > 1
    table.reload()
    table.page.get_by_test_id("guide-back").click()
    expect(table.step).to_have_attribute("data-step", "crew")
    assert table.orders.get_by_role("button").count() == 1
    path = table.path
    go(visitor.page, "/")
    again = visitor.page.get_by_test_id("guided-jolly-and-roger")
    expect(again).to_have_text(shell_text("en", "guide.go_on"))
    again.click()
    visitor.page.wait_for_url(f"**{path}")


def test_in_another_language(crowd: Crowd) -> None:
    """The guide speaks the reader's language, and follows a change of it."""
    table = begin(crowd.visitor("Anna", locale="de-DE"), "jamaica")
    expect(table.step).to_contain_text("Leg die 6 auf den Morgen")
    table.page.get_by_test_id("language").select_option("pl")
    expect(table.step).to_contain_text("Połóż 6 na poranek")


def test_accessible(crowd: Crowd) -> None:
    """axe finds nothing, on a desk and on a phone held sideways."""
    inspector = Inspector()
    for name, device in (("desk", DESK), ("sideways", LANDSCAPE)):
        visitor = crowd.visitor(name, device)
        table = begin(visitor, "jolly-and-roger")
        table.await_step()
        assert table.overflow() == 0
        inspector.look(table.page, name)
    assert inspector.found == []
