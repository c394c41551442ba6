"""Jolly Roger in a browser: whole games, mutinies, bribes, standing orders, phones, spectators."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from .crew import Crew, sign_on, sign_on_below_deck
from .pages import TablePage, pattern_of
from .serving import Server
from .texts import SOURCES, shell_text
from .visitors import Crowd, phone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

TEXTS: dict[str, Any] = json.loads(
    (SOURCES / "games" / "jolly_roger" / "texts" / "en.json").read_text(encoding="utf-8")
)
CALLED = pattern_of(TEXTS["event.mutiny_called"], name="Anna")
LIVE = "60"
SOME_TURNS = 8
FEW_DECISIONS = 4


def told(table: TablePage, event: str, **values: str) -> bool:
    """Whether the log tells an event."""
    pattern = pattern_of(TEXTS[f"event.{event}"], **values)
    return any(pattern.search(line) for line in table.log_lines())


def check_score(table: Crew, seats: int) -> None:
    """The most gold wins, and the flag flies for it."""
    points = table.points(seats)
    expect(table.page.get_by_test_id("score-sheet").locator("section")).to_have_count(seats)
    assert told(table, "game_ended.none", gold=str(max(points))) or points.count(max(points)) > 1
    if points.count(max(points)) == 1 and points[0] == max(points):
        title = table.result.locator("#result-title")
        expect(title).to_have_text(shell_text("en", "result.winner").replace("{name}", "Anna"))


def test_a_whole_game_of_four(crowd: Crowd) -> None:
    """One person and three bots: a bribe, a mutiny that the person calls, and on to the score."""
    table = sign_on_below_deck(crowd.visitor("Anna"), bots=3)
    expect(table.page.locator("[data-testid^=panel-]")).to_have_count(4)

    table.bribe("no_mutiny", 1, "best_prize", note="You know it makes sense.")
    table.call_a_mutiny(CALLED)
    table.sail_home()

    assert told(table, "promise_offered.asking", name="Anna")
    check_score(table, 4)
    table.result.get_by_role("button").first.click()
    table.open_tab("chat")
    expect(table.page.get_by_test_id("chat")).to_contain_text("You know it makes sense.")


def test_ten_at_one_table(crowd: Crowd) -> None:
    """Nine bots fit on the screen beside the person, who calls a mutiny against one of them."""
    table = sign_on_below_deck(crowd.visitor("Anna"), bots=9, ask_all="false")
    for seat in range(10):
        expect(table.panel(seat)).to_be_in_viewport(ratio=1)
    expect(table.dock).to_be_in_viewport(ratio=1)

    table.bribe("join", 3)
    table.call_a_mutiny(CALLED)

    assert told(table, "promise_offered.none", name="Anna")


def test_standing_orders_pass_for_a_person(crowd: Crowd) -> None:
    """With orders given, only what must be decided is asked; windows close by themselves."""
    table = sign_on(crowd.visitor("Anna"), bots=3, clock=LIVE)
    table.open_tab("orders")
    for keep in ("mutiny", "traitor"):
        table.page.get_by_test_id(f"keep-{keep}").uncheck()
    for wake in ("mutiny", "offer"):
        table.page.get_by_test_id(f"wake-{wake}").uncheck()
    table.page.get_by_test_id("orders-passing").check()
    expect(table.page.get_by_test_id("order-passing")).to_be_visible()

    table.reload()
    expect(table.page.get_by_test_id("order-passing")).to_be_visible()
    asked = [table.answer_on_table(table.await_orders()) for _ in range(FEW_DECISIONS)]

    assert "pass" not in asked


def test_a_phone_by_touch(crowd: Crowd) -> None:
    """Ten seats on a phone, in every language: nothing sticks out, the hand stays in reach."""
    for locale in ("en-GB", "de-DE", "pl-PL"):
        visitor = crowd.visitor(f"Anna{locale}", phone(390, 844), locale=locale)
        table = sign_on(visitor, bots=9)
        for _ in range(SOME_TURNS):
            orders = table.await_orders()
            assert table.overflow() == 0
            expect(table.page.get_by_test_id("reach")).to_be_in_viewport(ratio=1)
            table.answer_on_table(orders)
        for seat in range(10):
            expect(table.panel(seat)).to_be_attached()
        for tab in ("deals", "orders"):
            table.open_tab(tab)
            assert table.overflow() == 0


def test_every_card_of_a_large_hand_is_in_reach(crowd: Crowd) -> None:
    """The card under the pointer does not cover the edge of the next one."""
    table = sign_on(crowd.visitor("Anna"), bots=3)
    table.await_orders()
    table.page.add_style_tag(content="[data-testid=hand] { max-width: 170px }")
    cards = table.page.locator("[data-testid=hand] button")
    for place in range(cards.count() - 1):
        cards.nth(place).hover(position={"x": 8, "y": 30})
        cards.nth(place + 1).click(position={"x": 8, "y": 30}, trial=True, timeout=2000)


def test_a_spectator_sees_no_hand(crowd: Crowd) -> None:
    """Hands are numbers to those who watch; no message names a card in one."""
    table = sign_on(crowd.visitor("Anna"), bots=3)
    eve = crowd.visitor("Eve")
    watched = Crew(eve)
    watched.visit(table.path)
    expect(watched.page.get_by_test_id("spectator-badge")).to_be_visible()
    for _ in range(SOME_TURNS):
        table.answer_on_table(table.await_orders())
    watched.await_log(table.log.count() - 1)

    expect(watched.page.get_by_test_id("hand")).to_have_count(0)
    expect(watched.page.get_by_test_id("dock")).to_have_count(0)
    expect(watched.orders).to_have_count(0)
    updates = [json.loads(frame) for frame in eve.frames if '"type":"update"' in frame]
    assert updates
    for update in updates:
        assert update["legal"] == update["asides"] == []
        for seat in update["view"]["seats"]:
            assert set(seat["hand"]) <= {None}
            assert seat["buried"] is None
        for event in update["events"]:
            assert event["kind"] != "card_drawn" or "card" not in event


@pytest.fixture
def patient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose windows last as long as for people."""
    server = Server(tmp_path_factory.mktemp("patient"), countdown="1")
    server.start()
    yield server
    server.stop()


def test_the_countdown_is_held_by_a_key(browser: Browser, patient_server: Server) -> None:
    """H stops it for everybody, H again lets it run; D says done."""
    crowd = Crowd(browser, patient_server.address)
    table = sign_on(crowd.visitor("Anna"), bots=3, clock=LIVE, ask_all="true")
    watched = TablePage(crowd.visitor("Eve")).visit(table.path)
    countdown = table.page.get_by_test_id("countdown")
    hold = table.page.get_by_test_id("hold")
    while not countdown.is_visible():
        table.answer_on_table(table.await_orders())
        countdown.or_(table.orders).first.wait_for()

    table.page.keyboard.press("h")
    expect(hold).to_have_attribute("aria-pressed", "true")
    holds = re.compile(re.escape(shell_text("en", "countdown.held").replace("{name}", "Anna")))
    expect(watched.page.get_by_test_id("countdown")).to_contain_text(holds)
    expect(watched.page.get_by_test_id("hold")).to_have_count(0)

    table.page.keyboard.press("h")
    expect(hold).to_have_attribute("aria-pressed", "false")
    table.page.keyboard.press("d")
    expect(table.page.get_by_test_id("done")).to_have_count(0)
    assert crowd.troubles() == []
    crowd.leave()
