"""Every law on every game, with every number of seats and its options."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from broadside.laws.cases import IS_QUICK, Case, Play, examples
from broadside.laws.laws import LAWS
from broadside.laws.policies import POLICIES

from .cases import CASES, OFTEN
from .seeds import KEPT

Law = Callable[[Play], None]

for_every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
for_every_vast_case = pytest.mark.parametrize(
    "case", [case for case in CASES if case.is_vast], ids=str
)
for_every_small_case = pytest.mark.parametrize(
    "case", [case for case in CASES if not case.is_vast], ids=str
)
PLAYED_BY = 6
"""One policy in so many plays a vast game with a certain number of seats."""
for_every_case = pytest.mark.parametrize("case", CASES, ids=str)


@for_every_small_case
@for_every_law
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


@for_every_vast_case
@for_every_law
@pytest.mark.parametrize("policy", sorted(POLICIES)[:: 1 if IS_QUICK else 4])
def test_law_of_a_vast_game(law: Law, case: Case, policy: str) -> None:
    """The law holds, whoever plays: each policy with some numbers of seats."""
    if (sorted(POLICIES).index(policy) + case.seats) % PLAYED_BY == 0:
        law(Play(case, policy, case.seats))


@for_every_case
@for_every_law
def test_uniform_play(law: Law, case: Case) -> None:
    """The law holds when everybody plays at random: the widest way through a game."""
    law(Play(case, "uniform", 1))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_policy_ends(case: Case, policy: str) -> None:
    """L10 once more, for every policy by name."""
    play = Play(case, policy, 5)
    assert len(list(play.run(play.deal()))) <= case.game.decisions_max(case.seats)


@pytest.mark.parametrize(("policy", "seed"), KEPT if IS_QUICK else KEPT[:1])
@pytest.mark.parametrize("case", [case for case in OFTEN if not case.is_vast], ids=str)
@for_every_law
def test_kept_seed(law: Law, case: Case, policy: str, seed: int) -> None:
    """What broke a law once does not break one again."""
    law(Play(case, policy, seed))
