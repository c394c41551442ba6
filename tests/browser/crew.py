"""Jolly Roger's table as a person uses it: cards, seats and stacks that glow, and quick keys."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Locator, Position, expect
from playwright.sync_api import TimeoutError as TooLate

from .pages import TablePage, await_ready, choose_options, go, unfold, verb_of

if TYPE_CHECKING:
    import re

    from .visitors import Visitor

GAME: Final = "jolly-roger"
ANSWERS_MAX: Final = 1500
"""No seat decides so often; a test that reaches it goes round in circles."""
PASSING: Final = ("pass", "decline", "stop")
STEPPING_ASIDE: Final = ", ".join(f"[data-target={verb}]" for verb in PASSING)
NO_CLOCK: Final = "0"
A_BLINK_MS: Final = 300


def sign_on(visitor: Visitor, bots: int, clock: str = NO_CLOCK, **options: str) -> Crew:
    """Open a table in the lobby: the visitor at seat 0, bots at all others.

    Without a clock every window waits for the visitor, so that no test depends on how quick it is.
    """
    page = visitor.page
    go(page, "/")
    page.get_by_test_id(f"lobby-game-{GAME}").click()
    page.get_by_test_id("name-input").fill(visitor.name)
    page.get_by_test_id("seat-count").select_option(str(bots + 1))
    page.get_by_test_id("seat-0-kind").select_option("me")
    for seat in range(1, bots + 1):
        page.get_by_test_id(f"seat-{seat}-kind").select_option("bot:bosun")
    unfold(page, "terms")
    page.get_by_test_id("clock").select_option(clock)
    choose_options(page, options)
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)
    return Crew(visitor)


def sign_on_below_deck(visitor: Visitor, bots: int, **options: str) -> Crew:
    """Open tables until somebody else is Captain at first: a Captain cannot call a mutiny."""
    table = sign_on(visitor, bots, **options)
    while table.is_captain():
        table = sign_on(visitor, bots, **options)
    return table


class Crew(TablePage):
    """A table of Jolly Roger. Everything is decided on the table itself."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.taps = bool(visitor.page.evaluate("matchMedia('(pointer: coarse)').matches"))

    # ------------------------------------------------------------------------- looking

    @property
    def mutiny_button(self) -> Locator:
        """The large red one."""
        return self.page.get_by_test_id("mutiny-button")

    @property
    def hand(self) -> Locator:
        """The cards of the visitor's hand."""
        return self.page.get_by_test_id("hand").locator("button")

    @property
    def dock(self) -> Locator:
        """Mutiny!, pass, done, bribe."""
        return self.page.get_by_test_id("dock")

    def panel(self, seat: int) -> Locator:
        """A seat at the rail."""
        return self.page.get_by_test_id(f"panel-{seat}")

    def is_captain(self) -> bool:
        """Whether the visitor is Captain."""
        expect(self.page.get_by_test_id("role-captain")).to_be_visible()
        return self.panel(0).get_by_test_id("role-captain").count() == 1

    def legal(self) -> list[str]:
        """What may be answered now; what may be done beside it is left out."""
        buttons = self.orders.locator("button[data-beside=false]")
        return list(buttons.evaluate_all("all => all.map((one) => one.dataset.action)"))

    def await_orders(self) -> list[str]:
        """Wait until something is asked; nothing at the end."""
        asked = self.orders.locator("button[data-beside=false]").first
        while True:
            asked.or_(self.result).first.wait_for()
            orders = self.legal()
            if orders or self.result.is_visible():
                return orders  # else somebody played at that moment

    def points(self, seats: int) -> list[int]:
        """The gold of all seats on the score sheet."""
        totals = (self.page.get_by_test_id(f"total-{seat}") for seat in range(seats))
        return [int(total.get_attribute("data-total") or "") for total in totals]

    # ------------------------------------------------------------------------- playing

    def touch(self, action: str) -> None:
        """Answer by the piece that stands for an action."""
        if verb_of(action) == "give":
            self._give(action)
            return
        place = self.target(action).first
        if place.evaluate("(one) => one.closest('[data-testid=hand]') !== null"):
            self._press_card(place)
        else:
            self._press(place, tap=self.taps)
        held = self.page.get_by_test_id("hand").locator("[aria-pressed=true][data-target]")
        if self.taps and held.count() > 0:
            self._press(held, tap=True)
        certain = self.page.get_by_test_id("ask-once").locator("button").first
        if certain.is_visible():
            self._press(certain, tap=self.taps)

    def _press_card(self, card: Locator) -> None:
        """Cards of a large hand lie over each other; the left edge of each is in sight."""
        edge: Position = {"x": 8, "y": 30}
        card.tap(position=edge) if self.taps else card.click(position=edge)

    def _give(self, action: str) -> None:
        """Carry a prize to a seat; by touch it is lifted, then the seat is tapped."""
        _, prize, seat = action.split()
        laid = self.page.get_by_test_id("sharing").locator(f'[data-target^="give {prize} "]').first
        if self.taps:
            laid.tap()
            # Prizes of the same kind stand for the same action as the seat does.
            self.panel(int(seat)).locator(f'[data-target="{action}"]').tap()
        else:
            self.drag(laid, self.panel(int(seat)))

    def step_aside(self) -> None:
        """Pass, decline or stop, whatever is asked by now: by one key, or by touch."""
        if self.taps:
            self._try(self.dock.locator(STEPPING_ASIDE).first)
        else:
            self.page.keyboard.press("p")

    def answer_on_table(self, orders: list[str]) -> str:
        """Pass if that is possible, else decide something; give the verb."""
        verb = verb_of(orders[0])
        if verb in PASSING:
            self.step_aside()
        else:
            self.touch(orders[0])
        return verb

    def call_a_mutiny(self, called: re.Pattern[str]) -> None:
        """Press Mutiny! twice whenever it is possible, until the log tells that it was called.

        Somebody else may play a card between any two of our steps.
        """
        line = self.log.filter(has_text=called)
        for _ in range(ANSWERS_MAX):
            orders = self.await_orders()
            if line.count() > 0:
                return
            assert orders, "no mutiny could be called in this game"
            if any(order.startswith("call") for order in orders):
                for _ in range(2):
                    self._try(self.mutiny_button)
            else:
                self.answer_on_table(orders)
        raise AssertionError("no mutiny can be called")

    def bribe(self, item: str, seat: int, promise: str = "none", note: str = "") -> None:
        """Offer something in the form for bribes, as soon as anything may be offered."""
        button, form = (self.page.get_by_test_id(name) for name in ("bribe", "offer-form"))
        while not form.is_visible():
            if not button.is_visible():
                self.answer_on_table(self.await_orders())
            self.page.keyboard.press("b")
            with suppress(TooLate):  # somebody played at that moment
                form.wait_for(timeout=A_BLINK_MS)
        for choice in (f"[data-item={item}]", f"[data-to='{seat}']", f"[data-promise={promise}]"):
            self._press(form.locator(choice), tap=self.taps)
        form.get_by_test_id("offer-note").fill(note)
        while form.is_visible():
            self._try(form.get_by_test_id("send-offer"))
            if form.is_visible():
                self._try(self.target("decline"))

    def _try(self, place: Locator) -> None:
        """Press something, unless it has gone or is not possible any more."""
        try:
            place.tap(timeout=A_BLINK_MS) if self.taps else place.click(timeout=A_BLINK_MS)
        except TooLate:
            return

    def sail_home(self) -> Counter[str]:
        """Answer until the game is over; give what was asked, by verb."""
        asked: Counter[str] = Counter()
        for _ in range(ANSWERS_MAX):
            orders = self.await_orders()
            if not orders:
                return asked
            asked[self.answer_on_table(orders)] += 1
        raise AssertionError("the game does not end")
