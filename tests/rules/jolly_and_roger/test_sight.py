"""Hidden information: the pile, the set-up box, and worlds for bots."""

from __future__ import annotations

from collections import Counter

import pytest

import broadside
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import DECKS, EVERYBODY, ME, OPPONENT, Drawn, dealt, drawn_crew, full_deck
from .test_memory import closed_table


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
    return Drawn(broadside.game("jolly-and-roger").read(text))


@pytest.mark.parametrize("seed", range(3))
def test_t35_with_open_memory_everybody_sees_the_same(seed: int) -> None:
    """Both seats and a spectator, after every decision of a game, removed cards included.

    Only who is to play is told what plays would change: others could work it out.
    """
    t = dealt(seed=seed, memory="open")
    while t.actor() is not None:
        t.play_default()
        views = [t.view(viewpoint) for viewpoint in EVERYBODY]
        for view in views:
            view["previews"] = []
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
