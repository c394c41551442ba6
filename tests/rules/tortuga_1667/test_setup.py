"""Set-up, and the options that change it."""

from __future__ import annotations

import pytest

from broadside import EVERYTHING, SPECTATOR, BadOption
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import GAME, Drawn, dealt


@rule("T67-S1", "T67-S6")
def test_pawns_are_drawn_alternately() -> None:
    """Flying Dutchman first; each seat has its own character and pawn."""
    t = dealt(5)
    placed = t.told("pawn_placed")
    assert [event["place"] for event in placed] == ["FD", "JR", "FD", "JR", "FD"]
    assert {event["seat"] for event in placed} == {0, 1, 2, 3, 4}
    assert len({seat["character"] for seat in t.view()["seats"]}) == 5


@rule("T67-S2")
def test_everybody_sees_only_the_own_loyalty() -> None:
    """Five Loyalty cards, each known to its owner."""
    t = dealt(5)
    for seat in range(5):
        shown = [other["loyalty"] for other in t.view(seat)["seats"]]
        assert [place for place, name in enumerate(shown) if name] == [seat]
        told = [event for event in t.told("loyalty_dealt", seat) if "loyalty" in event]
        assert [event["seat"] for event in told] == [seat]
    assert all(other["loyalty"] is None for other in t.view(SPECTATOR)["seats"])


@rule("T67-S3")
def test_three_vote_cards_each() -> None:
    """Own cards are seen, others only counted."""
    view = dealt(4).view(1)
    assert view["vote_deck"] == 20
    assert [seat["hand"] is None for seat in view["seats"]] == [True, False, True, True]


@rule("T67-S4", "T67-O1")
@pytest.mark.parametrize("seats", range(2, 10))
def test_stars(seats: int) -> None:
    """Three stars; with two or three players no Albatross, Façade or Cabin Fever."""
    for seed in range(1, 6):
        t = dealt(seats, seed)
        stars = t.view()["stars"]
        assert len(stars) == 3
        out = [name.partition(".")[0] for name in written_line(t, "out")]
        assert out.count("albatross") == (3 if seats <= 3 else 0)
        if seats <= 3:
            assert not {"facade", "cabin_fever"} & set(stars)


def written_line(t: Drawn, key: str) -> list[str]:
    """The words of a line of the written table."""
    for line in t.state.write().splitlines():
        word, *rest = line.split()
        if word == key:
            return rest
    raise AssertionError(key)


@rule("T67-S5")
@pytest.mark.parametrize(("seats", "deck"), [(2, 11), (3, 11), (4, 14), (9, 14)])
def test_the_armada_lies_underneath(seats: int, deck: int) -> None:
    """Five face-down cards in the row, the Armada last in the deck."""
    t = dealt(seats)
    view = t.view(SPECTATOR)
    assert view["event_deck"] == deck
    assert all(slot["filled"] and slot["card"] is None for slot in view["row"])
    assert written_line(t, "event_deck")[0] == "spanish_armada"


@rule("T67-S7", "T67-S8")
def test_captains_stow_their_chests() -> None:
    """First FD's, then JR's captain; then JR's captain has the first turn."""
    t = dealt(5)
    fd, jr = t.line("FD")[0], t.line("JR")[0]
    assert t.view()["galleon"] == 4
    assert t.question() == f"{fd} start_chest"
    assert t.prompt().default.text == "stow FD.B"
    assert t.refused(fd, "stow JR.B") == "not_your_hold"
    t.play(fd, "stow FD.F")
    assert t.question() == f"{jr} start_chest"
    assert t.prompt().default.text == "stow JR.B"
    t.play(jr, "stow JR.B")
    assert (t.chests("FD.F"), t.chests("JR.B")) == (1, 1)
    assert t.question() == f"{jr} action"


# ------------------------------------------------------------------------------ options


@rule("T67-O1")
def test_stars_by_agreement() -> None:
    """As many as star_count says, and no others."""
    t = dealt(4, star_pick="scurvy,black_powder,facade")
    assert t.view()["stars"] == ["black_powder", "facade", "scurvy"]
    assert dealt(6, star_count=8).view()["event_deck"] == 19
    assert "facade" in dealt(2, star_count=8, small_drop=False).view()["stars"]


@rule("T67-O1", "T67-O2", "T67-O5")
@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (4, {"star_count": 9}, "from 3 to 8"),
        (4, {"star_pick": "kraken"}, "several of black_powder"),
        (4, {"star_pick": "scurvy,scurvy"}, "several of"),
        (4, {"star_pick": "scurvy"}, "has 1 stars; star_count is 3"),
        (3, {"star_count": 7}, "there are 6 stars"),
        (2, {"star_pick": "facade,scurvy,black_powder"}, "small_drop leaves out"),
        (4, {"madness": True, "star_count": 4}, "takes every star"),
        (4, {"short_deck": 14}, "at most 13"),
        (3, {"short_deck": 11}, "at most 10"),
        (4, {"short_deck": 19}, "from 0 to 18"),
        (4, {"loyalty_mode": "secret"}, "hidden, open, one_each"),
    ],
)
def test_options_that_cannot_be_had(seats: int, options: dict[str, object], reason: str) -> None:
    """They are refused, and the message says what would be right."""
    with pytest.raises(BadOption, match=reason):
        GAME.deal(seats, GAME.complete(options), FastRng(1))


@rule("T67-O2")
def test_a_short_deck_loses_events_unseen() -> None:
    """Only their number is public; the Armada stays."""
    t = dealt(4, short_deck=13)
    view = t.view(0)
    assert (view["event_deck"], view["removed"]) == (1, 13)
    assert t.told("events_removed", 0) == [{"kind": "events_removed", "cards": 13}]
    assert "spanish_armada" not in written_line(t, "removed")
    assert dealt(4, short_deck=14, star_count=4).view()["event_deck"] == 1


@rule("T67-O4")
def test_open_loyalties() -> None:
    """All face-up, also for spectators."""
    view = dealt(5, loyalty_mode="open").view(SPECTATOR)
    names = [seat["loyalty"] for seat in view["seats"]]
    assert sorted(str(name) for name in names) == [
        "british",
        "british",
        "dutch",
        "french",
        "french",
    ]


@rule("T67-O4", "T67-R27")
def test_one_of_each_nation_is_open() -> None:
    """With two or three players all loyalties are known then."""
    view = dealt(6, loyalty_mode="one_each").view(SPECTATOR)
    names = [seat["loyalty"] for seat in view["seats"] if seat["loyalty"]]
    assert sorted(str(name) for name in names) == ["british", "french"]
    for seats in (2, 3):
        shown = dealt(seats, loyalty_mode="one_each").view(SPECTATOR)["seats"]
        assert all(seat["loyalty"] for seat in shown)


@rule("T67-O5")
def test_madness() -> None:
    """All stars, and nobody peeks; the clock reveals the lowest slot."""
    t = dealt(4, madness=True)
    assert len(t.view()["stars"]) == 8
    for seats in (2, 3):
        assert len(dealt(seats, madness=True).view()["stars"]) == 8
    assert dealt(2, madness=True, short_deck=15).view()["event_deck"] == 1
    t.settle(*t.asked())
    t.settle(*t.asked())
    seat = t.asked()[0]
    assert t.legal(seat, "peek") == []
    assert t.refused(seat, "peek 1 2") == "peek_forbidden"
    assert t.prompt().default.text == "reveal 1"


@rule("T67-O6", "T67-R23")
def test_instant_intrigue() -> None:
    """Each drawn player picks a free space; then gaps close up and the JR captain begins."""
    t = dealt(3, instant_intrigue=True)
    assert (t.chests("FD.B"), t.chests("JR.F"), t.chests("SG")) == (3, 3, 0)
    assert t.prompt().default.text == "stand FD1"
    first = t.asked()[0]
    assert len(t.legal(first)) == 19
    t.play(first, "stand FD4")
    second = t.asked()[0]
    assert t.refused(second, "stand FD4") == "space_taken"
    assert t.prompt().default.text == "stand JR1"
    assert t.view()["intrigue"] is not None
    t.play(second, "stand FD2")
    third = t.asked()[0]
    t.play(third, "stand TO9")
    assert t.line("FD") == [second, first]
    assert t.line("TO") == [third]
    assert t.question() == f"{second} action"


@rule("T67-R23")
def test_all_on_the_island() -> None:
    """Nobody on a ship: the Governor begins."""
    t = dealt(2, instant_intrigue=True)
    first = t.asked()[0]
    t.play(first, "stand TO5")
    t.play(1 - first, "stand TO2")
    assert t.line("TO") == [1 - first, first]
    assert t.question() == f"{1 - first} action"


@rule("T67-O7")
def test_guards_are_off_at_tables_of_people() -> None:
    """They are not in the book; a simulation wants an end."""
    live, simulated = GAME.live_options(), GAME.complete({})
    for name in ("stall_guard", "race_cap"):
        assert (live[name], simulated[name]) == (False, True)
    people = GAME.deal(4, live, FastRng(1))
    assert (people.view(0)["guard"], people.view(0)["race"]) == (
        {"quiet": 0, "limit": 200, "active": False},
        None,
    )


def test_options_are_described() -> None:
    """The server and the command line can tell them."""
    kinds = {option.name: option.kind for option in GAME.options}
    assert kinds["star_pick"] == "list"
    assert len(kinds) == 10
    assert dealt(4).view(EVERYTHING)["madness"] is False
