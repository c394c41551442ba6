"""Hidden information: the pile, the set-up box, and what `memory=closed` lets people forget."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from broadside import EVERYTHING, SPECTATOR
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import DECKS, EVERYBODY, ME, OPPONENT, Drawn, dealt, drawn_crew, full_deck, table


def hidden_cards(t: Drawn) -> tuple[list[str], list[str]]:
    """What nobody may know: the pile from its top, and the set-up box."""
    view = t.view()
    return view["pile_cards"] or [], view["box_cards"] or []


def last_turn(deck: str, seed: int = 3) -> Drawn:
    """A game that has come to the split of its last turn."""
    t = dealt(seed=seed, deck=deck)
    while t.view()["turn"] < t.view()["turns"]:
        t.play_turn_out()
    return t


# ------------------------------------------------------------ pile, box, unseen pool


@rule("JNR-H1")
@pytest.mark.parametrize(("deck", "size"), [("intro", 3), ("advanced", 10)])
def test_t34_in_the_last_turn_the_unseen_pool_is_the_set_up_box(deck: str, size: int) -> None:
    """The last five cards lie out: what was never seen is in the box."""
    t = last_turn(deck)
    unseen = Counter(t.view(ME)["unseen"])

    assert unseen.total() == size
    assert unseen == Counter(hidden_cards(t)[1])


@rule("JNR-H1")
def test_with_all_cards_the_last_five_are_known_in_turn_9() -> None:
    """No box: the unseen pool of turn 9 are the cards of turn 10."""
    t = dealt(deck="advanced_full")
    while t.view()["turn"] < 9:
        t.play_turn_out()
    pool = Counter(t.view(ME)["unseen"])
    t.play_turn_out()

    assert pool.total() == 5
    assert pool == Counter(laid["card"] for laid in t.view()["laid"])
    assert t.view(ME)["unseen"] == {}


@rule("JNR-H1")
@pytest.mark.parametrize("deck", DECKS)
def test_the_unseen_pool_is_the_deck_less_every_card_laid_out(deck: str) -> None:
    """Public in every turn; cards a kraken took are no part of it."""
    t = dealt(deck=deck, seed=4)
    laid: Counter[str] = Counter()
    for _ in range(DECKS[deck][1]):
        laid += Counter(card["card"] for card in t.view()["laid"])
        for viewpoint in EVERYBODY:
            assert Counter(t.view(viewpoint)["unseen"]) == full_deck(deck) - laid
        t.play_turn_out()


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


@rule("JNR-S5", "JNR-H1")
@pytest.mark.parametrize("memory", ["open", "closed"])
def test_t35_nobody_sees_the_order_of_the_pile_or_the_box(memory: str) -> None:
    """Other cards in pile and box, the same pool: no viewpoint can tell the difference."""
    t = closed_table(memory)
    text = t.state.write()
    lines = text.splitlines()
    pile = next(line for line in lines if line.startswith("pile "))
    box = next(line for line in lines if line.startswith("box "))
    pool = pile.split()[1:] + box.split()[1:]
    moved = pool[::-1]
    size = len(pile.split()) - 1
    other = text.replace(pile, "pile " + " ".join(moved[:size]))
    other = other.replace(box, "box " + " ".join(moved[size:]))
    twin = read(other)

    assert hidden_cards(t) != hidden_cards(twin)
    for viewpoint in EVERYBODY:
        assert t.view(viewpoint) == twin.view(viewpoint)
        assert t.view(viewpoint)["pile_cards"] is None
        assert t.view(viewpoint)["box_cards"] is None


def read(text: str) -> Drawn:
    """A table from its complete notation."""
    import broadside

    return Drawn(broadside.game("jolly-and-roger").read(text))


@pytest.mark.parametrize("seed", range(3))
def test_t35_with_open_memory_everybody_sees_the_same(seed: int) -> None:
    """Both seats and a spectator, after every decision of a game, removed cards included."""
    t = dealt(seed=seed, memory="open")
    while t.actor() is not None:
        t.play_default()
        views = [t.view(viewpoint) for viewpoint in EVERYBODY]
        assert views[0] == views[1] == views[2]
        stories = [t.state.seen_events(viewpoint) for viewpoint in EVERYBODY]
        assert stories[0] == stories[1] == stories[2]


# ------------------------------------------------------------------- worlds for bots


@rule("JNR-H2")
@pytest.mark.parametrize("seat", [ME, OPPONENT])
def test_a_world_deals_the_unseen_pool_anew(seat: int) -> None:
    """Pile and box together hold the same cards, in the same numbers, in another order."""
    t = dealt(seed=6)
    pile, box = hidden_cards(t)

    worlds = [Drawn(t.state.determinize(seat, FastRng(seed))) for seed in range(5)]

    for world in worlds:
        new_pile, new_box = hidden_cards(world)
        assert (len(new_pile), len(new_box)) == (len(pile), len(box))
        assert Counter(new_pile + new_box) == Counter(pile + box)
        assert world.view(seat) == t.view(seat)
    assert len({tuple(hidden_cards(world)[0]) for world in worlds}) == 5
    assert any(Counter(hidden_cards(world)[1]) != Counter(box) for world in worlds)


@rule("JNR-H3")
@pytest.mark.parametrize("seat", [ME, OPPONENT])
def test_closed_memory_takes_nothing_from_a_bot(seat: int) -> None:
    """What both saw stays what it is in every world, hidden from view or not."""
    t = closed_table()
    world = Drawn(t.state.determinize(seat, FastRng(1)))

    assert drawn_crew(t.ship("green", ME)["crews"][OPPONENT]) == "P(??) g2"
    for owner in (ME, OPPONENT):
        for ship in ("green", "red"):
            assert world.crew(owner, ship) == t.crew(owner, ship)
        assert world.chest(owner) == t.chest(owner)


@rule("JNR-H3")
def test_closed_memory_changes_no_decision() -> None:
    """The same actions are legal, the same defaults hold, whatever the display hides."""
    played = [dealt(seed=8, memory=memory) for memory in ("open", "closed")]
    while played[0].actor() is not None:
        assert played[0].actor() == played[1].actor()
        seat = played[0].actor() or 0
        assert played[0].options(seat) == played[1].options(seat)
        assert played[0].default() == played[1].default()
        for t in played:
            t.view(seat)
            t.play_default()

    assert played[1].actor() is None
    assert played[0].state.scores() == played[1].state.scores()


# --------------------------------------------------------------- memory: the table


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


# ----------------------------------------------------------------- memory: the log


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


def eaten_parrot(memory: str, picture: str = "") -> Drawn:
    """A table where my kraken takes the opponent's face-down red 5."""
    t = table(f"""
        memory {memory}
        {picture}
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


# ------------------------------------------------------------- memory: after the end


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
    """A whole game with closed memory: view and log agree for all when it is over."""
    t = dealt(seed=9, memory="closed", deck="advanced_full")
    t.play_out()

    views = [t.view(viewpoint) for viewpoint in EVERYBODY]
    stories = [t.state.seen_events(viewpoint) for viewpoint in (*EVERYBODY, EVERYTHING)]

    assert views[0] == views[1] == views[2]
    assert stories[0] == stories[1] == stories[2] == stories[3]
