"""What the clock answers: what the prompt names, or what is drawn from its lots."""

from __future__ import annotations

from collections import Counter

from broadside.kernel.action import ActionTable, Domain
from broadside.kernel.event import Seat
from broadside.kernel.rng import FastRng
from broadside.kernel.state import Prompt, State

FLAG = ActionTable().add_verb("flag", [Domain("color", ["red", "white"])])
RED, WHITE = FLAG.actions


class Flagship(State):
    """A table that asks seat 0 for a flag."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(2)
        self.asking = prompt
        self.open_turn(0)

    def prompt(self, seat: Seat) -> Prompt:
        """Always the same question."""
        return self.asking


def answers(table: State) -> Counter[str]:
    """What the clock answers over many seeds."""
    return Counter([table.clock_answer(0, FastRng(seed)).text for seed in range(900)])


def test_the_default() -> None:
    """Chance has no part in it."""
    prompt = Prompt("which_flag", "P-1", WHITE)
    assert not prompt.is_random
    assert answers(Flagship(prompt)) == {"flag white": 900}


def test_chance() -> None:
    """Every lot is as likely; an action with two lots comes twice as often."""
    prompt = Prompt("which_flag", "P-1", WHITE, [WHITE, RED, RED])
    assert prompt.is_random
    found = answers(Flagship(prompt))
    assert 250 < found["flag white"] < 350
    assert found["flag red"] == 900 - found["flag white"]


def test_the_same_secret_draws_the_same() -> None:
    """And leaves the table's own chance alone."""
    table = Flagship(Prompt("which_flag", "P-1", RED, [RED, WHITE]))
    before = table.rng.write()
    once = [table.clock_answer(0, FastRng(seed)) for seed in range(9)]
    assert once == [table.clock_answer(0, FastRng(seed)) for seed in range(9)]
    assert table.rng.write() == before
