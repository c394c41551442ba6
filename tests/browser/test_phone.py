"""Two phones of different width play by touch; nothing sticks out of their screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import Duel, LobbyPage, TablePage
from .visitors import phone

if TYPE_CHECKING:
    from .visitors import Crowd

TWO_TURNS = 14
"""Decisions: in two turns everybody has split, picked and played."""


def test_turns_by_touch(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna", phone(390, 844))
    ben = crowd.visitor("Ben", phone(360, 740))
    lobby = LobbyPage(anna).visit()
    TablePage(ben).visit("/")
    for visitor in (anna, ben):
        assert TablePage(visitor).overflow() == 0
    hosted = lobby.open_table(("me", "open"), first_splitter="seat0")
    joined = TablePage(ben).visit(hosted.invitation())
    for table in (hosted, joined):
        assert table.overflow() == 0
    joined.sit_down()

    duel = Duel(hosted, joined)
    questions = set()
    for _ in range(TWO_TURNS):
        question = duel.asked.await_question()
        questions.add((duel.asked, question))
        if question == "split":
            move_a_card_by_touch(duel.asked)
        for table in (hosted, joined):
            assert table.overflow() == 0, question
        duel.play(1, tap=True)

    assert questions == {(t, q) for t in (hosted, joined) for q in ("split", "pick", "play")}


def move_a_card_by_touch(table: TablePage) -> None:
    """Tap a card: it lies in the other set then."""
    before = table.cards_in("A")
    position = before[0] if len(before) > 1 else table.cards_in("B")[0]
    table.card(position).tap()
    expect(table.page.get_by_test_id("commit-split")).to_be_enabled()
    assert table.cards_in("A") == sorted(set(before) ^ {position})


def test_the_score_sheet_fits(crowd: Crowd, finished_table: str) -> None:
    for size in ((390, 844), (360, 740)):
        table = TablePage(crowd.visitor(f"Anna{size[0]}", phone(*size))).visit(finished_table)
        expect(table.result).to_be_visible()
        assert table.overflow() == 0
        table.result.get_by_role("button").last.tap()
        expect(table.result).to_have_count(0)
        assert table.overflow() == 0


def test_every_page_beside_the_table_fits(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("Anna", phone(360, 740))).visit().open_table()
    for tab in ("log", "chat", "rules", "unseen"):
        table.page.get_by_test_id(f"tab-{tab}").tap()
        expect(table.page.get_by_test_id(tab)).to_be_visible()
        assert table.overflow() == 0, tab
