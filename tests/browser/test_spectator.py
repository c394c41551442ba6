"""Somebody who watches sees the table, gives no orders, and learns no secret."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from .pages import LobbyPage, TablePage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .visitors import Crowd, Visitor

Update = dict[str, Any]
MIDDLE = 4
"""A turn by which there are parrots in the crews."""


def test_a_spectator_sees_the_game_to_its_end(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table(deck="pocket")
    watched = TablePage(crowd.visitor("Eve")).visit(table.path)

    expect(watched.page.get_by_test_id("spectator-badge")).to_be_visible()
    for _ in range(3):
        table.answer()
        watched.await_log(table.log.count() - 1)
        expect(watched.orders).to_have_count(0)
        assert watched.targets() == []
    watched.open_tab("chat")
    expect(watched.page.get_by_test_id("chat-input")).to_have_count(0)

    table.run_home()
    expect(watched.result).to_be_visible()
    assert watched.totals() == table.totals()


def test_closed_memory_tells_spectators_no_hidden_face(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table(deck="advanced", memory="closed")
    early, late = crowd.visitor("Early"), crowd.visitor("Late")
    TablePage(early).visit(table.path)
    while turn_of(table) < MIDDLE:
        table.answer()
    table.await_question()
    TablePage(late).visit(table.path)
    table.run_home()
    expect(TablePage(early).result).to_be_visible()
    expect(TablePage(late).result).to_be_visible()

    for visitor in (early, late):
        for update in updates(visitor):
            if update["result"] is None:
                check_view(update["view"])
                check_events(update)
    story = updates(late)[0]
    answer = table.page.request.get(f"/api/tables/{table.name}/replay")
    assert parrots_told(story) == parrots_played(answer.json(), story["view"]["turn"])


def turn_of(table: TablePage) -> int:
    """The turn that the bar names."""
    return int(table.page.get_by_test_id("progress").inner_text().split()[1])


def updates(visitor: Visitor) -> list[Update]:
    """Every update that crossed this visitor's wire."""
    messages = [json.loads(frame) for frame in visitor.frames]
    return [message for message in messages if message["type"] == "update"]


def check_view(view: dict[str, Any]) -> None:
    """Parrots and chests lie covered."""
    for ship in view["ships"]:
        for card in (card for crew in ship["crews"] for card in crew if not card["face_up"]):
            assert card["card"] is None
    for chest in view["chests"]:
        assert chest["cards"] is None
        assert chest["gold"] is None


def check_events(update: Update) -> None:
    """What was put face down is named while its turn lasts, and by the play that ends it."""
    for turn, event in told(update):
        if event["kind"] in ("parrot_placed", "boarded", "parrot_stayed") and "card" in event:
            assert turn == update["view"]["turn"] or event["seq"] == update["seq"], event


def told(update: Update) -> Iterator[tuple[int, dict[str, Any]]]:
    """The events of an update with the turns in which they happened."""
    began = [event["turn"] for event in update["events"] if event["kind"] == "turn_began"]
    turn = began[0] - 1 if began else update["view"]["turn"]
    for event in update["events"]:
        turn = event.get("turn", turn) if event["kind"] == "turn_began" else turn
        yield turn, event


def parrots_told(story: Update) -> list[tuple[int, str]]:
    """Who sent parrots where in the finished turns; their faces are not told."""
    parrots = [event for turn, event in told(story) if turn < story["view"]["turn"]]
    return [(one["seat"], one["ship"]) for one in parrots if one["kind"] == "parrot_placed"]


def parrots_played(replay: dict[str, Any], turn: int) -> list[tuple[int, str]]:
    """The same from the finished game's replay, which names everything."""
    found, splits = [], 0
    for seat, action in replay["actions"]:
        splits += action.startswith("split")
        if splits < turn and action.startswith("parrot"):
            found.append((seat, action.split()[2]))
    assert found
    return found
