"""What the clock answers by chance: it is drawn in secret, and fairly."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from broadside.kernel.rng import FastRng, SealedRng
from tests.rule import rule

from .drawing import Drawn, table

SEEDS = 2400
DEVIATIONS_MAX = 4
"""How many standard deviations a count may be from what is expected."""


def drawn(t: Drawn, seat: int) -> Counter[str]:
    """How often the clock gives each answer, over many secret seeds."""
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        rng = SealedRng(seed.to_bytes(32, "big"))
        found[t.state.clock_answer(seat, rng).text] += 1
    return found


def assert_fair(counts: Counter[str], lots: dict[str, int]) -> None:
    """Each answer comes as often as it has lots."""
    assert set(counts) == set(lots)
    for text, share in lots.items():
        expected = SEEDS * share / sum(lots.values())
        assert abs(counts[text] - expected) < DEVIATIONS_MAX * sqrt(expected)


def pistol(turn: int = 1) -> Drawn:
    """A revealer of five must shoot at somebody."""
    t = table("FD 0\nrow pistol", active=0, turn=turn)
    t.play(0, "reveal 1")
    return t


@rule("T67-R33")
def test_a_target() -> None:
    """Every other seat is as likely."""
    t = pistol()
    assert t.prompt().is_random
    assert_fair(drawn(t, 0), {f"target {seat}": 1 for seat in range(1, 5)})


@rule("T67-R33", "T67-V2")
def test_a_vote() -> None:
    """Every card of the hand is as likely; one that is there twice counts twice."""
    t = table("FD 0 1\nhand 0 VC01 VC02 VC09\nhand 1 VC05 VC06 VC06", active=0)
    t.play(0, "attack")
    assert t.state.prompt(0).is_random
    assert_fair(drawn(t, 0), {"vote VC01": 1, "vote VC02": 1, "vote VC09": 1})
    assert_fair(drawn(t, 1), {"vote VC05": 1, "vote VC06": 2})


@rule("T67-R33", "T67-E10")
def test_a_card_of_the_pool() -> None:
    """As if the clock drew it from the open deck."""
    t = table("FD 0 1\nhand 1 VC01\nrow crows_nest", active=0)
    t.play(0, "reveal 1", "target 1")
    pool = t.view(0)["crows_nest"]
    assert pool is not None and pool["pool"] is not None
    lots = Counter(f"give {card}" for card in pool["pool"])
    assert max(lots.values()) > min(lots.values())
    assert t.prompt().is_random
    assert_fair(drawn(t, 0), lots)


@rule("T67-R33")
def test_public_numbers_decide_nothing() -> None:
    """The same secret gives the same answer in whatever turn; another one another answer."""
    for seed in range(20):
        answers = {pistol(turn).state.clock_answer(0, FastRng(seed)).text for turn in range(1, 9)}
        assert len(answers) == 1
    t = pistol(3)
    assert len({t.state.clock_answer(0, FastRng(seed)).text for seed in range(40)}) == 4
