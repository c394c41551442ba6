"""Every law on every game, with every number of seats and its options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import product
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from broadside.laws.cases import IS_QUICK, Case, Play, examples
from broadside.laws.laws import LAWS
from broadside.laws.policies import POLICIES

from .cases import CASES, OFTEN
from .seeds import KEPT

Law = Callable[[Play], None]

ONE_IN = 1 if "EVERY_LAW" in os.environ else 2 if IS_QUICK else 5
"""Each law looks at one case in so many, the next law at the next ones; `make torture` at all."""
VAST_ONE_IN = 4 * ONE_IN
"""So it is with vast games, which take long."""
PLAYED_BY = 6
"""One policy in so many plays a vast game with a certain number of seats."""
VAST = [
    (case, policy)
    for number, policy in enumerate(sorted(POLICIES))
    for case in CASES
    if case.is_vast and (number + case.seats) % PLAYED_BY == 0
]

Kind = TypeVar("Kind")
Thing = TypeVar("Thing")


def thinned(
    kinds: Iterable[Kind], things: Iterable[Thing], one_in: int = ONE_IN
) -> list[tuple[Kind, Thing]]:
    """Each of some kinds with one thing in so many, other ones for the next kind."""
    return [
        (kind, thing)
        for (number, kind), (place, thing) in product(enumerate(kinds), enumerate(things))
        if (number + place) % one_in == 0
    ]


def every_law(cases: list[Case]) -> pytest.MarkDecorator:
    """Each law with each of these cases."""
    pairs = thinned(LAWS, cases)
    names = [f"{law.__name__}-{case}" for law, case in pairs]
    return pytest.mark.parametrize(("law", "case"), pairs, ids=names)


def every_vast_game() -> pytest.MarkDecorator:
    """Each law with each policy that plays a vast game with so many seats."""
    played = [(law, case, policy) for law, (case, policy) in thinned(LAWS, VAST, VAST_ONE_IN)]
    names = [f"{policy}-{law.__name__}-{case}" for law, case, policy in played]
    return pytest.mark.parametrize(("law", "case", "policy"), played, ids=names)


@every_law([case for case in CASES if not case.is_vast])
def test_law(law: Law, case: Case) -> None:
    """The law holds, whoever plays."""

    @settings(
        max_examples=examples(case),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(policy=st.sampled_from(sorted(POLICIES)), seed=st.integers(0, 2**40))
    def holds(policy: str, seed: int) -> None:
        law(Play(case, policy, seed))

    holds()


@every_vast_game()
def test_law_of_a_vast_game(law: Law, case: Case, policy: str) -> None:
    """The law holds, whoever plays: each policy with some numbers of seats."""
    law(Play(case, policy, case.seats))


@every_law(CASES)
def test_uniform_play(law: Law, case: Case) -> None:
    """The law holds when everybody plays at random: the widest way through a game."""
    law(Play(case, "uniform", 1))


@pytest.mark.parametrize(("policy", "case"), thinned(POLICIES, CASES), ids=str)
def test_every_policy_ends(policy: str, case: Case) -> None:
    """L10 once more, for every policy by name."""
    play = Play(case, policy, 5)
    assert len(list(play.run(play.deal()))) <= case.game.decisions_max(case.seats)


@pytest.mark.parametrize(("policy", "seed"), KEPT if IS_QUICK else KEPT[:1])
@every_law([case for case in OFTEN if not case.is_vast])
def test_kept_seed(law: Law, case: Case, policy: str, seed: int) -> None:
    """What broke a law once does not break one again."""
    law(Play(case, policy, seed))
