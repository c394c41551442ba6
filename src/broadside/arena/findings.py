"""What the rows of a simulation tell: win rates, lengths, plays and what they are worth."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from broadside.arena.report import wilson
from broadside.kernel.errors import BadData

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from broadside.arena.rows import Row

RARE: Final = 30
"""What was played in fewer games says nothing."""
Z_95: Final = 1.959964


@dataclass
class Sample:
    """Numbers of which only the mean and its doubt are asked."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count a number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of the numbers."""
        if self.count < 2:
            return 0.0
        return max(0.0, (self.squares - self.total * self.mean) / (self.count - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.count) if self.count else 0.0


@dataclass
class Play:
    """How often something was done, and how the seats that did it fared.

    `worth` samples their parts of the victory less an even share, so that games with many seats and
    games with few may be counted together.
    """

    times: int = 0
    worth: Sample = field(default_factory=Sample)


@dataclass
class Findings:
    """Everything a report shows, counted in one pass over rows of seats."""

    name: str
    game: str = ""
    games: int = 0
    finished: int = 0
    shared: int = 0
    rates: dict[str, dict[str, Sample]] = field(default_factory=dict)
    lengths: dict[int, list[int]] = field(default_factory=dict)
    scores: dict[int, dict[int, int]] = field(default_factory=dict)
    plays: dict[str, Play] = field(default_factory=dict)
    bots: set[str] = field(default_factory=set)
    seeds: set[int] = field(default_factory=set)
    options: dict[str, set[str]] = field(default_factory=dict)
    numbers: dict[str, Sample] = field(default_factory=dict)
    by_seats: dict[int, dict[str, Sample]] = field(default_factory=dict)

    @property
    def seat_counts(self) -> list[int]:
        """The numbers of seats that were played with."""
        return sorted(self.lengths)

    @property
    def all_lengths(self) -> list[int]:
        """How many decisions each game took."""
        return [length for lengths in self.lengths.values() for length in lengths]

    def rate(self, group: str, name: str, share: float) -> None:
        """Count a seat's part of a victory in one group."""
        self.rates.setdefault(group, {}).setdefault(name, Sample()).add(share)

    def number(self, name: str, seats: int, value: float) -> None:
        """Count a number of a seat or a game, among all and among those with as many seats."""
        self.numbers.setdefault(name, Sample()).add(value)
        self.by_seats.setdefault(seats, {}).setdefault(name, Sample()).add(value)


def findings(rows: Iterable[Row], name: str) -> Findings:
    """Count the rows of a file; raises BadData if they are not those of seats of one game."""
    found = Findings(name)
    for _, match in groupby(rows, key=match_of):
        seats = list(match)
        if "plays" not in seats[0]:
            raise BadData(f"{name}: a report needs rows of seats: simulate with --rows seats")
        if found.game not in ("", seats[0]["game"]):
            raise BadData(f"{name} holds several games; make a file for each")
        found.game = seats[0]["game"]
        count_game(found, seats)
        for row in seats:
            if row["share"] is not None:
                count_seat(found, row)
    if not found.games:
        raise BadData(f"{name} holds no games")
    return found


def match_of(row: Row) -> tuple[Any, ...]:
    """What the rows of one match have in common."""
    return row["seats"], row["options"], row["seed"], row["number"]


def count_game(found: Findings, seats: Sequence[Row]) -> None:
    """What the rows of a match say of it; who wins alone though others led halfway came back."""
    row = seats[0]
    count = row["seats"]
    winners = [each for each in seats if each["share"] == 1.0]
    if winners:
        best = max(each["halfway"] for each in seats)
        found.number("victories from behind at half-time", count, winners[0]["halfway"] < best)
    found.games += 1
    found.seeds.add(row["seed"])
    found.bots.update(each["bot"] for each in seats)
    found.finished += row["finished"]
    found.shared += row["shared"]
    found.lengths.setdefault(count, []).append(row["decisions"])
    found.number("decisions of a game", count, row["decisions"])
    with_choice = sum(each["answers"] * (1 - each["forced"]) for each in seats)
    found.number("decisions of a game that leave a choice", count, with_choice)
    found.number("changes of the lead in a game", count, row["lead_changes"])
    found.number("games with a shared victory", count, row["shared"])


def count_seat(found: Findings, row: Row) -> None:
    """What a row says of its seat."""
    share = float(row["share"])
    seats = row["seats"]
    found.rate(f"seat, of {seats}", f"seat {row['seat']}", share)
    found.rate(f"bot, of {seats}", row["bot"], share)
    if row["side"]:
        found.rate(f"side, of {seats}", row["side"], share)
    if row["seat"] == 0:
        for option, value in json.loads(row["options"]).items():
            found.options.setdefault(option, set()).add(str(value))
            found.rate(f"first seat of {seats}, by {option}", str(value), share)
    points = found.scores.setdefault(seats, {})
    points[row["score"]] = points.get(row["score"], 0) + 1
    found.number("actions to choose from", seats, row["choices"])
    found.number("part of decisions without a choice", seats, row["forced"])
    found.number("part of pieces that a seat does not see", seats, row["hidden"])
    if share == 1.0:
        found.number("winner's lead in points", seats, row["margin"])
    for play, times in json.loads(row["plays"]).items():
        known = found.plays.setdefault(play, Play())
        known.times += times
        known.worth.add(share - 1 / seats)


def rate_rows(found: Findings) -> list[dict[str, Any]]:
    """Win rates by group, each with its 95 % interval; options and bots that never vary are left
    out.
    """
    rows: list[dict[str, Any]] = []
    for group, names in found.rates.items():
        if group.startswith(("first seat", "bot")) and len(names) < 2:
            continue
        for name, sample in sorted(names.items()):
            low, high = wilson(sample.total, sample.count)
            rows.append(
                {
                    "group": group,
                    "name": name,
                    "games": sample.count,
                    "rate": sample.mean,
                    "low": low,
                    "high": high,
                }
            )
    return rows


def play_rows(found: Findings) -> list[dict[str, Any]]:
    """What was done, most often first: how often in a game, and what it is worth."""
    rows: list[dict[str, Any]] = []
    for name, play in sorted(found.plays.items(), key=lambda item: (-item[1].times, item[0])):
        if play.worth.count < RARE:
            continue
        radius = Z_95 * play.worth.error
        rows.append(
            {
                "play": name,
                "per_game": play.times / found.games,
                "worth": play.worth.mean,
                "low": play.worth.mean - radius,
                "high": play.worth.mean + radius,
            }
        )
    return rows


def clearest(rows: list[dict[str, Any]], many: int) -> list[dict[str, Any]]:
    """The plays whose worth is farthest from nothing for its doubt, the best first."""

    def clarity(row: dict[str, Any]) -> float:
        doubt = row["high"] - row["low"]
        return abs(row["worth"]) / doubt if doubt else 0.0

    found = sorted(rows, key=clarity, reverse=True)[:many]
    return sorted(found, key=lambda row: -float(row["worth"]))


# ------------------------------------------------------------------------------ two files


def compare(first: Findings, second: Findings) -> list[dict[str, Any]]:
    """What differs between two simulations: both numbers, the difference, how likely by chance.

    Welch's test of two means, two-sided; with many games the normal distribution serves. As many
    things are compared, only what Holm's correction lets pass is called significant.
    """
    pairs = list(samples_of_both(first, second))
    rows = [difference(name, one, other) for name, one, other in pairs]
    order = sorted(range(len(rows)), key=lambda place: float(rows[place]["chance"]))
    is_clear = True
    for rank, place in enumerate(order):
        is_clear = is_clear and rows[place]["chance"] * (len(rows) - rank) < 0.05
        rows[place]["significant"] = is_clear
    return rows


def samples_of_both(first: Findings, second: Findings) -> Iterable[tuple[str, Sample, Sample]]:
    """The samples that both simulations have."""
    for group, names in first.rates.items():
        for name, sample in sorted(names.items()):
            other = second.rates.get(group, {}).get(name)
            if other is not None:
                yield f"win rate of {name} ({group})", sample, other
    for name, sample in first.numbers.items():
        if name in second.numbers:
            yield name, sample, second.numbers[name]


def difference(name: str, one: Sample, other: Sample) -> dict[str, Any]:
    """Two means beside each other."""
    error = math.hypot(one.error, other.error)
    gap = other.mean - one.mean
    chance = math.erfc(abs(gap) / error / math.sqrt(2)) if error else float(gap == 0)
    return {
        "name": name,
        "first": one.mean,
        "second": other.mean,
        "difference": gap,
        "radius": Z_95 * error,
        "chance": chance,
    }


def quantiles(values: Sequence[int], parts: Sequence[float]) -> list[int]:
    """The values below which these parts of all lie."""
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in parts]
