"""Set-up and data: hands, stacks, decks, and files that are broken."""

from __future__ import annotations

import pytest

import broadside
from broadside.games.jolly_roger.cards import (
    CREW,
    KIND_OF,
    NORMAL_CARDS,
    Box,
    is_multi,
    span,
)
from broadside.games.jolly_roger.table import Table
from broadside.kernel.errors import BadData
from tests.editions import edited, extreme, line_of
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


@rule("JR-S1", "JR-S4")
@pytest.mark.parametrize(
    ("old", "new_text", "reason"),
    [
        ("crew = 1, nav = 3", "crew = 1, nav = 0", "a normal card shows a skill (JR-A2)"),
        ("crew = 1, nav = 3", "crew = 1, rum = 3", "there is no 'rum' here"),
        ('"nav2_crew1"', '"nav3_crew1"', "id is 'nav3_crew1', which stands here already"),
        ('"nav2_crew1"', '"nav2 crew1"', "id is 'nav2 crew1'"),
        ('"cook"', '"chef"', "id is 'chef'; it may be cook"),
        ('"F2", type', '"F1", type', "id is 'F1', which stands here already"),
        ('"fort", flag = "5-"', '"fort", flag = "11-"', "flag is '11-'"),
        ('"P1", type = "port"', '"P1", type = "port", nav = 1', "nav is '1'"),
        ('"P1", type = "port"', '"P1", type = "fort"', "crew is '1'"),
        ('"rum"', '"ale"', "id is 'ale'"),
    ],
)
def test_broken_data(old: str, new_text: str, reason: str) -> None:
    """A broken edition is refused with line and reason."""
    with pytest.raises(BadData) as refused:
        Box(edited("jolly-roger", (old, new_text)))
    assert str(refused.value).startswith(f"mine.toml, line {line_of('jolly-roger', old)}: ")
    assert reason in str(refused.value)


@rule("JR-S1", "JR-S4")
@pytest.mark.parametrize(
    ("old", "new_text", "reason"),
    [
        ('"nav3_crew1", copies = 2', '"nav3_crew1", copies = 3', "47 normal cards, not 48 (JR-S1)"),
        ('"traitor", copies = 2', '"traitor", copies = 3', "19 characters, not 20 (JR-S1)"),
        ('"gold1", copies = 14', '"gold1", copies = 15', "46 prizes, not 47 (JR-S4)"),
    ],
)
def test_cards_that_do_not_add_up(old: str, new_text: str, reason: str) -> None:
    """The rule that needs so many is named."""
    with pytest.raises(BadData) as refused:
        Box(edited("jolly-roger", (old, new_text)))
    assert reason in str(refused.value)


@rule("JR-Q9")
def test_cards_with_several_skills() -> None:
    """In an edition there may be several kinds, and characters among them."""
    kinds = Box(extreme("jolly-roger")).kinds
    assert [kind.name for kind in kinds if is_multi(kind)] == ["two", "three", "alike", "surgeon"]


def test_every_character_has_its_own_place_in_a_mask() -> None:
    """Also the last ones, which no 32 bits hold; normal cards have none there."""
    dealt = broadside.new("jolly-roger", seats=4, seed=1)
    assert isinstance(dealt, Table)
    for card in range(CREW):
        dealt.hands[0] = (card,)
        place = 1 << KIND_OF[card] if card >= NORMAL_CARDS else 0
        assert dealt.characters(0) == place
    assert max(KIND_OF[:CREW]) > 31
