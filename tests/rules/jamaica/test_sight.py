"""Who sees what, worlds, previews, refusals of what is secret."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from broadside import EVERYTHING, SPECTATOR, IllegalAction
from broadside.games.jamaica.table import Table
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import POWERS, Drawn, table
from .test_battle import duel
from .test_setup import new


def everything_seen(t: Drawn, seat: int) -> str:
    """View, events and who is waited for, as one viewpoint has them."""
    seen = [t.view(seat), t.state.seen_events(seat), t.state.seen_waiting(seat)]
    return json.dumps(seen)


@rule("JAM-Q27", "JAM-R2")
def test_nobody_sees_who_has_chosen() -> None:
    """Nor what, nor in which order: the table looks the same to everybody else."""
    before = table(seats=4)
    first = table(seats=4)
    second = table(seats=4)
    first.play(1, "choose A04")
    second.play(2, "choose A11")
    second.play(1, "choose A05")
    for seat in (0, 3, SPECTATOR):
        assert everything_seen(first, seat) == everything_seen(before, seat)
        assert everything_seen(second, seat) == everything_seen(before, seat)
    assert first.state.seen_waiting(1) == [0, 2, 3]
    assert first.state.seen_waiting(0) == [0, 1, 2, 3]
    cards = first.view(1)["ships"][1]["cards"]
    assert cards is not None
    assert (cards["laid"], cards["hand_count"], cards["committed"]) == ("A04", 2, True)
    with pytest.raises(IllegalAction, match="waits for seat 0 and 2 and 3"):
        first.play(1, "choose A05")


@rule("JAM-Q27")
def test_worlds_do_not_tell_who_has_chosen() -> None:
    """In the worlds of one seat all others have yet to choose."""
    before, after = table(seats=4), table(seats=4)
    after.play(2, "choose A11")
    worlds = [t.state.determinize(0, FastRng(5)).write() for t in (before, after)]
    assert worlds[0] == worlds[1]
    own = after.state.determinize(2, FastRng(5))
    assert own.deciders() == [0, 1, 3]


@rule("JAM-R3", "JAM-R2")
def test_a_laid_card_is_committed_until_its_turn() -> None:
    """Once all have chosen everybody sees that a card lies there, not which."""
    t = table("ship 0 6 F6", dice=(1, 1))
    t.choose_cards({0: "A04", 1: "A05", 2: "A11"})

    assert t.asked() == [0]
    for seat, laid in ((0, None), (1, "A05"), (2, None), (SPECTATOR, None), (EVERYTHING, "A05")):
        cards = t.view(seat)["ships"][1]["cards"]
        assert cards is not None
        assert (cards["committed"], cards["laid"]) == (True, laid)


def test_hands_and_piles_are_secret() -> None:
    """Counts for the others; the own pile as a set."""
    t = new(3)
    for seat in (0, 1, 2, SPECTATOR):
        for owner in range(3):
            cards = t.view(seat)["ships"][owner]["cards"]
            assert cards is not None
            assert (cards["hand"] is None) == (seat != owner)
            assert (cards["pile"] is None) == (seat != owner)
            if cards["pile"]:
                assert cards["pile"] == sorted(cards["pile"])
    assert t.view(0)["treasure_pile_cards"] is None


@rule("JAM-Q19", "JAM-T1")
def test_worlds_follow_what_everybody_knows() -> None:
    """A player's back is no power, a given one is cursed, what the ghost drew may be anything."""
    t = table(
        """
        treasure 4   T_P5 holder=1
        treasure 9   T_C2 holder=1 held=0,1 side=given
        treasure 11  T_C3 holder=1 side=given
        treasure 19  T_SABRE holder=ghost side=down
        treasure 22  T_MAP holder=0
        """,
        seats=2,
    )
    kinds: dict[int, set[str]] = {4: set(), 9: set(), 11: set(), 19: set(), 22: set()}
    for seed in range(80):
        world = t.state.determinize(0, FastRng(seed))
        assert isinstance(world, Table)
        for treasure in Drawn(world).view()["treasures"]:
            kinds[treasure["lair"]].add(treasure["treasure"] or "")
    assert kinds[9] == {"T_C2"}
    assert kinds[22] == {"T_MAP"}
    assert kinds[11] == {"T_C3", "T_C4"}
    assert not kinds[4] & set(POWERS) and {"T_P5", "T_P7a", "T_C4"} <= kinds[4]
    assert {"T_SABRE", "T_SIXTH"} <= kinds[19] and "T_BETH" not in kinds[19]


def test_worlds_are_equally_likely() -> None:
    """The strict places choose first, and still no card is favoured."""
    t = table("treasure 4 T_P5 holder=1\ntreasure 11 T_C3 holder=1 side=given")
    found: Counter[str] = Counter()
    rng = FastRng(9)
    for _ in range(900):
        world = t.state.determinize(0, rng)
        assert isinstance(world, Table)
        found[Drawn(world).view()["treasures"][0]["treasure"] or ""] += 1
    # A given card takes one of three cursed ones; of the other seven each is 1 in 7, but a
    # cursed one is missing in a third of the worlds.
    assert len(found) == 8
    for name in ("T_P3a", "T_P3b", "T_P5", "T_P7a", "T_P7b"):
        assert 90 < found[name] < 170
    for name in ("T_C2", "T_C3", "T_C4"):
        assert 55 < found[name] < 120


@rule("JAM-Q30")
def test_spoils_of_another_depend_on_the_world() -> None:
    """Whether a winner may give a card is its own secret."""
    t = table(duel("G3", "G6") + "treasure 9 T_C4 holder=0")
    t.sail(0, "forward", 1, rolls="star")
    assert "give lair_9" in t.legal(0)
    gives = {
        len(
            [
                action
                for action in t.state.determinize(1, FastRng(seed)).legal(0)
                if "give" in action.text
            ]
        )
        for seed in range(20)
    }
    assert gives == {0, 1}


def test_treasures_are_told_to_those_who_know_them() -> None:
    """No event shows a treasure to a seat that does not know it afterwards."""
    for seed in range(6):
        t = new(4, seed)
        told = 0
        while t.asked():
            seat = t.asked()[0]
            legal = t.state.legal(seat)
            t.state.play(seat, legal[seed * 7 % len(legal)])
            for viewer in range(4):
                shown = t.view(viewer)["treasures"]
                known = {treasure["lair"]: treasure["treasure"] for treasure in shown}
                for event in t.state.seen_events(viewer, told):
                    if "treasure" in event and "space" in event:
                        assert known[int(str(event["space"]))] == event["treasure"]
            assert t.state.log is not None
            told = len(t.state.log)


def test_the_view_changes_nothing_when_cards_are_worked_out() -> None:
    """With an empty pile everybody can work a hand out; it is not shown for all that."""
    t = table(hands={1: "A09 A10 A11"})
    t.state.piles[1] = ()
    t.state.discards[1] = tuple(range(8))
    t.state.work_out(1)
    cards = t.view(0)["ships"][1]["cards"]
    assert cards is not None and cards["hand"] is None
    world = t.state.determinize(0, FastRng(3))
    assert isinstance(world, Table)
    assert sorted(world.hands[1]) == [8, 9, 10]


@rule("JAM-Q31")
def test_what_everybody_knew_of_a_hand_is_still_there() -> None:
    """Two cards of a hand are known to all; one card is laid, and worlds keep both somewhere."""
    t = table("ship 0 6 F6\nship 2 6 F6", dice=(1, 1), hands={1: "A09 A10 A11"})
    for card in (8, 9):
        t.state.knows[11 + card] = t.state.everyone
    t.choose_cards({0: "A04", 1: "A11", 2: "A04"})

    assert t.asked() == [0], "seat 1 has not shown its card yet"
    laid = set()
    for seed in range(40):
        world = t.state.determinize(0, FastRng(seed))
        assert isinstance(world, Table)
        assert {8, 9} <= {*world.hands[1], world.laid[1]}
        laid.add(world.laid[1])
    assert {8, 9} < laid, "any of the three may be the card that was laid"

    t.play(0, "sail 7")
    assert t.asked() == [2], "seat 1 has shown A11"
    for seed in range(10):
        world = t.state.determinize(0, FastRng(seed))
        assert isinstance(world, Table)
        assert set(world.hands[1]) == {8, 9}


@rule("JAM-T1")
def test_a_back_stays_a_back_for_spectators() -> None:
    """Though every seat has held the card and knows it; the log does not tell them either."""
    t = table(duel("P6 G3", "") + "treasure 9 T_P5 holder=1 held=1", seats=2)
    t.sail(0, "forward", 1, rolls="star")
    t.play(0, "gunpowder 0", "take_treasure lair_9")

    shown = {seat: t.view(seat)["treasures"][0] for seat in (0, 1, SPECTATOR)}
    assert [shown[seat]["treasure"] for seat in (0, 1)] == ["T_P5", "T_P5"]
    assert (shown[SPECTATOR]["treasure"], shown[SPECTATOR]["value"]) == (None, None)
    assert t.told("treasure_taken", 1)[0]["treasure"] == "T_P5"
    assert "treasure" not in t.told("treasure_taken", SPECTATOR)[0]


@rule("JAM-T1")
def test_a_drawn_treasure_stays_a_back_for_spectators() -> None:
    """One seat draws it, the other takes it: both know it, and nobody else."""
    t = table("ship 0 3\nship 1 3 P1\npile T_P5", seats=2)
    t.sail(0, "forward", 1)
    t.sail(1, "forward", 1, rolls="star")
    t.play(1, "gunpowder 0", "take_treasure lair_4")

    shown = [t.view(seat)["treasures"][0]["treasure"] for seat in (0, 1, SPECTATOR)]
    assert shown == ["T_P5", "T_P5", None]


def test_no_move_is_shown_when_no_ship_is_under_way() -> None:
    """Neither in the other half of a card, nor in somebody else's turn."""
    t = table("ship 0 0 F6 G1 G1 P1 P1\nship 1 0 F6 G1 G2 P1 P2", dice=(1, 1))
    t.choose_cards({0: "A05", 1: "A11", 2: "A11"})
    assert (t.asked(), t.question(), t.at(0)) == ([0], "jettison", (1, 0))
    assert t.view()["move"] is None
    t.play(0, "jettison 2")
    assert (t.asked(), t.question()) == ([1], "jettison")
    assert t.view()["move"] is None


@rule("JAM-F2")
def test_the_view_tells_which_hold_is_asked_about() -> None:
    """To take nothing from a hold changes nothing but that: else two questions would look alike."""
    t = table("ship 0 4 G2 G3 G4")
    t.sail(0, "forward", 1)
    before, ways = t.view(0), t.legal(0)
    assert before["owed"] == {"ship": 0, "good": "gold", "left": 3, "hold": 1}
    t.play(0, "spend 1 0")
    assert t.legal(0) != ways and t.view(0) != before
    assert t.view(0)["owed"] == {"ship": 0, "good": "gold", "left": 3, "hold": 2}


# ------------------------------------------------------------------------- previews


@rule("JAM-R4")
def test_previews_of_the_evening_see_the_holds_that_the_morning_leaves() -> None:
    """A fee empties a hold; what goes over board in the morning cannot do so again."""
    t = table("ship 0 4 G3 F1 F2 P1 P2", dice=(1, 2), hands={0: "A05 A11 A08"})
    shown = {preview["card"]: preview for preview in t.view(0)["previews"]}
    assert shown["A05"]["morning"]["landings"][0]["fee"] == {"good": "gold", "tokens": 3}
    assert not shown["A05"]["evening"]["jettison"]

    t = table("ship 0 48 G1 G2 G3 G4 F1", dice=(2, 5), hands={0: "A11 A08 A04"})
    shown = {preview["card"]: preview for preview in t.view(0)["previews"]}
    assert shown["A11"]["morning"]["jettison"]
    assert shown["A11"]["evening"]["skipped"], "by then every hold has gold"
    assert not shown["A08"]["evening"]["skipped"]


@rule("JAM-R4")
def test_previews_of_the_evening_see_the_bank_that_the_morning_leaves() -> None:
    """Of four gold the morning takes three."""
    full = " ".join(["G6"] * 5)
    ships = f"ship 0 0 G6 G6 G4\nship 1 0 {full}\nship 2 0 {full}"
    t = table(ships, dice=(3, 4), hands={0: "A11 A08 A04"}, bank="finite")
    assert t.view()["bank"] == {"gold": 4, "food": 45, "gunpowder": 45}
    shown = {preview["card"]: preview for preview in t.view(0)["previews"]}
    assert shown["A11"]["morning"]["tokens"] == 3
    assert shown["A11"]["evening"]["tokens"] == 1


def test_previews_show_where_a_card_leads() -> None:
    """Both actions with landings, fees, shortages, treasures and other ships."""
    t = table("ship 0 5 F6 G1\nship 1 8", dice=(3, 2), hands={0: "A02 A04 A11"})
    shown = {preview["card"]: preview for preview in t.view(0)["previews"]}
    assert list(shown) == ["A02", "A04", "A11"]
    assert t.view(1)["previews"][0]["card"] == "A04"
    assert t.view(SPECTATOR)["previews"] == []

    morning = shown["A04"]["morning"]
    assert (morning["symbol"], morning["die"]) == ("forward", 3)
    assert [landing["space"] for landing in morning["landings"]] == [8, 14]
    assert morning["landings"][0] == {
        "way": [5, 6, 7, 8],
        "space": 8,
        "finish": False,
        "fee": {"good": "food", "tokens": 3},
        "short": False,
        "retreats": [],
        "treasure": False,
        "ships": [1],
    }
    evening = shown["A04"]["evening"]
    assert (evening["symbol"], evening["tokens"], evening["jettison"]) == ("food", 2, False)

    back = shown["A02"]["evening"]["landings"]
    assert [landing["way"] for landing in back] == [[8, 7, 6], [14, 13, 6]]
    assert [(landing["short"], landing["retreats"]) for landing in back] == [(True, [4])] * 2


def test_previews_follow_a_retreat() -> None:
    """13 is too dear, so back to port 5, which costs three gold; then 1 is too dear as well."""
    t = table("ship 0 4 F2 G4", dice=(3, 2), hands={0: "A01 A02 A11"})
    shown = {preview["card"]: preview for preview in t.view(0)["previews"]}
    landings = shown["A01"]["morning"]["landings"]
    assert [(landing["space"], landing["retreats"]) for landing in landings] == [(7, []), (13, [5])]
    later = [landing for landing in shown["A01"]["evening"]["landings"] if landing["way"][0] == 5]
    assert [(landing["space"], landing["short"]) for landing in later] == [(7, True), (13, True)]


def test_previews_of_loads_and_finishes() -> None:
    """Skipped loads, holds to empty, and an evening that is lost."""
    t = table("ship 0 48 G1 G2 G3 G4 F1", dice=(2, 5), hands={0: "A04 A11 A08"})
    shown = {preview["card"]: preview for preview in t.view(0)["previews"]}
    assert shown["A04"]["morning"]["landings"][0]["finish"]
    assert shown["A04"]["evening"]["lost"]
    assert shown["A11"]["morning"]["jettison"]
    assert shown["A08"]["morning"]["jettison"]


def test_previews_for_the_captain_show_both_placings() -> None:
    """Before the dice are placed."""
    for seed in range(20):
        t = new(3, seed)
        if t.question() == "place_dice":
            break
    captain = t.asked()[0]
    previews = t.view(captain)["previews"]
    assert len(previews) == 6
    low, high = sorted(t.view()["dice"]["rolled"])
    assert [preview["dice"] for preview in previews] == [[low, high]] * 3 + [[high, low]] * 3


def test_previews_know_the_die_of_shortage() -> None:
    """Where the battle die could drive the ship."""
    t = table("ship 0 40", dice=(1, 2), hands={0: "A04 A11 A08"}, shortage_mode="die")
    landing = t.view(0)["previews"][0]["morning"]["landings"][0]
    assert landing["short"]
    assert landing["retreats"] == [19, 25, 31, 34, 37, 38, 40, 41]


# -------------------------------------------------------------------------- courses


def test_courses_show_where_each_answer_leads() -> None:
    """Both lanes of a fork, with fee, shortage and retreat; for the seat that is asked alone."""
    t = table("ship 0 5 F3\nship 1 8")
    t.sail(0, "forward", 3)
    shown = {course["action"]: course["landings"] for course in t.view(0)["courses"]}
    assert list(shown) == ["sail 8", "sail 14"]
    assert [landing["way"] for landing in shown["sail 14"]] == [[5, 6, 13, 14]]
    assert shown["sail 8"][0]["fee"] == {"good": "food", "tokens": 3}
    assert shown["sail 8"][0]["ships"] == [1]
    assert shown["sail 14"][0]["short"]
    assert shown["sail 14"][0]["retreats"] == [4]
    assert t.view(0)["question"] == t.view(1)["question"] == "choose_destination"
    assert t.view(1)["courses"] == []


def test_courses_of_the_ghost_show_both_ways() -> None:
    """It sails for nothing, forward or backward."""
    for seed in range(40):
        t = new(2, seed)
        while t.asked() and t.question() != "ghost_direction":
            t.play(t.asked()[0], t.legal(t.asked()[0])[0])
        if t.asked():
            break
    courses = t.view(t.asked()[0])["courses"]
    assert [course["action"] for course in courses] == ["steer forward", "steer backward"]
    assert all(landing["fee"] is None for course in courses for landing in course["landings"])
    assert all(course["landings"] for course in courses)
