"""Windows: open ones, reactions, any-time cards, gifts and promises, who sees whom asked."""

from __future__ import annotations

import broadside
from broadside import SPECTATOR
from broadside.games.jolly_roger.cards import PIECE_NAMES
from broadside.kernel.rng import FastRng
from broadside.laws.policies import varied
from tests.rule import rule

from .drawing import Drawn, table
from .test_setup import new


@rule("JR-T1", "JR-T2", "JR-T5")
def test_vector_30_pass_and_done() -> None:
    """A passes, B plays: A waits; had A said done, not."""
    hands = {2: "nav3_crew1", 3: "nav2_crew1 nav1_crew4", 0: "cook"}
    t = table("muster", hands=hands, ask_all=True)
    t.state.play(2, "pass")
    assert t.view(2)["window"] == {**view_window(t, 2), "ready": "ready"}
    t.state.play(3, "muster nav2_crew1")
    decline_all(t)
    assert t.state.is_asked(2)
    t.state.play(2, "done")
    t.state.play(3, "muster nav1_crew4")
    decline_all(t)
    assert not t.state.is_asked(2)
    assert view_window(t, 2)["ready"] == "done"
    assert view_window(t, SPECTATOR)["ready"] is None


def view_window(t: Drawn, seat: int) -> dict[str, object]:
    """The window as a viewpoint sees it."""
    window = t.view(seat)["window"]
    assert window is not None
    return dict(window)


def decline_all(t: Drawn) -> None:
    """Nobody has a Traitor."""
    while t.window() == "react":
        t.state.play(t.asked()[0], "decline")


@rule("JR-T5", "JR-T3")
def test_a_simulation_polls_clockwise() -> None:
    """From the last actor's left; who can only pass is not asked."""
    t = table("muster", hands={0: "nav3_crew1", 2: "cook", 3: "nav2_crew1 sabres3_crew1"})
    assert t.asked() == [3]
    t.state.play(3, "muster nav2_crew1")
    assert t.asked() == [0]
    t.state.play(0, "pass")
    assert t.asked() == [1]
    assert t.legal(1) == ["pass", "done", "reveal"]
    t.state.play(1, "pass")
    assert t.asked() == [3]


@rule("JR-O7", "JR-T5")
def test_a_shuffled_poll() -> None:
    """Chance decides who is asked first."""
    assert {polled(seed) for seed in range(1, 15)} == {1, 2, 3}


def polled(seed: int) -> int:
    """Who is asked first in a shuffled poll."""
    hands = {1: "cook", 2: "lookout", 3: "surgeon"}
    return table("call_1", hands=hands, seed=seed, poll="shuffled").asked()[0]


@rule("JR-T3", "JR-O8", "JR-Q50")
def test_a_live_table_asks_whoever_might_play() -> None:
    """Who is asked depends on hand sizes and on what all have seen, never on hidden cards."""
    hands = {0: "nav3_crew1", 2: "lookout", 3: "cook"}
    t = table("voyage", chosen="F4", hands=hands, ask_all=True)
    assert (t.window(), t.asked()) == ("lookout", [0, 2, 3])
    assert t.legal(0) == ["pass", "done"]
    t.state.play(3, "pass")
    assert t.state.seen_waiting(0) == [0, 2, 3]
    assert t.state.seen_waiting(3) == [0, 2]
    assert t.state.seen_waiting(SPECTATOR) == [0, 2, 3]
    known = table(
        "voyage", chosen="F4", hands={0: "nav3_crew1", 2: "cook"}, ask_all=True, run=False
    )
    for card in known.state.hands[0]:
        known.state.knows[card] = known.state.everyone
    known.state.run()
    assert known.asked() == [2]


@rule("JR-Q50", "JR-T6")
def test_windows_that_nobody_can_use_do_not_open() -> None:
    """When both Traitors are seen elsewhere nobody is asked to react."""
    t = table("muster", hands={2: "nav3_crew1 cook", 3: "nav2_crew1"}, ask_all=True, run=False)
    traitors = [card for card in t.state.crew_deck if PIECE_NAMES[card] == "traitor"]
    t.state.crew_deck = tuple([card for card in t.state.crew_deck if card not in traitors])
    t.state.crew_discard = tuple(traitors)
    for card in traitors:
        t.state.knows[card] = t.state.everyone
    t.state.run()
    t.state.play(2, "muster nav3_crew1")
    assert t.window() == "muster"


# -------------------------------------------------------------------------- reactions


@rule("JR-T6", "JR-X14", "JR-X0", "JR-Q12")
def test_vector_10_traitor_on_traitor() -> None:
    """Traitor on Cook, other Traitor on it: Cook works, three discards."""
    t = table(
        "prize", laid="gold1 gold2 gold3", hands={2: "cook", 3: "traitor", 0: "traitor lookout"}
    )
    t.do(2, "play cook")
    assert (t.window(), t.asked()) == ("react", [3])
    assert t.state.countdown_ms() == 1500
    assert t.view()["plays"] == [
        {"seat": 2, "card": "cook", "use": "effect", "side": None, "target": None}
    ]
    t.do(3, "traitor")
    assert t.asked() == [0]
    t.do(0, "traitor")
    assert sorted(t.discard()) == ["cook", "traitor", "traitor"]
    sharing = t.view()["sharing"]
    assert sharing is not None and sharing["cook"] == 2


@rule("JR-T6", "JR-X14")
def test_holders_are_asked_from_the_players_left() -> None:
    """The player last; who declines is not asked again about this card."""
    t = table("muster", hands={2: "nav3_crew1 traitor", 0: "traitor"})
    t.do(2, "muster nav3_crew1")
    assert t.asked() == [0]
    assert t.prompt(0).default.text == "decline"
    t.do(0, "decline")
    assert t.asked() == [2]
    t.do(2, "traitor")
    assert t.asked() == [0]
    t.do(0, "decline")
    assert t.discard() == ["traitor", "nav3_crew1"]


@rule("JR-T6", "JR-O8")
def test_a_live_table_asks_everybody_to_react() -> None:
    """Whoever has cards; only the holder of a Traitor may play one."""
    t = table("muster", hands={2: "nav3_crew1 cook", 0: "traitor", 3: "lookout"}, ask_all=True)
    t.state.play(2, "muster nav3_crew1")
    assert (t.window(), t.asked()) == ("react", [0, 2, 3])
    assert (t.legal(0), t.legal(3)) == (["decline", "traitor"], ["decline"])
    assert t.refused(3, "traitor").code == "card_not_in_hand"
    assert view_window(t, 3)["parent"] == "muster"
    t.state.play(3, "decline")
    t.state.play(0, "traitor")
    assert t.asked() == [2, 3]
    t.state.play(2, "decline")
    t.state.play(3, "decline")
    assert t.discard() == ["traitor", "nav3_crew1"]


# ---------------------------------------------------------------------- any-time cards


@rule("JR-X10", "JR-Q15")
def test_vector_21_second_mate() -> None:
    """One other hand: 1 card; none: illegal; else two, who know what was taken."""
    t = table("call_1", hands={2: "second_mate", 3: "cook"})
    t.do(2, "second_mate 3 3")
    assert t.hand(2) == ["cook"]
    assert t.seat(2, 3)["hand"] == ["cook"]
    assert t.seat(2, 0)["hand"] == [None]
    alone = table("muster", hands={2: "second_mate nav3_crew1"}, ask_all=True)
    assert alone.refused(2, "second_mate 3 3").code == "nobody_to_rob"
    assert alone.refused(2, "second_mate 2 3").code == "not_yourself"
    two = table("call_1", hands={2: "second_mate", 3: "cook", 0: "lookout"})
    two.do(2, "second_mate 3 0")
    assert two.hand(2) == ["cook", "lookout"]


@rule("JR-T4")
def test_a_card_acts_once_per_window() -> None:
    """A Stowaway that comes back by a new deck waits for the next window."""
    t = table("call_1", hands={2: "stowaway nav3_crew1", 3: "cook"}, run=False, ask_all=True)
    t.state.crew_discard = t.state.crew_deck
    t.state.crew_deck = ()
    t.state.crew_discard = t.state.crew_discard[:1]
    t.state.hands[1] = ()
    t.state.run()
    t.state.play(2, "play stowaway")
    decline_all(t)
    assert "stowaway" in t.hand(2)
    assert t.refused(2, "play stowaway").code == "used_in_this_window"


@rule("JR-T7")
def test_every_question_has_an_answer() -> None:
    """Defaults alone end every game; every question is asked sometime."""
    game = broadside.game("jolly-roger")
    asked, refused = set(), set()
    for seed in range(6):
        for seats in (3, 5):
            hidden = {"hidden_treasures": seed % 2 == 0, "ask_all": seed % 3 == 0}
            t = new(seats, seed, **hidden)
            rng = FastRng(seed + 1)
            while t.asked():
                for seat in t.asked():
                    prompt = t.prompt(seat)
                    asked.add(prompt.question)
                    assert prompt.rule.startswith("JR-")
                    for denial in t.state.denied(seat):
                        assert denial.rule.startswith("JR-")
                        refused.add(denial.code)
                seat, action = varied(t.state, rng)
                t.state.apply(seat, action)
    by_boatswain = {"guard_or_bribe", "take_the_guard"}
    assert asked | by_boatswain == set(game.questions)
    assert {"not_among_fewest", "reveal_too_early", "stack_empty"} <= refused
    for seats in range(3, 11):
        t = new(seats, seats)
        while t.asked():
            seat = t.asked()[0]
            t.state.play(seat, t.prompt(seat).default)
        assert t.state.result() is not None


@rule("JR-Q55", "JR-X10")
def test_what_every_seat_knows_is_not_public() -> None:
    """A hand card that all seats know lies face down: a spectator does not see it."""
    t = table("call_1", seats=3, hands={1: "cook", 2: "second_mate"})
    t.do(2, "second_mate 1 1")
    t.aside(2, "offer cook 0 none")
    assert [t.seat(2, seat)["hand"] for seat in (0, 1, 2)] == [["cook"]] * 3
    assert t.seat(2, SPECTATOR)["hand"] == [None]
