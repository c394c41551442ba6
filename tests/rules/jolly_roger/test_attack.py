"""Attacks: mustering, revealing, officers, allotting, the result."""

from __future__ import annotations

from broadside import SPECTATOR
from tests.rule import rule

from .drawing import Drawn, table

FIVE = "nav2_crew1 nav1_crew2 cannons3_crew1 cannons1_crew2 sabres2_crew1"
"""The rulebook's example: five cards total 3/4/2."""


def mustered(more: str = "") -> Drawn:
    """One seat has mustered the five cards against F4 (2/4/3), and perhaps one more."""
    cards = f"{FIVE} {more}".split()
    t = table("muster", chosen="F4", hands={2: " ".join(cards)})
    t.do(2, *[f"muster {card}" for card in cards])
    return t


@rule("JR-A5", "JR-A6", "JR-A2", "JR-A3")
def test_vector_1_failure() -> None:
    """3/4/2 against F4 (2/4/3): failure, five cards discarded, no prizes."""
    t = mustered()
    attack = t.view()["attack"]
    assert attack is not None
    assert attack["totals"] == {"nav": 3, "cannons": 4, "sabres": 2}
    assert attack["required"] == {"nav": [1, 2], "cannons": [3, 5], "sabres": [2, 4]}
    assert len(attack["mustered"]) == 5
    assert t.seat(2)["crew"] == FIVE.split()
    t.close("punish")
    assert t.told("attack_failed")[0]["sabres"] == 2
    assert sorted(t.discard()) == sorted(FIVE.split())
    assert t.view()["prize_deck"] == 46


@rule("JR-A4", "JR-A5", "JR-Q30")
def test_vector_2_a_multi_card() -> None:
    """To sabres 3/4/4: seven prizes; to navigation: failure, which is legal."""
    t = mustered("multi2_crew1")
    t.close("allot")
    assert t.asked() == [1]
    assert t.legal(1) == ["allot 0 0", "allot 0 1", "allot 1 0"]
    assert t.prompt(1).default.text == "allot 0 0"
    assert t.refused(1, "allot 1 1").code == "multi_cards_exactly"
    t.do(1, "allot 0 0")
    assert t.told("attack_won")[0]["prizes"] == 7
    spoilt = mustered("multi2_crew1")
    spoilt.close("allot")
    spoilt.do(1, "allot 1 0")
    assert spoilt.told("attack_failed")


@rule("JR-A4")
def test_the_default_without_hope() -> None:
    """If no way wins, all go to navigation."""
    t = table("muster", chosen="F4", hands={2: "multi2_crew1 multi2_crew1"})
    t.do(2, "muster multi2_crew1", "muster multi2_crew1")
    t.close("allot")
    assert t.prompt(1).default.text == "allot 2 0"
    assert len(t.legal(1)) == 6


@rule("JR-A1", "JR-Q28")
def test_vector_25_only_characters() -> None:
    """The Quartermaster has only specials: MUSTER without FIRST."""
    t = table("attack", hands={1: "cook traitor", 2: "nav3_crew1"})
    assert t.window() == "muster"
    assert t.told("first_waived")


@rule("JR-A1", "JR-T7")
def test_the_first_card() -> None:
    """One normal card, any; a single kind plays itself in a simulation."""
    t = table("attack", hands={1: "cook nav3_crew1 nav1_crew4"})
    assert (t.window(), t.asked()) == ("first", [1])
    assert t.legal(1) == ["muster nav3_crew1", "muster nav1_crew4"]
    assert t.prompt(1).default.text == "muster nav3_crew1"
    assert t.refused(1, "muster cook").code == "only_normal_cards"
    assert t.refused(1, "muster sabres3_crew1").code == "card_not_in_hand"
    t.do(1, "muster nav1_crew4")
    assert t.window() == "muster"
    single = table("attack", hands={1: "cook nav3_crew1", 2: "nav3_crew1"})
    assert single.window() == "muster"
    assert single.seat(1)["crew"] == ["nav3_crew1"]


@rule("JR-A1", "JR-Q28", "JR-O8")
def test_a_live_table_asks_for_the_first_card_in_any_case() -> None:
    """Whoever has none passes: before that, nobody can tell."""
    t = table("attack", hands={1: "cook", 2: "nav3_crew1"}, ask_all=True)
    assert (t.window(), t.legal(1)) == ("first", ["pass"])
    assert t.prompt(1).default.text == "pass"
    t.do(1, "pass")
    assert t.window() == "muster"
    assert t.told("first_waived")
    bare = table("attack", hands={2: "nav3_crew1"}, ask_all=True)
    assert bare.window() == "muster"


@rule("JR-Q37")
def test_a_cancelled_first_card_meets_the_duty() -> None:
    """He did play: MUSTER opens."""
    t = table("attack", hands={1: "nav3_crew1 nav1_crew4", 3: "traitor"})
    t.do(1, "muster nav3_crew1")
    t.do(3, "traitor")
    assert t.window() == "muster"
    assert t.seat(1)["crew"] == []
    assert t.discard() == ["traitor", "nav3_crew1"]


@rule("JR-A2", "JR-Q38", "JR-Q7")
def test_only_normal_cards_are_mustered() -> None:
    """One by one, before their owner, and not taken back; characters stay out."""
    t = table("muster", hands={2: "nav3_crew1 cook"})
    assert t.legal(2) == ["pass", "done", "muster nav3_crew1"]
    assert t.refused(2, "muster cook").code == "only_normal_cards"
    assert t.refused(2, "muster nav1_crew4").code == "card_not_in_hand"
    t.do(2, "muster nav3_crew1")
    assert t.seat(2)["crew"] == ["nav3_crew1"]


@rule("JR-A3", "JR-Q29")
def test_reveal() -> None:
    """Legal once every other seat has acted or been ready; it ends the mustering at once."""
    t = table("muster", hands={1: "nav3_crew1", 2: "cannons3_crew1"}, ask_all=True)
    assert "reveal" not in t.legal(1)
    assert t.refused(1, "reveal").code == "reveal_too_early"
    assert t.refused(2, "reveal").code == "only_quartermaster_reveals"
    assert [denial.code for denial in t.state.denied(1)] == ["reveal_too_early"]
    t.do(2, "pass")
    t.do(1, "reveal")
    assert t.told("reveal_ordered")
    assert t.told("destination_shown")[0]["destination"] == "F4"


@rule("JR-X5", "JR-A4", "JR-T2")
def test_officers() -> None:
    """+1 or -1 to navigation, cannons, sabres, before the multi cards are allotted."""
    t = officers()
    t.do(3, "officer first_mate up")
    t.do(0, "officer navigator down")
    attack = t.view()["attack"]
    assert attack is not None
    assert attack["officers"] == {"nav": -1, "cannons": 0, "sabres": 1}
    assert attack["required"] == {"nav": [2, 2], "cannons": [4, 4], "sabres": [3, 3]}
    t.close("prize")
    assert t.told("attack_won")[0]["prizes"] == 7
    assert {"first_mate", "navigator"} <= set(t.discard())


def officers() -> Drawn:
    """The rulebook's five cards, and officers in other hands; the destination is turned up."""
    hands = {2: FIVE, 0: "navigator cook", 3: "first_mate sharpshooter"}
    t = table("muster", chosen="F4", hands=hands)
    t.do(2, *[f"muster {card}" for card in FIVE.split()])
    t.close("revealed")
    assert t.legal(3)[2:] == [
        "officer sharpshooter up",
        "officer sharpshooter down",
        "officer first_mate up",
        "officer first_mate down",
    ]
    return t


@rule("JR-A5")
def test_totals_do_not_fall_below_nothing() -> None:
    """An officer cannot make a total negative."""
    t = table("muster", chosen="F4", hands={2: "sabres1_crew2", 3: "navigator"})
    t.do(2, "muster sabres1_crew2")
    t.close("revealed")
    t.do(3, "officer navigator down")
    t.close("punish")
    assert t.told("attack_failed")[0]["nav"] == 0


@rule("JR-X6", "JR-Q35", "JR-A1")
def test_lookout() -> None:
    """After CALL-2, before the Quartermaster's card: the destination is turned up for all."""
    t = table("voyage", chosen="F4", hands={2: "lookout", 1: "nav3_crew1 nav1_crew4"})
    assert t.window() == "lookout"
    t.do(2, "play lookout")
    view = t.view(3)
    assert view["voyage"] is not None and view["voyage"]["face"] is not None
    assert view["voyage"]["face"]["destination"] == "F4"
    assert view["attack"] is not None and view["attack"]["required"]["nav"] == [2, 2]
    assert t.window() == "first"


@rule("JR-D1")
def test_fewer_prizes_if_the_deck_is_short() -> None:
    """The printed number, or what is left."""
    t = table(
        "muster",
        chosen="M1",
        hands={2: "nav1_crew2 cannons1_crew2 sabres1_crew2", 3: "cook"},
        prize_deck="gold1",
        only=True,
    )
    t.do(2, "muster nav1_crew2", "muster cannons1_crew2", "muster sabres1_crew2")
    t.close("prize")
    assert t.told("attack_won")[0]["prizes"] == 1
    sharing = t.view()["sharing"]
    assert sharing is not None and sharing["prizes"] == ["gold1"]


@rule("JR-D4")
def test_nothing_to_share() -> None:
    """A success with an empty prize deck skips the sharing."""
    t = table(
        "muster", chosen="M1", hands={2: "nav1_crew2 cannons1_crew2 sabres1_crew2"}, only=True
    )
    t.do(2, "muster nav1_crew2", "muster cannons1_crew2", "muster sabres1_crew2")
    t.close("punish")
    assert t.told("attack_won")[0]["prizes"] == 0


@rule("JR-A5", "JR-A4")
def test_totals_are_bounded_when_all_is_counted() -> None:
    """An officer takes one away: a multi card fills the gap first. The view says so beforehand."""
    t = table("muster", chosen="M2", hands={2: "multi2_crew1", 3: "navigator"})
    t.do(2, "muster multi2_crew1")
    t.close("revealed")
    t.do(3, "officer navigator down")
    attack = t.view(SPECTATOR)["attack"]
    assert attack is not None
    assert (attack["totals"]["nav"], attack["multi"], attack["multi_value"]) == (-1, 1, 2)
    t.close("allot")
    t.do(1, "allot 1 0")
    assert t.told("attack_failed")[0]["nav"] == 1


@rule("JR-A3", "JR-Q50")
def test_a_gift_to_an_empty_hand_does_not_take_reveal_away() -> None:
    """Whose hand was empty has had its chance."""
    t = table("muster", hands={1: "nav3_crew1", 2: "cannons3_crew1 cook"}, ask_all=True)
    t.do(2, "pass")
    assert "reveal" in t.legal(1)
    t.aside(2, "offer cook 3 none")
    t.aside(3, "accept_offer 2")
    assert "reveal" in t.legal(1)


@rule("JR-A3", "JR-O7")
def test_a_shuffled_poll_hears_whoever_cannot_play() -> None:
    """Though the Quartermaster be asked before them, he may reveal."""
    for seed in range(1, 20):
        hands = {1: "nav3_crew1", 2: "cook", 3: "lookout"}
        t = table("muster", hands=hands, seed=seed, poll="shuffled")
        assert t.asked() == [1]
        assert "reveal" in t.legal(1)


def test_the_view_says_how_an_attack_stands() -> None:
    """Of F4's public range (1–2/3–5/2–4) 3/4/2 is sure, maybe and maybe; 3 points are lacking."""
    attack = mustered().view()["attack"]
    assert attack is not None
    assert attack["standing"] == {"nav": "sure", "cannons": "maybe", "sabres": "maybe"}
    assert attack["lacking"] == (5 - 4) + (4 - 2)
    helped = mustered("multi2_crew1").view()["attack"]
    assert helped is not None
    assert helped["lacking"] == 1
    none = table("muster", chosen="F4", hands={2: FIVE}).view()["attack"]
    assert none is not None
    assert set(none["standing"].values()) == {"short"}


def test_answers_are_shown_with_what_the_skills_would_count() -> None:
    """Only to the seat that is asked; a multi card counts when it is allotted, not before."""
    t = table("muster", chosen="F4", hands={2: "sabres2_crew1 multi2_crew1", 3: "nav1_crew2"})
    told = counts(t, 2)
    assert told["muster sabres2_crew1"] == {"nav": 0, "cannons": 0, "sabres": 2}
    assert told["muster multi2_crew1"] == {"nav": 0, "cannons": 0, "sabres": 0}
    assert counts(t, SPECTATOR) == {}
    t.do(2, "muster multi2_crew1")
    t.close("allot")
    assert counts(t, 2) == {}
    assert counts(t, 1)["allot 0 1"] == {"nav": 0, "cannons": 2, "sabres": 0}


def test_an_officer_is_shown_with_what_he_would_change() -> None:
    """Up or down, never below nothing."""
    t = table("muster", chosen="F4", hands={2: "sabres1_crew2", 3: "navigator"})
    t.do(2, "muster sabres1_crew2")
    t.close("revealed")
    assert {action: told["nav"] for action, told in counts(t, 3).items()} == {
        "officer navigator up": 1,
        "officer navigator down": 0,
    }


def counts(t: Drawn, seat: int) -> dict[str, dict[str, int]]:
    """What the skills would count after each answer."""
    attack = t.view(seat)["attack"]
    assert attack is not None
    return {one["action"]: dict(one["counts"]) for one in attack["previews"]}
