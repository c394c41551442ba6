"""The laws that every game keeps: with every number of seats, whoever plays."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("broadside.laws")  # before the import: faults explain themselves

from skeleton_game.game import SkeletonGame  # noqa: E402

from broadside.laws.cases import Case, Play, cases_of  # noqa: E402
from broadside.laws.laws import LAWS, Law  # noqa: E402
from broadside.laws.policies import POLICIES  # noqa: E402


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", cases_of(SkeletonGame()), ids=str)
def test_law(law: Law, case: Case) -> None:
    """Each law on games of each policy."""
    for seed, policy in enumerate(POLICIES):
        law(Play(case, policy, seed))
