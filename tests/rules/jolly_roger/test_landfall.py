"""Ports and islands."""

from __future__ import annotations

from typing import Any

from broadside import SPECTATOR
from tests.rule import rule

from .drawing import Drawn, table, top_of


@rule("JR-P1")
def test_the_port_deals_in_rounds() -> None:
    """From the Quartermaster's left, unseen."""
    deck = "cook lookout surgeon carpenter boatswain navigator sharpshooter first_mate"
    t = table("voyage", chosen="P2", deck=deck, hands={3: "nav3_crew1"})
    assert t.hand(2) == ["boatswain", "cook"]
    assert t.hand(1) == ["carpenter", "first_mate"]
    assert t.told("port_reached")[0]["cards"] == 2
    assert t.seat(2, 0)["hand"] == [None, None]


@rule("JR-P2", "JR-Q2")
def test_trading_once() -> None:
    """An unburied prize, face up, for one crew card."""
    t = table("port", prizes={2: "gold1 rum"}, buried={2: "gold3"}, deck="cook", ask_all=True)
    assert t.legal(2) == ["pass", "done", "trade gold1", "trade rum"]
    assert t.refused(2, "trade gold3").code == "prize_not_there"
    t.do(2, "trade rum")
    assert (t.hand(2), t.view()["prize_discard"]) == (["cook"], ["rum"])
    assert t.refused(2, "trade gold1").code == "traded_already"
    assert t.seat(2)["traded"]
    bare = table("port", prizes={2: "gold1"}, run=False, ask_all=True)
    bare.state.hands[3] = bare.state.crew_deck[:5]
    bare.state.crew_discard, bare.state.crew_deck = (), ()
    bare.state.run()
    assert bare.window() != "port" or "trade gold1" not in bare.legal(2)


@rule("JR-O3")
def test_the_captains_gold() -> None:
    """When the Captain trades, every seat draws one, from him clockwise."""
    t = table("port", prizes={0: "rum", 2: "rum"}, captains_gold=True, deck="cook lookout")
    t.do(0, "trade rum")
    assert [len(t.hand(seat)) for seat in range(4)] == [1, 1, 1, 1]
    assert (t.hand(0), t.hand(1)) == (["cook"], ["lookout"])
    t.do(2, "trade rum")
    assert [len(t.hand(seat)) for seat in range(4)] == [1, 1, 2, 1]


@rule("JR-P3", "JR-E1")
def test_vector_18_the_last_prize() -> None:
    """Prize deck 1, Prisoner sold: 1 drawn; the game ends after this round."""
    t = table("sell", prizes={2: "prisoner jewels"}, prize_deck="gold2", only=True)
    assert (t.asked(), t.legal(2)) == ([2], ["stop", "sell jewels", "sell prisoner"])
    assert t.view()["selling"] == 2
    assert t.prompt(2).default.text == "sell prisoner"
    t.do(2, "sell prisoner")
    assert t.prizes(2) == ["gold2", "jewels"]
    assert t.view()["last_round"]
    t.close("over")
    assert t.view()["round"] == 3


@rule("JR-P3")
def test_drawn_prizes_may_be_sold_at_once() -> None:
    """A Prisoner brings two, Jewels one; from the Captain clockwise."""
    t = table(
        "sell", prizes={0: "prisoner gold1", 3: "jewels"}, prize_deck="jewels gold3 gold2 rum"
    )
    assert t.refused(0, "sell gold1").code == "cannot_be_sold"
    assert t.refused(0, "sell jewels").code == "prize_not_there"
    t.do(0, "sell prisoner", "sell jewels")
    assert t.prizes(0) == ["gold1", "gold2", "gold3"]
    assert t.asked() == [3]
    t.do(3, "stop")
    assert t.prizes(3) == ["jewels"]


@rule("JR-O2", "JR-P3")
def test_hidden_sales() -> None:
    """Discards are open, draws hidden; a live table asks whoever might sell."""
    t = table(
        "sell",
        prizes={0: "gold1", 2: "jewels"},
        hidden_treasures=True,
        ask_all=True,
        prize_deck="gold3",
    )
    assert (t.asked(), t.legal(0)) == ([0], ["stop"])
    assert t.prompt(0).default.text == "stop"
    t.do(0, "stop")
    t.do(2, "sell jewels")
    assert t.seat(2, 0)["prizes"] == [None]
    assert t.view(0)["prize_discard"] == ["jewels"]


# --------------------------------------------------------------------------- islands


@rule("JR-I1", "JR-X7", "JR-I4")
def test_an_old_sailor_knows_the_way() -> None:
    """The first uncancelled one closes the window; he is discarded when all is done."""
    t = table("map", hands={2: "old_sailor", 3: "old_sailor"}, prizes={2: "gold1"})
    t.do(2, "play old_sailor")
    assert t.window() == "bury"
    assert t.view()["voyage"] == {**t.view()["voyage"], "reached": True}
    assert t.discard() == []
    t.do(2, "bury gold1")
    assert t.buried(2) == ["gold1"]
    assert t.discard() == ["old_sailor"]


@rule("JR-I2", "JR-O4", "JR-Q1")
def test_vector_17_no_old_sailor() -> None:
    """Round 3: no PUNISH, round 4 without island; the card is discarded."""
    t = table("map", hands={2: "nav3_crew1"})
    assert t.view()["round"] == 4
    assert t.view()["destination_discard"] == ["I1"]
    t.close("destination")
    assert "sail island" not in t.legal(0)
    assert t.refused(0, "sail island").code == "island_barred"
    assert [stack["barred"] for stack in t.view()["stacks"]] == [False] * 4 + [True]


@rule("JR-O4", "JR-Q34")
def test_vector_17_rechoose() -> None:
    """Still round 3, three islands, CALL-2 again; if only islands are left the game ends."""
    t = table("map", hands={2: "nav3_crew1"}, island_fail="rechoose")
    assert (t.window(), t.view()["round"]) == ("destination", 3)
    assert t.view()["stacks"][4] == {"type": "island", "cards": 3, "barred": True}
    assert "sail island" not in t.legal(0)
    t.do(0, "sail fort")
    assert t.window() == "call_2"
    lonely = table("map", hands={2: "nav3_crew1"}, island_fail="rechoose", run=False)
    for type_ in range(4):
        lonely.state.stacks[type_] = ()
    lonely.state.run()
    assert lonely.window() == "over"


@rule("JR-I2")
def test_a_missed_island_in_the_last_round() -> None:
    """CALL-3 still opens, for a final raid."""
    t = table("map", round_=10, hands={2: "nav3_crew1"})
    assert t.window() == "call_3"
    t.close("over")
    assert t.window() == "over"


@rule("JR-I2")
def test_only_islands_left() -> None:
    """Another type must be chosen if any exists; else the island it is."""
    t = table("map", hands={2: "nav3_crew1"}, run=False)
    for type_ in range(4):
        t.state.stacks[type_] = ()
    t.state.run()
    t.do(0, "appoint 1")
    t.close("appoint")
    assert t.told("destination_chosen")[0]["type"] == "island"


@rule("JR-I3", "JR-Q6", "JR-Q39")
def test_burying() -> None:
    """Gold and rum, in secret; not Prisoners and Jewels; buried cards cannot be given."""
    t = table("bury", prizes={0: "gold1", 2: "gold1 rum jewels prisoner"}, hands={0: "cook"})
    assert t.asked() == [0, 2]
    assert t.legal(2) == ["stop", "bury gold1", "bury rum"]
    assert t.refused(2, "bury jewels").code == "cannot_be_buried"
    assert t.refused(2, "bury gold3").code == "prize_not_there"
    assert t.prompt(2).default.text == "bury gold1"
    t.state.play(2, "bury gold1")
    assert t.prompt(2).default.text == "stop"
    assert t.prizes(2) == ["gold1", "rum", "jewels", "prisoner"]
    island = t.view(2)["island"]
    assert island is not None and island["burying"] == ["gold1"]
    t.state.play(2, "bury rum")
    assert t.asked() == [0]
    assert t.state.seen_waiting(1) == [0, 2]
    t.state.play(0, "stop")
    assert t.buried(2) == ["gold1", "rum"]
    assert t.seat(2, 0)["buried_count"] == 2
    assert t.seat(2, 0)["buried"] is None
    assert t.seat(2, 2)["buried"] == ["gold1", "rum"]
    assert not [text for text in t.asides(2) if text.startswith("offer gold1")]


@rule("JR-O2", "JR-I3")
def test_hidden_burying() -> None:
    """That something is buried is public, what is not; a live table asks all with prizes."""
    t = table("bury", prizes={0: "jewels", 2: "gold1 rum"}, hidden_treasures=True, ask_all=True)
    assert t.asked() == [0, 2]
    t.state.play(0, "stop")
    t.state.play(2, "bury rum")
    t.state.play(2, "stop")
    assert t.seat(2, 0)["buried_count"] == 1
    assert "prize" not in t.told("prizes_buried", 0)[0]


# ------------------------------------------------------------------------- the guard


def guarded(hands: dict[int, str], prizes: dict[int, str], **options: Any) -> Drawn:
    """The Boatswain names seat 3 guard."""
    t = table("landing", hands={2: "boatswain", **hands}, prizes=prizes, **options)
    t.do(2, "boatswain 3")
    return t


@rule("JR-X1", "JR-Q15", "JR-Q42")
def test_vector_23_a_bribed_substitute() -> None:
    """The guard gives gold 1, C accepts: the guard buries, C does not. Also without bribes."""
    t = guarded({}, {3: "gold1 gold3", 1: "gold2"}, bribes=False)
    assert (t.window(), t.asked()) == ("guard", [3])
    assert "offer gold1 1 none" in t.legal(3)
    assert "offer join 1 none" in t.legal(3)
    offering = t.view(3)["offering"]
    assert offering is not None and (offering["to"], offering["left"]) == ([0, 1, 2], 3)
    assert (offering["items"][:2], offering["in_return"]) == (["gold1", "gold3"], ["none"])
    assert t.view(1)["offering"] is None
    assert t.prompt(3).default.text == "stand"
    assert t.refused(3, "offer gold1 1 join").code == "not_this_window"
    assert t.refused(3, "offer rum 1 none").code == "card_not_in_hand"
    t.do(3, "offer gold1 1 none")
    assert (t.window(), t.asked()) == ("guard_asked", [1])
    island = t.view(1)["island"]
    assert island is not None and island["asking"] is not None
    assert island["asking"]["item"] == "gold1"
    assert t.prompt(1).default.text == "decline_offer 3"
    t.do(1, "accept_offer 3")
    assert t.prizes(1) == ["gold1", "gold2"]
    assert (t.window(), t.asked()) == ("bury", [3])
    assert t.seat(1)["guard"]


@rule("JR-X1")
def test_each_is_asked_once() -> None:
    """When all have declined the guard stands."""
    t = guarded({}, {3: "gold1"})
    t.do(3, "offer gold1 1 none")
    t.do(1, "decline_offer 3")
    assert t.refused(3, "offer gold1 1 none").code == "asked_already"
    assert t.refused(3, "offer gold1 3 none").code == "guard_already"
    t.do(3, "offer gold1 0 none")
    t.do(0, "decline_offer 3")
    t.do(3, "offer gold1 2 none")
    t.do(2, "decline_offer 3")
    assert t.window() == "punish"
    assert t.prizes(3) == ["gold1"]


@rule("JR-X1", "JR-Q44")
def test_a_promise_may_bribe() -> None:
    """And a hand card too; who stands buries nothing."""
    t = guarded({3: "nav3_crew1"}, {0: "gold2", 3: "gold1"})
    t.do(3, "offer appoint 0 none")
    t.do(0, "accept_offer 3")
    assert t.view()["promises"] == [{"seat": 3, "to": 0, "promise": "appoint"}]
    standing = guarded({3: "nav3_crew1"}, {0: "gold2", 3: "gold1"})
    standing.do(3, "stand")
    assert standing.asked() == [0]
    again = guarded({3: "nav3_crew1"}, {0: "gold2"})
    again.do(3, "offer nav3_crew1 0 none")
    again.do(0, "accept_offer 3")
    assert again.hand(0) == ["nav3_crew1"]


@rule("JR-X11")
def test_smart_lad() -> None:
    """A random buried prize of another seat lies open before him."""
    t = table("digging", hands={2: "smart_lad"}, buried={3: "gold3"}, prizes={2: "rum"})
    assert t.legal(2) == ["pass", "done", "smart_lad 3"]
    t.do(2, "smart_lad 3")
    assert (t.prizes(2), t.buried(3)) == (["gold3", "rum"], [])
    hidden = table("digging", hands={2: "smart_lad"}, buried={3: "gold3"}, hidden_treasures=True)
    hidden.do(2, "smart_lad 3")
    assert hidden.seat(2, 0)["prizes"] == [None]
    assert hidden.seat(2, 2)["prizes"] == ["gold3"]
    idle = table("digging", hands={2: "smart_lad nav3_crew1"}, buried={2: "gold3"}, ask_all=True)
    assert idle.refused(2, "smart_lad 3").code == "nothing_buried"


def test_the_top_card_is_drawn() -> None:
    """Three islands at the start."""
    t = table("destination", hands={0: "cook"})
    top_of(t, "I2")
    t.do(0, "sail island")
    assert t.view()["stacks"][4]["cards"] == 2


@rule("JR-I3", "JR-Q53")
def test_the_log_tells_how_many_are_buried() -> None:
    """Not which: rum may be buried to deceive."""
    t = table("bury", prizes={2: "gold1 rum"})
    t.do(2, "bury gold1", "bury rum")
    assert t.told("prizes_buried", 0) == [{"kind": "prizes_buried", "seat": 2, "count": 2}]
    assert t.buried(2) == ["gold1", "rum"]


@rule("JR-X1", "JR-Q15", "JR-Q51")
def test_a_bribe_of_several_things() -> None:
    """The guard puts some aside, and names the last one with the offer; all of it goes together."""
    t = guarded({3: "nav3_crew1"}, {3: "gold1 gold1 gold3"})
    t.do(3, "add gold1", "add gold1")
    assert t.refused(3, "add gold1").code == "card_not_in_hand"
    assert t.refused(3, "offer gold1 1 none").code == "card_not_in_hand"
    t.do(3, "add nav3_crew1", "offer join 1 none")
    bribe = ["gold1", "gold1", "nav3_crew1", "join"]
    seen = [(t.view(seat)["island"] or {"bribe": None})["bribe"] for seat in (0, 1, 3, SPECTATOR)]
    assert seen == [[], bribe, bribe, []]
    declined = Drawn(t.state.clone())
    declined.do(1, "decline_offer 3")
    assert "offer gold1 0 none" in declined.legal(3)
    t.do(1, "accept_offer 3")
    assert (t.prizes(1), t.hand(1), t.prizes(3)) == (["gold1", "gold1"], ["nav3_crew1"], ["gold3"])
    assert t.view()["promises"] == [{"seat": 3, "to": 1, "promise": "join"}]


@rule("JR-X1", "JR-Q54")
def test_the_same_card_now_and_later() -> None:
    """A guard may promise a card for later and give it now: there is only one of it."""
    t = guarded({3: "nav3_crew1"}, {})
    t.do(3, "add later_nav3_crew1", "offer nav3_crew1 1 none")
    t.do(1, "accept_offer 3")
    assert t.hand(1) == ["nav3_crew1"]
    assert t.seat(3)["promises_kept"] == 1
