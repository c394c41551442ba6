"""The guided first games, as newcomers meet them: by pointer, by touch, by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Locator, expect

import broadside

from .axe import Inspector
from .pages import TablePage, await_ready, go
from .texts import shell_text
from .visitors import DESK, phone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from _pytest.mark import ParameterSet

    from .visitors import Crowd, Visitor

PRESSES_MAX: Final = 40
LANDSCAPE: Final = phone(844, 390)


class GuidedPage(TablePage):
    """A table with a guide."""

    @property
    def step(self) -> Locator:
        """What the guide says now."""
        return self.page.get_by_test_id("guide-step")

    @property
    def end(self) -> Locator:
        """The button under the last step."""
        return self.page.get_by_test_id("guide-close")

    @property
    def help(self) -> Locator:
        """The button that does what the guide asks for; it can be pressed when that is due."""
        return self.page.locator("[data-testid=guide-do]:enabled")

    def await_step(self) -> str | None:
        """Wait until the guide asks for something; give the step, None after the last one."""
        self.help.or_(self.end).first.wait_for()
        return None if self.end.is_visible() else self.step.get_attribute("data-step")

    def follow(self, press: Callable[[GuidedPage], None]) -> list[str]:
        """Do what is asked for, again and again; give the steps."""
        steps: list[str] = []
        for _ in range(PRESSES_MAX):
            step = self.await_step()
            if step is None:
                return steps
            if step not in steps:
                steps.append(step)
            before = self.log.count()
            press(self)
            self.say_yes()
            self.page.wait_for_function(GONE_ON, arg=[before, step])
        raise AssertionError(f"the guided game does not end: {steps}")

    def say_yes(self) -> None:
        """Some orders are asked once more."""
        certain = self.page.get_by_test_id("ask-once").locator("button").first
        if certain.is_visible():
            certain.click()


GONE_ON: Final = """([before, step]) => {
  const shown = document.querySelector('[data-testid=guide-step]')?.dataset.step;
  const waits = document.querySelector('[data-testid=guide-do]')?.disabled;
  const lines = document.querySelector('[data-testid=log]')?.children.length ?? 0;
  return shown !== step || waits || lines > before;
}"""


def begin(visitor: Visitor, game: str, *, tap: bool = False) -> GuidedPage:
    """Start a guided game from the lobby."""
    go(visitor.page, "/")
    button = visitor.page.get_by_test_id(f"guided-{game}")
    if tap:
        button.tap()
    else:
        button.click()
    visitor.page.wait_for_url("**/table/*")
    await_ready(visitor.page)
    return GuidedPage(visitor)


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
