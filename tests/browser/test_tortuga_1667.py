"""Tortuga 1667 in a browser: whole games, secrets, votes, phones, and private notes."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from broadside.games.tortuga_1667.cards import EVENT_NAMES, VOTE_NAMES

from .cruise import Cruise, put_to_sea
from .ledger import Moment, check_watcher, strings, truth, updates
from .pages import TablePage, verb_of
from .texts import SOURCES, game_text
from .visitors import phone

if TYPE_CHECKING:
    from .visitors import Crowd

TEXTS: dict[str, Any] = json.loads(
    (SOURCES / "games" / "tortuga_1667" / "texts" / "en.json").read_text(encoding="utf-8")
)
SHORT: dict[str, str] = {"short_deck": "9"}
"""Fewer events: long enough to see everything, short enough for a test."""


def check_end(table: Cruise, seats: int) -> None:
    """All loyalties lie open, and the nation with more chests has won."""
    loyalties = table.loyalties(seats)
    teams = Counter(loyalties)
    assert teams["british"] == teams["french"] == seats // 2
    assert teams["dutch"] == seats % 2
    winners = table.page.locator("[data-testid=score-sheet] .winner")
    won = set(winners.evaluate_all("all => all.map((one) => one.dataset.loyalty)"))
    british, french = (
        int(table.page.get_by_test_id(f"chests-{nation}").inner_text())
        for nation in ("british", "french")
    )
    if british != french:
        assert won == {"british" if british > french else "french"}
    elif seats % 2:
        assert won == {"dutch"}


def truth_of(table: TablePage) -> list[Moment]:
    """The finished game, seen from everywhere."""
    return truth(table.page.request.get(f"/api/tables/{table.name}/replay").body())


def test_a_whole_game_of_five_and_a_watcher(crowd: Crowd) -> None:
    """One person and four bots; a spectator's page and socket never hold a secret."""
    table = put_to_sea(crowd.visitor("Anna"), bots=4, level="bosun")
    eve = crowd.visitor("Eve")
    watched = TablePage(eve).visit(table.path)
    pages: list[tuple[int, str]] = []

    def look() -> None:
        content = eve.page.content()
        pages.append((len(updates(eve)), content))

    done = table.sail_home(look)

    assert done["peek"] + done["reveal"] >= 1
    check_end(table, 5)
    expect(watched.result).to_be_visible()
    moments = truth_of(table)
    assert table.loyalties(5) == [one["loyalty"] for one in moments[-1].loyalties]
    frames = updates(eve)
    assert check_watcher(frames, moments) > 100
    told: set[str] = set()
    seen = 0
    for count, content in pages:
        told.update(strings(frames[seen:count]))
        seen = count
        check_page(content, told)


def check_page(content: str, told: set[str]) -> None:
    """A spectator's page names only the event cards that were told, and no face of a hand."""
    assert 'data-testid="tray"' not in content
    assert "data-loyalty" not in content
    for card in (*EVENT_NAMES, *VOTE_NAMES):
        if card not in told:
            assert game_text("en", f"card.{card}", "tortuga_1667") not in content, card


def test_a_whole_game_of_two(crowd: Crowd) -> None:
    """Two actions in every turn, to the reveal of both loyalties."""
    table = put_to_sea(crowd.visitor("Anna"), bots=1, level="bosun", **SHORT)
    while table.await_order() != "peek":
        table.do(table.orders_now()[0])
    expect(table.page.get_by_test_id("progress")).to_contain_text("of 2")

    table.sail_home()

    check_end(table, 2)
    expect(table.page.get_by_test_id("ending")).not_to_be_empty()


def test_own_cards_lie_face_down_until_they_are_held(crowd: Crowd) -> None:
    """Neither loyalty nor hand can be read beside the player, by mouse, button or key."""
    table = put_to_sea(crowd.visitor("Anna"), bots=4)
    page = table.page
    table.await_order()
    seat = updates(table.visitor)[-1]["view"]["seats"][0]
    secrets = [game_text("en", f"card.{card}", "tortuga_1667") for card in seat["hand"]]
    secrets.append(f"Your loyalty: {TEXTS['nation.' + seat['loyalty']]}")
    page.get_by_test_id("cover").click()
    button = page.get_by_test_id("look")

    def seen() -> list[bool]:
        content = page.content()
        return [secret in content for secret in secrets]

    assert not any(seen())
    button.hover()
    page.mouse.down()
    expect(page.get_by_test_id("tray")).to_have_attribute("data-open", "true")
    assert all(seen())
    page.mouse.up()
    expect(page.get_by_test_id("tray")).to_have_attribute("data-open", "false")
    assert not any(seen())
    page.keyboard.down("h")
    assert all(seen())
    page.keyboard.up("h")
    assert not any(seen())
    button.focus()
    page.keyboard.down(" ")
    assert all(seen())
    page.keyboard.press("Tab")
    assert not any(seen())


def test_an_order_is_composed_and_looked_at_before_it_counts(crowd: Crowd) -> None:
    """Tapped things glow, the order is told in words, and can be taken back."""
    table = put_to_sea(crowd.visitor("Anna"), bots=4)
    while table.await_order() != "peek":
        table.do(table.orders_now()[0])
    table.thing("slot-2").click()
    expect(table.target("reveal 2")).to_be_visible()
    table.thing("slot-5").click()
    expect(table.target("reveal 2")).to_have_count(0)
    table.target("peek 2 5").focus()
    expect(table.lookout).to_have_text(TEXTS["look.peek"])
    forced = next(order for order in table.orders_now() if order.startswith("force 2 5"))
    table.thing(f"seat-{forced[-1]}").click()
    expect(table.target(forced)).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.target(forced)).to_have_count(0)
    lines = table.log.count()

    for name in ("slot-2", "slot-5"):
        table.thing(name).focus()
        table.page.keyboard.press("Enter")
    table.tab_to(table.target("peek 2 5"))
    table.page.keyboard.press("Enter")

    table.await_log(lines)
    assert any("Anna peeks at events 2 and 5." in line for line in table.log_lines())
    table.open_tab("record")
    expect(table.page.get_by_test_id("record")).to_contain_text("Anna peeks at events 2 and 5.")


def test_notes_stay_in_this_browser(crowd: Crowd) -> None:
    """A suspicion is there after a reload, and nothing of it was sent."""
    table = put_to_sea(crowd.visitor("Anna"), bots=4)
    table.open_tab("notes")
    table.page.get_by_test_id("belief-2-french").click()
    table.page.get_by_test_id("note-2").fill("took our chest")

    table.reload()
    table.open_tab("notes")

    expect(table.page.get_by_test_id("note-2")).to_have_value("took our chest")
    expect(table.page.get_by_test_id("belief-2-french")).to_have_attribute("aria-pressed", "true")
    assert not any("took our chest" in frame for frame in table.visitor.frames)
    table.open_tab("chat")
    expect(table.page.get_by_test_id("chat-rule")).to_have_text(TEXTS["chat.rule"])


def test_nine_on_a_phone(crowd: Crowd) -> None:
    """By touch; nothing sticks out of the screen, whatever is asked, in every language."""
    for locale in ("en-GB", "de-DE", "pl-PL"):
        visitor = crowd.visitor(f"Anna{locale}", phone(390, 844), locale=locale)
        table = put_to_sea(visitor, bots=8)
        expect(table.page.locator("[data-testid^=pawn-]")).to_have_count(9)
        assert table.await_order() is not None
        assert table.overflow() == 0
        lines = table.log.count()
        table.do(table.orders_now()[0])
        table.await_log(lines)
        assert table.await_order() is not None
        while table.page.get_by_test_id("vote").is_visible():  # it lies over the discards
            table.do(table.orders_now()[0])
            assert table.await_order() is not None
        # Now the table waits, whatever we look at.
        assert table.overflow() == 0
        deeds = table.page.get_by_test_id("deeds")
        if deeds.count():  # one's own turn: its verbs need no search
            table.page.evaluate("() => scrollTo(0, 0)")
            expect(deeds).to_be_in_viewport(ratio=1)
        for tab in ("record", "notes"):
            table.page.get_by_test_id(f"tab-{tab}").tap()
            expect(table.page.get_by_test_id(tab)).to_be_visible()
            assert table.overflow() == 0
        table.page.get_by_test_id("discard").tap()
        expect(table.page.get_by_test_id("discards")).to_be_visible()
        assert table.overflow() == 0


def test_a_vote_is_acted_out(crowd: Crowd) -> None:
    """Sealed cards, then their faces, then the count and a sentence; it can be opened again."""
    visitor = crowd.visitor("Anna", reduced_motion="no-preference")
    table = put_to_sea(visitor, bots=1, instant_intrigue="true")
    votes = table.page.get_by_test_id("vote")
    while True:
        assert table.await_order() is not None
        orders = table.orders_now()
        call = next((one for one in orders if one in ("attack", "brawl")), None)
        table.do(call or next((one for one in orders if one == "stand FD1"), orders[0]))
        if call:
            break
    expect(votes).to_be_visible()
    while "vote" not in {verb_of(one) for one in table.orders_now()}:
        table.await_order()
    table.do(next(one for one in table.orders_now() if one.startswith("vote ")))
    expect(table.page.get_by_test_id("last-vote")).to_be_visible()
    table.page.get_by_test_id("last-vote").click()
    expect(table.page.get_by_test_id("vote-outcome")).to_be_visible()
