"""What is in the box: the tables, and what happens when a data file is broken."""

from __future__ import annotations

import pytest

from broadside import game
from broadside.games.tortuga_1667.cards import TEAMS, Box
from broadside.games.tortuga_1667.printed import static_view
from broadside.games.tortuga_1667.rowing import NEIGHBOURS
from broadside.kernel.edition import parse
from broadside.kernel.errors import BadData
from broadside.kernel.game import LANGUAGES
from tests.editions import edited, line_of, own_text
from tests.rule import rule

from .drawing import PLACES, dealt, table

NAME = "tortuga-1667"


@rule("T67-C1", "T67-R1", "T67-R2")
def test_pieces() -> None:
    """32 Vote cards, 24 events with eight stars, a Loyalty card for each seat, eight chests."""
    box = Box(parse(own_text(NAME)))
    assert (len(box.vote_kinds), len(box.event_kinds), len(box.stars)) == (32, 24, 8)
    for seats in range(2, 10):
        assert len(dealt(seats).state.pieces()) == 32 + 24 + seats + 8


@rule("T67-C2")
def test_the_board() -> None:
    """BF lies between FD and Tortuga, BJ between JR and Tortuga."""
    found = {f"{PLACES[a]}-{PLACES[b]}" for a in range(5) for b in NEIGHBOURS[a]}
    assert found == {"FD-BF", "BF-FD", "BF-TO", "TO-BF", "JR-BJ", "BJ-JR", "BJ-TO", "TO-BJ"}
    assert table("BF 0", active=0).legal(0, "row") == ["row FD", "row TO"]


@rule("T67-C3")
def test_teams() -> None:
    """Two equal teams, and a Dutch player at odd counts."""
    assert TEAMS[2:] == [[n // 2, n // 2, n % 2] for n in range(2, 10)]
    for seats in range(2, 10):
        sides = [dealt(seats).state.side(seat) for seat in range(seats)]
        assert [sides.count(n) for n in ("british", "french", "dutch")] == TEAMS[seats]


@rule("T67-C4", "T67-R1")
def test_vote_cards() -> None:
    """30 % cannons, 30 % water, 40 % torches besides the two specials; flags in balance."""
    cards = static_view()["votes"]
    assert [card.name for card in Box(parse(own_text(NAME))).votes] == [c["card"] for c in cards]
    plain = [card for card in cards if card["symbols"] == 1]
    tops = {top: sum(c["count"] for c in plain if c["top"] == top) for top in ("cannon", "water")}
    assert tops == {"cannon": 9, "water": 9}
    assert sum(card["count"] for card in cards) == 32
    for flag in ("british", "french"):
        assert sum(card["count"] for card in plain if card["flag"] == flag) == 15
    assert [card["card"] for card in cards if card["symbols"] == 2] == ["VC13", "VC14"]


@rule("T67-C5", "T67-R2")
def test_event_cards() -> None:
    """Eight stars; three of the first four kinds; one of all others."""
    events = static_view()["events"]
    assert len(Box(parse(own_text(NAME))).stars) == 8
    assert sum(event["count"] for event in events) == 24
    assert len([event for event in events if event["star"]]) == 8
    assert [event["count"] for event in events[:5]] == [3, 3, 3, 3, 1]


@rule("T67-C6")
def test_characters() -> None:
    """Nine different characters in nine colours, by seat."""
    static = static_view()
    assert len(set(static["characters"])) == len(set(static["colours"])) == 9
    assert table().seat(0)["character"] == "henry_morgan"
    assert Box(parse(own_text(NAME))).colours[0] == "red"


@rule("T67-C7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_words(language: str) -> None:
    """Every reader finds the words of all three languages."""
    text = game("tortuga-1667").rule_texts(language)
    words = text.partition("## T67-C7 ")[2].partition("\n## ")[0]
    for word in ("Spanish Galleon", "Spanische Galeone", "Hiszpański galeon", "smuggle", "Bójka"):
        assert word.lower() in words.lower()
    assert len([line for line in words.splitlines() if line.count(" · ") == 2]) == 19


@rule("T67-S3", "T67-C5", "T67-C3")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"VC03", top = "cannon"', '"VC03", top = "rum"', "top is"),
        (
            '"VC03", top = "cannon", flag = "french"',
            '"VC03", top = "water", flag = "dutch"',
            "flag",
        ),
        ('"skull", symbols = 2', '"skull", symbols = 0', "symbols is"),
        ('"pistol", count = 3', '"musket", count = 3', "id is"),
        ('"atlantis", count = 1', '"atlantis", count = 2', "count is"),
        ("players = 5, british = 2", "players = 5, british = 3", "two equal teams"),
        ("players = 5", "players = 6", "players is"),
        ('"lawrence_prince"', '"henry_morgan"', "already"),
        ('colour = "green"', 'colour = "red"', "every colour stands here once"),
    ],
)
def test_a_broken_edition_is_refused(old: str, new: str, reason: str) -> None:
    """With line and reason."""
    with pytest.raises(BadData, match=reason) as refused:
        Box(edited(NAME, (old, new)))
    assert str(refused.value).startswith(f"mine.toml, line {line_of(NAME, old)}: ")


@rule("T67-S3", "T67-C5")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"skull", symbols = 1, count = 3', '"skull", symbols = 1, count = 32', r"not 61 .T67-S3"),
        ('"skull", symbols = 1, count = 3', '"skull", symbols = 1, count = 0', "count is '0'"),
        ('"pistol", count = 3', '"pistol", count = 2', r"make 23 cards, not 24 .T67-C5"),
    ],
)
def test_decks_that_do_not_add_up(old: str, new: str, reason: str) -> None:
    """The rule that needs so many is named."""
    with pytest.raises(BadData, match=reason):
        Box(edited(NAME, (old, new)))


@rule("T67-S3")
def test_other_pairings() -> None:
    """Thirty cards of three kinds are enough for nine players, and one fewer is not."""
    rows = "\n".join(
        f'{{ id = "{top}", top = "{top}", flag = "french", bottom = "wheel", symbols = 3, '
        "count = 10 },"
        for top in ("cannon", "torch", "water")
    )
    text = own_text(NAME)
    first, last = text.index('  { id = "VC01"'), text.index("]\n\n# The event cards")
    box = Box(parse(text[:first] + rows + "\n" + text[last:]))
    assert len(box.vote_kinds) == 30
    with pytest.raises(BadData, match="not 29"):
        Box(parse(text[:first] + rows.replace("count = 10", "count = 9", 1) + "\n" + text[last:]))
