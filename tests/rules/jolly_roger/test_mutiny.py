"""Mutinies: calls, sides, strength, losers, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rule import rule

from .drawing import Drawn, table, top_of


def called(hands: dict[int, str], caller: int = 2, window: str = "call_2", **more: Any) -> Drawn:
    """A mutiny that a seat calls with its first card."""
    chosen = "F4" if window == "call_2" else ""
    t = table(window, hands=hands, chosen=chosen, **more)
    t.do(caller, f"call {hands[caller].split()[0]}")
    return t


@rule("JR-M1", "JR-M2")
def test_who_may_call() -> None:
    """Any seat but the Captain, the Quartermaster too, once per round, with any hand card."""
    hands = {0: "nav3_crew1", 1: "nav1_crew4", 2: "cook"}
    t = table("call_1", hands=hands, ask_all=True)
    assert t.legal(0) == ["pass", "done"]
    assert t.refused(0, "call nav3_crew1").code == "captain_cannot_call"
    assert t.legal(1) == ["pass", "done", "call nav1_crew4"]
    assert t.refused(1, "call nav3_crew1").code == "card_not_in_hand"
    t.do(1, "call nav1_crew4")
    assert t.told("mutiny_called")[0] == {"kind": "mutiny_called", "seat": 1, "captain": 0}
    t.close("call_2")
    assert t.view()["mutiny_used"]
    asked = t.asked()[0]
    assert not [text for text in t.legal(asked) if text.startswith("call")]
    used = table("call_2", chosen="F4", hands={2: "stowaway"}, run=False)
    used.state.is_mutiny_used = True
    used.state.run()
    assert used.refused(2, "call stowaway").code == "mutiny_used"


@rule("JR-M4", "JR-Q23")
def test_vector_27_the_quartermaster_calls() -> None:
    """QM calls with crew 2: 3:1."""
    t = called({1: "nav2_crew2 cook"}, caller=1)
    assert t.crew() == (1, 3)


@rule("JR-M4")
def test_a_neutral_quartermaster_adds_nothing() -> None:
    """His card follows him when he joins; totals are public."""
    t = called({2: "nav2_crew2", 1: "cook", 0: "lookout"})
    assert t.crew() == (1, 2)
    mutiny = t.view(3)["mutiny"]
    assert mutiny is not None
    assert (mutiny["captain"]["crew"], mutiny["mutineers"]["crew"]) == (1, 2)
    assert mutiny["neutral"] == [1, 3]
    t.do(1, "crew cook captain")
    assert t.crew() == (3, 2)


@rule("JR-M5")
@pytest.mark.parametrize("last", ["cannons1_crew3", "nav1_crew4"], ids=["6-5", "6-6"])
def test_vector_5_the_captain_stays(last: str) -> None:
    """Captain 1+1+1+3 = 6, mutineers 1+1+3 = 5: the Captain stays; 6-6 too."""
    hands = {0: "cook", 3: "nav1_crew3", 2: f"nav3_crew1 sabres3_crew1 {last}"}
    t = called(hands)
    t.do(0, "crew cook captain")
    t.do(3, "crew nav1_crew3 captain")
    t.state.quartermaster = 3
    t.do(2, "crew sabres3_crew1 mutineers", f"crew {last} mutineers")
    ended = t.told("mutiny_ended")[0]
    assert ended["captains_crew"] == 6
    assert ended["mutineers_crew"] == (5 if last == "cannons1_crew3" else 6)
    assert t.view()["captain"] == 0


@rule("JR-M5", "JR-M7", "JR-M8", "JR-Q3")
def test_a_winning_mutineer_is_captain() -> None:
    """And appoints a Quartermaster at once."""
    t = called({2: "nav1_crew4", 0: "cook"})
    t.close("appoint")
    assert (t.view()["captain"], t.asked()) == (2, [2])
    assert t.told("captain_replaced")
    t.do(2, "appoint 0")
    assert t.view()["quartermaster"] == 0


@rule("JR-M5")
def test_a_tie_is_the_captains() -> None:
    """1:1."""
    t = called({2: "cook", 3: "nav3_crew1"})
    assert t.crew() == (1, 1)
    t.close("appoint")
    assert t.view()["captain"] == 0


@rule("JR-M7")
def test_a_quartermaster_who_wins_has_no_quartermaster() -> None:
    """Until he appoints one."""
    t = called({1: "nav1_crew4", 0: "cook"}, caller=1)
    t.close("appoint")
    assert (t.view()["captain"], t.view()["quartermaster"]) == (1, None)


@rule("JR-M3", "JR-M6")
def test_cards_bind_to_a_side() -> None:
    """The first uncancelled card; leaders play for their own side only."""
    t = called({2: "nav1_crew4 cook", 0: "lookout", 3: "nav3_crew1 nav2_crew1"}, ask_all=True)
    t.close("mutiny")
    assert "crew nav3_crew1 captain" in t.legal(3)
    t.do(3, "crew nav3_crew1 mutineers")
    t.close("mutiny")
    assert t.legal(3) == ["pass", "done", "crew nav2_crew1 mutineers"]
    assert t.refused(3, "crew nav2_crew1 captain").code == "bound_to_other_side"
    assert t.refused(0, "crew lookout mutineers").code == "leader_of_other_side"
    assert t.refused(0, "crew cook captain").code == "card_not_in_hand"
    assert t.seat(3)["side"] == "mutineers"


@rule("JR-M6", "JR-M9", "JR-Q4", "JR-Q24", "JR-D3")
def test_vector_11_neutral_seats_keep_their_prizes() -> None:
    """And still get shares; the Captain loses without a card."""
    t = called({2: "nav1_crew4"}, prizes={3: "gold3", 0: "gold1 gold2"})
    t.do(2, "appoint 1")
    assert t.prizes(3) == ["gold3"]
    sharing = t.view()["sharing"]
    assert sharing is not None and sharing["from_mutiny"]
    assert sharing["prizes"] == ["gold1", "gold2"]
    t.do(2, "pick gold2")
    t.do(1, "give gold1 3")
    assert t.prizes(3) == ["gold1", "gold3"]


@rule("JR-M9")
def test_buried_prizes_are_safe() -> None:
    """Only unburied ones are seized."""
    t = called({2: "nav1_crew4"}, prizes={0: "gold1"}, buried={0: "gold3"})
    t.do(2, "appoint 1")
    t.close("destination")
    assert t.buried(0) == ["gold3"]
    assert t.prizes(2) == ["gold1"]


@rule("JR-Q31", "JR-X3")
def test_the_cook_after_a_mutiny() -> None:
    """It is a sharing, too."""
    t = called({2: "nav1_crew4", 3: "cook"}, prizes={0: "gold1 gold3"})
    t.close("appoint")
    t.do(2, "appoint 1")
    assert t.window() == "prize"
    t.do(3, "play cook", "pick gold3")
    assert t.prizes(3) == ["gold3"]


@rule("JR-M10", "JR-X8")
def test_vector_26_redealing() -> None:
    """7 cards, QM seat 2: seats 3, 0, 1 get 2, seat 2 gets 1; spent characters are discarded."""
    seven = "nav1_crew4 nav3_crew1 nav2_crew1 nav2_crew2 nav1_crew2 nav1_crew3 sabres3_crew1"
    redealt = table("call_1", hands={3: seven, 0: "cannon_fodder"})
    redealt.do(
        3,
        *[
            ("call " if not place else "crew ") + card + (" mutineers" if place else "")
            for place, card in enumerate(seven.split())
        ],
    )
    redealt.do(0, "crew cannon_fodder captain")
    redealt.close("appoint")
    captain = redealt.view()["captain"]
    assert captain == 3
    redealt.do(3, "appoint 2")
    sizes = [len(redealt.hand(seat)) for seat in range(4)]
    assert redealt.told("crew_shuffled")[0]["cards"] == 7
    assert redealt.discard() == ["cannon_fodder"]
    dealt = [event["seat"] for event in redealt.told("card_dealt")]
    assert dealt == [3, 0, 1, 2, 3, 0, 1]
    assert sum(sizes) >= 7
    assert "card" not in redealt.told("card_dealt", 2)[0]


@rule("JR-M11", "JR-Q14", "JR-T7")
def test_vector_14_a_call_before_the_voyage() -> None:
    """F4 face down: F4 on top; Fort again gives F4; no further call in this round."""
    t = called({2: "nav1_crew4 stowaway", 0: "cook"})
    t.close("appoint")
    t.do(2, "appoint 1")
    t.close("destination")
    assert t.told("destination_returned")[0]["type"] == "fort"
    t.do(2, "sail fort")
    assert t.state.chosen == table("voyage", run=False, chosen="F4").state.chosen
    assert t.window() == "call_2"
    t.close("punish")
    t.do(2, "spare")
    if t.window() == "call_3":
        assert not [text for text in t.legal(t.asked()[0]) if text.startswith("call")]


@rule("JR-M11")
def test_a_call_before_the_destination() -> None:
    """In CALL-1: the Captain chooses, the round goes on."""
    t = called({2: "nav1_crew4", 0: "cook"}, window="call_1")
    t.close("appoint")
    t.do(2, "appoint 1")
    assert t.window() == "destination"
    assert t.told("destination_returned") == []


@rule("JR-M11", "JR-Q22")
def test_vector_15_a_call_after_the_voyage() -> None:
    """Round 4, punishment ordered: none; round 5 starts at DESTINATION."""
    t = table("punish", round_=4, hands={0: "cook", 2: "nav1_crew4", 3: "nav3_crew1"})
    t.do(0, "punish")
    t.do(2, "call nav1_crew4")
    t.close("appoint")
    t.do(2, "appoint 1")
    assert t.told("victim_named") == []
    assert (t.view()["round"], t.window(), t.asked()) == (5, "destination", [2])


@rule("JR-M11", "JR-E1")
def test_vector_16_the_final_raid() -> None:
    """Same in round 10: share, then score."""
    t = table("punish", round_=10, hands={0: "cook", 2: "nav1_crew4"}, prizes={0: "gold3"})
    t.do(0, "spare")
    t.do(2, "call nav1_crew4")
    t.close("appoint")
    t.do(2, "appoint 1")
    t.close("over")
    assert t.state.scores()[2] == 3
    assert t.told("game_ended")


@rule("JR-M11", "JR-I2")
def test_a_mutiny_after_a_missed_island() -> None:
    """In the last round there is nobody left to punish."""
    t = table("map", round_=10, hands={2: "nav1_crew4"}, prizes={0: "gold3"})
    t.do(2, "call nav1_crew4")
    t.close("over")
    assert t.window() == "over"


# --------------------------------------------------------------- Cutthroat and Sea Dog


@rule("JR-X4", "JR-M5", "JR-X0")
def test_vector_8_a_call_with_the_cutthroat() -> None:
    """The caller is Captain, no MUTINY window, the old Captain's open prizes are shared."""
    t = table("call_2", chosen="F4", hands={2: "cutthroat", 0: "nav1_crew4"}, prizes={0: "gold3"})
    t.do(2, "call_cutthroat")
    assert (t.window(), t.asked()) == ("appoint", [2])
    assert t.told("throat_cut")[0]["side"] == "captain"
    t.do(2, "appoint 1")
    assert t.prizes(2) == ["gold3"]
    assert "cutthroat" in t.discard()


@rule("JR-Q25", "JR-M1", "JR-T6")
def test_vector_9_a_cancelled_call() -> None:
    """Traitor answers: MUTINY opens 0:1; all done: the Captain stays, no more calls."""
    t = table("call_2", chosen="F4", hands={2: "cutthroat nav3_crew1", 3: "traitor"})
    t.do(2, "call_cutthroat")
    assert (t.window(), t.asked()) == ("react", [3])
    t.do(3, "traitor")
    assert (t.window(), t.crew()) == ("mutiny", (1, 0))
    t.close("appoint")
    assert t.view()["captain"] == 0
    assert t.view()["mutiny_used"]


@rule("JR-X4", "JR-Q27")
def test_cutthroat_in_a_mutiny() -> None:
    """Names a leader, not oneself; it binds nobody and is discarded."""
    t = called({2: "nav1_crew4", 3: "cutthroat", 0: "cook"}, prizes={2: "gold1"})
    assert t.legal(3)[-2:] == ["cutthroat captain", "cutthroat mutineers"]
    t.do(3, "cutthroat mutineers")
    assert (t.window(), t.view()["captain"]) == ("appoint", 0)
    assert t.discard() == ["cutthroat"]
    own = called({2: "nav1_crew4 cutthroat", 0: "cook"})
    while own.asked() != [2]:
        own.pass_once()
    assert own.legal(2)[-1] == "cutthroat captain"
    assert own.refused(2, "cutthroat mutineers").code == "cutthroat_not_yourself"


@rule("JR-X9", "JR-T7")
def test_sea_dog() -> None:
    """1 crew on your side, and a neutral seat must at once play a card there."""
    t = called({2: "nav1_crew2 sea_dog", 3: "nav1_crew4 cook", 0: "lookout"})
    t.do(2, "sea_dog mutineers 3")
    assert (t.window(), t.asked()) == ("forced", [3])
    assert t.prompt(3).default.text == "enlist cook"
    assert t.refused(3, "enlist traitor").code == "card_not_in_hand"
    t.do(3, "enlist nav1_crew4")
    assert t.crew() == (1, 2 + 1 + 4)
    assert t.seat(3)["side"] == "mutineers"


@rule("JR-X9")
def test_vector_12_no_neutral_seat() -> None:
    """The only neutral seat has no hand: no target, plain crew only."""
    t = called({2: "nav1_crew2 sea_dog", 1: "cook nav3_crew1"})
    t.do(1, "crew cook captain")
    while t.asked() != [2]:
        t.pass_once()
    assert t.legal(2) == ["pass", "done", "crew sea_dog mutineers"]
    assert t.refused(2, "sea_dog mutineers 3").code == "no_neutral_seat"


@rule("JR-X9", "JR-Q26")
def test_vector_13_a_cancelled_forced_card() -> None:
    """The victim is neutral again, the Sea Dog counts 1."""
    t = called({2: "nav1_crew2 sea_dog", 3: "nav1_crew4 cook", 0: "traitor"})
    t.do(2, "sea_dog mutineers 3")
    t.do(3, "enlist nav1_crew4")
    t.do(0, "traitor")
    assert t.crew() == (1, 3)
    assert t.seat(3)["side"] is None


@rule("JR-X9", "JR-T7", "JR-M2")
def test_a_call_with_the_sea_dog() -> None:
    """Forces a neutral seat; a single kind plays itself."""
    t = table("call_2", chosen="F4", hands={2: "sea_dog", 3: "nav1_crew4", 0: "cook"})
    assert t.legal(2) == ["pass", "done", "call sea_dog", "call_sea_dog 3"]
    t.do(2, "call_sea_dog 3")
    assert t.crew() == (1, 5)
    alone = table("call_1", hands={2: "sea_dog"})
    assert alone.refused(2, "call_sea_dog 3").code == "no_neutral_seat"


@rule("JR-X8", "JR-X0")
def test_cannon_fodder() -> None:
    """5 crew; any special may be played as plain crew."""
    t = called({2: "cannon_fodder cook", 0: "lookout"})
    assert t.crew() == (1, 5)
    t.do(2, "crew cook mutineers")
    assert t.crew() == (1, 6)


@rule("JR-M3")
def test_nobody_must_play() -> None:
    """Who passes stays neutral."""
    t = called({2: "nav1_crew4", 3: "nav3_crew1"})
    top_of(t, "F1")
    t.do(3, "done")
    assert t.told("mutiny_ended")[0]["mutineers_crew"] == 4
