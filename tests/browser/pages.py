"""The pages as people use them: lobby, waiting room, table and score sheet."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

if TYPE_CHECKING:
    from .visitors import Visitor

GAME: Final = "jolly-and-roger"
DECISIONS_MAX: Final = 200
"""No game has so many for one seat; a test that reaches it goes round in circles."""
TABS_MAX: Final = 80
GAME_MS: Final = 600_000
"""How long a whole game may take on a machine that is very busy: only what hangs is ended."""
RUN_HOME: Final = """(passing) => {
  const orders = '[data-testid=action-list] button[data-beside=false]';
  const board = document.getElementById('board');
  board.style.contentVisibility = 'hidden';
  const run = () => {
    if (document.querySelector('[data-testid=result-sheet]')) {
      board.style.contentVisibility = '';
      return;
    }
    const certain = document.querySelector('[data-testid=ask-once] button');
    const all = [...document.querySelectorAll(orders)];
    const aside = all.find((one) => passing.includes(one.dataset.action));
    (certain ?? aside ?? all[0])?.click();
    setTimeout(run, 10);
  };
  run();
}"""
CUT_OFF: Final = """() => {
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const inScroller = (one) => one.id !== 'board' && (scrolls(one) || inScroller(one.parentElement));
  const all = [...document.querySelectorAll('#board *')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const end = document.documentElement.clientWidth;
    return one instanceof HTMLElement && width > 1 && (left < -1 || right > end + 1);
  });
  return all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !inScroller(one))
    .map((one) => `${one.className} ${one.textContent}`.slice(0, 60));
}"""
CUT_NAMES: Final = """() => [...document.querySelectorAll('main .seat-name .word')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth > 0)
  .filter((one) => one.clientWidth < Math.min(one.scrollWidth, 2.4 * parseFloat(
    getComputedStyle(one).fontSize)))
  .map((one) => one.textContent)"""
"""A few letters at least: "Anneg…" is somebody, "A…" is not."""


def await_ready(page: Page) -> None:
    """Wait until the page is connected and drawn."""
    page.wait_for_selector("html[data-ready=true]", state="attached")


def go(page: Page, path: str) -> None:
    """Open an address of the server."""
    page.goto(path)
    await_ready(page)


def overflow(page: Page) -> int:
    """By how many pixels a page is wider than the window.

    A phone's `innerWidth` grows with what sticks out; the width of the document does not.
    """
    wider = "({ scrollingElement: all }) => all.scrollWidth - all.clientWidth"
    return int(page.evaluate(f"() => ({wider})(document)"))


def choose_options(page: Page, options: dict[str, str]) -> None:
    """Unfold the house rules and choose some."""
    if options:
        unfold(page, "options")
    for name, value in options.items():
        page.get_by_test_id(f"option-{name}").select_option(value)


def unfold(page: Page, part: str) -> None:
    """Open a part of the lobby's form that is folded away."""
    page.get_by_test_id(f"fold-{part}").locator("summary").click()


class LobbyPage:
    """The lobby: choose, fill the seats, open the table."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def visit(self) -> LobbyPage:
        """Open it."""
        go(self.page, "/")
        return self

    def open_table(
        self,
        seats: tuple[str, str] = ("me", "bot:bosun"),
        stand_in: str = "",
        clock: str = "",
        edition: str = "",
        **options: str,
    ) -> TablePage:
        """Fill the form in and open the table: seats are `me`, `open` or `bot:<level>`."""
        page = self.page
        page.get_by_test_id(f"lobby-game-{GAME}").click()
        page.get_by_test_id("name-input").fill(self.visitor.name)
        for seat in sorted(range(len(seats)), key=lambda seat: seats[seat] != "me"):
            page.get_by_test_id(f"seat-{seat}-kind").select_option(seats[seat])
        if edition:
            page.get_by_test_id("edition").select_option(label=edition)
        if stand_in:
            unfold(page, "terms")
            page.get_by_test_id("stand-in").select_option(stand_in)
        if clock:
            unfold(page, "terms")
            page.get_by_test_id("clock").select_option(clock)
        choose_options(page, options)
        page.get_by_test_id("open-table").click()
        page.wait_for_url("**/table/*")
        await_ready(page)
        return TablePage(self.visitor)


class TablePage:
    """A table: waiting for players, at sea, or in port."""

    def __init__(self, visitor: Visitor, page: Page | None = None) -> None:
        self.visitor = visitor
        self.page = page or visitor.page
        self.uses: Counter[str] = Counter()
        """What this visitor has done with cards, by verb."""

    # ---------------------------------------------------------------- coming and going

    @property
    def path(self) -> str:
        """Where on the server it is."""
        return urlsplit(self.page.url).path

    @property
    def name(self) -> str:
        """The table's name in links."""
        return self.path.rsplit("/", 1)[-1]

    def visit(self, path: str) -> TablePage:
        """Open it by a link."""
        go(self.page, path)
        return self

    def reload(self) -> None:
        """Load the page anew."""
        self.page.reload()
        await_ready(self.page)

    def invitation(self) -> str:
        """The link to send to a friend."""
        return self.page.get_by_test_id("invite-link").input_value()

    def sit_down(self) -> None:
        """Take the open seat under the visitor's name."""
        self.page.get_by_test_id("name-input").fill(self.visitor.name)
        self.page.get_by_test_id("join-seat").click()
        await_ready(self.page)

    # ------------------------------------------------------------------------- looking

    @property
    def prompt(self) -> Locator:
        """The sentence that says what the table waits for."""
        return self.page.get_by_test_id("prompt")

    @property
    def orders(self) -> Locator:
        """The list of all legal actions; there is none while somebody else is asked."""
        return self.page.get_by_test_id("action-list")

    @property
    def result(self) -> Locator:
        """The score sheet at the end."""
        return self.page.get_by_test_id("result-sheet")

    @property
    def refusal(self) -> Locator:
        """Why something was not done."""
        return self.page.get_by_test_id("refusal")

    @property
    def log(self) -> Locator:
        """The lines of the log."""
        return self.page.get_by_test_id("log").locator("> *")

    def log_lines(self) -> list[str]:
        """What happened, in words."""
        return [" ".join(line.split()) for line in self.log.all_inner_texts()]

    def card(self, position: int) -> Locator:
        """One of the five cards of the turn, 1 to 5."""
        return self.page.get_by_test_id(f"card-{position}")

    def cards_in(self, which: str) -> list[int]:
        """The positions of the cards that lie in a set."""
        found = self.page.get_by_test_id(f"set-{which}").locator("[data-testid^=card-]")
        names = found.evaluate_all("all => all.map((one) => one.dataset.testid)")
        return sorted(int(name.removeprefix("card-")) for name in names)

    def target(self, action: str) -> Locator:
        """The place on the table that stands for an action."""
        return self.page.locator(f'[data-target="{action}"]')

    def targets(self) -> list[str]:
        """The actions whose places glow now."""
        glowing = self.page.locator("[data-target]:not(.denied)")
        return list(glowing.evaluate_all("all => all.map((one) => one.dataset.target)"))

    def totals(self) -> list[int]:
        """The gold of both seats on the score sheet."""
        texts = (self.page.get_by_test_id(f"total-{seat}").inner_text() for seat in range(2))
        return [int(text) for text in texts]

    def open_tab(self, tab: str) -> None:
        """Turn to another page beside the table."""
        self.page.get_by_test_id(f"tab-{tab}").click()

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return overflow(self.page)

    def cut_off(self) -> list[str]:
        """Parts of the board beside the window, but for what lies in a row that one swipes."""
        return list(self.page.evaluate(CUT_OFF))

    def cut_names(self) -> list[str]:
        """Names on the board of which too little is left to know them."""
        return list(self.page.evaluate(CUT_NAMES))

    # ------------------------------------------------------------------------- playing

    def await_question(self) -> str | None:
        """Wait until it is this visitor's turn; give the question, or None at the end.

        Here and in `await_log`, where whole games pass, a locator waits: it looks more often than
        an expectation does.
        """
        self.orders.or_(self.result).first.wait_for()
        if self.result.is_visible():
            return None
        if self.page.get_by_test_id("commit-split").is_visible():
            return "split"
        return "pick" if self.page.get_by_test_id("pick-A").is_visible() else "play"

    def answer(self, *, tap: bool = False) -> str | None:
        """Decide one thing on the table itself; give the question, or None at the end."""
        question = self.await_question()
        if question is not None:
            before = self.log.count()
            self.decide(question, tap=tap)
            self.await_log(before)
        return question

    def decide(self, question: str, *, tap: bool = False) -> None:
        """Answer a question, and do not wait for what comes of it."""
        if question == "split":
            self._press(self.page.get_by_test_id("commit-split"), tap=tap)
        elif question == "pick":
            self._press(self.page.get_by_test_id("pick-B"), tap=tap)
        else:
            self._play_card(tap=tap)

    def await_log(self, before: int) -> None:
        """Wait until the log is longer than before."""
        self.log.nth(before).wait_for(state="attached")

    def play_to_the_end(self) -> None:
        """Answer until the game is over."""
        for _ in range(DECISIONS_MAX):
            if self.answer() is None:
                return
        raise AssertionError("the game does not end")

    def run_home(self, *others: TablePage, passing: tuple[str, ...] = ()) -> None:
        """Play to the end by the list of orders, where a test is not about how one plays.

        The page presses the buttons itself, and does not draw the board meanwhile: that takes a
        fraction of the time of a hand.
        """
        for table in (self, *others):
            table.page.evaluate(RUN_HOME, list(passing))
        for table in (self, *others):
            table.result.wait_for(timeout=GAME_MS)

    def say(self, text: str) -> None:
        """Say something to the table."""
        self.open_tab("chat")
        self.page.get_by_test_id("chat-input").fill(text)
        self.page.get_by_test_id("chat-input").press("Enter")

    def choose_card(self, *, tap: bool = False) -> None:
        """Take a card of the own set in the hand; the last one is there by itself."""
        glowing = self.page.locator("button[data-testid^=card-]")
        if glowing.count() > 1:
            self._press(glowing.first, tap=tap)
        expect(self.page.locator("[data-target]").first).to_be_visible()

    def _play_card(self, *, tap: bool) -> None:
        """Play a card the way that was used least, so that a game shows every way."""
        self.choose_card(tap=tap)
        action = min(self.targets(), key=lambda text: (self.uses[verb_of(text)], text))
        self.uses[verb_of(action)] += 1
        self._press(self.target(action), tap=tap)
        certain = self.page.get_by_test_id("ask-once").locator("button").first
        if certain.is_visible():
            self._press(certain, tap=tap)

    def _press(self, place: Locator, *, tap: bool) -> None:
        if tap:
            place.tap()
        else:
            place.click()

    def tab_to(self, place: Locator) -> None:
        """Go to a place by the Tab key alone."""
        for _ in range(TABS_MAX):
            if place.evaluate("(one) => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {place}")

    def drag(self, piece: Locator, place: Locator) -> None:
        """Carry a piece with the mouse."""
        self._move_to(piece)
        self.page.mouse.down()
        self._move_to(place, steps=8)
        self.page.mouse.up()

    def _move_to(self, place: Locator, steps: int = 1) -> None:
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y, steps=steps)


def verb_of(action: str) -> str:
    """The first word of an action's text."""
    return action.split(" ", 1)[0]


def pattern_of(template: str, **values: str) -> re.Pattern[str]:
    """A sentence with gaps, as a pattern; gaps without a value take anything."""
    parts = re.split(r"\{(\w+)(?:[|:][^{}]*)?\}", template)
    gaps = (re.escape(values[name]) if name in values else ".+" for name in parts[1::2])
    # A line may not end at each space: the client knows at which.
    texts = [re.escape(text).replace("\\ ", r"\s") for text in parts[::2]]
    return re.compile("".join(text + gap for text, gap in zip(texts, [*gaps, ""], strict=True)))


class Duel:
    """Two visitors at one table. Whoever has just decided has the newest table in sight."""

    def __init__(self, asked: TablePage, other: TablePage) -> None:
        self.asked = asked
        self.other = other

    def play(self, decisions: int = DECISIONS_MAX, *, tap: bool = False) -> None:
        """Let them decide as they are asked, so many times or until the game is over."""
        for _ in range(decisions):
            if self.asked.answer(tap=tap) is None:
                return
            self.pass_on()

    def pass_on(self) -> None:
        """After a decision: it may be the other's turn."""
        if not self.asked.orders.or_(self.asked.result).is_visible():
            self.asked, self.other = self.other, self.asked


def invite(host: Visitor, guest: Visitor, **options: str) -> Duel:
    """Open a table for two and follow the invitation; the host splits first."""
    hosted = LobbyPage(host).visit().open_table(("me", "open"), first_splitter="seat0", **options)
    joined = TablePage(guest).visit(hosted.invitation())
    joined.sit_down()
    return Duel(hosted, joined)
