"""English, German and Polish: by the browser's wish and by the switch, everywhere on the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Page, expect

from .pages import GAME, LobbyPage, TablePage, pattern_of, unfold
from .texts import LANGUAGES, game_text, shell_text, with_one

if TYPE_CHECKING:
    from .visitors import Crowd

LOCALES: Final = {"en": "en-GB", "de": "de-AT", "pl": "pl-PL"}
KEY: Final = re.compile(r"\b[a-z_]{3,}(?:\.[a-z_0-9]{2,})+\b|\{\w+\}")
"""What a missing text or an unfilled gap looks like."""
WORDS: Final = """() => {
  const texts = [document.body.innerText, document.title];
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      texts.push(one.getAttribute(name) ?? '');
  return texts.join('\\n');
}"""


def check_words(page: Page, language: str) -> None:
    """The page says which language it speaks, and shows no bare key or gap."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert KEY.findall(page.evaluate(WORDS)) == []


def check_table(table: TablePage, language: str) -> None:
    """Prompt, log and rules speak the language."""
    expect(table.prompt).to_have_text(game_text(language, "question.split.you"))
    expect(table.log.first).to_have_text(pattern_of(game_text(language, "event.turn_began")))
    check_words(table.page, language)
    table.open_tab("rules")
    answer = table.page.request.get(f"/api/games/{GAME}/rules?language={language}")
    titles = [rule["title"] for rule in answer.json()["rules"]]
    expect(table.page.get_by_test_id("rules").locator("[data-rule]").last).to_contain_text(
        titles[-1]
    )
    check_words(table.page, language)
    table.open_tab("chat")
    check_words(table.page, language)
    table.page.get_by_test_id("menu").click()
    check_words(table.page, language)
    table.page.get_by_test_id("menu").click()
    table.open_tab("unseen")
    check_words(table.page, language)
    table.open_tab("log")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_wishes_a_language(crowd: Crowd, finished_table: str, language: str) -> None:
    visitor = crowd.visitor("Zoë", locale=LOCALES[language])
    lobby = LobbyPage(visitor).visit()
    expect(visitor.page.get_by_text(shell_text(language, "lobby.tagline"))).to_be_visible()
    check_words(visitor.page, language)
    for part in ("options", "terms"):
        unfold(visitor.page, part)
    visitor.page.get_by_test_id("company-here").click()
    check_words(visitor.page, language)
    visitor.page.get_by_test_id("tempo-days").check()
    check_words(visitor.page, language)
    lobby.visit()

    check_table(lobby.open_table(deck="advanced", first_splitter="seat0"), language)

    TablePage(visitor).visit(finished_table)
    expect(TablePage(visitor).result).to_contain_text(shell_text(language, "result.replay"))
    check_words(visitor.page, language)


def test_the_switch_changes_everything_at_once_and_is_remembered(crowd: Crowd) -> None:
    visitor = crowd.visitor("Zoë")
    table = LobbyPage(visitor).visit().open_table(first_splitter="seat0")
    for language in ("de", "pl", "en", "de"):
        table.page.get_by_test_id("language").select_option(language)
        check_table(table, language)

    table.reload()

    check_table(table, "de")
    LobbyPage(visitor).visit()
    check_words(visitor.page, "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_waiting_room_speaks_it(crowd: Crowd, language: str) -> None:
    visitor = crowd.visitor("Zoë", locale=LOCALES[language])
    table = LobbyPage(visitor).visit().open_table(("me", "open"))
    expect(table.prompt).to_have_text(with_one(shell_text(language, "waiting.title")))
    for seat in (0, 1):
        visitor.page.get_by_test_id(f"seat-{seat}-tools").click()
        check_words(visitor.page, language)
    for folded in visitor.page.locator("details").all():
        folded.locator("summary").click()
    check_words(visitor.page, language)
    guest = crowd.visitor("Guest", locale=LOCALES[language])
    TablePage(guest).visit(table.invitation())
    expect(guest.page.get_by_test_id("join-seat")).to_contain_text(shell_text(language, "join.sit"))
    check_words(guest.page, language)
