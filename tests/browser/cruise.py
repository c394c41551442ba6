"""Tortuga 1667's table as a person uses it: by tapping what glows, then giving the order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Locator

from .pages import TablePage, await_ready, go, unfold, verb_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .visitors import Visitor

GAME: Final = "tortuga-1667"
ANSWERS_MAX: Final = 400
"""No seat decides so often; a test that reaches it goes round in circles."""
THINGS: Final[dict[str, list[str]]] = {
    "peek": ["slot", "slot"],
    "reveal": ["slot"],
    "force": ["slot", "slot", "seat"],
    "row": ["place"],
    "letter": ["seat", "place"],
    "maroon": ["seat"],
    "smuggle": ["hold"],
    "stow": ["hold"],
    "stand": ["space"],
    "pick": ["slot"],
    "take": ["hold", "hold"],
    "target": ["seat"],
    "explode": ["place"],
}
"""The things on the table that an order consists of, by its verb."""
CALLS: Final = ("attack", "mutiny", "brawl")
AT_ONCE: Final = ("stow", "stand", "pick", "target", "explode")
"""Answers that one tap gives."""


def put_to_sea(visitor: Visitor, bots: int, level: str = "deckhand", **options: str) -> Cruise:
    """Open a table in the lobby: the visitor at seat 0, bots at all others."""
    page = visitor.page
    go(page, "/")
    page.get_by_test_id(f"lobby-game-{GAME}").click()
    page.get_by_test_id("name-input").fill(visitor.name)
    page.get_by_test_id("seat-count").select_option(str(bots + 1))
    page.get_by_test_id("seat-0-kind").select_option("me")
    for seat in range(1, bots + 1):
        page.get_by_test_id(f"seat-{seat}-kind").select_option(f"bot:{level}")
    if options:
        unfold(page, "options")
    for name, value in options.items():
        field = page.get_by_test_id(f"option-{name}")
        if field.get_attribute("type") == "number":
            field.fill(value)
        else:
            field.select_option(value)
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)
    return Cruise(visitor)


class Cruise(TablePage):
    """A table of Tortuga 1667. Everything is decided on the table itself."""

    @property
    def taps(self) -> bool:
        """Whether the visitor has no mouse."""
        return bool(self.page.evaluate("() => matchMedia('(pointer: coarse)').matches"))

    @property
    def lookout(self) -> Locator:
        """What a look ahead sees, in words."""
        return self.page.get_by_test_id("lookout")

    def thing(self, name: str) -> Locator:
        """Something on the table that can be part of an order."""
        return self.page.locator(f'[data-thing="{name}"]')

    def orders_now(self) -> list[str]:
        """All legal actions, as they stand in the list beside the table."""
        buttons = self.orders.locator("[data-action]")
        return list(buttons.evaluate_all("all => all.map((one) => one.dataset.action)"))

    def await_order(self) -> str | None:
        """Wait until something is asked; give the verb of the first answer, or None at the end."""
        self.orders.or_(self.result).first.wait_for()
        return None if self.result.is_visible() else verb_of(self.orders_now()[0])

    def do(self, action: str) -> None:
        """Give an order by the things on the table that it consists of."""
        verb, *args = action.split()
        if verb == "give":
            self._press(self.page.get_by_test_id("open-deck"), tap=self.taps)
        for name in self._things(verb, args):
            self._press(self.thing(name), tap=self.taps)
        if verb not in AT_ONCE:
            self._press(self.target(self._wished(action)), tap=self.taps)
        certain = self.page.get_by_test_id("ask-once").locator("button").first
        if certain.is_visible():
            self._press(certain, tap=self.taps)

    def _things(self, verb: str, args: list[str]) -> list[str]:
        if verb in CALLS:
            return [f"deed-{verb}"]
        if verb == "vote":
            return ["card-0"]
        if verb == "vote_two":
            return ["card-0", "card-1"]
        kinds = THINGS.get(verb, [])
        return list(dict.fromkeys(f"{kind}-{args[place]}" for place, kind in enumerate(kinds)))

    def _wished(self, action: str) -> str:
        """Cards lie face down: whichever was tapped is laid."""
        verb = verb_of(action)
        if not verb.startswith("vote"):
            return action
        laid = self.page.get_by_test_id("composer").locator(f'[data-target^="{verb} "]')
        return laid.get_attribute("data-target") or action

    def sail_home(self, look: Callable[[], None] | None = None) -> Counter[str]:
        """Answer until the game is over, looking around before each; give what was done."""
        done: Counter[str] = Counter()
        for _ in range(ANSWERS_MAX):
            if self.await_order() is None:
                return done
            if look is not None:
                look()
            orders = self.orders_now()
            verbs = dict.fromkeys(map(verb_of, orders))
            verb = min(verbs, key=lambda one: done[one])
            done[verb] += 1
            choices = [order for order in orders if verb_of(order) == verb]
            lines = self.log.count()
            self.do(choices[done[verb] % len(choices)])
            self.await_log(lines)
        raise AssertionError("the game does not end")

    def loyalties(self, seats: int) -> list[str]:
        """All loyalties, as they are turned over at the end."""
        cards = (self.page.get_by_test_id(f"loyalty-{seat}") for seat in range(seats))
        return [card.get_attribute("data-loyalty") or "" for card in cards]
