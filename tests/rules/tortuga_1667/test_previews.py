"""Previews: what an answer would change, as the one who is asked sees it before he commits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from broadside import SPECTATOR
from broadside.kernel.rng import FastRng
from broadside.laws.policies import varied

from .drawing import GAME, Drawn, table

if TYPE_CHECKING:
    from broadside.games.tortuga_1667.table import Table


def preview(t: Drawn, seat: int, action: str) -> dict[str, Any]:
    """The preview of an action."""
    found: list[dict[str, Any]] = [
        one for one in t.view(seat)["previews"] if one["action"] == action
    ]
    assert len(found) == 1, action
    return found[0]


def pawns(shown: dict[str, Any]) -> list[tuple[int, str, int]]:
    """Who would stand where."""
    return [(one["seat"], one["place"], one["rank"]) for one in shown["pawns"]]


def test_a_rower_sees_where_he_would_stand_and_who_leads_after_him() -> None:
    """Those behind him only close up: nobody sends them."""
    t = table("FD 0 1 2\nJR 3\nBJ 4", active=0)
    shown = preview(t, 0, "row BF")
    assert pawns(shown) == [(0, "BF", 1)]
    assert shown["heirs"] == [1]
    assert shown["pawns"][0]["ranks"] == []
    t = table("FD 0 1 2\nJR 3\nBJ 4", active=4)
    assert preview(t, 4, "row JR")["pawns"][0]["ranks"] == ["first_mate", "cabin_boy"]
    assert preview(t, 4, "row TO")["pawns"][0]["ranks"] == ["governor"]
    assert t.line("BJ") == [4]


def test_only_who_is_asked_has_previews() -> None:
    """And not of what depends on cards that nobody has seen."""
    t = table("FD 0 1 2\nJR 3 4", active=0)
    verbs = {one["action"].split()[0] for one in t.view(0)["previews"]}
    assert verbs == {"row", "attack", "maroon"}
    assert t.view(1)["previews"] == t.view(SPECTATOR)["previews"] == t.view()["previews"] == []


def test_a_second_albatross_strikes_the_whole_ship() -> None:
    """The crew is marooned, the last in line first; and who is not aboard stays."""
    t = table("FD 1\nJR 2 3 4\nBF 0\nkept 0 albatross\nkept 1 albatross", active=0)
    shown = preview(t, 0, "row FD")
    assert shown["struck"]
    assert sorted(pawns(shown)) == [(0, "TO", 1), (1, "TO", 2)]
    assert not preview(t, 0, "row TO")["struck"]


def test_a_captain_sees_whom_the_fountain_may_save() -> None:
    """And what happens if it is not used."""
    t = table("FD 0 1 2\nTO 3\nJR 4\nkept 1 fountain_of_youth", active=0)
    assert preview(t, 0, "maroon 1")["fountain"] == 1
    assert pawns(preview(t, 0, "maroon 1")) == [(1, "TO", 2)]
    assert preview(t, 0, "maroon 2")["fountain"] is None


def test_who_is_marooned_again_loses_a_card() -> None:
    """If there is one to lose; the preview does not say which."""
    t = table("FD 0 4\nJR 1\nTO 2 3\nhand 3 -\nrow pistol", active=0)
    t.play(0, "reveal 1")
    assert pawns(preview(t, 0, "target 2")) == [(2, "TO", 2)]
    assert preview(t, 0, "target 2")["pawns"][0]["loses_card"]
    assert not preview(t, 0, "target 1")["pawns"][0]["loses_card"]
    assert preview(t, 0, "target 2")["heirs"] == [3]
    assert preview(t, 0, "target 3")["pawns"] == []  # he stands there already


@pytest.mark.parametrize(("places", "rank"), [("JR 1\nTO 2 3", 2), ("JR 1 2\nTO 3", 1)])
def test_who_is_last_on_tortuga_loses_a_card_where_he_stands(places: str, rank: int) -> None:
    """He is at the back of the line already, be he the last or the only one."""
    t = table(f"FD 0 4\n{places}\nrow pistol", active=0)
    t.play(0, "reveal 1")
    shown = preview(t, 0, "target 3")
    assert pawns(shown) == [(3, "TO", rank)]
    assert shown["pawns"][0]["loses_card"]
    assert shown["heirs"] == []


def test_a_call_names_those_who_would_vote() -> None:
    """Nobody without cards, nobody under the Pirate Code, and not the captain of a mutiny."""
    picture = "FD 0 1 2 3\nJR 4\nhand 2 -\nkept 3 pirate_code\nchests SG=0 FD.B=3 JR.F=3"
    t = table(picture, active=0)
    assert preview(t, 0, "attack")["voters"] == [0, 1]
    assert preview(t, 0, "attack")["loot"] == 3
    assert preview(t, 0, "row BF")["voters"] is None
    assert preview(table(picture, active=1), 1, "mutiny")["voters"] == [1]
    assert not preview(t, 0, "attack")["galleon"]
    on_galleon = preview(table("FD 0\nJR 4\nchests SG=6", active=0), 0, "attack")
    assert (on_galleon["loot"], on_galleon["galleon"]) == (6, True)


def test_chests_are_counted_as_they_would_lie() -> None:
    """From where to where one goes, and what both nations would have."""
    t = table("FD 0 1\nJR 2 3 4\nchests SG=2 FD.B=2 JR.F=2", active=1)
    shown = preview(t, 1, "smuggle FD.F")
    assert shown["chests"] == {"FD.B": -1, "FD.F": 1}
    assert (shown["british"], shown["french"]) == (2, 4)
    assert preview(t, 1, "row BF")["chests"] == {}


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_what_was_foretold_happens(seats: int) -> None:
    """In whole games pawns and chests are right after the answer where its preview had them."""
    rng = FastRng(seats)
    seen = 0
    for _ in range(4):
        t = Drawn(cast("Table", GAME.deal(seats, GAME.complete({}), rng.spawn())))
        while not t.state.is_over():
            seat, action = varied(t.state, rng)
            foretold = [one for one in t.view(seat)["previews"] if one["action"] == action.text]
            t.state.apply(seat, action)
            for shown in foretold:
                if shown["fountain"] is None and shown["voters"] != []:  # else the deck decides
                    seen += 1
                    assert_came_true(shown, t.view(seat))
    assert seen > 30


def assert_came_true(shown: dict[str, Any], after: dict[str, Any]) -> None:
    """A table is as a preview had it."""
    for pawn in shown["pawns"]:
        assert after["seats"][pawn["seat"]]["place"] == pawn["place"]
    assert [after["british"], after["french"]] == [shown["british"], shown["french"]]
    if shown["voters"] and after["vote"]:
        assert after["vote"]["voters"] == shown["voters"]
