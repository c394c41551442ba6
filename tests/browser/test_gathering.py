"""How people find a table, and what its host may do before the game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import LobbyPage, await_ready, go, unfold
from .replaying import await_end
from .room import Room, guest, host
from .texts import shell_text
from .visitors import phone

if TYPE_CHECKING:
    from .visitors import Crowd, Visitor

JAMAICA = "jamaica"


def test_a_table_in_three_clicks(crowd: Crowd) -> None:
    """Game, company, open: the browser remembers the name."""
    anna = crowd.visitor("Anna")
    LobbyPage(anna).visit().open_table()
    go(anna.page, "/")

    anna.page.get_by_test_id(f"lobby-game-{JAMAICA}").click()
    anna.page.get_by_test_id("company-friends").click()
    anna.page.get_by_test_id("open-table").click()

    anna.page.wait_for_url("**/table/*")
    expect(Room(anna).seat(0)).to_contain_text("Anna")
    expect(Room(anna).seat(1)).to_contain_text(shell_text("en", "seat.open"))


def test_a_missing_name_is_asked_for_in_words(crowd: Crowd) -> None:
    """In the page's language, beside the field; a browser's own bubble speaks the browser's."""
    hosted = host(crowd.visitor("Anna"), "me", "open")
    page = crowd.visitor("Ben", phone(360, 740), locale="de-DE").page
    asked = page.get_by_role("alert")
    for path, button in (("/", "open-table"), (hosted.invitation(), "join-seat")):
        go(page, path)
        page.get_by_test_id(button).tap()
        expect(asked).to_have_text(shell_text("de", "join.name_missing"))
        expect(page.get_by_test_id("name-input")).to_be_focused()
        expect(asked).to_be_in_viewport()


def test_a_guest_comes_by_code_with_a_colour(crowd: Crowd) -> None:
    room = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    expect(room.page.get_by_test_id("invite-picture")).to_be_visible()
    ben = crowd.visitor("Ben", phone(360, 740))
    go(ben.page, "/")
    expect(ben.page.get_by_test_id("code-input")).to_be_in_viewport()

    ben.page.get_by_test_id("code-input").fill(room.code.lower())
    ben.page.get_by_test_id("code-join").click()

    ben.page.wait_for_url("**/table/*")
    await_ready(ben.page)
    expect(ben.page.get_by_test_id("what")).to_have_text("Jolly & Roger · Live · 2 minutes")
    expect(ben.page.get_by_test_id("colour-0")).to_be_disabled()
    ben.page.get_by_test_id("colour-4").click()
    assert Room(ben).overflow() == 0
    Room(ben).sit_down()
    moon = room.seat(1).locator("use[href='#i-moon']")
    expect(moon).to_be_visible()
    room.await_question()


def test_an_address_of_this_device_only_says_so(crowd: Crowd) -> None:
    """The server of the tests is under 127.0.0.1, where no friend can come."""
    room = host(crowd.visitor("Anna"), "me", "open")

    expect(room.page.get_by_test_id("only-here")).to_contain_text("--host 0.0.0.0")


def test_seats_of_the_last_crew_are_waited_for_by_name(crowd: Crowd) -> None:
    """Nobody else is invited to a seat that is kept."""
    anna = host(crowd.visitor("Anna"), "me", "open", stand_in="bosun", deck="intro")
    ben = guest(crowd.visitor("Ben"), anna)
    for room in (anna, ben):
        expect(room.page.get_by_test_id("progress")).to_be_visible()
        room.open_menu()
        room.page.get_by_test_id("go-away").click()
    await_end(anna.page.request, anna.name)
    first = anna.path

    anna.page.get_by_test_id("rematch").click()

    anna.page.wait_for_url(lambda url: not url.endswith(first))
    awaited = shell_text("en", "waiting.missed").format(name="Ben")
    expect(anna.prompt).to_have_text(awaited)
    expect(anna.page.get_by_test_id("invite-link")).to_have_count(0)
    go(ben.page, "/")
    call = ben.page.get_by_test_id("my-table")
    expect(call).to_contain_text(shell_text("en", "rematch.called"))
    call.click()
    ben.page.get_by_test_id("rematch").click()
    expect(ben.page.get_by_test_id("progress")).to_be_visible()
    expect(anna.page.get_by_text(awaited)).to_have_count(0)


def test_a_code_that_leads_nowhere(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")
    go(anna.page, "/")

    anna.page.get_by_test_id("code-input").fill("zzzzz")
    anna.page.get_by_test_id("code-join").click()

    expect(anna.page.get_by_role("alert")).to_have_text(shell_text("en", "refusal.unknown_code"))
    anna.forgive("404")


def wait_for_friends(visitor: Visitor, seats: int) -> Room:
    """Open a table of Jamaica for friends, and be its host."""
    page = visitor.page
    go(page, "/")
    page.get_by_test_id(f"lobby-game-{JAMAICA}").click()
    page.get_by_test_id("name-input").fill(visitor.name)
    page.get_by_test_id("company-friends").click()
    page.get_by_test_id("seat-count").select_option(str(seats))
    unfold(page, "terms")
    page.get_by_test_id("tempo-days").check()
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/table/*")
    await_ready(page)
    return Room(visitor)


def test_the_host_orders_the_seats(crowd: Crowd) -> None:
    """Rename, swap, fill, remove; whoever is sent away watches."""
    room = wait_for_friends(crowd.visitor("Anna"), 4)
    page = room.page
    ben = guest(crowd.visitor("Ben"), room)
    expect(room.seat(1)).to_contain_text("Ben")
    expect(ben.page.get_by_test_id("host-panel")).to_have_count(0)

    room.open_tools(1)
    page.get_by_test_id("rename-1").fill("Benno")
    page.get_by_test_id("rename-1").press("Enter")
    expect(ben.seat(1)).to_contain_text("Benno")
    page.get_by_test_id("swap-1").select_option("2")
    expect(ben.seat(2)).to_contain_text(shell_text("en", "seat.you"))
    expect(ben.seat(1)).to_contain_text(shell_text("en", "seat.open"))
    page.get_by_test_id("fill-1").select_option("deckhand")
    expect(ben.seat(1)).to_contain_text(shell_text("en", "bot.deckhand"))
    page.get_by_test_id("remove-1").click()
    expect(ben.seat(1)).to_contain_text(shell_text("en", "seat.open"))
    room.open_tools(2)
    page.get_by_test_id("remove-2").click()

    expect(ben.page.get_by_test_id("spectator-badge")).to_be_visible()
    expect(ben.refusal).to_contain_text(shell_text("en", "seat.lost"))


def test_the_host_locks_and_publishes_and_starts(crowd: Crowd) -> None:
    room = host(crowd.visitor("Anna"), "me", "open", first_splitter="seat0")
    room.page.get_by_test_id("host-publish").check()
    ben = crowd.visitor("Ben")
    go(ben.page, "/")
    listed = ben.page.get_by_test_id("public-table").filter(has_text="Anna")
    listed.first.click()
    ben.page.wait_for_url(f"**{room.path}")
    expect(ben.page.get_by_test_id("join-seat")).to_be_visible()

    room.page.get_by_test_id("host-lock").check()
    expect(ben.page.get_by_text(shell_text("en", "join.locked"))).to_be_visible()
    expect(ben.page.get_by_test_id("join-seat")).to_have_count(0)
    room.page.get_by_test_id("host-start").click()

    assert room.await_question() == "split"
    expect(room.seat(1).locator("svg.face")).to_be_visible()
    expect(ben.page.get_by_test_id("spectator-badge")).to_be_visible()


def test_the_role_is_handed_on_and_somebody_stands_up(crowd: Crowd) -> None:
    room = wait_for_friends(crowd.visitor("Anna"), 3)
    ben = guest(crowd.visitor("Ben"), room)

    room.open_tools(1)
    room.page.get_by_test_id("pass-on-1").click()

    expect(ben.page.get_by_test_id("host-panel")).to_be_visible()
    expect(room.page.get_by_test_id("host-panel")).to_have_count(0)
    room.page.get_by_test_id("stand-up-0").click()
    expect(ben.seat(0)).to_contain_text(shell_text("en", "seat.open"))
    expect(room.page.get_by_test_id("join-seat")).to_be_visible()


def test_a_seat_moves_to_another_device(crowd: Crowd) -> None:
    """The right travels behind the #, is held by the other browser, and leaves the address."""
    room = host(crowd.visitor("Anna"), "me", "bot:bosun", first_splitter="seat0")
    room.open_menu()
    room.page.get_by_test_id("seat-link-fold").locator("summary").click()
    link = room.page.get_by_test_id("seat-link").input_value()
    assert "#seat=" in link

    pocket = Room(crowd.visitor("Pocket", phone(390, 844)))
    pocket.visit(link)

    assert pocket.await_question() == "split"
    assert "#" not in pocket.page.url
    pocket.answer(tap=True)
    room.page.get_by_test_id("seat-drop").click()
    expect(room.page.get_by_test_id("spectator-badge")).to_be_visible()
    pocket.reload()
    assert pocket.await_question() is not None


def test_the_table_that_waits_for_me_is_listed_first(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna")
    asked = host(anna, "me", "bot:bosun", first_splitter="seat0")
    asked.await_question()
    first = asked.path
    second = host(anna, "me", "open").path

    go(anna.page, "/")

    mine = anna.page.get_by_test_id("my-table")
    expect(mine).to_have_count(2)
    expect(mine.first).to_have_attribute("href", first)
    expect(mine.first).to_contain_text(shell_text("en", "mine.asked"))
    expect(mine.first).to_be_in_viewport()
    expect(mine.last).to_have_attribute("href", second)
