"""Who sees what: loyalties, hands, peeks, and worlds that cannot be told apart."""

from __future__ import annotations

import json

import pytest

from broadside import SPECTATOR
from broadside.games.tortuga_1667.cards import FIRST_EVENT
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import dealt, table


def words(value: object) -> set[str]:
    """All texts in a view."""
    if isinstance(value, dict):
        return {word for part in value.values() for word in words(part)}
    if isinstance(value, list):
        return {word for part in value for word in words(part)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("seats", range(2, 10))
def test_a_spectator_holds_no_secret(seats: int) -> None:
    """No Vote card, no event, no loyalty in its page, though all seats may know it."""
    t = dealt(seats)
    t.settle(*t.asked())
    t.settle(*t.asked())
    for _ in range(2 * seats):
        if not t.asked() or t.question().split()[1] != "action":
            break
        t.play(t.asked()[0], "peek 1 2")
    view = t.view(SPECTATOR)
    view["stars"] = []
    found = words(dict(view))
    assert not {word for word in found if word.startswith("VC")}
    assert not found & {"british", "french", "dutch", "pistol", "black_spot", "letter_of_marque"}
    for event in t.state.seen_events(SPECTATOR):
        assert not {"loyalty", "first_card", "second_card"} & set(event)
        assert event["kind"] == "stars_chosen" or "card" not in event


@rule("T67-R34")
def test_two_players_know_each_other_but_spectators_do_not() -> None:
    """One British, one French: no secret between them."""
    t = dealt(2)
    for seat in range(2):
        assert all(other["loyalty"] for other in t.view(seat)["seats"])
    assert all(other["loyalty"] is None for other in t.view(SPECTATOR)["seats"])


def test_what_both_players_know_is_no_spectators() -> None:
    """A card given by the Crow's Nest among two, and a slot at which both have peeked."""
    t = table("FD 0\nJR 1\nhand 1 VC01\nrow crows_nest pistol+0+1", seats=2, active=0)
    t.play(0, "reveal 1", "give VC13")
    assert t.told("vote_card_given", 0)[0]["card"] == "VC13"
    assert t.told("vote_card_given", 1)[0]["card"] == "VC13"
    assert "card" not in t.told("vote_card_given", SPECTATOR)[0]
    view = t.view(SPECTATOR)
    assert view["row"][1] == {"slot": 2, "filled": True, "peeked": [0, 1], "card": None}
    assert view["seats"][1]["known"] == []


@rule("T67-R34")
def test_what_can_be_worked_out() -> None:
    """One of each is open: the two hidden ones of four know each other, the open ones do not."""
    t = table("open 0 1", seats=4, loyalty_mode="one_each")
    assert t.seat(3, viewer=2)["loyalty"] == "french"
    assert t.seat(3, viewer=0)["loyalty"] is None
    assert t.seat(3, viewer=SPECTATOR)["loyalty"] is None


@rule("T67-R38")
def test_the_last_event_can_be_worked_out() -> None:
    """Who has seen all others of the last row knows the Armada's slot; spectators are not told."""
    t = table("FD 0\nJR 1\nrow pistol+0 spanish_armada black_spot+0\ndeck -", active=0)
    slot = t.view(0)["row"][1]
    assert (slot["card"], slot["peeked"]) == ("spanish_armada", [])
    assert t.view(1)["row"][1]["card"] is None
    assert t.view(SPECTATOR)["row"][1]["card"] is None
    t = table("FD 0\nJR 1\nrow spanish_armada\ndeck -", active=0)
    assert t.view(1)["row"][0]["card"] == "spanish_armada"


def test_views_of_worlds_have_the_same_length() -> None:
    """Whatever the secrets are, what is sent to others is as long."""
    t = table("FD 0 1\nrow pistol+1 scurvy+1", active=0)
    sizes = set()
    for seed in range(1, 25):
        world = t.state.determinize(0, FastRng(seed))
        for viewer in (0, SPECTATOR):
            sizes.add((viewer, len(json.dumps(world.view(viewer)))))
    assert len(sizes) == 2


def test_the_armada_is_never_removed() -> None:
    """In no world of a short deck is it lost, and seen events stay in play after the shuffle."""
    text = "FD 0\nrow pistol letter_of_marque+0 black_spot+0 pistol atlantis\nremoved pistol\ndeck"
    t = table(text, active=0)
    t.play(0, "reveal 1", "target 4")
    for seed in range(1, 40):
        world = t.state.determinize(0, FastRng(seed))
        in_row = {FIRST_EVENT + card for card in world.row}
        names = [world.view(-2)["row"]]
        assert "spanish_armada" in words(names)
        assert "letter_of_marque" in words(names)
        assert "black_spot" in words(names)
        assert len(in_row) == 5


def test_what_others_remember_is_any_of_the_old_row() -> None:
    """In the worlds of one seat another one's unplaced notes differ, but not in number."""
    text = "FD 0\nrow pistol letter_of_marque+1 black_spot+1 pistol atlantis\ndeck"
    t = table(text, active=0)
    t.play(0, "reveal 1", "target 4")
    notes = set()
    for seed in range(1, 40):
        world = t.state.determinize(0, FastRng(seed))
        found = world.view(1)["unplaced_notes"]
        assert isinstance(found, list)
        notes.add(tuple(found))
        assert len(found) == 2
    assert len(notes) > 3


def test_race_cards_stay_in_play() -> None:
    """What was discarded before the race is in no world among the removed events."""
    t = table(
        "FD 0\nJR 1\nrow spanish_armada pistol\nremoved black_spot\ndeck -", seats=4, active=0
    )
    t.play(0, "reveal 1")
    removed = set()
    for seed in range(1, 60):
        world = t.state.determinize(0, FastRng(seed))
        lines = dict(line.split(" ", 1) for line in world.write().splitlines())
        removed.add(lines["removed"].rpartition(".")[0])
    assert removed == {"black_spot", "pistol"}
