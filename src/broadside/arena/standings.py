"""Standings of a tournament: an object for scripts, a table and a plot for people."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final, TypedDict
from xml.sax.saxutils import escape

from rich.table import Table

from broadside.arena.report import Z_95
from broadside.arena.statistics import lasting_radius, mean, ratings, spread
from broadside.arena.tournament import is_clear
from broadside.kernel.edition import label_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from broadside.arena.tournament import Contest, Deal
    from broadside.kernel.game import Options

BAR: Final = 40
ROW_HEIGHT: Final = 28
PLOT_WIDTH: Final = 640
PLOT_LEFT: Final = 160
SVG_HEAD: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    ' font-family="sans-serif" font-size="14"><rect width="100%" height="100%" fill="white"/>'
)
SVG_TEXT: Final = '<text x="{x:.1f}" y="{y:.1f}">{text}</text>'
SVG_LINE: Final = (
    '<line x1="{x:.1f}" x2="{to:.1f}" y1="{y:.1f}" y2="{down:.1f}"'
    ' stroke="{colour}" stroke-width="{thick}"/>'
)
SVG_DOT: Final = '<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#246"/>'


class Standing(TypedDict):
    """How a bot did. `share` is what one of its seats won of a game, in the mean over all deals.

    `interval` has 95 % confidence for a number of deals that was chosen beforehand, `lasting` also
    for one that stopped when the answer was clear. 400 points of `rating` are ten times as strong.
    """

    share: float
    interval: list[float]
    lasting: list[float]
    rating: float
    mean_score: float


class ContestReport(TypedDict):
    """A tournament as `--json` prints it. `fair` is what an average bot wins."""

    game: str
    options: Options
    seats: int
    bots: list[str]
    sides: dict[str, str]
    think_ms: int | None
    look_aheads: int | None
    seed: int
    deals: int
    matches: int
    decisions: int
    seconds: float
    fair: float
    is_clear: bool
    by_side: dict[str, int]
    standings: dict[str, Standing]


def report(contest: Contest, played: Sequence[Deal]) -> ContestReport:
    """The whole tournament, ready for JSON; the best bot first."""
    bouts = [bout for deal in played for bout in deal.matches]
    rated = ratings([(bout.seated, bout.parts) for bout in bouts])
    found = {name: standing(played, name, rated.get(name, 0.0)) for name in contest.names()}
    wins = [side for bout in bouts if (side := bout.winning_side())]
    best_first = sorted(found, key=lambda name: -found[name]["rating"])
    return {
        "game": label_of(contest.game),
        "options": contest.options,
        "seats": contest.seats,
        "bots": list(contest.bots),
        "sides": dict(contest.sides),
        "think_ms": contest.think_ms,
        "look_aheads": contest.look_aheads,
        "seed": contest.seed,
        "deals": len(played),
        "matches": len(bouts),
        "decisions": sum(bout.decisions for bout in bouts),
        "seconds": round(sum(bout.seconds for bout in bouts), 1),
        "fair": round(1 / contest.seats, 6),
        "is_clear": is_clear(contest, played),
        "by_side": dict(sorted(Counter(wins).items())),
        "standings": {name: found[name] for name in best_first},
    }


def standing(played: Sequence[Deal], name: str, rating: float) -> Standing:
    """One bot."""
    shares = [
        deal.share(name) for deal in played if any(name in bout.seated for bout in deal.matches)
    ]
    scores = [
        score
        for deal in played
        for bout in deal.matches
        for seated, score in zip(bout.seated, bout.scores, strict=True)
        if seated == name
    ]
    deviates = spread(shares, 0.0, 1.0)
    usual = Z_95 * deviates / math.sqrt(max(len(shares), 1))
    return {
        "share": round(mean(shares), 6),
        "interval": within(mean(shares), usual),
        "lasting": within(mean(shares), lasting_radius(len(shares), deviates)),
        "rating": round(rating, 1),
        "mean_score": round(mean(scores), 4),
    }


def within(middle: float, radius: float) -> list[float]:
    """The bounds of an interval of shares."""
    return [round(max(0.0, middle - radius), 6), round(min(1.0, middle + radius), 6)]


# ------------------------------------------------------------------------------ for people


def show(found: ContestReport, console: Console) -> None:
    """Print a tournament for people."""
    console.print(f"[bold]{found['game']}[/bold], {found['seats']} seats{budget(found)}")
    table = Table()
    table.add_column("")
    for heading in ("share", "95 % interval", "however often looked", "rating", "mean score"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for name, one in found["standings"].items():
        table.add_row(
            name,
            f"{one['share']:.1%}",
            bounds(one["interval"]),
            bounds(one["lasting"]),
            f"{one['rating']:+.0f}",
            f"{one['mean_score']:.2f}",
            "█" * round(BAR * one["share"]),
        )
    console.print(table)
    for side, wins in found["by_side"].items():
        share = wins / max(found["matches"], 1)
        console.print(
            f"{side} ({found['sides'].get(side, 'all')}) won {wins:,} games ({share:.1%})."
        )
    verdict = "the bots are told apart" if found["is_clear"] else "not all bots are told apart"
    console.print(
        f"{found['deals']:,} deals, {found['matches']:,} games: {verdict}."
        f" A fair share is {found['fair']:.1%}; seed {found['seed']}."
    )


def budget(found: ContestReport) -> str:
    """What a decision of a searching bot was allowed to cost."""
    if found["think_ms"] is not None:
        return f", {found['think_ms']} ms a decision"
    return f", {found['look_aheads']} look-aheads" if found["look_aheads"] is not None else ""


def bounds(interval: list[float]) -> str:
    """An interval in per cent."""
    return f"{interval[0]:.1%} – {interval[1]:.1%}"


def plot(found: ContestReport) -> str:
    """The shares with their intervals as a picture (SVG)."""
    rows = len(found["standings"])
    bottom = ROW_HEIGHT * (rows + 1)
    fair = across(found["fair"])
    title = f"{found['game']}, {found['seats']} seats, {found['matches']} games"
    lines = [SVG_HEAD.format(width=PLOT_WIDTH, height=bottom + ROW_HEIGHT)]
    lines += [SVG_TEXT.format(x=8, y=20, text=escape(title))]
    lines += [SVG_LINE.format(x=fair, to=fair, y=ROW_HEIGHT, down=bottom, colour="#999", thick=1)]
    lines += [SVG_TEXT.format(x=fair - 12, y=bottom + 18, text="fair")]
    for place, (name, one) in enumerate(found["standings"].items()):
        y = ROW_HEIGHT * (place + 1.5)
        low, high = (across(bound) for bound in one["interval"])
        lines += [SVG_TEXT.format(x=8, y=y + 5, text=escape(name))]
        lines += [SVG_LINE.format(x=low, to=high, y=y, down=y, colour="#246", thick=3)]
        lines += [SVG_DOT.format(x=across(one["share"]), y=y)]
    return "\n".join([*lines, "</svg>\n"])


def across(share: float) -> float:
    """Where a share lies in the picture."""
    return PLOT_LEFT + (PLOT_WIDTH - PLOT_LEFT - 20) * share
