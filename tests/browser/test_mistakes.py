"""What people get wrong, or what happens to them: they are told, and nothing is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .lines import SlowLine
from .pages import LobbyPage, TablePage
from .texts import shell_text

if TYPE_CHECKING:
    from .visitors import Crowd


def test_a_link_to_no_table(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")

    TablePage(anna).visit("/table/nosuchtable")

    expect(anna.page.get_by_role("heading")).to_have_text(shell_text("en", "table.missing"))
    anna.forgive("404")
    anna.page.get_by_role("link").click()
    expect(anna.page.get_by_test_id("open-table")).to_be_visible()


def test_a_seat_that_somebody_else_has_just_taken(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table(("me", "open"))
    cleo = crowd.visitor("Cleo")
    line = SlowLine(cleo.page)
    late = TablePage(cleo).visit(table.invitation())
    line.hold("seats", "update")
    TablePage(crowd.visitor("Ben")).visit(table.invitation()).sit_down()

    cleo.page.get_by_test_id("name-input").fill("Cleo")
    cleo.page.get_by_test_id("join-seat").click()

    expect(cleo.page.get_by_role("alert")).to_have_text(shell_text("en", "refusal.seat_taken"))
    cleo.forgive("409")
    line.release()
    expect(cleo.page.get_by_test_id("spectator-badge")).to_be_visible()
    expect(cleo.page.get_by_test_id("seat-1")).to_contain_text("Ben")
    expect(late.log.first).to_be_attached()


def test_an_order_from_a_tab_that_is_behind(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")
    LobbyPage(anna).visit().open_table(("me", "open"), first_splitter="seat0")
    first = TablePage(anna)
    link = first.invitation()
    second = TablePage(anna, anna.new_page())
    line = SlowLine(second.page)
    second.visit(link)
    ben = TablePage(crowd.visitor("Ben")).visit(link)
    ben.sit_down()
    second.await_question()
    line.hold("update")
    first.answer()
    ben.await_question()
    told = ben.log_lines()

    second.decide("split")

    expect(second.refusal).to_contain_text(shell_text("en", "refusal.too_late"))
    assert ben.log_lines() == told
    line.release()
    expect(second.log).to_have_count(len(told))
    assert second.log_lines() == first.log_lines() == told
    ben.answer()


def test_a_seat_whose_credential_is_not_valid(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")
    table = LobbyPage(anna).visit().open_table()
    anna.page.evaluate(
        """() => {
          const tables = JSON.parse(localStorage.getItem('broadside.tables'));
          for (const one of tables) one.seats[0].credential = 'stolen';
          localStorage.setItem('broadside.tables', JSON.stringify(tables));
        }"""
    )

    table.reload()

    expect(anna.page.get_by_test_id("spectator-badge")).to_be_visible()
    expect(table.orders).to_have_count(0)
