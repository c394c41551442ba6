"""The server is killed in mid-game: after its restart everything goes on, nothing is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from .pages import TablePage, invite
from .serving import Server
from .texts import shell_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .visitors import Crowd

DECISIONS = 8 * 7
"""Eight turns: a split, a pick and five cards each."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, to be killed."""
    server = Server(tmp_path / "tables")
    server.start()
    yield server
    server.stop()


def test_both_browsers_go_on_after_a_kill(crowd: Crowd, server: Server) -> None:
    duel = invite(crowd.visitor("Anna"), crowd.visitor("Ben"))
    duel.play(12)
    question = duel.asked.await_question()
    assert question is not None
    tables = (duel.asked, duel.other)
    before = duel.asked.log_lines()
    expect(duel.other.log).to_have_count(len(before))

    server.kill()
    for table in tables:
        expect(connection(table)).to_have_attribute("data-state", "reconnecting")
    duel.asked.decide(question)
    expect(duel.asked.prompt).to_have_text(shell_text("en", "prompt.sending"))
    server.start()

    for table in tables:
        expect(connection(table)).to_have_attribute("data-state", "online")
        table.await_log(len(before))
        assert table.log_lines()[: len(before)] == before
    duel.asked.run_home(duel.other)
    assert duel.asked.totals() == duel.other.totals()
    assert duel.asked.log_lines() == duel.other.log_lines()
    replay = duel.asked.page.request.get(f"/api/tables/{duel.asked.name}/replay").json()
    assert len(replay["actions"]) == DECISIONS
    for visitor in crowd.visitors:
        # A browser that waited for the whole time before its next try has nothing to complain of.
        visitor.forgive("WebSocket connection to .* failed", certain=False)


def test_a_bots_turn_goes_on_after_a_kill_with_nobody_watching(
    crowd: Crowd, server: Server
) -> None:
    anna = crowd.visitor("Anna")
    opened = anna.context.request.post(
        "/api/tables",
        data={"game": "jolly-and-roger", "seats": [{"kind": "bot", "bot": "greedy"}] * 2},
    ).json()
    server.kill()
    server.start()

    table = TablePage(anna).visit(f"/table/{opened['table']}")

    expect(table.result).to_be_visible()


def connection(table: TablePage) -> Locator:
    """Where the page tells how it is connected."""
    return table.page.get_by_test_id("connection")
