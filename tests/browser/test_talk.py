"""Talk and advice at the table: phrases in everybody's language, mute, hints, the rule behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import LobbyPage, await_ready, unfold
from .room import Room, guest, host
from .texts import shell_text
from .visitors import phone

if TYPE_CHECKING:
    from .visitors import Crowd


def test_a_phrase_is_read_in_ones_own_language(crowd: Crowd) -> None:
    anna = host(crowd.visitor("Anna"), "me", "open")
    ben = guest(crowd.visitor("Ben", locale="pl-PL"), anna)
    for room in (anna, ben):
        room.open_tab("chat")

    anna.page.get_by_test_id("phrase-well_played").click()

    for room, language in ((anna, "en"), (ben, "pl")):
        said = room.page.get_by_test_id("chat").locator("p").last
        expect(said).to_contain_text(shell_text(language, "phrase.well_played"))


def test_somebody_is_muted_on_one_page_only(crowd: Crowd) -> None:
    anna = host(crowd.visitor("Anna"), "me", "open")
    ben = guest(crowd.visitor("Ben"), anna)
    ben.say("<b>Ahoy</b> there")
    anna.open_tab("chat")
    words = anna.page.get_by_test_id("chat").locator("p", has_text="<b>Ahoy</b> there")
    expect(words).to_be_visible()

    anna.page.get_by_text(shell_text("en", "chat.mute")).click()
    anna.page.get_by_test_id("mute-1").click()

    expect(words).to_have_count(0)
    expect(ben.page.get_by_test_id("chat").locator("p").last).to_contain_text("there")
    unread = anna.page.get_by_role("img", name=shell_text("en", "chat.unread"))
    anna.open_tab("log")
    ben.say("Anybody?")
    expect(ben.page.get_by_test_id("chat").locator("p")).to_have_count(2)
    anna.reload()
    expect(unread).to_have_count(0)
    anna.open_tab("chat")
    expect(words).to_have_count(0)
    anna.page.get_by_text(shell_text("en", "chat.mute")).click()
    anna.page.get_by_test_id("mute-1").click()
    expect(words).to_be_visible()
    anna.open_tab("log")
    ben.say("There you are")
    expect(unread).to_be_visible()


def test_a_captain_gives_advice_where_the_host_allows_it(crowd: Crowd) -> None:
    anna = crowd.visitor("Anna", phone(390, 844))
    LobbyPage(anna).visit()
    anna.page.get_by_test_id("name-input").fill("Anna")
    unfold(anna.page, "terms")
    anna.page.get_by_test_id("hints").check()
    unfold(anna.page, "options")
    anna.page.get_by_test_id("option-first_splitter").select_option("seat0")
    anna.page.get_by_test_id("open-table").click()
    anna.page.wait_for_url("**/table/*")
    await_ready(anna.page)
    room = Room(anna)
    room.await_question()

    anna.page.get_by_test_id("hint").click()

    move = anna.page.get_by_test_id("hint-move")
    expect(move.first).to_be_visible()
    assert room.overflow() == 0
    before = room.log.count()
    move.first.click()
    room.await_log(before)


def test_every_question_names_its_rule(crowd: Crowd) -> None:
    """The paragraph comes in the reader's language, and in another one when that is chosen."""
    anna = crowd.visitor("Anna", locale="de-DE")
    room = host(anna, "me", "bot:bosun", first_splitter="seat0")
    room.await_question()

    room.page.get_by_test_id("why").click()

    found = room.page.get_by_test_id("rules").locator("section.found")
    expect(found).to_be_in_viewport()
    german = found.inner_text()
    room.page.get_by_label(shell_text("de", "language")).select_option("pl")
    expect(found).to_be_in_viewport()
    expect(found).not_to_have_text(german)
    assert found.get_by_role("heading").count() == 1


def test_what_is_not_possible_is_explained(crowd: Crowd) -> None:
    """Wherever something is denied, the list says why and opens the rule."""
    room = host(crowd.visitor("Anna"), "me", "bot:bosun", deck="advanced")
    denied = room.page.get_by_test_id("denied")
    for _ in range(60):
        assert room.await_question() is not None
        if denied.is_visible():
            break
        room.answer()

    denied.locator("summary").click()
    denied.get_by_role("button").first.click()

    expect(room.page.get_by_test_id("rules").locator("section.found")).to_be_in_viewport()
