"""The games under the laws: every one, with every number of seats and its options."""

from __future__ import annotations

from broadside.games.registry import OWN_GAMES
from broadside.laws.cases import Case, cases_of, is_often_tried

from .parley.game import Parley

CASES: list[Case] = [case for game in [*OWN_GAMES, Parley()] for case in cases_of(game)]
OFTEN: list[Case] = [case for case in CASES if is_often_tried(case)]
