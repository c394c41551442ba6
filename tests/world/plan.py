"""The plan of one run: drawn from its seed, and smaller if somebody looks for a shorter story."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import broadside

from .adapter import ANSWER_S
from .chance import chance
from .faults import KILLS, KINDS, RESTARTS, SAME_IDS, TWO_SERVERS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from broadside.kernel.game import Game

GAMES: Final[Mapping[str, Game]] = {name: broadside.game(name) for name in broadside.games()}
WINDOWED: Final = "jolly-roger"
"""The game in which most happens at once; it is drawn more often."""
DAY_S: Final = 86_400
SEATS_USUAL: Final = 6
"""Half of the tables have no more seats: the others take much longer."""
PEOPLE_MAX: Final = 6
CHAOS_S: Final = (25.0, 100.0)
CALM_S: Final = ANSWER_S + 10.0
DAYS_SLOWER: Final = 1500.0
"""At a table by days everybody takes so many times as long."""
PACES_S: Final = (0.15, 0.4, 0.8, 2.0, 6.0)
"""How long different people take from one thing to the next."""

CHAT: Final = "chat"
HOLD: Final = "hold"
AWAY: Final = "away"
UNDO: Final = "undo"
TEMPO: Final = "tempo"
RELIEVE: Final = "relieve"
HINT: Final = "hint"
TABS: Final = "tabs"
RELOAD: Final = "reload"
OFFERS: Final = "offers"
HOSTING: Final = "hosting"
REMATCH: Final = "rematch"
HABITS: Final = frozenset(
    {CHAT, HOLD, AWAY, UNDO, TEMPO, RELIEVE, HINT, TABS, RELOAD, OFFERS, HOSTING, REMATCH}
)
"""What people do beside playing."""


@dataclass(frozen=True)
class Plan:
    """Everything that is decided before a run begins."""

    seed: int
    game: str
    seats: str
    """One letter for each seat: `p` is a person, `b` a bot."""
    paces_s: tuple[float, ...]
    """How quick the person on each seat is."""
    watchers: int
    clock_s: int | None
    reserve_s: int
    spectator_delay_s: int
    options: tuple[tuple[str, str | int | bool], ...]
    kinds: frozenset[str]
    habits: frozenset[str]
    chaos_s: float
    """How long things go wrong, in seconds of a live table."""
    calm_s: float = CALM_S
    """How long people then play on in good order."""
    muted: frozenset[tuple[str, int]] = field(default_factory=frozenset)
    """The steps of people that are left out, to make a story shorter."""

    @property
    def is_by_days(self) -> bool:
        """Whether people take hours and days."""
        return self.clock_s is not None and self.clock_s >= DAY_S

    @property
    def slowness(self) -> float:
        """How many times as long everything takes that people do."""
        return DAYS_SLOWER if self.is_by_days else 1.0

    def told(self) -> str:
        """The plan in a few words."""
        return (
            f"{self.game}, seats {self.seats}, {self.watchers} watching, clock {self.clock_s},"
            f" {self.chaos_s:.0f} s, faults: {', '.join(sorted(self.kinds)) or 'none'};"
            f" habits: {', '.join(sorted(self.habits)) or 'none'}"
        )


def draw_plan(seed: int, game: str | None = None) -> Plan:
    """The plan of a seed."""
    random = chance(seed, "plan")
    name = random.choice([*sorted(GAMES), WINDOWED])
    name = game or name
    seats = _draw_seats(random, GAMES[name])
    clock_s = random.choice([None, 30, 60, 120, 120, DAY_S, 2 * DAY_S])
    is_tense = random.random() < 0.5
    kinds = _draw_kinds(random, is_tense)
    habits = frozenset(habit for habit in sorted(HABITS) if random.random() < 0.6)
    if SAME_IDS in kinds:  # who takes another's seat must not take the other's messages for its own
        habits -= {HOSTING}
    return Plan(
        seed=seed,
        game=name,
        seats=seats,
        paces_s=tuple(random.choice(PACES_S) for _ in seats),
        watchers=random.choice([0, 0, 1, 2]),
        clock_s=clock_s,
        reserve_s=random.choice([0, 0, 60]),
        spectator_delay_s=random.choice([0, 0, 30, 300]),
        options=_draw_options(random, GAMES[name], len(seats)),
        kinds=kinds,
        habits=habits,
        chaos_s=random.uniform(*CHAOS_S),
    )


def _draw_seats(random: Random, game: Game) -> str:
    count = min(random.choice(list(game.seats)), random.choice([SEATS_USUAL, game.seats[-1]]))
    people = random.randint(1, min(count, PEOPLE_MAX))
    seats = ["p"] * people + ["b"] * (count - people)
    random.shuffle(seats)
    return "".join(seats)


def _draw_options(
    random: Random, game: Game, seats: int
) -> tuple[tuple[str, str | int | bool], ...]:
    """Now and then another choice than the usual one."""
    chosen: list[tuple[str, str | int | bool]] = []
    for option in game.options:
        if random.random() < 0.85:
            continue
        if option.kind == "switch":
            chosen.append((option.name, random.random() < 0.5))
        elif option.kind == "choice":
            chosen.append((option.name, random.choice(option.values)))
    return tuple(chosen)


def _draw_kinds(random: Random, is_tense: bool) -> frozenset[str]:
    """Which faults there are: many in a tense run, a few in another one."""
    share = 0.7 if is_tense else 0.25
    rare = {KILLS, RESTARTS, TWO_SERVERS}
    kinds = {kind for kind in KINDS if random.random() < (share if kind not in rare else share / 2)}
    return frozenset(kinds)
