"""Jamaica in a browser: whole games, looks ahead, phones, and the story that is acted out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from .texts import SOURCES, game_text, shell_text
from .visitors import phone
from .voyage import Voyage, set_sail

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from .visitors import Crowd

A_MOMENT_MS = 3000

TEXTS: dict[str, Any] = json.loads(
    (SOURCES / "games" / "jamaica" / "texts" / "en.json").read_text(encoding="utf-8")
)


def check_score(table: Voyage, seats: int) -> None:
    """The best score wins, and the log tells the same numbers."""
    points = table.points(seats)
    lines = "\n".join(table.log_lines()).replace("\N{MINUS SIGN}", "-")
    for total in points:
        assert f", {total} in total." in lines
    title = table.result.locator("#result-title")
    if points.count(max(points)) == 1 and points[0] == max(points):
        expect(title).to_have_text(shell_text("en", "result.winner").replace("{name}", "Anna"))
    elif points.count(max(points)) > 1:
        expect(table.page.get_by_test_id("tie-break")).to_be_visible()
    expect(table.page.get_by_test_id("score-sheet").locator("section")).to_have_count(seats)


def test_a_whole_game_of_four(crowd: Crowd) -> None:
    """One person and three bots, from the lobby to the score."""
    table = set_sail(crowd.visitor("Anna"), bots=3)
    expect(table.ranking).to_have_count(4)

    asked = table.sail_home()

    assert asked["choose"] >= 3
    assert asked["place_dice"] >= 1
    check_score(table, 4)


def test_the_ghost_ship_sails_along(crowd: Crowd) -> None:
    """With two seats a third ship is on the chart, and somebody steers it."""
    table = set_sail(crowd.visitor("Anna"), bots=1)
    expect(table.ranking).to_have_count(3)
    expect(table.ship(2)).to_be_visible()

    steered = re.compile(re.escape(TEXTS["event.ghost_steered"].partition("{name}")[2][:20]))
    while not any(steered.search(line) for line in table.log_lines()):
        assert table.await_order() is not None
        table.touch(table.glowing()[0])


def test_a_card_is_looked_at_before_it_is_laid(crowd: Crowd) -> None:
    """The chart shows where it leads, a sentence tells what it costs."""
    table = set_sail(crowd.visitor("Anna"), bots=2)
    card = None
    while card is None:
        if table.await_order() == "choose":
            card = next(filter(leads_somewhere, table.orders_now()), None)
        if card is None:
            table.touch(table.glowing()[0])

    table.target(card).focus()

    expect(table.marks.first).to_be_visible()
    expect(table.lookout).to_contain_text(":")
    table.target(card).blur()
    expect(table.marks).to_have_count(0)


def leads_somewhere(action: str) -> bool:
    """Whether the card of an action has an arrow."""
    return bool(
        re.search("forward|backward", game_text("en", f"card.{action.split()[1]}", "jamaica"))
    )


def test_ships_sail_and_a_click_lands_them(crowd: Crowd) -> None:
    """What happens is acted out event by event; a click ends the show."""
    table = set_sail(crowd.visitor("Anna", reduced_motion="no-preference"), bots=3)
    sailing = table.page.locator(".sailing")
    while table.await_order() is not None:
        table.touch(table.glowing()[0])
        if is_seen_soon(sailing):
            break

    assert sailing.count() == 1
    lines = table.log.count()
    table.page.get_by_test_id("chart").click(position={"x": 4, "y": 4})

    expect(sailing).to_have_count(0)
    assert table.log.count() > lines


def is_seen_soon(piece: Locator) -> bool:
    """Whether something appears on the page within a moment."""
    try:
        piece.wait_for(timeout=A_MOMENT_MS)
    except TooLate:
        return False
    return True


def test_six_ships_on_a_phone(crowd: Crowd) -> None:
    """Nothing sticks out of the screen, whatever is asked, in every language."""
    for locale in ("en-GB", "de-DE", "pl-PL"):
        visitor = crowd.visitor(f"Anna{locale}", phone(360, 740), locale=locale)
        table = set_sail(visitor, bots=5)
        expect(table.ranking).to_have_count(6)
        for _ in range(3):
            assert table.await_order() is not None
            assert table.overflow() == 0
            table.touch(table.glowing()[0])
        table.open_tab("cards")
        expect(table.page.get_by_test_id("cards")).to_be_visible()
        assert table.overflow() == 0
