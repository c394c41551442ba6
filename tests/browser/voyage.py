"""Jamaica's table as a person uses it: by touching what glows on the chart and in the holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Locator, expect

from .pages import TablePage, await_ready, choose_options, go, verb_of

if TYPE_CHECKING:
    from .visitors import Visitor

GAME: Final = "jamaica"
ANSWERS_MAX: Final = 900
"""No seat decides so often; a test that reaches it goes round in circles."""
GLOWING: Final = "[data-target].lantern, [data-target].looked"


def set_sail(visitor: Visitor, bots: int, **options: str) -> Voyage:
    """Open a table in the lobby: the visitor at seat 0, bots at all others."""
    page = visitor.page
    go(page, "/")
    page.get_by_test_id(f"lobby-game-{GAME}").click()
    page.get_by_test_id("name-input").fill(visitor.name)
    page.get_by_test_id("seat-count").select_option(str(bots + 1))
    page.get_by_test_id("seat-0-kind").select_option("me")
    for seat in range(1, bots + 1):
        page.get_by_test_id(f"seat-{seat}-kind").select_option("bot:bosun")
    choose_options(page, options)
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)
    return Voyage(visitor)


class Voyage(TablePage):
    """A table of Jamaica. Everything is decided on the table itself."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.taps = bool(visitor.page.evaluate("matchMedia('(pointer: coarse)').matches"))

    @property
    def ranking(self) -> Locator:
        """The race: ships, places, gold and unknown treasures."""
        return self.page.get_by_test_id("ranking").get_by_role("listitem")

    @property
    def lookout(self) -> Locator:
        """What a look ahead sees, in words."""
        return self.page.get_by_test_id("lookout")

    @property
    def marks(self) -> Locator:
        """The spaces that a look ahead points to."""
        return self.page.locator("[data-mark]")

    def ship(self, number: int) -> Locator:
        """A ship on the chart."""
        return self.page.get_by_test_id(f"ship-{number}")

    def orders_now(self) -> list[str]:
        """All legal actions, as they stand in the list beside the table."""
        buttons = self.orders.locator("[data-action]")
        return list(buttons.evaluate_all("all => all.map((one) => one.dataset.action)"))

    def await_order(self) -> str | None:
        """Wait until something is asked; give the verb of the question, or None at the end."""
        self.orders.or_(self.result).first.wait_for()
        return None if self.result.is_visible() else verb_of(self.orders_now()[0])

    def glowing(self) -> list[str]:
        """The actions that glow on the table."""
        expect(self.page.locator(GLOWING).first).to_be_visible()
        found = self.page.locator(GLOWING)
        return list(
            dict.fromkeys(found.evaluate_all("all => all.map((one) => one.dataset.target)"))
        )

    def touch(self, action: str) -> None:
        """Answer by a thing on the table; a card is looked at before it is laid by touch."""
        place = self.target(action).first
        self._press(place, tap=self.taps)
        if self.taps and verb_of(action) == "choose":
            expect(self.lookout).not_to_be_empty()
            self._press(place, tap=True)
        certain = self.page.get_by_test_id("ask-once").locator("button").first
        if certain.is_visible():
            self._press(certain, tap=self.taps)

    def sail_home(self) -> Counter[str]:
        """Answer until the game is over; give what was asked, by verb."""
        asked: Counter[str] = Counter()
        for _ in range(ANSWERS_MAX):
            verb = self.await_order()
            if verb is None:
                return asked
            orders, glowing = self.orders_now(), self.glowing()
            missing = [order for order in orders if order not in glowing]
            assert verb == "place_dice" or not missing, f"not on the table: {missing}"
            asked[verb] += 1
            self.touch(glowing[asked[verb] % len(glowing)])
        raise AssertionError("the game does not end")

    def points(self, seats: int) -> list[int]:
        """The points of all seats on the score sheet."""
        totals = (self.page.get_by_test_id(f"total-{seat}") for seat in range(seats))
        return [int(total.get_attribute("data-total") or "") for total in totals]
