"""Undo: what was drawn, shown or opened cannot be taken back; everything else can."""

from __future__ import annotations

import pytest

import broadside
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State
from broadside.kernel.undo import can_take_back, reveals, teaches
from broadside.kernel.window import FREE_PLAY, REACTION, VOTE

LIVE = broadside.game("jolly-roger").live_options()
"""As at a table: everybody is asked at once."""


class Deck(State):
    """A table of three seats with two cards, of which seat 0 knows one."""

    def __init__(self) -> None:
        super().__init__(3)
        self.knows = [0b001, 0b000]
        self.rng = FastRng(7)
        self.open_turn(0)

    def clone(self) -> State:
        twin = Deck()
        self.copy_into(twin)
        return twin


@pytest.fixture
def before() -> Deck:
    """The table before a decision."""
    return Deck()


def test_a_decision_that_shows_nothing(before: Deck) -> None:
    """Another seat is asked, knowledge fades: nothing was revealed."""
    after = before.clone()
    after.open_turn(1)
    after.knows = [0b000, 0b000]
    assert not reveals(before, after)


def test_chance(before: Deck) -> None:
    """A die was rolled, whatever it showed."""
    after = before.clone()
    after.rng.below(6)
    assert reveals(before, after)


@pytest.mark.parametrize("knows", [[0b011, 0], [0b111, 0], [0b001, 0b100], [0, 0b001]])
def test_knowledge(before: Deck, knows: list[int]) -> None:
    """One seat more knows a card, be it by a peek, a draw or a show."""
    after = before.clone()
    after.knows = knows
    assert reveals(before, after)


def test_sealed_answers(before: Deck) -> None:
    """One of several can be taken back; the last one has opened them all."""
    before.open_vote(0b110)
    between = before.clone()
    between.answered(1)
    after = between.clone()
    after.open_turn(0)
    assert not reveals(before, between)
    assert reveals(between, after)


def test_the_end(before: Deck) -> None:
    """Everything is told then."""
    after = before.clone()
    after.taken()
    assert reveals(before, after)


def test_a_state_can_always_stay_where_it_is(before: Deck) -> None:
    """Nothing is taken back."""
    assert can_take_back(before, [])


def test_what_a_game_reveals() -> None:
    """Splitting and picking can be taken back; the cards of the next turn cannot."""
    table = broadside.new("jolly-and-roger", seats=2, seed=3, first_splitter="seat0")
    start, actions = table.clone(), []
    while table.view(0)["turn"] == 1:
        seat = table.deciders()[0]
        actions.append((seat, table.prompt(seat).default.text))
        table.play(*actions[-1])
    assert can_take_back(start, actions[:-1])
    assert not can_take_back(start, actions)


@pytest.mark.parametrize("silence", ["pass", "done"])
def test_the_last_pass(silence: str) -> None:
    """Each one before it can be taken back; it has told its seat that nobody wants to play."""
    table = broadside.new("jolly-roger", seats=4, seed=1, **LIVE)
    while table.window != FREE_PLAY or len(table.deciders()) < table.seats:
        seat = table.deciders()[0]
        table.play(seat, table.prompt(seat).default)
    start, window = table.clone(), table.window_id()
    actions: list[tuple[int, str]] = []
    while table.window_id() == window:
        actions.append((table.deciders()[0], silence))
        table.play(*actions[-1])
    assert len(actions) == table.seats
    assert can_take_back(start, actions[:-1])
    assert not can_take_back(start, actions)


@pytest.mark.parametrize("silence", ["pass", "done"])
def test_the_last_pass_of_a_window_that_rests(silence: str) -> None:
    """It is told from no other one: it can be taken back until the window is closed."""
    table = broadside.new("jolly-roger", seats=4, seed=1, **LIVE)
    while table.window != FREE_PLAY or len(table.deciders()) < table.seats:
        seat = table.deciders()[0]
        table.play(seat, table.prompt(seat).default)
    table.closes_apart = True
    start = table.clone()
    actions: list[tuple[int, str]] = []
    for seat in range(table.seats):
        actions.append((seat, silence))
        table.play(*actions[-1])
        assert can_take_back(start, actions)
    assert table.rests


def test_sealed_answers_that_rest(before: Deck) -> None:
    """They are not opened before the window is closed."""
    before.closes_apart = True
    before.open_vote(0b100)
    after = before.clone()
    after.open_at_rest(VOTE)
    assert not reveals(before, after)


def test_the_last_one_to_let_a_play_pass() -> None:
    """Who seems to be the only one asked learns nothing by it; anybody else does."""
    seen = set()
    for seed in range(5):
        table = broadside.new("jolly-roger", seats=3, seed=seed, **LIVE)
        for _ in range(400):
            if not table.waiting:
                break
            seat = table.deciders()[-1]
            action = table.legal(seat)[-1]
            if table.window == REACTION and table.deciders() == [seat]:
                after, silent = table.clone(), table.prompt(seat).default.text
                after.play(seat, silent)
                if not reveals(table, after):
                    seems_alone = table.seen_waiting(seat) == [seat]
                    assert teaches(table, seat, silent) != seems_alone
                    seen.add(seems_alone)
            table.play(seat, action)
    assert seen == {False, True}
