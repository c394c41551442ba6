"""What is in the box: the tables, and what happens when a data file is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from broadside import game
from broadside.games.data import game_folder
from broadside.games.tortuga_1667.cards import PACKAGE, TEAMS, Box
from broadside.games.tortuga_1667.printed import static_view
from broadside.games.tortuga_1667.rowing import NEIGHBOURS
from broadside.kernel.errors import BadData
from broadside.kernel.game import LANGUAGES
from tests.rule import rule

from .drawing import PLACES, dealt, table

FILES = ("votes.csv", "events.csv", "loyalties.csv", "characters.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files."""
    for name in FILES:
        with game_folder(PACKAGE).joinpath(name).open("rb") as source:
            (tmp_path / name).write_bytes(source.read())
    return tmp_path


def change(folder: Path, name: str, old: str, new: str) -> None:
    """Change one line of a file."""
    text = (folder / name).read_text(encoding="utf-8")
    assert f"{old}\n" in text
    changed = text.replace(f"{old}\n", f"{new}\n" if new else "")
    (folder / name).write_text(changed, encoding="utf-8")


@rule("T67-C1", "T67-R1", "T67-R2")
def test_pieces() -> None:
    """32 Vote cards, 24 events with eight stars, a Loyalty card for each seat, eight chests."""
    box = Box(game_folder(PACKAGE))
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
    assert [card.name for card in Box(game_folder(PACKAGE)).votes] == [c["card"] for c in cards]
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
    assert len(Box(game_folder(PACKAGE)).stars) == 8
    assert sum(event["count"] for event in events) == 24
    assert len([event for event in events if event["star"]]) == 8
    assert [event["count"] for event in events[:5]] == [3, 3, 3, 3, 1]


@rule("T67-C6")
def test_characters() -> None:
    """Nine different characters in nine colours, by seat."""
    static = static_view()
    assert len(set(static["characters"])) == len(set(static["colours"])) == 9
    assert table().seat(0)["character"] == "henry_morgan"
    assert Box(game_folder(PACKAGE)).colours[0] == "red"


@rule("T67-C7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_words(language: str) -> None:
    """Every reader finds the words of all three languages."""
    text = game("tortuga-1667").rule_texts(language)
    words = text.partition("## T67-C7 ")[2].partition("\n## ")[0]
    for word in ("Spanish Galleon", "Spanische Galeone", "Hiszpański galeon", "smuggle", "Bójka"):
        assert word.lower() in words.lower()
    assert len([line for line in words.splitlines() if line.count(" · ") == 2]) == 19


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "reason"),
    [
        ("votes.csv", "VC03,cannon,french,skull,1,2", "VC03,rum,french,skull,1,2", 4, "top is"),
        ("votes.csv", "VC03,cannon,french,skull,1,2", "VC03,cannon,dutch,skull,1,2", 4, "flag is"),
        ("votes.csv", "VC14,water,french,skull,2,1", "VC14,water,french,skull,2,2", 15, "make 33"),
        ("votes.csv", "VC14,water,french,skull,2,1", "VC14,water,french,skull,3,1", 15, "symbols"),
        ("votes.csv", "VC14,water,french,skull,2,1", "", 14, "expected 14 rows"),
        ("events.csv", "pistol,3,0", "musket,3,0", 3, "id is"),
        ("events.csv", "pistol,3,0", "pistol,2,0", 17, "make 23"),
        ("events.csv", "scurvy,1,1", "scurvy,1,0", 15, "star is"),
        ("events.csv", "atlantis,1,0", "atlantis,2,0", 6, "count is"),
        ("loyalties.csv", "5,2,2,1", "5,3,2,0", 5, "two equal teams"),
        ("loyalties.csv", "5,2,2,1", "6,2,2,1", 5, "players is"),
        ("characters.csv", "lawrence_prince,green", "henry_morgan,green", 9, "once"),
    ],
)
def test_a_broken_file_is_refused(
    folder: Path, name: str, old: str, new: str, place: int, reason: str
) -> None:
    """With file, line and reason."""
    change(folder, name, old, new)
    with pytest.raises(BadData, match=reason) as refused:
        Box(folder)
    assert str(refused.value).startswith(f"{name}, line {place}: ")
