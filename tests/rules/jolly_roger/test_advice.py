"""What bots are told: sensible, quick, and nothing that they could not know."""

from __future__ import annotations

import broadside
from broadside.bots.levels import bot
from broadside.games.jolly_roger.advice import JollyRogerAdvice
from broadside.kernel.rng import FastRng
from broadside.laws.policies import varied

from .drawing import Drawn, table
from .test_setup import new

ADVICE = JollyRogerAdvice()


def best(t: Drawn, seat: int) -> str:
    """What a greedy bot does."""
    return bot("greedy", broadside.game("jolly-roger")).choose(t.state, seat, FastRng(1)).text


def answer(t: Drawn, seat: int) -> str:
    """What a greedy bot answers to an offer."""
    found = bot("greedy", broadside.game("jolly-roger")).answer(t.state, seat, FastRng(1))
    return "" if found is None else found.text


def test_it_judges_only_what_the_seat_can_see() -> None:
    """Ratings are the same in every world that the seat cannot tell apart."""
    for seats in (4, 7):
        t = new(seats, 3)
        rng = FastRng(9)
        while t.asked():
            seat = t.asked()[0]
            legal = t.state.legal(seat)
            ratings = ADVICE.rate(t.state, seat, legal)
            world = t.state.determinize(seat, rng)
            assert ADVICE.rate(world, seat, legal) == ratings
            t.state.apply(*varied(t.state, rng))


def test_greed_pays() -> None:
    """Three greedy and three random seats: at least half as much gold again, even in few games."""
    game = broadside.game("jolly-roger")
    gold = {"greedy": 0, "random": 0}
    for seed in range(6):
        names = ["greedy", "random"] * 3
        players = [bot(name, game) for name in names]
        t = new(6, seed)
        rng = FastRng(seed)
        while t.asked():
            seat = t.asked()[0]
            world = t.state.determinize(seat, rng)
            t.state.play(seat, players[seat].choose(world, seat, rng))
        for seat, name in enumerate(names):
            gold[name] += t.state.scores()[seat]
    assert gold["greedy"] >= 1.5 * gold["random"]


def test_calling_and_not() -> None:
    """A strong hand calls for a rich Captain's place; a rich seat with a weak hand does not."""
    strong = "cannon_fodder nav1_crew4 nav1_crew3 sabres1_crew4"
    t = table("call_3", hands={2: strong, 0: "cook"}, prizes={0: "gold3 gold3"})
    assert best(t, 2).startswith("call")
    weak = table("call_3", hands={2: "nav3_crew1", 0: "cook lookout"}, prizes={2: "gold3 gold3"})
    assert best(weak, 2) in ("pass", "done")
    knife = table("call_3", hands={2: "cutthroat", 0: "cook lookout"}, prizes={0: "gold3"})
    assert best(knife, 2) == "call_cutthroat"


def test_sides() -> None:
    """A leader who is behind plays on; a neutral seat with prizes stays out."""
    hands = {2: "nav1_crew2", 0: "nav1_crew4", 3: "nav3_crew1"}
    t = table("call_2", chosen="F4", hands=hands, prizes={3: "gold3", 0: "gold2"})
    t.do(2, "call nav1_crew2")
    while t.asked() != [0]:
        assert best(t, t.asked()[0]) in ("pass", "done")
        t.pass_once()
    assert best(t, 0) == "crew nav1_crew4 captain"


def test_bribes() -> None:
    """Good ones are taken, bad ones declined."""
    hands = {0: "cook", 2: "nav3_crew1 nav1_crew4"}
    t = table("punish", hands=hands, prizes={2: "gold2 rum"})
    t.aside(2, "offer gold2 3 no_mutiny")
    assert answer(t, 3) == "accept_offer 2"
    t.aside(2, "withdraw")
    t.aside(2, "offer rum 3 best_prize")
    assert answer(t, 3) == "decline_offer 2"
    assert answer(t, 0) == ""


def test_bots_make_offers_only_where_they_may() -> None:
    """A leader who is behind wants a neutral seat; somebody to be punished, the Quartermaster."""
    hands = {2: "nav1_crew2", 0: "nav3_crew1", 3: "nav1_crew4 nav1_crew3"}
    for may in (False, True):
        t = table("call_2", chosen="F4", hands=hands, bot_bribes=may)
        t.do(2, "call nav1_crew2")
        offer = ADVICE.offer(t.state, 0)
        assert (offer is not None) == may
        if offer is not None:
            assert offer.text == "offer nav3_crew1 3 join"
    hands = {0: "cook", 2: "nav3_crew1 traitor", 3: "lookout"}
    t = table("punish", hands=hands, bot_bribes=True)
    t.do(0, "suggest 2")
    t.close("victim")
    offer = ADVICE.offer(t.state, 2)
    assert offer is not None and offer.text == "offer nav3_crew1 1 no_punishment"


def test_values() -> None:
    """Buried gold is worth more than open gold."""
    t = table("punish", hands={0: "cook"}, prizes={2: "gold3"}, buried={3: "gold3"})
    assert ADVICE.value(t.state, 3) > ADVICE.value(t.state, 2) > ADVICE.value(t.state, 1)


def test_reactions() -> None:
    """A Traitor saves a rich Captain from the Cutthroat, and does not stop a mustered card."""
    t = table("call_3", hands={2: "cutthroat", 0: "traitor"}, prizes={0: "gold3 gold3"})
    t.do(2, "call_cutthroat")
    assert best(t, 0) == "traitor"
    muster = table("muster", hands={2: "nav3_crew1", 0: "traitor"})
    muster.do(2, "muster nav3_crew1")
    assert best(muster, 0) == "decline"
