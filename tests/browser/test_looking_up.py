"""What a newcomer looks up: any card, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import broadside

from .guided import begin
from .pages import go
from .visitors import phone

if TYPE_CHECKING:
    from .axe import Inspector
    from .visitors import Crowd

LONG_MS = 700
HOLD = """card => {
  const at = card.getBoundingClientRect();
  const place = { clientX: at.x + at.width / 2, clientY: at.y + at.height / 2 };
  const init = { bubbles: true, pointerType: 'touch', ...place };
  card.dispatchEvent(new PointerEvent('pointerdown', init));
}"""


@pytest.mark.parametrize("game", broadside.games())
def test_a_long_press_tells_what_a_card_is(crowd: Crowd, inspector: Inspector, game: str) -> None:
    """On a phone, in each game: the card large, when it can be played, and its rule."""
    table = begin(crowd.visitor("Anna", phone(390, 844)), game, tap=True)
    assert table.await_step() is not None
    page = table.page
    page.locator("main [data-card]").first.evaluate(HOLD)
    sheet = page.get_by_test_id("card-sheet")
    expect(sheet).to_be_visible(timeout=LONG_MS * 10)
    expect(sheet.locator("h3").first).not_to_be_empty()
    expect(page.get_by_test_id("card-when")).not_to_be_empty()
    assert table.overflow() == 0
    inspector.look(page, "the card")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_rules_in_the_lobby(crowd: Crowd, inspector: Inspector) -> None:
    """Goal first, then a turn, then every rule; a search finds the kraken."""
    page = crowd.visitor("Anna", phone(360, 740)).page
    go(page, "/")
    page.get_by_test_id("rules-jolly-and-roger").tap()
    sheet = page.get_by_test_id("rules-sheet")
    expect(sheet.get_by_test_id("rules-short").locator("li")).to_have_count(5)
    expect(sheet.locator('[data-rule="JNR-X2"]')).to_be_attached()
    before = sheet.locator("[data-rule]").count()
    sheet.get_by_test_id("rules-search").fill("kraken")
    expect(sheet.locator('[data-rule="JNR-X2"]')).to_be_visible()
    assert 0 < sheet.locator("[data-rule]").count() < before
    expect(sheet).not_to_contain_text("JNR-")
    inspector.look(page, "the rules")
