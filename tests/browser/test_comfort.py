"""Company and comfort: talk, sizes, sound, a kept name, and an app without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .axe import Inspector
from .pages import await_ready, go
from .room import guest, host
from .texts import shell_text
from .visitors import DESK, phone

if TYPE_CHECKING:
    from .visitors import Crowd

SOUNDED = "() => document.documentElement.dataset.sounded"
NOT_KEPT = """async () => {
  const files = performance.getEntriesByType("resource").map((one) => one.name)
    .filter((name) => name.includes("/assets/"));
  const kept = await Promise.all(files.map((name) => caches.match(name)));
  return files.filter((_, place) => !kept[place]);
}"""
"""The files of a page that its worker does not keep on the device."""
PLAYING = """() => {
  const Real = window.AudioContext;
  window.audio = [];
  window.AudioContext = class extends Real {
    constructor() { super(); window.audio.push(this); }
  };
}"""


def test_chat_on_a_phone_is_seen(crowd: Crowd) -> None:
    """A bubble over the board, a number in the bar; one's own words are never unread."""
    mate = crowd.visitor("Ben")
    hosted = host(mate, "me", "open", first_splitter="seat0")
    small = crowd.visitor("Anna", phone(360, 740))
    joined = guest(small, hosted)
    expect(joined.prompt).to_be_visible()
    hosted.say("Ahoy there!")
    bubble = small.page.get_by_test_id("bubble")
    expect(bubble).to_contain_text("Ahoy there!")
    expect(bubble).to_be_in_viewport()
    badge = small.page.get_by_test_id("chat-badge")
    expect(badge).to_have_text("1")
    expect(badge).to_be_in_viewport()
    assert joined.overflow() == 0
    badge.tap()
    expect(small.page.get_by_test_id("chat")).to_be_in_viewport()
    expect(badge).to_have_text("")
    small.page.get_by_test_id("chat-input").fill("Ahoy!")
    small.page.get_by_test_id("chat-input").press("Enter")
    expect(small.page.get_by_test_id("chat")).to_contain_text("Ahoy!")
    joined.reload()
    expect(badge).to_have_text("")


def test_text_twice_as_large(crowd: Crowd) -> None:
    """The settings are behind one button; nothing sticks out at 200 %, and it is remembered."""
    inspector = Inspector()
    for name, device in (("desk", DESK), ("phone", phone(360, 740))):
        visitor = crowd.visitor(name, device)
        go(visitor.page, "/")
        before = visitor.page.locator("h2").first.evaluate("one => one.clientHeight")
        visitor.page.get_by_test_id("settings").click()
        inspector.look(visitor.page, f"settings on a {name}")
        visitor.page.get_by_test_id("text-size").select_option("200")
        visitor.page.keyboard.press("Escape")
        table = host(visitor, "me", "bot:bosun", first_splitter="seat0")
        expect(table.prompt).to_be_visible()
        assert table.overflow() == 0
        go(visitor.page, "/")
        after = visitor.page.locator("h2").first.evaluate("one => one.clientHeight")
        assert after >= 1.9 * before
        assert table.overflow() == 0
    assert inspector.found == []


def test_sound_when_switched_on(crowd: Crowd) -> None:
    """Silent at first; switched on, a running audio context sounds."""
    visitor = crowd.visitor("Anna")
    visitor.context.add_init_script(f"({PLAYING})()")
    table = host(visitor, "me", "bot:bosun", first_splitter="seat0")
    assert table.answer() == "split"
    assert visitor.page.evaluate("() => window.audio.length") == 0
    visitor.page.get_by_test_id("settings").click()
    visitor.page.get_by_test_id("sound").check()
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_function("() => window.audio[0]?.state === 'running'")
    visitor.page.wait_for_function(SOUNDED)
    visitor.page.evaluate("() => delete document.documentElement.dataset.sounded")
    table.answer()
    visitor.page.wait_for_function(SOUNDED)


def test_the_first_tab_leads_to_the_move(crowd: Crowd) -> None:
    """A skip link: Tab and Enter, and one stands before one's own move."""
    visitor = crowd.visitor("Anna")
    host(visitor, "me", "bot:bosun", first_splitter="seat0")
    expect(visitor.page.get_by_test_id("action-list")).to_be_visible()
    visitor.page.evaluate("() => document.activeElement.blur()")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("skip")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    inside = "() => document.activeElement.closest('#board, [data-testid=action-list]') !== null"
    assert visitor.page.evaluate(inside)


def test_a_name_of_ones_own(crowd: Crowd) -> None:
    """Kept by a key in this browser; elsewhere nobody sits down under it without the key."""
    visitor = crowd.visitor("Grace")
    go(visitor.page, "/player/Grace")
    visitor.page.get_by_test_id("name-keep").click()
    expect(visitor.page.get_by_test_id("name-mine")).to_be_visible()
    visitor.page.get_by_test_id("key-code").click()
    expect(visitor.page.get_by_test_id("key-picture")).to_be_visible()
    inspector = Inspector()
    inspector.look(visitor.page, "a kept name")
    key = visitor.page.evaluate("() => localStorage.getItem('broadside.key')")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_test_id("key-file").click()

    other = crowd.visitor("Grace")
    go(other.page, "/")
    other.page.get_by_test_id("name-input").fill("grace")
    other.page.get_by_test_id("open-table").click()
    expect(other.page.get_by_role("alert")).to_have_text(shell_text("en", "refusal.name_kept"))
    other.forgive("409")
    go(other.page, "/player/Grace")
    expect(other.page.get_by_test_id("name-kept")).to_be_visible()
    other.page.get_by_test_id("key-open").set_input_files(download.value.path())
    expect(other.page.get_by_test_id("name-mine")).to_be_visible()

    third = crowd.visitor("Grace", phone(390, 844))
    go(third.page, f"/player/Grace#key={key}")
    expect(third.page.get_by_test_id("name-mine")).to_be_visible()
    assert "#" not in third.page.url
    expect(host(third, "me", "bot:bosun").prompt).to_be_visible()
    assert inspector.found == []


def test_undo_and_resigning_are_in_sight(crowd: Crowd) -> None:
    """Undo beside the question; resigning asks once, and takes the table off the list."""
    visitor = crowd.visitor("Anna")
    table = host(visitor, "me", "bot:bosun", first_splitter="seat0")
    assert table.answer() == "split"
    expect(visitor.page.get_by_test_id("undo")).to_be_visible()
    table.open_menu()
    visitor.page.get_by_test_id("leave").click()
    visitor.page.get_by_test_id("leave-yes").click()
    visitor.page.wait_for_url("**/")
    await_ready(visitor.page)
    expect(visitor.page.get_by_test_id("my-table")).to_have_count(0)


def test_an_installed_app_starts_offline_and_says_so(crowd: Crowd) -> None:
    """The page comes from the device; what needs the server is said, and comes back with it."""
    visitor = crowd.visitor("Anna", service_workers="allow")
    go(visitor.page, "/")
    kept = visitor.page.evaluate("async () => (await navigator.serviceWorker.ready) !== null")
    assert kept
    visitor.page.wait_for_function("async () => Boolean(await caches.match('/'))")
    manifest = visitor.page.request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert visitor.page.evaluate(NOT_KEPT) == []
    visitor.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("offline")).to_have_text(shell_text("en", "lobby.offline"))
    visitor.context.set_offline(False)
    expect(visitor.page.get_by_test_id("lobby-game-jamaica")).to_be_visible()
    expect(visitor.page.get_by_test_id("offline")).to_have_count(0)
    visitor.forgive("ERR_INTERNET_DISCONNECTED|Failed to fetch", certain=False)
