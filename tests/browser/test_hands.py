"""By keyboard alone, by dragging; places that explain themselves, and pieces that travel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import LobbyPage, TablePage, verb_of
from .texts import game_text

if TYPE_CHECKING:
    from .visitors import Crowd

COUNT_TRAVELLERS = """() => {
  window.travellers = 0;
  const sky = document.querySelector('.sky');
  new MutationObserver((changes) => {
    for (const change of changes) window.travellers += change.addedNodes.length;
  }).observe(sky, { childList: true });
}"""


# ---------------------------------------------------------------------------- keyboard


def test_turns_by_keyboard_alone(crowd: Crowd) -> None:
    table = open_by_keyboard(crowd)
    answered: set[str] = set()
    while answered != {"split", "pick", "play"}:
        question = table.await_question()
        assert question is not None
        before = table.log.count()
        {"split": split_by_keys, "pick": pick_by_keys, "play": play_by_keys}[question](table)
        table.await_log(before)
        answered.add(question)


def open_by_keyboard(crowd: Crowd) -> TablePage:
    """Open the table that the lobby proposes."""
    visitor = crowd.visitor("Anna")
    LobbyPage(visitor).visit()
    table = TablePage(visitor)
    table.tab_to(visitor.page.get_by_test_id("name-input"))
    visitor.page.keyboard.type("Anna")
    table.tab_to(visitor.page.get_by_test_id("open-table"))
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/table/*")
    return table


def split_by_keys(table: TablePage) -> None:
    """The numbers and the arrows move cards, Enter offers the sets."""
    keys = table.page.keyboard
    before = table.cards_in("A")
    keys.press("3")
    expect(table.card(3)).to_be_focused()
    assert table.cards_in("A") == sorted(set(before) ^ {3})
    keys.press("ArrowLeft")
    assert 3 in table.cards_in("A")
    keys.press("ArrowRight")
    assert 3 in table.cards_in("B")
    keys.press("5" if table.cards_in("A") == [] else "ArrowRight")
    keys.press("Enter")


def pick_by_keys(table: TablePage) -> None:
    """Tab reaches a set, Enter takes it."""
    table.tab_to(table.page.get_by_test_id("pick-B"))
    table.page.keyboard.press("Enter")


def play_by_keys(table: TablePage) -> None:
    """A number takes a card in the hand, Tab reaches a place, Enter plays it there."""
    mine = table.page.locator("button[data-testid^=card-]")
    name = mine.last.get_attribute("data-testid")
    assert name is not None
    table.page.keyboard.press(name.removeprefix("card-"))
    expect(mine.last).to_have_attribute("aria-pressed", "true")
    table.tab_to(table.target(table.targets()[0]))
    table.page.keyboard.press("Enter")
    confirm_by_keys(table)


def confirm_by_keys(table: TablePage) -> None:
    """An unusual act asks once more."""
    certain = table.page.get_by_test_id("ask-once").locator("button").first
    if certain.is_visible():
        table.tab_to(certain)
        table.page.keyboard.press("Enter")


# ---------------------------------------------------------------------------- dragging


def test_split_and_play_by_dragging(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table(first_splitter="seat0")
    table.await_question()
    left = table.cards_in("A")
    moving = left[0] if len(left) > 1 else table.cards_in("B")[0]
    other = "B" if moving in left else "A"

    table.drag(table.card(moving), table.page.get_by_test_id(f"set-{other}"))

    assert table.cards_in("A") == sorted(set(left) ^ {moving})
    table.answer()
    table.await_question()
    table.choose_card()
    action = table.targets()[0]
    before = table.log.count()
    chosen = table.page.locator("button[data-testid^=card-][aria-pressed=true]")
    table.drag(chosen, table.target(action))
    table.await_log(before)


# --------------------------------------------------------------------------- explaining


def with_a_pirate_in_the_hand(crowd: Crowd) -> TablePage:
    """A table where a card is chosen; it is a pirate, as there is nothing else in this deck."""
    lobby = LobbyPage(crowd.visitor("Anna")).visit()
    table = lobby.open_table(deck="intro", first_splitter="seat1")
    assert table.answer() == "pick"
    assert table.await_question() == "play"
    table.choose_card()
    return table


def test_a_place_that_takes_no_card_says_why(crowd: Crowd) -> None:
    table = with_a_pirate_in_the_hand(crowd)
    before = table.log_lines()

    table.page.locator('[data-target^="board"].denied').click()

    expect(table.refusal).to_contain_text(game_text("en", "refusal.board_needs_captain"))
    assert table.log_lines() == before
    table.refusal.get_by_role("button").first.click()
    rule = table.page.get_by_test_id("rules").locator("section.found")
    expect(rule).to_be_in_viewport()


def test_looking_at_a_place_shows_what_it_would_change(crowd: Crowd) -> None:
    table = with_a_pirate_in_the_hand(crowd)
    action = next(text for text in table.targets() if verb_of(text) == "crew")
    changed = table.page.locator(".strength.changed")
    expect(changed).to_have_count(0)

    table.target(action).hover()

    expect(changed).to_have_count(1)


def test_a_card_does_not_tremble_under_the_pointer(crowd: Crowd) -> None:
    table = LobbyPage(crowd.visitor("Anna")).visit().open_table(first_splitter="seat0")
    table.await_question()
    card = table.card(2)
    box = card.bounding_box()
    assert box is not None

    card.hover(position={"x": box["width"] / 2, "y": box["height"] - 2})

    card.element_handle().wait_for_element_state("stable")


# --------------------------------------------------------------------------- travelling


def test_pieces_travel_and_the_log_follows(crowd: Crowd) -> None:
    visitor = crowd.visitor("Anna", reduced_motion="no-preference")
    table = LobbyPage(visitor).visit().open_table()
    visitor.page.evaluate(COUNT_TRAVELLERS)

    for _ in range(4):
        table.answer()

    table.await_question()
    expect(visitor.page.locator(".sky > *")).to_have_count(0)
    assert visitor.page.evaluate("() => window.travellers") > 0
    told = table.log_lines()
    table.reload()
    expect(table.log).to_have_count(len(told))
    assert table.log_lines() == told
