"""Gifts and promises."""

from __future__ import annotations

from typing import Any

import pytest

from broadside import SPECTATOR
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import Drawn, table


def offered(text: str = "offer nav3_crew1 3 none", **options: Any) -> Drawn:
    """Seat 2 offers something while the Captain is about to order punishment."""
    hands = {0: "cook", 2: "nav3_crew1 sabres3_crew1", 3: "lookout"}
    t = table("punish", hands=hands, prizes={2: "gold2"}, **options)
    t.aside(2, text)
    return t


@rule("JR-B1", "JR-T9", "JR-Q13", "JR-O6")
def test_a_gift_of_a_card() -> None:
    """Offered beside the question, seen by the two; given, it is shown to all."""
    t = offered()
    assert t.asked() == [0]
    assert t.state.nudged() == [3]
    assert t.asides(3)[:2] == ["accept_offer 2", "decline_offer 2"]
    offer = {"seat": 2, "to": 3, "kind": "card", "item": "nav3_crew1", "in_return": None}
    assert t.view(3)["offers"] == [offer]
    assert t.view(0)["offers"] == [{**offer, "item": None}]
    assert "card" not in t.told("card_offered", 0)[0]
    t.aside(3, "accept_offer 2")
    assert t.hand(3) == ["nav3_crew1", "lookout"]
    assert t.seat(3, 0)["hand"] == ["nav3_crew1", None]
    assert t.asked() == [0]
    assert t.state.nudged() == []


@rule("JR-O6")
def test_secret_gifts() -> None:
    """With `bribe_crew_open` off only the two know the card."""
    t = offered(bribe_crew_open=False)
    t.aside(3, "accept_offer 2")
    assert t.seat(3, 0)["hand"] == [None, None]
    assert t.seat(3, 2)["hand"] == ["nav3_crew1", None]
    off = table("punish", hands={0: "cook", 2: "nav3_crew1"}, bribes=False)
    assert off.asides(2) == []
    assert off.refused(2, "offer nav3_crew1 3 none").code == "bribes_off"
    assert off.view(2)["offering"] is None


@rule("JR-T9", "JR-B1")
def test_offers_are_capped() -> None:
    """One open and three in all per seat and window; declining and withdrawing end one."""
    t = offered()
    assert t.refused(2, "offer gold2 0 none").code == "one_open_offer"
    t.aside(3, "decline_offer 2")
    assert t.refused(3, "accept_offer 2").code == "no_such_offer"
    assert t.refused(2, "offer gold2 2 none").code == "not_yourself"
    assert t.refused(2, "offer gold3 0 none").code == "card_not_in_hand"
    assert t.refused(2, "offer gold2 9 none").code == "no_such_seat"
    t.aside(2, "offer gold2 0 none")
    t.aside(2, "withdraw")
    offering = t.view(2)["offering"]
    assert offering is not None and offering["left"] == 1
    assert offering["items"][:3] == ["nav3_crew1", "sabres3_crew1", "gold2"]
    t.aside(2, "offer gold2 0 none")
    t.aside(0, "accept_offer 2")
    assert t.prizes(0) == ["gold2"]
    assert t.refused(2, "offer nav3_crew1 0 none").code == "offers_used_up"
    assert t.refused(2, "accept_offer 3").code == "no_such_offer"


@rule("JR-T9", "JR-Q51")
def test_offers_lapse() -> None:
    """With the window; and an offered card when its giver's hand changes in any way."""
    t = offered()
    t.do(0, "spare")
    assert t.window() == "call_3"
    assert t.told("offer_lapsed")
    assert t.view()["offers"] == []
    plays = table("muster", hands={2: "nav3_crew1 sabres3_crew1", 3: "cook"})
    plays.aside(2, "offer nav3_crew1 3 none")
    plays.do(2, "muster sabres3_crew1")
    assert plays.state.nudged() == []
    prizes = table("port", prizes={2: "gold1 gold2"}, hands={3: "cook"})
    prizes.aside(2, "offer gold1 3 none")
    prizes.do(2, "trade gold2")
    assert prizes.state.nudged() == []


@rule("JR-T2", "JR-T9")
def test_a_gift_reopens_an_open_window() -> None:
    """Who was ready is asked again."""
    t = table("muster", hands={2: "nav3_crew1 sabres3_crew1", 3: "cannons3_crew1"}, ask_all=True)
    t.state.play(3, "pass")
    t.aside(2, "offer nav3_crew1 3 none")
    t.aside(3, "accept_offer 2")
    assert t.state.is_asked(3)
    assert "muster nav3_crew1" in t.legal(3)


@rule("JR-R1", "JR-T9")
def test_a_gift_may_fill_a_hand() -> None:
    """Over the limit the receiver discards at once; then the question is asked again."""
    full = "nav2_crew1 nav2_crew1 nav2_crew2 nav1_crew2 nav1_crew3 nav1_crew4 cook"
    t = table("punish", hands={0: "lookout", 2: "nav3_crew1", 3: full})
    number = t.state.window_id()
    t.aside(2, "offer nav3_crew1 3 none")
    t.aside(3, "accept_offer 2")
    assert (t.window(), t.asked()) == ("discard", [3])
    t.do(3, "discard cook")
    assert (t.window(), t.asked(), t.state.window_id()) == ("punish", [0], number)


@rule("JR-Q43", "JR-O2")
def test_a_hidden_prize_is_shown_to_its_receiver() -> None:
    """When it is offered; to nobody else."""
    t = offered("offer gold2 3 none", hidden_treasures=True)
    assert t.view(3)["offers"][0]["item"] == "gold2"
    assert t.view(0)["offers"][0]["item"] is None
    t.aside(3, "accept_offer 2")
    assert t.seat(3, 3)["prizes"] == ["gold2"]
    assert t.seat(3, 0)["prizes"] == [None]


# ---------------------------------------------------------------------------- promises


def promised(promise: str, window: str = "punish", **more: Any) -> Drawn:
    """Seat 2 gives seat 3 a card, who promises something in return."""
    hands = {0: "cook", 2: "nav3_crew1 sabres3_crew1", 3: "nav1_crew4"}
    t = table(window, hands=hands, **more)
    t.aside(2, f"offer sabres3_crew1 3 {promise}")
    t.aside(3, "accept_offer 2")
    assert t.view()["promises"] == [{"seat": 3, "to": 2, "promise": promise}]
    return t


def tally(t: Drawn, seat: int) -> tuple[int, int]:
    """Promises kept and broken."""
    view = t.seat(seat)
    return view["promises_kept"], view["promises_broken"]


@rule("JR-Q44", "JR-R3")
def test_a_promise_binds_nobody_and_is_remembered() -> None:
    """The receiver promises by accepting; a promise may be given for a promise."""
    t = table("punish", hands={0: "cook", 2: "nav3_crew1"})
    t.aside(2, "offer appoint 3 join")
    t.aside(3, "accept_offer 2")
    assert t.view()["promises"] == [
        {"seat": 2, "to": 3, "promise": "appoint"},
        {"seat": 3, "to": 2, "promise": "join"},
    ]
    t.aside(2, "offer appoint 3 none")
    t.aside(3, "accept_offer 2")
    assert len(t.told("promise_made")) == 2


@rule("JR-Q45")
def test_no_mutiny() -> None:
    """Broken by a call, kept when the round ends."""
    t = promised("no_mutiny")
    t.do(0, "spare")
    t.do(3, "call nav1_crew4")
    assert tally(t, 3) == (0, 1)
    kept = promised("no_mutiny")
    kept.do(0, "spare")
    kept.close("appoint")
    assert tally(kept, 3) == (1, 0)


@rule("JR-Q46")
def test_join() -> None:
    """Judged when a mutiny ends; it lapses if the other one was neutral."""
    t = promised("join", "call_1")
    t.do(2, "call nav3_crew1")
    t.do(3, "crew nav1_crew4 mutineers")
    t.close("appoint")
    assert tally(t, 3) == (1, 0)
    broken = promised("join", "call_1")
    broken.do(2, "call nav3_crew1")
    broken.close("appoint")
    assert tally(broken, 3) == (0, 1)
    lapsed = promised("join", "call_1")
    lapsed.do(3, "call nav1_crew4")
    lapsed.close("appoint")
    assert tally(lapsed, 3) == (0, 0)
    assert lapsed.told("promise_lapsed")


@rule("JR-Q47")
def test_appointing() -> None:
    """Judged when whoever promised it appoints."""
    t = table("punish", hands={0: "cook", 2: "nav3_crew1"})
    t.aside(0, "offer appoint 2 none")
    t.aside(2, "accept_offer 0")
    t.do(0, "spare")
    t.close("appoint")
    t.do(0, "appoint 2")
    assert tally(t, 0) == (1, 0)
    t.close("punish")
    t.aside(0, "offer appoint 3 none")
    t.aside(3, "accept_offer 0")
    t.do(0, "spare")
    t.close("appoint")
    t.do(0, "appoint 1")
    assert tally(t, 0) == (1, 1)


@rule("JR-Q48")
def test_the_best_prize() -> None:
    """Judged when the Quartermaster has given out prizes."""
    for text, expected in (("give gold2 3", (1, 0)), ("give gold1 3", (0, 1))):
        t = table("prize", laid="gold3 gold1 gold2 rum", hands={3: "cook"})
        t.aside(3, "offer no_mutiny 1 best_prize")
        t.aside(1, "accept_offer 3")
        t.do(3, "done")
        t.do(0, "pick gold3")
        t.do(1, text)
        t.close("punish")
        assert tally(t, 1) == expected


@rule("JR-Q49")
def test_no_punishment() -> None:
    """Broken by suggesting or naming the other one, kept when the round ends."""
    t = table("punish", hands={0: "cook", 2: "nav3_crew1", 3: "lookout"})
    t.aside(0, "offer no_punishment 2 none")
    t.aside(2, "accept_offer 0")
    t.do(0, "suggest 2")
    assert tally(t, 0) == (0, 1)
    kept = table("punish", hands={0: "cook", 2: "nav3_crew1", 3: "lookout"})
    kept.aside(1, "offer no_punishment 2 none")
    kept.aside(2, "accept_offer 1")
    kept.do(0, "punish")
    kept.close("victim")
    kept.do(1, "victim 3")
    assert tally(kept, 1) == (1, 0)


@rule("JR-Q44")
def test_what_was_not_put_to_the_test_lapses() -> None:
    """At the end of the game."""
    t = promised("join", round_=10)
    t.do(0, "spare")
    t.close("over")
    assert t.told("promise_lapsed")
    assert tally(t, 3) == (0, 0)


@rule("JR-Q51", "JR-Q43", "JR-T9")
@pytest.mark.parametrize("item", ["nav3_crew1", "gold2", "join"])
def test_what_is_offered_only_the_two_see(item: str) -> None:
    """Though others know the card, or the prize lies open."""
    t = table("punish", hands={0: "cook", 2: "nav3_crew1", 3: "lookout"}, prizes={2: "gold2"})
    for card in t.state.hands[2]:
        t.state.knows[card] = t.state.everyone
    t.aside(2, f"offer {item} 3 none")
    shown = [t.view(seat)["offers"][0]["item"] for seat in (0, 1, 2, 3, SPECTATOR)]
    assert shown == [None, None, item, item, None]
    told = [str(t.state.seen_events(seat)[-1]) for seat in (0, 2, 3, SPECTATOR)]
    assert [item in text for text in told] == [False, True, True, False]


@rule("JR-Q51")
def test_worlds_do_not_know_what_others_offer() -> None:
    """Any open prize may be meant, though it lies there for all to see."""
    t = table("punish", hands={0: "cook"}, prizes={2: "gold1 gold3 rum"})
    t.aside(2, "offer gold3 3 none")
    worlds = [t.state.determinize(0, FastRng(seed)).view(3)["offers"] for seed in range(30)]
    assert len({str(offers) for offers in worlds}) == 3
    assert t.state.determinize(3, FastRng(1)).view(3)["offers"] == t.view(3)["offers"]


@rule("JR-M9", "JR-T9", "JR-Q52")
def test_losers_cannot_give_their_prizes_away() -> None:
    """Between the end of a mutiny and the seizure; cards and promises may go on."""
    hands = {2: "nav3_crew1 nav2_crew1", 0: "cook"}
    t = table("call_1", hands=hands, prizes={2: "gold3", 3: "gold1"})
    t.do(2, "call nav3_crew1")
    t.aside(2, "offer gold3 3 none")
    t.close("appoint")
    assert t.refused(3, "accept_offer 2").code == "no_such_offer"
    assert t.refused(2, "offer gold3 3 none").code == "prizes_forfeit"
    offering = t.view(2)["offering"]
    assert offering is not None and "gold3" not in offering["items"]
    assert "offer nav2_crew1 3 none" in t.asides(2)
    assert "offer gold1 2 none" in t.asides(3)
    t.do(0, "appoint 3")
    assert t.told("prize_seized")[0]["prize"] == "gold3"


@rule("JR-Q54", "JR-Q44")
def test_a_card_to_be_given_later() -> None:
    """It is shown when it is promised; kept when it is given, in secret or not."""
    t = table("punish", hands={0: "cook", 2: "lookout traitor"}, bribe_crew_open=False)
    t.aside(2, "offer later_lookout 3 join")
    assert t.seat(2, 0)["hand"] == [None, None]
    t.aside(3, "accept_offer 2")
    assert t.seat(2, 0)["hand"] == ["lookout", None]
    assert t.view()["promises"][0] == {"seat": 2, "to": 3, "promise": "later_lookout"}
    t.aside(2, "offer lookout 3 none")
    t.aside(3, "accept_offer 2")
    assert tally(t, 2) == (1, 0)
    assert t.seat(3, 0)["hand"] == ["lookout"]


@rule("JR-Q54")
def test_a_prize_that_cannot_be_given_later() -> None:
    """Broken when it goes elsewhere, or the game ends."""
    t = table("port", prizes={2: "gold1", 3: "gold2"}, round_=10)
    for giver, item in ((2, "later_gold1"), (3, "later_gold2")):
        t.aside(giver, f"offer {item} 0 none")
        t.aside(0, f"accept_offer {giver}")
    t.do(2, "trade gold1")
    assert tally(t, 2) == (0, 1)
    assert tally(t, 3) == (0, 0)
    t.close("over")
    assert tally(t, 3) == (0, 1)
    hidden = table("punish", hands={0: "cook"}, prizes={2: "gold1"}, hidden_treasures=True)
    assert hidden.refused(2, "offer later_gold1 0 none").code == "card_not_in_hand"


@rule("JR-Q54")
def test_a_stolen_card_tells_nothing() -> None:
    """Nobody sees which card was taken: the promise stays open until all can see."""
    t = table("call_1", hands={2: "lookout traitor", 3: "second_mate"})
    t.aside(2, "offer later_lookout 3 none")
    t.aside(3, "accept_offer 2")
    t.do(3, "second_mate 2 2")
    assert tally(t, 2) == (0, 0)
    assert t.view()["promises"]
