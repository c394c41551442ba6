"""Memory: `open` lets everybody look again, `closed` lets people forget until the end."""

from __future__ import annotations

from typing import Any

import pytest

from broadside import EVERYTHING, SPECTATOR
from tests.rule import rule

from .drawing import EVERYBODY, ME, OPPONENT, Drawn, dealt, drawn_crew, table


def closed_table(memory: str = "closed") -> Drawn:
    """A table with parrots, chests and a kraken in play on both sides."""
    return table(f"""
        memory {memory}
        flag mine
        green  [g1 P(r5)] : [P(b4) g2]
        red    [P(SK)]    : [P(y1)]
        chests [y5 y2]    : [b2]
        laid KR g3 TO r2 y3
    """)


# ----------------------------------------------------------------------- the table


@rule("JNR-R13")
def test_open_memory_lets_everybody_look_again() -> None:
    """All parrots and both chests, for all."""
    t = closed_table("open")

    for viewpoint in EVERYBODY:
        assert drawn_crew(t.ship("green", viewpoint)["crews"][ME]) == "g1 P(r5)"
        assert drawn_crew(t.ship("green", viewpoint)["crews"][OPPONENT]) == "P(b4) g2"
        assert t.view(viewpoint)["chests"] == [
            {"count": 2, "cards": ["yellow_5", "yellow_2"], "gold": 7},
            {"count": 1, "cards": ["blue_2"], "gold": 2},
        ]


@rule("JNR-R13")
@pytest.mark.parametrize(
    ("viewpoint", "mine", "theirs"),
    [
        (ME, "g1 P(r5)", "P(??) g2"),
        (OPPONENT, "g1 P(??)", "P(b4) g2"),
        (SPECTATOR, "g1 P(??)", "P(??) g2"),
        (EVERYTHING, "g1 P(r5)", "P(b4) g2"),
    ],
)
def test_closed_memory_shows_only_the_own_parrots(viewpoint: int, mine: str, theirs: str) -> None:
    """Where a parrot lies, whose it is and its strength are seen by all."""
    t = closed_table()
    green = t.ship("green", viewpoint)

    assert [drawn_crew(crew) for crew in green["crews"]] == [mine, theirs]
    assert green["strength"] == [2, 3]
    assert green["captain"] == OPPONENT
    assert [card["strength"] for card in green["crews"][OPPONENT]] == [1, 2]


@rule("JNR-R13")
@pytest.mark.parametrize(("viewpoint", "sees"), [(ME, [0]), (OPPONENT, [1]), (SPECTATOR, [])])
def test_closed_memory_shows_only_the_own_chest(viewpoint: int, sees: list[int]) -> None:
    """Of the other chest one sees how many cards lie there."""
    chests = closed_table().view(viewpoint)["chests"]

    assert [chest["count"] for chest in chests] == [2, 1]
    for owner, (cards, gold) in enumerate([(["yellow_5", "yellow_2"], 7), (["blue_2"], 2)]):
        is_shown = owner in sees
        assert chests[owner]["cards"] == (cards if is_shown else None)
        assert chests[owner]["gold"] == (gold if is_shown else None)


def test_closed_memory_keeps_sets_and_open_crews_in_sight() -> None:
    """The five cards, both sets and face-up crew cards are open all the time."""
    t = closed_table()
    t.play(ME, "split 12")
    t.play(OPPONENT, "pick A")
    t.play(OPPONENT, "parrot green_3 red")

    for viewpoint in EVERYBODY:
        view = t.view(viewpoint)
        assert [(laid["card"], laid["set"], laid["played"]) for laid in view["laid"]] == [
            ("kraken", "A", False),
            ("green_3", "A", True),
            ("tortuga", "B", False),
            ("red_2", "B", False),
            ("yellow_3", "B", False),
        ]
        assert view["owners"] == {"A": OPPONENT, "B": ME}
        assert view["supply"] == [4, 2]


# ------------------------------------------------------------------------- the log


@rule("JNR-R13")
def test_the_log_names_a_parrot_only_in_its_turn() -> None:
    """In that turn to everybody, afterwards to its owner; its ship and seat for ever."""
    t = closed_table()
    t.play(ME, "split 1")
    t.play(OPPONENT, "pick B")
    t.play(OPPONENT, "parrot green_3 red")
    for viewpoint in EVERYBODY:
        assert t.card_told(viewpoint, "parrot_placed") == "green_3"

    t.play(OPPONENT, "tortuga")
    t.play(OPPONENT, "crew red_2")
    t.play(OPPONENT, "crew yellow_3")
    t.play(ME, "kraken none")

    assert t.view()["turn"] == 4
    assert t.card_told(ME, "parrot_placed") is None
    assert t.card_told(SPECTATOR, "parrot_placed") is None
    assert t.card_told(OPPONENT, "parrot_placed") == "green_3"
    assert t.told(ME, "parrot_placed") == [{"seat": OPPONENT, "ship": "red"}]


@rule("JNR-R13")
def test_the_last_parrot_of_a_turn_is_told_when_it_is_played() -> None:
    """The next turn begins with the same play; still everybody hears what was played."""
    t = closed_table()
    t.play(ME, "split 1")
    t.play(OPPONENT, "pick B")
    while t.actor() == OPPONENT:
        t.play_default()
    t.play(ME, "parrot kraken blue")

    assert t.view()["turn"] == 4
    for viewpoint in EVERYBODY:
        assert t.card_told(viewpoint, "parrot_placed") == "kraken"

    t.play(OPPONENT, "split 1")

    assert [t.card_told(viewpoint, "parrot_placed") for viewpoint in EVERYBODY] == [
        "kraken",
        None,
        None,
    ]


@rule("JNR-R13")
def test_the_log_names_a_boarding_only_in_its_turn() -> None:
    """As for parrots: what went into a chest is common talk until the turn ends."""
    t = table("""
        memory closed
        flag mine
        green [] : [g4]
        laid g5 y1
    """)
    t.play(ME, "split 1")
    t.play(OPPONENT, "pick A")
    t.play(OPPONENT, "board green_5")
    for viewpoint in EVERYBODY:
        assert t.card_told(viewpoint, "boarded") == "green_5"

    t.play_turn_out()

    assert [t.told(viewpoint, "boarded")[0].get("card") for viewpoint in EVERYBODY] == [
        None,
        "green_5",
        None,
    ]


@rule("JNR-R13")
def test_the_log_names_a_special_turned_back_in_that_turn() -> None:
    """Tortuga shows my face-down skeleton once more."""
    t = table("""
        memory closed
        red [P(SK) P(g4)] : []
        mine TO
    """)
    t.play(ME, "tortuga")
    for viewpoint in EVERYBODY:
        assert t.card_told(viewpoint, "parrot_stayed") == "skeleton"
        assert t.card_told(viewpoint, "parrot_turned") == "green_4"

    t.play_turn_out()

    assert t.card_told(ME, "parrot_stayed") == "skeleton"
    assert t.card_told(OPPONENT, "parrot_stayed") is None
    assert t.card_told(SPECTATOR, "parrot_stayed") is None
    assert t.card_told(OPPONENT, "parrot_turned") == "green_4"


def eaten_parrot(memory: str) -> Drawn:
    """A table where my kraken takes the opponent's face-down red 5."""
    t = table(f"""
        memory {memory}
        red [] : [P(r5)]
        mine KR g1
    """)
    t.play(ME, "kraken red")
    return t


@rule("JNR-R14")
def test_open_memory_shows_an_eaten_parrot() -> None:
    """Its face was known anyway."""
    t = eaten_parrot("open")

    for viewpoint in EVERYBODY:
        assert {"card": "red_5"} in t.view(viewpoint)["removed"]
        assert t.card_told(viewpoint, "kraken_took") == "red_5"


@rule("JNR-R14")
def test_closed_memory_does_not_show_an_eaten_parrot() -> None:
    """It goes to the box unseen, for both and for spectators, on the table and in the log."""
    t = eaten_parrot("closed")

    for viewpoint in EVERYBODY:
        removed = t.view(viewpoint)["removed"]
        assert removed[-2:] == [{"card": None}, {"card": "kraken"}]
        assert t.told(viewpoint, "kraken_took") == [
            {"seat": ME, "ship": "red", "from": OPPONENT, "face_up": 0}
        ]
    assert t.view(EVERYTHING)["removed"][-2] == {"card": "red_5"}


@rule("JNR-R14")
def test_closed_memory_shows_what_was_eaten_face_up() -> None:
    """Everybody saw it lying there."""
    t = table("""
        memory closed
        red [] : [r5]
        mine KR
    """)
    t.play(ME, "kraken red")

    for viewpoint in EVERYBODY:
        assert t.view(viewpoint)["removed"][-2:] == [{"card": "red_5"}, {"card": "kraken"}]
        assert t.card_told(viewpoint, "kraken_took") == "red_5"


# ------------------------------------------------------------------- after the end


@rule("JNR-R19")
def test_closed_memory_opens_everything_at_the_end() -> None:
    """Chests, parrots, eaten parrots and the whole log: open to all once the game is over."""
    t = table("""
        memory closed
        turn 8
        green  [P(y4)] : [g1]
        red    []      : [P(r5)]
        chests [y5]    : [b2]
        mine KR b1
        theirs g5 g3 b4
    """)
    t.play(ME, "kraken red")
    t.play(ME, "parrot blue_1 green")
    t.play(OPPONENT, "parrot green_5 red")
    t.play(OPPONENT, "parrot blue_4 green")
    assert t.view(ME)["score"] is None
    t.play(OPPONENT, "parrot green_3 green")

    for viewpoint in EVERYBODY:
        view: Any = t.view(viewpoint)
        assert drawn_crew(view["ships"][0]["crews"][ME]) == "P(y4) P(b1)"
        assert drawn_crew(view["ships"][0]["crews"][OPPONENT]) == "g1 P(b4) P(g3)"
        assert [chest["cards"] for chest in view["chests"]] == [["yellow_5"], ["blue_2"]]
        assert [chest["gold"] for chest in view["chests"]] == [5, 2]
        assert view["removed"][-2:] == [{"card": "red_5"}, {"card": "kraken"}]
        assert t.card_told(viewpoint, "kraken_took") == "red_5"
        placed = [event["card"] for event in t.told(viewpoint, "parrot_placed")]
        assert placed == ["blue_1", "green_5", "blue_4", "green_3"]


@rule("JNR-R19")
def test_after_the_end_every_viewpoint_reads_the_same() -> None:
    """A whole game with closed view and log agree for all when it is over."""
    t = dealt(seed=9, memory="closed", deck="advanced_full")
    t.play_out()

    views = [t.view(viewpoint) for viewpoint in EVERYBODY]
    stories = [t.state.seen_events(viewpoint) for viewpoint in (*EVERYBODY, EVERYTHING)]

    assert views[0] == views[1] == views[2]
    assert stories[0] == stories[1] == stories[2] == stories[3]


@rule("JNR-R13")
@pytest.mark.parametrize("memory", ["open", "closed"])
def test_the_five_cards_of_a_turn_fade_like_the_rest(memory: str) -> None:
    """In `closed` the log tells them to all while the turn lasts, then to nobody until the end."""
    t = dealt(memory=memory, deck="intro")
    cards = [laid["card"] for laid in t.view()["laid"]]
    for viewpoint in EVERYBODY:
        assert t.told(viewpoint, "turn_began")[0]["cards"] == cards

    t.play_turn_out()
    for viewpoint in EVERYBODY:
        shown = cards if memory == "open" else []
        assert t.told(viewpoint, "turn_began")[0]["cards"] == shown
        assert t.told(viewpoint, "turn_began")[1]["cards"] != []

    t.play_out()
    for viewpoint in EVERYBODY:
        assert t.told(viewpoint, "turn_began")[0]["cards"] == cards
