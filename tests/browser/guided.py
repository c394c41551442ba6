"""A guided first game as a person meets it: the guide says what to do, and one does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .pages import TablePage, await_ready, go

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from .visitors import Visitor

PRESSES_MAX: Final = 40


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
            self.do(press, step)
        raise AssertionError(f"the guided game does not end: {steps}")

    def do(self, press: Callable[[GuidedPage], None], step: str) -> None:
        """Do what a step asks for, and wait until the table goes on."""
        before = self.log.count()
        press(self)
        self.say_yes()
        self.page.wait_for_function(GONE_ON, arg=[before, step])

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
