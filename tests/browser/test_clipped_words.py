"""No word is cut: not by a box, not by dots, not by the edge of a phone, in any language."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import pytest

import broadside

from .clipping import clipped_words
from .pages import LobbyPage, TablePage, await_ready, go, unfold
from .texts import LANGUAGES
from .visitors import phone
from .walk import DEVICES, OPENINGS, Walk, answer

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .visitors import Crowd

SPEAK: Final = "language => localStorage.setItem('broadside.language', language)"
DECISIONS: Final = 2
"""So many are taken in each language before its words are measured once more."""
CUT: Final = """() => {
  const box = document.createElement('p');
  box.textContent = 'Żaneta';
  box.style.cssText = 'width: 20px; height: 40px; overflow: hidden; white-space: nowrap';
  document.body.append(box);
}"""


def in_language(page: Page, language: str) -> list[str]:
    """What is cut on a page, which is loaded anew in that language."""
    page.evaluate(SPEAK, language)
    page.reload()
    await_ready(page)
    return [f"{language}: {problem}" for problem in clipped_words(page)]


def in_every_language(page: Page) -> list[str]:
    """What is cut on a page in any language."""
    return [problem for language in LANGUAGES for problem in in_language(page, language)]


def test_the_measure_finds_a_word_that_is_cut(crowd: Crowd) -> None:
    """Else the tests below would prove nothing."""
    page = LobbyPage(crowd.visitor("Anna", phone(360, 740))).visit().page
    assert clipped_words(page) == []
    page.evaluate(CUT)
    assert any("Żaneta" in problem for problem in clipped_words(page))


@pytest.mark.parametrize("game", broadside.games())
def test_a_table_on_a_small_phone(crowd: Crowd, game: str) -> None:
    """With a question, a name with an accent, and bots; a few decisions on in each language."""
    table = OPENINGS[game](crowd.visitor("Ósma", phone(360, 740)))
    chance = random.Random(game)
    found = []
    for language in LANGUAGES:
        table.orders.or_(table.result).first.wait_for()
        found += in_language(table.page, language)
        for _ in range(DECISIONS):
            table.orders.or_(table.result).first.wait_for()
            if table.orders.is_visible():
                answer(table, chance)
        found += [f"{language}, later: {problem}" for problem in clipped_words(table.page)]
    assert found == []


def test_lobby_and_result_on_a_small_phone(crowd: Crowd, finished_table: str) -> None:
    """The whole form, and what comes after a game."""
    visitor = crowd.visitor("Ósma", phone(360, 740))
    table = TablePage(visitor).visit(finished_table)
    table.result.wait_for()
    assert in_every_language(visitor.page) == []
    go(visitor.page, "/")
    for part in ("options", "terms"):
        unfold(visitor.page, part)
    assert clipped_words(visitor.page) == []


@pytest.mark.torture
@pytest.mark.parametrize("width", DEVICES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page(crowd: Crowd, language: str, width: int) -> None:
    """A walk past all kinds of pages, on a phone and on a laptop."""
    walk = Walk(crowd, language, width)
    found = {stop: problems for stop in walk.stops() if (problems := clipped_words(walk.page))}
    assert found == {}
