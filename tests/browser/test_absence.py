"""Somebody leaves: a bot plays on, and hands the seat back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from .pages import Duel, await_ready, go, unfold
from .room import Room, guest, host, open_by_request
from .serving import Server
from .texts import shell_text
from .visitors import phone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .visitors import Crowd, Visitor

LEAVE_S: Final = 1.0
IDLE_S: Final = 2.0


@pytest.fixture(scope="module")
def brisk_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that does not wait long for people."""
    options = ("--leave", str(LEAVE_S), "--idle", str(IDLE_S))
    server = Server(tmp_path_factory.mktemp("brisk"), *options)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(brisk_server: Server) -> Server:
    """The server of these tests."""
    return brisk_server


def test_a_bot_takes_over_and_hands_the_seat_back(crowd: Crowd) -> None:
    """Open, invite, join, play, leave, bot, return: the table is as it was, and tells the news."""
    anna = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    ben = guest(crowd.visitor("Ben"), anna)
    path = ben.path
    anna.answer()
    assert ben.await_question() == "pick"

    go(ben.page, "/")

    mark = anna.page.get_by_test_id("stand-in-1")
    expect(mark).to_contain_text(shell_text("en", "bot.captain"))
    anna.await_question()
    anna.answer()
    ben.visit(path)
    expect(anna.page.get_by_test_id("returned-1")).to_be_visible()
    expect(mark).to_have_count(0)
    missed = ben.page.get_by_test_id("missed")
    expect(missed).to_contain_text("While you were away")
    missed.locator("summary").click()
    expect(missed.get_by_role("listitem").first).to_contain_text("Ben")
    ben.page.get_by_test_id("missed-read").click()
    expect(missed).to_have_count(0)
    duel = Duel(ben, anna) if ben.orders.is_visible() else Duel(anna, ben)
    while duel.asked is not ben:
        duel.play(1)
    ben.answer()
    expect(mark).to_have_count(0)


def test_a_bot_plays_for_somebody_who_asks(crowd: Crowd) -> None:
    """Anna is away and here at once: the bot plays her seat until she says that she is back."""
    anna = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    ben = guest(crowd.visitor("Ben"), anna)
    anna.await_question()
    anna.open_menu()
    anna.page.get_by_test_id("go-away").click()

    expect(anna.page.get_by_test_id("stand-in-strip")).to_contain_text(
        shell_text("en", "bot.captain")
    )
    expect(ben.page.get_by_test_id("stand-in-0")).to_be_visible()
    assert ben.await_question() == "pick"
    anna.page.get_by_test_id("come-back").click()

    expect(anna.page.get_by_test_id("stand-in-strip")).to_have_count(0)
    expect(ben.page.get_by_test_id("returned-0")).to_be_visible()
    Duel(ben, anna).play(3)


def test_somebody_idle_is_relieved_and_has_the_seat_back(crowd: Crowd) -> None:
    """Without a clock one waits and waits, until a bot may play; the other was in the galley."""
    anna = open_by_request(crowd.visitor("Anna"), ["open", "open"], clock_s=None)
    anna.sit_down()
    ben = guest(crowd.visitor("Ben"), anna)
    expect(anna.page.get_by_test_id("progress")).to_be_visible()
    idle, waits = (anna, ben) if anna.orders.is_visible() else (ben, anna)
    seat = 0 if idle is anna else 1
    strip = waits.page.get_by_test_id(f"late-{seat}")
    expect(strip).to_contain_text("is taking a long time")
    expect(idle.page.get_by_test_id(f"late-{seat}")).to_have_count(0)

    waits.page.get_by_test_id(f"relieve-{seat}").click()

    expect(waits.page.get_by_test_id(f"stand-in-{seat}")).to_be_visible()
    expect(strip).to_have_count(0)
    waits.await_question()
    idle.page.get_by_test_id("come-back").click()
    expect(waits.page.get_by_test_id(f"returned-{seat}")).to_be_visible()
    waits.answer()


def test_a_board_that_shows_the_seats_tells_who_is_played_by_a_bot(crowd: Crowd) -> None:
    """Jolly Roger has no list of seats beside it; the others learn of the stand-in all the same."""
    anna = open_jolly_roger(crowd.visitor("Anna"))
    ben = guest(crowd.visitor("Ben", phone(360, 740)), anna)
    expect(ben.page.get_by_test_id("progress")).to_be_visible()
    ben.open_menu()
    ben.page.get_by_test_id("go-away").click()

    mark = anna.page.get_by_test_id("stand-in-1")
    words = shell_text("en", "seat.plays_for").format(
        bot=shell_text("en", "bot.captain"), name="Ben"
    )
    expect(mark).to_have_text(words)
    ben.page.get_by_test_id("come-back").click()
    back = anna.page.get_by_test_id("returned-1")
    expect(back).to_have_text(shell_text("en", "seat.back").format(name="Ben"))
    expect(mark).to_have_count(0)


def open_jolly_roger(visitor: Visitor) -> Room:
    """A table for two people and a bot, who all wait for one another."""
    page = visitor.page
    go(page, "/")
    page.get_by_test_id("lobby-game-jolly-roger").click()
    page.get_by_test_id("name-input").fill(visitor.name)
    page.get_by_test_id("company-friends").click()
    page.get_by_test_id("seat-count").select_option("3")
    page.get_by_test_id("seat-2-kind").select_option("bot:bosun")
    unfold(page, "terms")
    page.get_by_test_id("tempo-days").check()
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)
    return Room(visitor)


def test_the_helm_is_taken_while_a_game_is_on(crowd: Crowd) -> None:
    anna = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    ben = guest(crowd.visitor("Ben"), anna)
    anna.await_question()
    expect(ben.page.get_by_test_id("progress")).to_be_visible()
    anna.page.close()
    expect(ben.page.get_by_test_id("stand-in-0")).to_be_visible()

    ben.open_menu()
    ben.page.get_by_test_id("take-helm").click()

    expect(ben.page.get_by_test_id("host-publish")).to_be_visible()
    expect(ben.page.get_by_test_id("take-helm")).to_have_count(0)


def test_the_host_leaves_and_somebody_takes_the_helm(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")
    go(anna.page, "/")
    anna.page.get_by_test_id("lobby-game-jamaica").click()
    anna.page.get_by_test_id("name-input").fill("Anna")
    anna.page.get_by_test_id("company-friends").click()
    anna.page.get_by_test_id("seat-count").select_option("3")
    anna.page.get_by_test_id("open-table").click()
    anna.page.wait_for_url("**/table/*")
    ben = guest(crowd.visitor("Ben"), Room(anna))
    anna.page.close()

    helm = ben.page.get_by_test_id("take-helm")
    expect(helm).to_be_visible()
    ben.page.wait_for_timeout(1000 * LEAVE_S + 200)
    helm.click()

    expect(ben.page.get_by_test_id("host-panel")).to_be_visible()


def test_nobody_takes_the_helm_while_the_page_of_a_host_without_a_seat_is_open(
    crowd: Crowd,
) -> None:
    anna = host(crowd.visitor("Anna"), "open", "open")
    ben = Room(crowd.visitor("Ben"))
    ben.visit(anna.path)
    ben.sit_down()
    ben.page.wait_for_timeout(1000 * LEAVE_S + 200)
    helm = ben.page.get_by_test_id("take-helm")

    expect(helm).to_have_count(0)

    anna.page.close()
    ben.page.wait_for_timeout(1000 * LEAVE_S + 200)
    helm.click()
    expect(ben.page.get_by_test_id("host-panel")).to_be_visible()
