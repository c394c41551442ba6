"""Who sees what: loyalties, hands, peeks, and worlds that cannot be told apart."""

from __future__ import annotations

import json
from itertools import product

import pytest

from broadside import SPECTATOR
from broadside.games.tortuga_1667.book import EVENT_WORDS
from broadside.games.tortuga_1667.cards import FIRST_EVENT
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import Drawn, bare, dealt, table


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
    for public in ("stars", "face_down", "leader"):  # what anybody can count
        del view[public]
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


def fever(text: str, seats: int, is_swapped: bool, other: int = 1, mode: str = "one_each") -> Drawn:
    """Seat 0 has revealed Cabin Fever against another one; the cards change hands, or do not."""
    for seed in range(1, 60):
        t = table(f"{text}\nrow cabin_fever", seats, 0, seed=seed, loyalty_mode=mode)
        before = t.state.loyalties[:]
        t.play(0, "reveal 1", *([f"target {other}"] if seats > 2 else []))
        if (t.state.loyalties != before) == is_swapped:
            return t
    raise AssertionError("the cards never fall like this")


@rule("T67-R34", "T67-E9")
@pytest.mark.parametrize("is_swapped", [False, True])
def test_who_knew_both_cards_of_a_fever_knows_them_still(is_swapped: bool) -> None:
    """One's own new card tells the other; a third player does not know which is which."""
    t = fever("open 0 1\nloyal british french british french", 4, is_swapped)
    own, others = ("french", "british") if is_swapped else ("british", "french")
    assert t.seat(1, viewer=0)["loyalty"] == others
    assert t.seat(0, viewer=1)["loyalty"] == own
    assert t.seat(0, viewer=2)["loyalty"] is None
    t = fever("", 2, is_swapped, mode="hidden")
    assert (t.seat(1, viewer=0)["loyalty"], t.seat(0, viewer=1)["loyalty"]) == (others, own)


@rule("T67-R34", "T67-E9")
def test_who_did_not_know_the_other_card_of_a_fever_learns_it_by_a_change() -> None:
    """The own card back tells nothing."""
    loyal = "loyal british french british french"
    assert fever(loyal, 4, False, mode="hidden").seat(1, viewer=0)["loyalty"] is None
    assert fever(loyal, 4, True, mode="hidden").seat(1, viewer=0)["loyalty"] == "british"


@rule("T67-R34", "T67-R27", "T67-R16")
@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_third_loyalty_stays_known_to_spectators(is_swapped: bool) -> None:
    """The Dutch player of three is known by the two open cards, also when these are shuffled."""
    t = fever("open 0 1\nloyal british french dutch", 3, is_swapped)
    shown = [seat["loyalty"] for seat in t.view(SPECTATOR)["seats"]]
    assert shown == [None, None, "dutch"]
    assert [seat["loyalty_open"] for seat in t.view(SPECTATOR)["seats"]] == [False] * 3
    world = t.state.determinize(2, FastRng(4))
    assert [seat["loyalty"] for seat in Drawn(world).view(SPECTATOR)["seats"]] == shown


@rule("T67-R34", "T67-R16")
def test_two_alike_stay_known_after_a_fever() -> None:
    """Whoever knew both of one nation, spectators too, still does."""
    t = fever("open 0 1 2\nloyal british french british french", 4, True, other=2)
    shown = [seat["loyalty"] for seat in t.view(SPECTATOR)["seats"]]
    assert shown == ["british", "french", "british", "french"]


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
        removed.add(lines["removed"].partition(".")[0])
    assert removed == {"black_spot", "pistol"}


@rule("T67-D1")
def test_nobody_has_seen_the_armada_before_the_last_shuffle() -> None:
    """It filled the slot of the last card: in no world does somebody remember it."""
    text = "FD 0\nrow pistol letter_of_marque+1+2 black_spot+1 pistol+2 atlantis\ndeck"
    t = table(text, active=0)
    t.play(0, "reveal 1", "target 4")
    for seat, seed in product((0, 3), range(1, 60)):
        world = Drawn(t.state.determinize(seat, FastRng(seed)))
        for other in (1, 2):
            assert "spanish_armada" not in world.view(other)["unplaced_notes"]


@rule("T67-O2", "T67-X3")
@pytest.mark.parametrize("is_before", [False, True])
def test_what_was_seen_before_the_race_is_in_play(is_before: bool) -> None:
    """A short deck has lost another one, whether it was seen before the last shuffle or after."""
    if is_before:
        row = "row pistol pistol+0 black_spot letter_of_marque letter_of_marque"
        t = table(f"FD 0\nJR 1\n{row}\nremoved el_dorado fountain_of_youth\ndeck", 4, 0)
        t.play(0, "reveal 1", "target 2")
        armada = [slot["card"] for slot in t.view()["row"]].index("spanish_armada")
        t.play(1, f"reveal {armada + 1}")
    else:
        row = "row spanish_armada pistol+0 black_spot"
        t = table(f"FD 0\nJR 1\n{row}\nremoved el_dorado fountain_of_youth\ndeck -", 4, 0)
        t.play(0, "reveal 1")
    assert t.view()["race"] is not None
    lost: dict[int, set[str]] = {0: set(), 3: set()}
    for seat, seed in product(lost, range(1, 80)):
        world = t.state.determinize(seat, FastRng(seed))
        lost[seat] |= {bare(EVENT_WORDS[card]) for card in world.removed}
    assert "pistol" not in lost[0]
    assert {"black_spot", "el_dorado", "fountain_of_youth"} <= lost[0]
    assert "pistol" in lost[3]
    assert t.view(0)["unplaced_notes"] == []
