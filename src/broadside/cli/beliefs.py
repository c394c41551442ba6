"""`broadside arena --beliefs`: of what bots believe at 70 %, how much is true?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypedDict
from xml.sax.saxutils import escape

from rich.table import Table

from broadside.arena.match import answer, deal_match, derived_rng
from broadside.arena.standings import SVG_HEAD, SVG_LINE, SVG_TEXT
from broadside.cli.output import console, print_json
from broadside.cli.train import progress
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from broadside.arena.match import Player
    from broadside.arena.simulate import Cast
    from broadside.arena.tournament import Contest
    from broadside.bots.habits import Habits
    from broadside.bots.search.calibration import Reliability

EVERY: Final = 4
"""One decision in so many is asked for its beliefs."""
BAR: Final = 40
PLOT: Final = 320
MARGIN: Final = 60
DOT_MAX: Final = 12.0
SVG_DOT: Final = '<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="#246"/>'


class Bin(TypedDict):
    """Beliefs of about the same height."""

    beliefs: int
    believed: float
    true: float


class BeliefReport(TypedDict):
    """How true beliefs are. A Brier score is better the smaller it is.

    `brier_unweighed` is that of somebody who has seen what the seat saw, and nobody act.
    """

    game: str
    seats: int
    games: int
    beliefs: int
    brier: float
    brier_unweighed: float
    bins: list[Bin]


def measure(contest: Contest, cast: Cast, games: int) -> BeliefReport:
    """Let the bots play, and ask them on the way what they believe."""
    from broadside.bots.search.calibration import Reliability

    found = Reliability()
    with progress("games", games) as tell:
        for index in range(games):
            one_game(found, contest, cast, index)
            tell(index + 1)
    total = found.total()
    if total == 0:
        raise BroadsideError(f"nothing is kept secret in {contest.game} that one could believe in")
    return {
        "game": contest.game,
        "seats": contest.seats,
        "games": games,
        "beliefs": total,
        "brier": round(found.squares / total, 4),
        "brier_unweighed": round(found.base_squares / total, 4),
        "bins": [read_bin(found, place) for place in range(len(found.counts))],
    }


def read_bin(found: Reliability, place: int) -> Bin:
    """One step of the reliability plot."""
    count = found.counts[place]
    return {
        "beliefs": count,
        "believed": round(found.believed[place] / max(count, 1), 4),
        "true": round(found.true[place] / max(count, 1), 4),
    }


def one_game(
    found: Reliability, contest: Contest, cast: Cast, index: int, habits: Habits | None = None
) -> None:
    """Ask whoever is to decide, now and then."""
    from broadside.bots.search.calibration import weigh_secrets

    game, players = cast(contest.game, contest.names())
    seated: list[Player] = (players * contest.seats)[: contest.seats]
    table = deal_match(game, contest.options, contest.seats, contest.seed, index)
    rng = derived_rng(contest.seed, index, "beliefs")
    advice = game.advice()
    for decision in range(game.decisions_max(contest.seats)):
        if not table.waiting:
            return
        seat = table.deciders()[0]
        if decision % EVERY == 0:
            weigh_secrets(found, advice, table, seat, derived_rng(index, decision), habits)
        answer(table, seat, seated[seat], rng)


def tell(found: BeliefReport, *, as_json: bool) -> None:
    """Print the reliability: a line for each step of belief."""
    if as_json:
        print_json(found)
        return
    table = Table(title=f"{found['game']}, {found['seats']} seats: what is believed, what is true")
    for heading in ("believed", "true", "beliefs"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for one in found["bins"]:
        if one["beliefs"]:
            mark = round(BAR * one["believed"])
            bar = f"{'█' * round(BAR * one['true']):{BAR + 1}}"
            shown = bar[:mark] + "│" + bar[mark + 1 :]
            table.add_row(
                f"{one['believed']:.0%}", f"{one['true']:.0%}", f"{one['beliefs']:,}", shown
            )
    out = console()
    out.print(table)
    out.print(
        f"Brier score {found['brier']:.4f};"
        f" of somebody who takes no account of deeds {found['brier_unweighed']:.4f}."
    )


def plot(found: BeliefReport) -> str:
    """The reliability as a picture (SVG): dots on the diagonal are beliefs that come true.

    The larger a dot, the more often something was believed so strongly.
    """
    far, size = MARGIN + PLOT, PLOT + 2 * MARGIN
    title = f"{found['game']}, {found['seats']} seats, {found['games']} games"
    most = max(one["beliefs"] for one in found["bins"])
    lines = [SVG_HEAD.format(width=size, height=size)]
    lines += [SVG_TEXT.format(x=MARGIN, y=MARGIN / 2, text=escape(title))]
    for from_x, from_y, to_x, to_y in (
        (MARGIN, far, far, MARGIN),
        (MARGIN, far, far, far),
        (MARGIN, far, MARGIN, MARGIN),
    ):
        lines += [SVG_LINE.format(x=from_x, to=to_x, y=from_y, down=to_y, colour="#999", thick=1)]
    for step in (0.0, 0.5, 1.0):
        lines += [SVG_TEXT.format(x=MARGIN + PLOT * step - 14, y=far + 20, text=f"{step:.0%}")]
        lines += [SVG_TEXT.format(x=MARGIN - 46, y=far - PLOT * step + 5, text=f"{step:.0%}")]
    lines += [SVG_TEXT.format(x=MARGIN + PLOT / 2 - 30, y=far + 44, text="believed")]
    lines += [SVG_TEXT.format(x=8, y=MARGIN - 12, text="true")]
    for one in found["bins"]:
        if one["beliefs"]:
            x, y = MARGIN + PLOT * one["believed"], far - PLOT * one["true"]
            radius = max(2.0, DOT_MAX * math.sqrt(one["beliefs"] / most))
            lines += [SVG_DOT.format(x=x, y=y, r=radius)]
    return "\n".join([*lines, "</svg>\n"])
