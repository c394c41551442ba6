"""Several people at one device: a curtain falls before the next one looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import LobbyPage, await_ready, choose_options
from .room import Room
from .texts import game_text, shell_text
from .visitors import phone

if TYPE_CHECKING:
    from .visitors import Crowd, Visitor

SECRETS = "[data-testid=chat], [data-testid=log], [data-anchor], [data-testid^=card-]"


def sit_together(visitor: Visitor) -> Room:
    """Anna and Ben share a laptop; Anna splits first."""
    page = visitor.page
    LobbyPage(visitor).visit()
    page.get_by_test_id("name-input").fill("Anna")
    page.get_by_test_id("company-here").click()
    page.get_by_test_id("seat-1-name").fill("Ben")
    choose_options(page, {"first_splitter": "seat0", "deck": "advanced", "memory": "closed"})
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)
    return Room(visitor)


def test_the_curtain_hides_one_from_the_other(crowd: Crowd) -> None:
    laptop = sit_together(crowd.visitor("Anna"))
    laptop.look("Anna")
    assert laptop.await_question() == "split"
    laptop.decide("split")

    laptop.pass_on()

    expect(laptop.page.locator(SECRETS)).to_have_count(0)
    expect(laptop.orders).to_have_count(0)
    laptop.look("Ben")
    expect(laptop.page.get_by_text(shell_text("en", "bar.you").format(name="Ben"))).to_be_visible()
    assert laptop.await_question() == "pick"
    laptop.decide("pick")
    turns = 0
    while turns < 4:
        strip = laptop.page.get_by_test_id("pass-on")
        expect(strip.or_(laptop.orders)).to_be_visible()
        if strip.is_visible():
            laptop.pass_on()
            laptop.page.get_by_test_id("curtain-show").click()
            await_ready(laptop.page)
        laptop.answer()
        turns += 1


def test_each_at_the_device_knows_only_the_own_cards(crowd: Crowd) -> None:
    """What Anna drew is named in her log alone, whoever looks first or last."""
    visitor = crowd.visitor("Anna")
    page = visitor.page
    LobbyPage(visitor).visit()
    page.get_by_test_id("lobby-game-jamaica").click()
    page.get_by_test_id("name-input").fill("Anna")
    page.get_by_test_id("company-here").click()
    page.get_by_test_id("seat-1-name").fill("Ben")
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    laptop = Room(visitor)
    names = {0: "Anna", 1: "Ben"}
    expect(page.get_by_test_id("curtain-show")).to_be_visible()
    first = 0 if "Anna" in laptop.curtain.get_by_role("heading").inner_text() else 1
    laptop.look(names[first])
    check_draws(laptop)

    laptop.open_menu()
    page.get_by_role("button", name=shell_text("en", "curtain.hide")).click()
    expect(page.locator(SECRETS)).to_have_count(0)
    page.get_by_text(shell_text("en", "curtain.others")).click()
    page.get_by_test_id(f"curtain-seat-{1 - first}").click()
    await_ready(page)

    check_draws(laptop)


def check_draws(laptop: Room) -> None:
    """The log names the three cards that are in this person's hand, and no others."""
    dealt = laptop.log.filter(has_text="Everybody draws 3 cards; yours: ")
    expect(dealt).to_have_count(1)
    hand = laptop.page.locator("[data-testid^=hand-]")
    cards = hand.evaluate_all("all => all.map((one) => one.dataset.testid.slice(5))")
    named = [game_text("en", f"card.{card}", "jamaica") for card in cards]
    told = re.split(", | and ", dealt.inner_text().partition("yours: ")[2].rstrip("."))
    assert len(told) == 3
    assert sorted(told) == sorted(named)
    assert len([line for line in laptop.log_lines() if "draws" in line]) == 1


def test_a_reload_shows_nothing_before_somebody_says_who_looks(crowd: Crowd) -> None:
    laptop = sit_together(crowd.visitor("Anna", phone(360, 740)))
    laptop.look("Anna")
    laptop.await_question()

    laptop.reload()

    expect(laptop.curtain).to_be_visible()
    assert laptop.overflow() == 0
    expect(laptop.page.locator(SECRETS)).to_have_count(0)
    laptop.look("Anna")
    assert laptop.await_question() == "split"


def test_both_keep_their_seats_while_one_looks(crowd: Crowd) -> None:
    """Nobody at a shared device counts as away; a spectator sees both there."""
    laptop = sit_together(crowd.visitor("Anna"))
    laptop.look("Anna")
    watcher = Room(crowd.visitor("Eve"))
    watcher.visit(laptop.path)
    for seat, name in enumerate(("Anna", "Ben")):
        expect(watcher.seat(seat)).to_contain_text(name)
        expect(watcher.seat(seat)).not_to_contain_text(shell_text("en", "seat.away"))
