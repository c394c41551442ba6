"""What happens only if all people at the table agree: taking back, and another tempo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import Duel
from .room import Room, guest, host
from .texts import shell_text

if TYPE_CHECKING:
    from .visitors import Crowd

DAY_S = 86_400
PICK_AND_FIVE_PLAYS = 6


def two(crowd: Crowd) -> tuple[Room, Room]:
    """Anna and Ben at one table; Anna has split, and Ben is asked."""
    anna = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    ben = guest(crowd.visitor("Ben"), anna)
    assert anna.answer() == "split"
    assert ben.await_question() == "pick"
    return anna, ben


def test_a_move_is_taken_back_when_both_agree(crowd: Crowd) -> None:
    anna, ben = two(crowd)
    assert anna.log.count() == 2

    anna.ask_undo()

    expect(ben.proposal).to_contain_text("Anna")
    expect(ben.page.get_by_test_id("proposal-0")).to_have_attribute("data-agreed", "true")
    expect(ben.page.get_by_test_id("proposal-1")).to_have_attribute("data-agreed", "false")
    ben.agree()
    for room in (anna, ben):
        expect(room.outcome).to_contain_text(shell_text("en", "outcome.undo.yes"))
        expect(room.log).to_have_count(1)
    assert anna.await_question() == "split"
    anna.answer()
    assert ben.await_question() == "pick"


def test_a_move_stands_when_one_would_rather_not(crowd: Crowd) -> None:
    anna, ben = two(crowd)

    anna.ask_undo()
    ben.refuse()

    for room in (anna, ben):
        expect(room.outcome).to_contain_text(shell_text("en", "outcome.undo.no"))
        expect(room.log).to_have_count(2)
    assert ben.await_question() == "pick"


def test_nothing_is_taken_back_after_something_was_revealed(crowd: Crowd) -> None:
    """The next turn lays five new cards open: Ben's last play stands."""
    anna, ben = two(crowd)
    duel = Duel(ben, anna)
    last = ben
    for _ in range(PICK_AND_FIVE_PLAYS):
        last = Room(duel.asked.visitor)
        duel.play(1)
    assert duel.asked.await_question() == "split"

    last.ask_undo()

    expect(last.refusal).to_contain_text(shell_text("en", "refusal.undo_revealed"))
    expect(last.proposal).to_have_count(0)


def test_a_live_table_is_switched_to_days(crowd: Crowd) -> None:
    anna, ben = two(crowd)

    ben.ask_tempo(3 * DAY_S)
    expect(anna.proposal).to_contain_text("3 days")
    anna.agree()

    for room in (anna, ben):
        expect(room.outcome).to_contain_text(shell_text("en", "outcome.tempo.yes"))
        expect(room.page.get_by_role("timer")).to_contain_text("days")
    ben.answer()
