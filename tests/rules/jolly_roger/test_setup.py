"""Set-up and data: hands, stacks, decks, and files that are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

import broadside
from broadside.games.data import game_folder
from broadside.games.jolly_roger.cards import CREW, KIND_OF, NORMAL_CARDS, PACKAGE, Box, span
from broadside.games.jolly_roger.table import Table
from broadside.kernel.errors import BadData
from tests.rule import rule

from .drawing import Drawn


def new(seats: int, seed: int = 1, **options: object) -> Drawn:
    """A fresh table."""
    state = broadside.new("jolly-roger", seats=seats, seed=seed, **options)
    assert isinstance(state, Table)
    return Drawn(state)


@rule("JR-S1", "JR-S2", "JR-S4")
@pytest.mark.parametrize(("seats", "hand", "deck"), [(4, 6, 42), (6, 5, 36), (10, 4, 26)])
def test_vector_7_hands_and_deck(seats: int, hand: int, deck: int) -> None:
    """All hold the same number; the rest is the deck; nobody is Quartermaster yet."""
    t = new(seats)
    view = t.view()
    assert [seat["hand_count"] for seat in view["seats"]] == [hand] * seats
    assert view["hand_limit"] == hand + 1
    assert (view["crew_deck"], view["prize_deck"], view["round"]) == (deck, 46, 1)
    assert view["quartermaster"] is None
    assert view["crew_discard"] == []
    assert t.asked() == [view["captain"]]


@rule("JR-S3")
def test_vector_6_destinations_for_six() -> None:
    """Unflagged, 7- and 6+: six of each attack type, eight ports, three islands."""
    stacks = {stack["type"]: stack["cards"] for stack in new(6).view()["stacks"]}
    assert stacks == {"fort": 6, "merchant": 6, "settlement": 6, "port": 8, "island": 3}


@rule("JR-V1")
def test_backs_show_ranges() -> None:
    """The public ranges are those of all cards of a type."""
    assert [span(0, skill) for skill in range(3)] == [[1, 2], [3, 5], [2, 4]]
    assert [span(2, skill) for skill in range(3)] == [[1, 3], [1, 3], [2, 4]]
    assert [span(1, skill) for skill in range(3)] == [[1, 3], [1, 2], [1, 2]]


def broken_box(tmp_path: Path, file: str, old: str, new_text: str) -> str:
    """What is said when a data file has another text in one place."""
    for name in ("crew.csv", "destinations.csv", "prizes.csv"):
        text = game_folder(PACKAGE).joinpath(name).read_text(encoding="utf-8")
        if name == file:
            assert old in text
            text = text.replace(old, new_text, 1)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as refused:
        Box(tmp_path)
    return str(refused.value)


@rule("JR-Q9")
@pytest.mark.parametrize(
    ("file", "old", "new_text", "reason"),
    [
        ("crew.csv", "nav=3", "nav=0", "crew.csv, line 2: a normal card has one skill"),
        ("crew.csv", "nav=3", "rum=3", "crew.csv, line 2: skills has 'rum=3'"),
        ("crew.csv", "nav3_crew1,2", "nav3_crew1,3", "47 normal cards, not 48"),
        ("crew.csv", "traitor,2", "traitor,3", "19 characters, not 20"),
        ("crew.csv", "nav2_crew1", "nav3_crew1", "line 3: id is 'nav3_crew1'"),
        ("crew.csv", "cook,", "chef,", "id is 'chef'; it may be cook"),
        ("crew.csv", "cook,1,1,-", "cook,1,1,nav=1", "skills is 'nav=1'"),
        ("crew.csv", "sabres=3", "nav=2 cannons=2 sabres=2", "the last one before"),
        ("crew.csv", "sabres1_crew4,1,4,sabres=1", "x,1,4,nav=2 cannons=2 sabres=2", "one kind"),
        ("destinations.csv", "F1,fort", "F2,fort", "line 3: id is 'F2'"),
        ("destinations.csv", "F1,fort,5-", "F1,fort,9-", "flag is '9-'"),
        ("destinations.csv", "P1,port,-,0", "P1,port,-,1", "nav is '1'"),
        ("prizes.csv", "gold1,14", "gold1,15", "46 prizes, not 47"),
        ("prizes.csv", "rum", "ale", "id is 'ale'"),
    ],
)
def test_broken_data(tmp_path: Path, file: str, old: str, new_text: str, reason: str) -> None:
    """A broken file is refused with file, line and reason."""
    assert reason in broken_box(tmp_path, file, old, new_text)


def test_missing_characters(tmp_path: Path) -> None:
    """There must be lines enough."""
    (tmp_path / "crew.csv").write_text("id,copies,crew,skills\n", encoding="utf-8")
    with pytest.raises(BadData, match="expected 17 to 63 rows, not 0"):
        Box(tmp_path)


def test_every_character_has_its_own_place_in_a_mask() -> None:
    """Also the last ones, which no 32 bits hold; normal cards have none there."""
    dealt = broadside.new("jolly-roger", seats=4, seed=1)
    assert isinstance(dealt, Table)
    for card in range(CREW):
        dealt.hands[0] = (card,)
        place = 1 << KIND_OF[card] if card >= NORMAL_CARDS else 0
        assert dealt.characters(0) == place
    assert max(KIND_OF[:CREW]) > 31
