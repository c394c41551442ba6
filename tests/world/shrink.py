"""The shortest story of a finding: its plan is made smaller as long as it still shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from .plan import Plan
from .scheduler import BEGINNING_S
from .world import World

if TYPE_CHECKING:
    from .world import Finding, Outcome

AFTERWARDS_S: Final = 3.0
"""So much of what comes after a finding belongs to its story."""
LINES_MAX: Final = 60
LINE_MAX: Final = 200


COARSE: Final[list[Callable[[Plan], Plan]]] = [
    lambda plan: replace(plan, kinds=frozenset(), habits=frozenset(), watchers=0),
    lambda plan: replace(plan, kinds=frozenset()),
    lambda plan: replace(plan, habits=frozenset()),
    lambda plan: replace(plan, watchers=0),
    lambda plan: replace(plan, options=(), reserve_s=0, spectator_delay_s=0),
    lambda plan: replace(plan, chaos_s=plan.chaos_s / 4),
    lambda plan: replace(plan, calm_s=plan.calm_s / 8),
]
"""Large simplifications, to begin with."""


class Shrinker:
    """Tries smaller plans, so many at most."""

    def __init__(self, outcome: Outcome, tries_max: int) -> None:
        self.plan = outcome.plan
        self.kind = outcome.findings[0].kind
        self._found_at = outcome.findings[0].at
        self._steps = outcome.steps
        self._tries_max = tries_max
        self.tries = 0

    def shrink(self) -> Plan:
        """Make the plan as small as that allows."""
        until_s = (self._found_at - BEGINNING_S) / self.plan.slowness + AFTERWARDS_S
        self._try(replace(self.plan, chaos_s=min(until_s, self.plan.chaos_s), calm_s=1.0))
        for simplify in COARSE:
            self._try(simplify(self.plan))
        for kind in sorted(self.plan.kinds):
            self._try(replace(self.plan, kinds=self.plan.kinds - {kind}))
        for habit in sorted(self.plan.habits):
            self._try(replace(self.plan, habits=self.plan.habits - {habit}))
        for seat, who in enumerate(self.plan.seats):
            if who == "p":
                self._try(replace(self.plan, seats=_with_bot(self.plan.seats, seat)))
        while self._try(replace(self.plan, chaos_s=self.plan.chaos_s * 0.7)):
            pass
        self._mute_steps()
        return self.plan

    def _mute_steps(self) -> None:
        """Leave out steps of people: first half of them at once, at last one by one."""
        size = max(1, len(self._steps) // 2)
        while self._is_patient():
            steps, place = self._steps, 0
            while place < len(steps) and self._is_patient():
                muted = frozenset(steps[place : place + size])
                if not muted <= self.plan.muted:
                    self._try(replace(self.plan, muted=self.plan.muted | muted))
                place += size
            if size == 1:
                return
            size = max(1, size // 2)

    def _is_patient(self) -> bool:
        return self.tries < self._tries_max

    def _try(self, plan: Plan) -> bool:
        """Take a smaller plan if it shows the same."""
        if plan == self.plan or "p" not in plan.seats or not self._is_patient():
            return False
        self.tries += 1
        outcome = World(plan).run()
        if not any(finding.kind == self.kind for finding in outcome.findings):
            return False
        self.plan, self._steps = plan, outcome.steps
        return True


def _with_bot(seats: str, seat: int) -> str:
    return seats[:seat] + "b" + seats[seat + 1 :]


def tell(outcome: Outcome, tries_max: int) -> str:
    """Shrink what was found, and tell the story."""
    shrinker = Shrinker(outcome, tries_max)
    plan = shrinker.shrink()
    short = World(plan, is_traced=True).run()
    finding = next(found for found in short.findings if found.kind == shrinker.kind)
    lines = [
        f"seed {plan.seed}: {finding.kind}: {finding.text}",
        f"  at first: {outcome.plan.told()}",
        f"  at last, after {shrinker.tries} tries: {plan.told()}",
        *(line[:LINE_MAX] for line in _story(short, finding)),
    ]
    return "\n".join(lines)


def _story(outcome: Outcome, finding: Finding) -> list[str]:
    told = [line for at, line in outcome.trace if at <= finding.at + AFTERWARDS_S]
    left_out = max(0, len(told) - LINES_MAX)
    return [*([f"  … {left_out} lines before"] if left_out else []), *told[-LINES_MAX:]]
