"""What the table itself does is told: to those who sit there, and to those who watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from .crew import Crew, sign_on
from .lines import SlowLine
from .pages import TablePage, go
from .room import Room, guest, host, open_by_request
from .serving import Server
from .texts import LANGUAGES, shell_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator

    from .visitors import Crowd

LEAVE_S: Final = 1.0
EXPIRE_S: Final = 5.0
SHORT_CLOCK_S: Final = 5
LOOK_MS: Final = 20
"""How often a test looks for what no page shows."""


@pytest.fixture(scope="module")
def brisk_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that waits for nobody."""
    options = ("--leave", str(LEAVE_S), "--expire", str(EXPIRE_S))
    server = Server(tmp_path_factory.mktemp("brisk"), *options)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(brisk_server: Server) -> Server:
    """The server of these tests."""
    return brisk_server


def line(table: TablePage, key: str, language: str = "en", **values: str) -> Locator:
    """The lines of the log that tell this."""
    return table.log.filter(has_text=shell_text(language, key).format(**values))


def test_both_are_told_that_the_clock_ran_out(crowd: Crowd) -> None:
    """Nobody answers: the clock does, and then a bot for who lets it do so again and again."""
    anna = open_by_request(crowd.visitor("Anna"), ["open", "open"], clock_s=SHORT_CLOCK_S)
    anna.sit_down()
    ben = guest(crowd.visitor("Ben", locale="de-DE"), anna)
    expect(anna.page.get_by_test_id("progress")).to_be_visible()
    first, second = ("Anna", "Ben") if anna.orders.is_visible() else ("Ben", "Anna")

    for name in (first, second):
        expect(line(anna, "log.table_clock", name=name).first).to_be_visible()
        expect(line(ben, "log.table_clock", "de", name=name).first).to_be_visible()

    bot = shell_text("en", "bot.captain")
    taken_over = line(anna, "log.table_stand_in.time", name=first, bot=bot)
    expect(taken_over).to_be_visible(timeout=6000 * SHORT_CLOCK_S)


def test_everybody_is_told_for_whom_a_bot_plays(crowd: Crowd) -> None:
    """Also who has just come to watch."""
    anna = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    ben = guest(crowd.visitor("Ben"), anna)
    watched = Room(crowd.visitor("Eve", locale="pl-PL")).visit(anna.path)
    anna.await_question()
    anna.open_menu()
    anna.page.get_by_test_id("go-away").click()

    for table in (anna, ben):
        bot = shell_text("en", "bot.captain")
        told = line(table, "log.table_stand_in.asked", name="Anna", bot=bot)
        expect(told).to_have_count(1)
    bot = shell_text("pl", "bot.captain")
    asked = line(watched, "log.table_stand_in.asked", "pl", name="Anna", bot=bot)
    expect(asked).to_have_count(1)
    anna.page.get_by_test_id("come-back").click()
    expect(line(ben, "log.table_returned", name="Anna")).to_have_count(1)
    expect(line(watched, "log.table_returned", "pl", name="Anna")).to_have_count(1)


def test_somebody_who_left_reads_it_on_return(crowd: Crowd) -> None:
    anna = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    ben = guest(crowd.visitor("Ben"), anna)
    path = anna.path
    anna.await_question()
    go(anna.page, "/")
    bot = shell_text("en", "bot.captain")
    expect(line(ben, "log.table_stand_in.left", name="Anna", bot=bot)).to_have_count(1)

    anna.visit(path)

    missed = anna.page.get_by_test_id("missed")
    missed.locator("summary").click()
    left = shell_text("en", "log.table_stand_in.left").format(name="Anna", bot=bot)
    expect(missed.get_by_role("listitem").filter(has_text=left)).to_be_visible()


def test_alone_one_may_wait_for_five_minutes(crowd: Crowd) -> None:
    """Against bots: five minutes for the page, and for the server longer than it ever waits."""
    visitor = crowd.visitor("Anna")
    page = visitor.page
    page.clock.install()
    go(page, "/")
    page.get_by_test_id("lobby-game-jolly-roger").click()
    page.get_by_test_id("name-input").fill("Anna")
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    table = Crew(visitor)
    orders = table.await_orders()
    expect(page.get_by_test_id("hint")).to_be_visible()
    before = (table.prompt.inner_text(), table.log_lines(), table.hand.count())

    page.clock.fast_forward("05:00")
    page.wait_for_timeout(1000 * 2 * LEAVE_S)

    assert table.legal() == orders
    assert (table.prompt.inner_text(), table.log_lines(), table.hand.count()) == before
    expect(page.get_by_role("timer")).to_have_count(0)
    table.answer_on_table(orders)
    table.await_orders()


def test_a_spectator_sees_that_the_table_waits_for_its_people(crowd: Crowd) -> None:
    """A table with a clock pauses while none of them is there."""
    anna = host(crowd.visitor("Anna"), "me", "bot:bosun", clock="120", first_splitter="seat0")
    watched = Room(crowd.visitor("Eve")).visit(anna.path)
    path, paused = anna.path, watched.page.get_by_test_id("paused")
    anna.await_question()
    expect(paused).to_have_count(0)

    go(anna.page, "/")

    expect(paused).to_have_text(shell_text("en", "paused"))
    expect(line(watched, "log.table_paused")).to_have_count(1)
    anna.visit(path)
    expect(paused).to_have_count(0)
    expect(line(watched, "log.table_resumed")).to_have_count(1)
    anna.answer()


def test_a_done_that_comes_too_late_is_told_kindly_and_does_nothing(crowd: Crowd) -> None:
    """Two tabs of one person: one has gone on, and the other does not know yet."""
    anna = crowd.visitor("Anna")
    first = sign_on(anna, bots=3)
    while "done" not in (orders := first.await_orders()):
        first.answer_on_table(orders)
    second = TablePage(anna, anna.new_page())
    slow = SlowLine(second.page)
    second.visit(first.path)
    stale = second.orders.locator("button[data-action=done]")
    expect(stale).to_be_visible()
    slow.hold("update")
    first.orders.locator("button[data-action=done]").click()
    while not slow.holds_back:
        second.page.wait_for_timeout(LOOK_MS)

    stale.click()

    expect(second.refusal).to_contain_text(shell_text("en", "refusal.too_late"))
    slow.release()
    expect(second.refusal).to_be_visible()
    assert sum('"too_late"' in frame for frame in anna.frames) == 1
    first.answer_on_table(first.await_orders())


def test_a_table_that_has_waited_in_vain_is_closed(crowd: Crowd) -> None:
    """My tables say so, and so does its page, in every language."""
    visitor = crowd.visitor("Anna")
    anna = host(visitor, "me", "open")
    path = anna.path
    go(anna.page, "/")

    mine = anna.page.get_by_test_id("my-table").first
    expect(mine).to_contain_text(shell_text("en", "status.expired"))
    mine.click()
    heading = anna.page.get_by_role("heading")
    expect(heading).to_have_text(shell_text("en", "table.expired"))
    anna.page.get_by_role("link").click()
    expect(anna.page.get_by_test_id("open-table")).to_be_visible()
    for language in LANGUAGES:
        late = crowd.visitor(f"Late {language}", locale=language)
        TablePage(late).visit(path)
        expect(late.page.get_by_role("heading")).to_have_text(shell_text(language, "table.expired"))


def test_an_address_is_not_confirmed_by_an_old_link(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")
    go(anna.page, "/confirm/nosuchtoken")
    expect(anna.page.get_by_role("heading")).to_have_text(shell_text("en", "confirm.title"))

    anna.page.get_by_test_id("confirm").click()

    expect(anna.page.get_by_role("alert")).to_have_text(shell_text("en", "refusal.unknown_token"))
    anna.forgive("404")
