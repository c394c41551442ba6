"""The round: appointment, voyage, punishment, the hand limit, the end of the game."""

from __future__ import annotations

import pytest

from broadside.games.jolly_roger.cards import PIECE_NAMES
from tests.rule import rule

from .drawing import table, top_of
from .test_setup import new


@rule("JR-R4", "JR-R5", "JR-Q10", "JR-Q36")
def test_appointment_fills_empty_hands() -> None:
    """Any other player; then each empty hand draws one card, from the Captain clockwise."""
    t = table("appoint", hands={0: "cook", 2: "nav3_crew1"}, deck="lookout traitor")
    assert t.legal(0) == ["appoint 1", "appoint 2", "appoint 3"]
    assert t.prompt(0).default.text == "appoint 1"
    t.do(0, "appoint 2")
    assert t.view()["quartermaster"] == 2
    assert (t.hand(1), t.hand(3)) == (["lookout"], ["traitor"])
    assert t.window() == "call_1"
    assert [event["seat"] for event in t.told("card_drawn")] == [1, 3]


@rule("JR-R4")
def test_the_default_appointment_after_a_change() -> None:
    """Without a Quartermaster the clock names the left seat; nobody names himself."""
    t = table("appoint", captain=2, quartermaster=-1, hands={2: "cook"})
    assert t.prompt(2).default.text == "appoint 3"
    assert t.refused(2, "appoint 2").code == "not_yourself"


@rule("JR-V1", "JR-I2")
def test_choosing_a_destination() -> None:
    """Types with a card left; the top card lies face down, unseen even by the Captain."""
    t = table("destination", hands={2: "cook"})
    t.state.stacks[3] = ()
    t.state.look_again()
    assert t.legal(0) == ["sail fort", "sail merchant", "sail settlement", "sail island"]
    assert t.prompt(0).default.text == "sail merchant"
    assert t.refused(0, "sail port").code == "stack_empty"
    t.do(0, "sail fort")
    assert t.window() == "call_2"
    voyage = t.view(0)["voyage"]
    assert voyage == {"type": "fort", "face": None, "reached": False}


@rule("JR-V2")
def test_destinations_count_rounds() -> None:
    """After the voyage the card is discarded."""
    t = table("attack", chosen="M1", hands={0: "cook"})
    t.close("punish")
    assert t.view()["destination_discard"] == ["M1"]
    assert t.told("attack_failed")


@rule("JR-Q34")
def test_no_destination_ends_the_game() -> None:
    """With edited data the stacks may run out."""
    t = table("destination", run=False, hands={0: "cook"})
    for type_ in range(5):
        t.state.stacks[type_] = ()
    t.state.run()
    assert t.window() == "over"
    assert t.told("no_destination")


@rule("JR-R1", "JR-X12", "JR-T4")
def test_vector_20_stowaway_and_the_limit() -> None:
    """Hand 7: Stowaway, 6 + 2, discard 1; the choice is sealed, then face up."""
    hand = "stowaway cook lookout surgeon navigator nav3_crew1 nav1_crew4"
    t = table("call_1", hands={2: hand}, deck="carpenter smart_lad")
    t.do(2, "play stowaway")
    assert t.window() == "discard"
    assert t.asked() == [2]
    assert len(t.hand(2)) == 8
    assert t.refused(2, "discard traitor").code == "card_not_in_hand"
    assert t.prompt(2).default.text == "discard nav3_crew1"
    t.do(2, "discard cook")
    assert len(t.hand(2)) == 7
    assert t.discard() == ["stowaway", "cook"]
    assert t.window() == "call_1"


@rule("JR-R1")
def test_several_discard_in_secret() -> None:
    """A port may fill two hands: nobody sees the other's choice before both have chosen."""
    full = "nav3_crew1 nav2_crew1 nav2_crew1 nav2_crew2 nav1_crew2 nav1_crew3 nav1_crew4"
    other = full.replace("nav", "sabres")
    t = table("voyage", chosen="P2", hands={0: "cook", 2: full, 3: other}, ask_all=True)
    assert t.window() == "discard"
    assert t.state.seen_waiting(0) == [2, 3]
    t.state.play(2, "discard nav3_crew1")
    t.state.play(2, "discard nav2_crew1")
    assert t.state.seen_waiting(0) == [2, 3]
    assert t.state.seen_waiting(2) == [3]
    assert t.view(2)["discarding"] == ["nav3_crew1", "nav2_crew1"]
    assert t.view(3)["discarding"] == []
    assert t.seat(2, 3)["hand_count"] == 9
    t.close()
    assert len(t.hand(2)) == len(t.hand(3)) == 7


@rule("JR-R2")
def test_an_empty_deck_is_made_anew_at_once() -> None:
    """Also in mid-draw; when nothing is left the draw is lost."""
    t = table("call_1", hands={2: "stowaway"})
    t.state.crew_discard = t.state.crew_deck[1:]
    t.state.crew_deck = t.state.crew_deck[:1]
    t.do(2, "play stowaway")
    assert len(t.hand(2)) == 2
    assert len(t.told("deck_shuffled")) == 1
    assert t.view()["crew_discard"] == []
    bare = table("call_1", hands={2: "stowaway", 0: "cook"})
    bare.state.hands[3] = bare.state.crew_deck
    bare.state.crew_deck = ()
    bare.state.draw_card(1)
    assert bare.told("draw_lost")


@rule("JR-N1", "JR-N2", "JR-Q8", "JR-N3")
def test_punishment() -> None:
    """The Captain orders and suggests, the Quartermaster names, chance picks the card."""
    t = table("punish", hands={0: "cook", 1: "lookout", 2: "nav3_crew1", 3: "surgeon carpenter"})
    assert t.legal(0) == ["spare", "punish", "suggest 2", "suggest 3"]
    assert t.refused(0, "suggest 1").code == "not_punishable"
    t.do(0, "suggest 2")
    assert t.view()["punishment"] == {"ordered": True, "suggestion": 2}
    t.close("victim")
    assert t.asked() == [1]
    assert t.prompt(1).default.text == "victim 2"
    assert t.refused(1, "victim 0").code == "not_punishable"
    t.do(1, "victim 3")
    assert len(t.hand(3)) == 1
    assert t.discard()[0] in ("surgeon", "carpenter")
    assert t.view()["round"] == 4


@rule("JR-N2")
def test_vector_28_no_victim() -> None:
    """Only Captain and Quartermaster have cards."""
    t = table("punish", hands={0: "cook", 1: "lookout"})
    t.do(0, "punish")
    t.close("appoint")
    assert t.told("no_victim")
    assert t.view()["round"] == 4


@rule("JR-N2")
def test_most_cards_are_the_default_victim() -> None:
    """Without a suggestion; the only candidate is punished at once."""
    t = table("punish", hands={0: "cook", 2: "nav3_crew1", 3: "surgeon carpenter"})
    t.do(0, "punish")
    t.close("victim")
    assert t.prompt(1).default.text == "victim 3"
    single = table("punish", hands={0: "cook", 2: "nav3_crew1"})
    assert single.refused(0, "suggest 3").code == "no_hand_cards"
    single.do(0, "punish")
    single.close("appoint")
    assert single.told("victim_named")[0]["seat"] == 2


@rule("JR-N1")
def test_sparing() -> None:
    """The default is to order nothing."""
    t = table("punish", hands={0: "cook", 2: "nav3_crew1"})
    assert t.prompt(0).default.text == "spare"
    t.do(0, "spare")
    t.close("appoint")
    assert t.hand(2) == ["nav3_crew1"]


@rule("JR-E1", "JR-N3")
def test_the_game_ends_after_round_ten() -> None:
    """Or after the round in which the prize deck ran empty."""
    t = table("punish", round_=10, hands={0: "cook"})
    t.do(0, "spare")
    t.close("over")
    assert t.window() == "over"
    assert t.state.result() is not None
    early = table("punish", round_=4, hands={0: "cook"}, only=True)
    assert early.view()["last_round"]
    early.do(0, "spare")
    early.close("over")
    assert early.window() == "over"


@rule("JR-E2", "JR-Q33")
def test_vector_19_jewels() -> None:
    """2 Jewels, deck = one Rum: 0 + 1."""
    t = table(
        "punish",
        round_=10,
        hands={0: "cook"},
        prizes={2: "jewels jewels gold3"},
        buried={2: "gold2"},
        prize_deck="rum",
        only=True,
    )
    t.do(0, "spare")
    t.close("over")
    assert t.state.scores()[2] == 3 + 2 + 1
    score = t.view()["score"]
    assert score is not None
    assert score["seats"][0]["seat"] == 2
    assert score["seats"][0]["jewels_gold"] == 1
    assert score["winners"] == [2]


@rule("JR-E2", "JR-Q33")
@pytest.mark.parametrize(("card", "gold"), [("jewels", 1), ("prisoner", 1), ("gold3", 3)])
def test_jewels_turn_up_a_prize(card: str, gold: int) -> None:
    """No chain: Jewels and Prisoners count 1."""
    t = table(
        "punish", round_=10, hands={0: "cook"}, prizes={2: "jewels prisoner"}, prize_deck=card
    )
    t.do(0, "spare")
    t.close("over")
    assert t.state.scores()[2] == 1 + gold


@rule("JR-E3")
@pytest.mark.parametrize(
    ("rum", "result", "tie"), [("rum rum", [0.0, 1.0], "rum"), ("rum", [0.5, 0.5], "shared")]
)
def test_vector_29_ties(rum: str, result: list[float], tie: str) -> None:
    """12:12 gold; Rum 1:2, the second wins; as much, both."""
    gold = "gold3 gold3 gold3 gold2 gold1"
    t = table(
        "punish",
        round_=10,
        hands={0: "cook"},
        prizes={2: f"{gold} rum", 3: f"{gold} {rum}"},
        only=True,
    )
    t.do(0, "spare")
    t.close("over")
    assert t.state.result() == [0.0, 0.0, *result]
    score = t.view()["score"]
    assert score is not None and score["tie_break"] == tie


@rule("JR-O1", "JR-Q40", "JR-R5")
def test_three_players() -> None:
    """No Quartermaster, no appointment, no first call; the Captain acts for him."""
    t = new(3)
    assert t.window() == "destination"
    assert t.view()["quartermaster"] is None
    captain = t.view()["captain"]
    assert t.state.acting_quartermaster() == captain
    fort = table("attack", seats=3, hands={0: "nav3_crew1 nav2_crew1", 1: "cook"})
    assert (fort.window(), fort.asked()) == ("first", [0])
    call = table("call_2", seats=3, chosen="F4", hands={1: "nav1_crew4", 0: "cook"})
    call.do(1, "call nav1_crew4")
    assert call.crew() == (1, 4)
    call.close("destination")
    assert call.view()["captain"] == 1
    assert call.told("appointed") == []


@rule("JR-T8")
def test_clocks() -> None:
    """A decision of one takes 45 s, sealed ones 30, open windows 15 or 60."""
    t = table("appoint", hands={0: "cook", 2: "nav3_crew1"})
    assert (t.state.clock_s(), t.state.countdown_ms()) == (45, 0)
    t.do(0, "appoint 2")
    assert (t.window(), t.state.clock_s(), t.state.countdown_ms()) == ("call_1", 15, 3000)
    assert t.prompt(t.asked()[0]).default.text == "done"
    muster = table("muster", hands={2: "nav3_crew1"})
    assert (muster.state.clock_s(), muster.state.countdown_ms()) == (60, 6000)
    muster.close("over")
    over = table("punish", round_=10, hands={0: "cook"})
    over.do(0, "spare")
    over.close("over")
    assert (over.state.clock_s(), over.state.countdown_ms(), over.state.window_id()) == (0, 0, 0)


def test_tops_are_drawn_as_wanted() -> None:
    """The drawing puts a destination on top of its stack."""
    t = table("destination", hands={0: "cook"})
    top_of(t, "F4")
    t.do(0, "sail fort")
    assert PIECE_NAMES[t.state.chosen] == "F4"


@rule("JR-E3")
def test_rum_must_name_one() -> None:
    """Gold 6/6/6, Rum 2/2/1: it does not, so all three win together."""
    gold = "gold3 gold3"
    prizes = {0: f"{gold} rum rum", 2: f"{gold} rum rum", 3: "gold2 gold2 gold2 rum"}
    t = table("punish", round_=10, hands={0: "cook"}, prizes=prizes, only=True)
    t.do(0, "spare")
    t.close("over")
    assert t.state.winners() == [0, 2, 3]
