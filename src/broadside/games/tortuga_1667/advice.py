"""Advice: what a good player weighs."""

from __future__ import annotations

from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import scoring
from .cards import BRITISH, FRENCH
from .table import Table


class TortugaAdvice(Advice):
    """Chests of the own nation."""

    def value(self, world: State, seat: Seat) -> float:
        """How far ahead the own nation is."""
        assert isinstance(world, Table)
        lead = float(scoring.total(world, BRITISH) - scoring.total(world, FRENCH))
        nation = world.nation(seat)
        return lead if nation == BRITISH else -lead if nation == FRENCH else -abs(lead)
