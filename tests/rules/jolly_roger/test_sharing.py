"""Sharing prizes: picks, gifts, the Cook, the Carpenter, hidden treasures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rule import rule

from .drawing import Drawn, table


def shared(laid: str, seats: int = 4, **options: Any) -> Drawn:
    """Prizes that are about to be shared; nobody has cards."""
    return table("prize", laid=laid, seats=seats, **options)


def counts(t: Drawn) -> list[int]:
    """How many prizes each seat has."""
    return [len(t.prizes(seat)) for seat in range(t.state.seats)]


@rule("JR-D2", "JR-D3", "JR-Q5", "JR-Q20")
@pytest.mark.parametrize(
    ("laid", "shares"),
    [("gold1 gold1 gold2 gold3 rum", [2, 1, 1, 1]), ("gold1 gold2 gold3", [1, 1, 1, 0])],
    ids=["vector_3", "vector_4"],
)
def test_vectors_3_and_4_number_counts(laid: str, shares: list[int]) -> None:
    """The Captain picks first; nobody gets a second before all have a first."""
    t = shared(laid)
    assert (t.window(), t.asked()) == ("pick", [0])
    assert t.prompt(0).default.text == "pick gold3"
    t.do(0, "pick gold3")
    assert (t.window(), t.asked()) == ("give", [1])
    t.close("punish")
    assert sorted(counts(t)) == sorted(shares)
    assert "gold3" in t.prizes(0)
    if sum(shares) == 3:
        assert counts(t)[0] == 1


@rule("JR-D3")
def test_refusals_of_giving() -> None:
    """The refusal says who may receive, with its rule."""
    t = shared("gold1 gold2 rum")
    t.do(0, "pick gold2")
    assert t.legal(1)[:3] == ["give gold1 1", "give gold1 2", "give gold1 3"]
    assert t.prompt(1).default.text == "give gold1 1"
    refusal = t.refused(1, "give gold1 0")
    assert (refusal.code, refusal.rule) == ("not_among_fewest", "JR-D3")
    assert t.refused(1, "give gold3 1").code == "not_laid_out"
    assert {denial.code for denial in t.state.denied(1)} == {"not_among_fewest"}
    t.do(1, "give gold1 1")
    assert t.prompt(1).default.text == "give rum 2"
    sharing = t.view()["sharing"]
    assert sharing is not None
    assert [share["may_receive"] for share in sharing["shares"]] == [False, False, True, True]


@rule("JR-O5", "JR-Q20")
def test_extra_picks() -> None:
    """With `extra` picks are not counted."""
    t = shared("gold1 gold1 gold2 gold3 rum", captain_pick="extra")
    t.do(0, "pick gold3")
    assert "give gold1 0" in t.legal(1)


@rule("JR-X3", "JR-D2", "JR-Q21")
def test_the_cook_picks_first() -> None:
    """The Captain plays Cook: he holds 2, more only when all have 2."""
    t = table("prize", laid="gold1 gold1 gold2 gold2 gold3 rum", hands={0: "cook"})
    assert t.window() == "prize"
    t.do(0, "play cook", "pick gold3", "pick gold2")
    assert t.view()["sharing"] is not None
    assert "give gold1 0" not in t.legal(1)
    assert t.discard() == ["cook"]


@rule("JR-X13", "JR-T4", "JR-Q32", "JR-Q23")
def test_vector_22_surgeon_in_prize() -> None:
    """The new Quartermaster gives; not for Captain, Quartermaster, nor at three."""
    t = table("prize", laid="gold1 gold2 rum", hands={2: "surgeon"})
    t.do(2, "play surgeon")
    assert t.view()["quartermaster"] == 2
    t.do(0, "pick gold2")
    assert t.asked() == [2]
    assert t.told("card_drawn") == []
    captain = table("call_1", hands={0: "surgeon", 2: "nav3_crew1"}, ask_all=True)
    assert captain.refused(0, "play surgeon").code == "surgeon_not_for_officers"
    three = table("call_2", seats=3, chosen="F4", hands={1: "surgeon"}, ask_all=True)
    assert three.refused(1, "play surgeon").code == "surgeon_not_for_officers"


# ------------------------------------------------------------------------- the Carpenter


def carpentered(prizes: dict[int, str], player: int = 2, **options: Any) -> Drawn:
    """The Carpenter was played after a sharing."""
    t = table("aftermath", hands={player: "carpenter"}, prizes=prizes, **options)
    t.do(player, "play carpenter")
    return t


@rule("JR-X2", "JR-Q11", "JR-Q41")
def test_vector_24_no_offers() -> None:
    """No offers, the Captain has gold 3 and Rum: gold 3 may be taken."""
    t = carpentered({0: "gold3 rum", 3: "gold2"})
    assert (t.window(), t.asked()) == ("offer", [0, 3])
    assert t.legal(3) == ["decline", "present gold2"]
    t.state.play(0, "decline")
    assert t.state.seen_waiting(1) == [0, 3]
    t.state.play(3, "decline")
    assert (t.window(), t.legal(2)) == ("take", ["take gold3 0", "take rum 0"])
    assert t.prompt(2).default.text == "take gold3 0"
    t.do(2, "take gold3 0")
    assert t.prizes(2) == ["gold3"]


@rule("JR-X2")
def test_offers_are_for_the_carpenters_eyes() -> None:
    """One of them is taken; the others stay secret."""
    t = carpentered({0: "gold3 rum", 3: "gold2"})
    t.state.play(0, "present rum")
    assert t.prompt(3).default.text == "decline"
    carpenter = t.view(3)["carpenter"]
    assert carpenter is not None and carpenter["offers"] is None
    mine = t.view(0)["carpenter"]
    assert mine is not None and mine["presented"] == "rum"
    t.state.play(3, "present gold2")
    seen = t.view(2)["carpenter"]
    assert seen is not None
    assert seen["offers"] == [{"seat": 0, "prize": "rum"}, {"seat": 3, "prize": "gold2"}]
    other = t.view(1)["carpenter"]
    assert other is not None and other["offers"] is None
    t.do(2, "take rum 0")
    assert (t.prizes(2), t.prizes(3)) == (["rum"], ["gold2"])


@rule("JR-X2", "JR-Q41")
def test_nothing_to_take() -> None:
    """Neither Captain nor Quartermaster has an open prize: the card is spent."""
    t = carpentered({3: "gold2"})
    t.do(3, "decline")
    assert t.told("nothing_taken")
    assert t.discard() == ["carpenter"]
    three = carpentered({1: "gold2"}, player=0, seats=3)
    three.do(1, "decline")
    assert three.told("nothing_taken")


@rule("JR-X2")
def test_unplayable_without_prizes() -> None:
    """If no other seat has one."""
    t = table("aftermath", hands={2: "carpenter nav3_crew1"}, prizes={2: "gold1"}, ask_all=True)
    assert t.refused(2, "play carpenter").code == "no_open_prize"


@rule("JR-X2", "JR-T7")
def test_a_single_offer_is_taken_at_once() -> None:
    """In a simulation; a live table asks."""
    t = carpentered({3: "gold2"})
    t.do(3, "present gold2")
    assert t.prizes(2) == ["gold2"]


# ------------------------------------------------------------------- hidden treasures


@rule("JR-O2", "JR-D3")
def test_hidden_treasures_are_given_face_down() -> None:
    """The Captain sees them, then the Quartermaster, then the owner."""
    t = shared("gold1 gold2 gold3 rum", hidden_treasures=True)
    assert t.window() == "pick"
    sharing = t.view(2)["sharing"]
    assert sharing is not None and sharing["prizes"] == [None] * 4
    t.do(0, "pick gold3")
    seen = t.view(1)["sharing"]
    assert seen is not None and seen["prizes"] == ["gold1", "gold2", "rum"]
    t.do(1, "give rum 2")
    assert t.seat(2, 2)["prizes"] == ["rum"]
    assert t.seat(2, 0)["prizes"] == [None]
    assert t.seat(0, 3)["prizes"] == [None]
    assert t.told("prize_given", 3)[0].get("prize") is None


@rule("JR-O2", "JR-Q43")
def test_the_carpenter_picks_a_back() -> None:
    """Offers are backs; without any he takes a random card of an officer."""
    t = carpentered({0: "gold3 rum", 3: "gold2"}, hidden_treasures=True)
    t.state.play(0, "decline")
    t.state.play(3, "present gold2")
    assert t.prizes(2) == ["gold2"]
    assert t.seat(2, 2)["prizes"] == ["gold2"]
    blind = carpentered({0: "gold3 rum", 1: "gold1", 3: "gold2"}, hidden_treasures=True)
    for seat in (0, 1, 3):
        blind.state.play(seat, "decline")
    assert blind.legal(2) == ["take_from 0", "take_from 1"]
    assert blind.prompt(2).default.text == "take_from 0"
    blind.do(2, "take_from 0")
    assert len(blind.prizes(2)) == 1


@rule("JR-O2")
def test_owners_may_show_a_hidden_prize() -> None:
    """To one seat, beside the question; at the end all are open."""
    t = table(
        "punish",
        round_=10,
        hands={0: "cook"},
        prizes={2: "gold3"},
        hidden_treasures=True,
        only=True,
    )
    assert "show gold3 3" in t.asides(2)
    t.aside(2, "show gold3 3")
    assert t.seat(2, 3)["prizes"] == ["gold3"]
    assert t.seat(2, 0)["prizes"] == [None]
    assert "show gold3 3" not in t.asides(2)
    t.do(0, "spare")
    t.close("over")
    assert t.seat(2, 0)["prizes"] == ["gold3"]
    assert t.told("prize_revealed")


@rule("JR-O9", "JR-X13")
def test_at_three_the_captain_may_have_both_roles() -> None:
    """What concerns the Quartermaster holds for him: his card counts, a Surgeon is Captain."""
    hands = {0: "cook", 1: "surgeon nav1_crew2", 2: "nav3_crew1"}
    t = table("call_2", chosen="F4", seats=3, hands=hands, both_roles=True)
    assert t.refused(1, "play cook").code == "card_not_in_hand"
    t.do(1, "play surgeon")
    assert t.view()["captain"] == 1
    assert t.told("captain_replaced")
    t.do(2, "call nav3_crew1")
    assert t.crew() == (2, 1)
    late = table("call_2", chosen="F4", seats=3, hands=hands, both_roles=True, ask_all=True)
    late.do(2, "call nav3_crew1")
    late.close("mutiny")
    assert late.refused(1, "play surgeon").code == "surgeon_not_for_officers"
    four = table("call_2", chosen="F4", hands={2: "surgeon"}, both_roles=True)
    four.do(2, "play surgeon")
    assert (four.view()["captain"], four.view()["quartermaster"]) == (0, 2)
