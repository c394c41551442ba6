"""A report as one page: charts drawn into it, so that it needs nothing else, not even a script."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any, Final

from broadside.arena.findings import (
    Z_95,
    Findings,
    clearest,
    compare,
    play_rows,
    quantiles,
    rate_rows,
)
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH: Final = 560
PARTS: Final = (0.05, 0.5, 0.95)
PLAYS_SHOWN: Final = 30
WORTH: Final = "win rate with it, less an even share"
FONT: Final = "Arial, Liberation Sans, Helvetica, sans-serif"
"""Whoever draws a chart and whoever shows it measure these alike: no label is cut off."""
STYLE: Final = """
body { font: 16px/1.5 Georgia, serif; color: #2c241c; background: #f7f1e3; margin: 2rem auto;
  max-width: 62rem; padding: 0 1rem; }
h1, h2 { color: #8a281e; line-height: 1.2; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; }
th, td { padding: 0.15rem 0.5rem; border-bottom: 1px solid #d9ccb0; text-align: right; }
th:first-child, td:first-child { text-align: left; min-width: 15rem; }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
svg { max-width: 100%; height: auto; background: #fffaf0; }
summary { cursor: pointer; }
.clear { font-weight: bold; }
"""
PITFALLS: Final = """
<p>A play's worth is the win rate of the seats that made it at least once, less an even share. It is
no cause by itself: who is ahead can afford what others cannot, longer games leave time for
everything, a card that is always played is worth nothing by this measure, bots play cards as well
as they understand them, and of many plays some stand out by chance. It points to what is worth a
closer look, and no further.</p>
"""


def drawing(chart: Any) -> str:
    """A chart as a drawing."""
    import vl_convert

    padding = {"left": 12, "right": 12, "top": 8, "bottom": 8}
    whole = chart.configure(font=FONT, padding=padding)
    return str(vl_convert.vegalite_to_svg(whole.to_json()))


def altair() -> Any:
    """The package of the charts; raises an error that says where it comes from."""
    try:
        import altair as alt
        import vl_convert  # noqa: F401
    except ImportError:
        raise BroadsideError("a report needs Altair: pip install 'broadside[report]'") from None
    return alt


def page(title: str, parts: Sequence[str]) -> str:
    """The whole page."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", *parts])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def report_page(found: Findings) -> str:
    """One simulation."""
    drawn = {name: drawing(chart) for name, chart in charts(found).items()}
    return page(
        f"{found.game}: {found.games:,} games",
        [
            origin(found),
            overview(found),
            drawn.get("shape", ""),
            "<h2>Who wins</h2>",
            "<p>Shared victories count their part; the lines are 95 % intervals.</p>",
            drawn["rates"],
            "<h2>How long a game is</h2>",
            length_text(found),
            drawn.get("lengths", ""),
            "<h2>Points</h2>",
            drawn["scores"],
            "<h2>What is played, and what it is worth</h2>",
            PITFALLS,
            drawn.get("plays", "<p>Too few games to tell.</p>"),
            play_table(found),
        ],
    )


def origin(found: Findings) -> str:
    """Where the numbers come from."""
    options = [
        f"{name} {' or '.join(value or 'not said' for value in sorted(each))}"
        for name, each in found.options.items()
    ]
    seeds = ", ".join(str(seed) for seed in sorted(found.seeds))
    bots = ", ".join(sorted(found.bots))
    told = f"Played by {bots}; {', '.join(options) or 'no options'}; seed {seeds}."
    return f"<p>{escape(told)}</p>"


def charts(found: Findings) -> dict[str, Any]:
    """All charts of a simulation, by name; those that have something to show."""
    made = {"rates": rate_chart(found), "scores": score_chart(found)}
    if len(set(found.all_lengths)) > 1:
        made["lengths"] = length_chart(found)
    if len(found.seat_counts) > 1:
        made["shape"] = shape_chart(found)
    if play_rows(found):
        made["plays"] = play_chart(found)
    return made


def overview(found: Findings) -> str:
    """The numbers of the whole simulation, and of each number of seats."""
    counts = found.seat_counts
    several = counts if len(counts) > 1 else []
    games = [found.games, *(len(found.lengths[count]) for count in several)]
    rows = [("games", *(f"{each:,}" for each in games))]
    rows.append(("games that came to their end", f"{found.finished:,}", *[""] * len(several)))
    for name, sample in found.numbers.items():
        others = [found.by_seats[count].get(name) for count in several]
        means = [sample, *others]
        rows.append((name, *(shown(each.mean) if each else "–" for each in means)))
    heads = ["in the mean", f"{counts[0]} seats" if not several else "all"]
    return table([*heads, *(f"{count} seats" for count in several)], rows)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; everything behind the first column is a number."""
    heads = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    lines = []
    for first, *others in rows:
        cells = "".join(f'<td class="number">{other}</td>' for other in others)
        lines.append(f"<tr><td>{escape(first)}</td>{cells}</tr>")
    return f'<div class="wide"><table><tr>{heads}</tr>{"".join(lines)}</table></div>'


def shown(number: float) -> str:
    """A number with the digits that matter."""
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.4g}"


def length_text(found: Findings) -> str:
    """How long most games are."""
    low, middle, high = quantiles(found.all_lengths, PARTS)
    if len(set(found.all_lengths)) == 1:
        return f"<p>Every game takes {middle:,} decisions.</p>"
    return (
        f"<p>Half of all games take {middle:,} decisions or fewer; nine in ten take {low:,} to"
        f" {high:,}.</p>"
    )


def rate_chart(found: Findings) -> Any:
    """Win rates by seat, side, bot and option, with intervals."""
    alt = altair()
    rows = rate_rows(found)
    base = alt.Chart(alt.Data(values=rows)).properties(width=WIDTH)
    name = alt.Y("name:N", title=None)
    rate = alt.X("rate:Q", title="win rate", axis=alt.Axis(format="%"))
    points = base.mark_point(filled=True, color="#8a281e").encode(y=name, x=rate)
    lines = base.mark_rule().encode(y=name, x=alt.X("low:Q", title="win rate"), x2="high:Q")
    return (
        alt.layer(lines, points)
        .facet(row=alt.Row("group:N", title=None, header=alt.Header(labelAngle=0)))
        .resolve_scale(y="independent")
    )


def length_chart(found: Findings) -> Any:
    """How many games take how many decisions; with several numbers of seats, one for each."""
    alt = altair()
    low, high = min(found.all_lengths), max(found.all_lengths)
    step = max(1, (high - low) // 40)
    counts: Counter[tuple[int, int]] = Counter()
    for seats, lengths in found.lengths.items():
        counts.update((seats, low + (length - low) // step * step) for length in lengths)
    rows = [
        {"seats": f"{seats} seats", "decisions": at, "to": at + step, "games": games}
        for (seats, at), games in sorted(counts.items())
    ]
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(color="#5b7a8c")
        .encode(x=alt.X("decisions:Q", title="decisions", bin="binned"), x2="to:Q", y="games:Q")
    )
    if len(found.lengths) == 1:
        return chart.properties(width=WIDTH, height=200)
    order = [f"{seats} seats" for seats in found.seat_counts]
    header = alt.Header(labelAngle=0)
    return (
        chart.properties(width=WIDTH, height=50)
        .facet(row=alt.Row("seats:N", title=None, sort=order, header=header))
        .resolve_scale(y="independent")
    )


def shape_chart(found: Findings) -> Any:
    """How a game changes with the number of seats."""
    alt = altair()
    rows = [
        {"name": name, "seats": seats, "mean": sample.mean}
        for seats in found.seat_counts
        for name, sample in found.by_seats[seats].items()
    ]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_line(point=True, color="#8a281e")
        .encode(
            x=alt.X("seats:O", title="seats", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("mean:Q", title=None, scale=alt.Scale(zero=True)),
        )
        .properties(width=WIDTH // 3, height=110)
        .facet(facet=alt.Facet("name:N", title=None), columns=3)
        .resolve_scale(y="independent")
    )


def score_chart(found: Findings) -> Any:
    """How the points of a seat are spread; with several numbers of seats, a line for each."""
    alt = altair()
    rows = [
        {"seats": f"{seats} seats", "points": points, "part": times / sum(by_points.values())}
        for seats, by_points in sorted(found.scores.items())
        for points, times in sorted(by_points.items())
    ]
    order = [f"{seats} seats" for seats in found.seat_counts]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_line(point=alt.OverlayMarkDef(size=12))
        .encode(
            x=alt.X("points:Q", title="points", axis=alt.Axis(format="d", tickMinStep=1)),
            y=alt.Y("part:Q", title="part of the seats", axis=alt.Axis(format="%")),
            color=alt.Color("seats:N", title=None, sort=order),
        )
        .properties(width=WIDTH, height=220)
    )


def play_table(found: Findings) -> str:
    """All plays, to be opened."""
    rows = [
        (
            row["play"],
            shown(row["per_game"]),
            f"{row['worth']:+.2%}",
            f"{row['low']:+.2%} to {row['high']:+.2%}",
        )
        for row in play_rows(found)
    ]
    headings = ["play", "times in a game", WORTH, "95 % interval"]
    summary = f"<summary>All {len(rows):,} plays, the most frequent first</summary>"
    return f"<details>{summary}{table(headings, rows)}</details>" if rows else ""


def play_chart(found: Findings) -> Any:
    """How often the plays are made whose worth is clearest, and how those fared who made them."""
    alt = altair()
    rows = clearest(play_rows(found), PLAYS_SHOWN)
    order = [row["play"] for row in rows]
    base = alt.Chart(alt.Data(values=rows)).properties(width=WIDTH // 2 - 20)
    often = base.mark_bar(color="#5b7a8c").encode(
        y=alt.Y("play:N", sort=order, title=None), x=alt.X("per_game:Q", title="times in a game")
    )
    name = alt.Y("play:N", sort=order, title=None, axis=None)
    lines = base.mark_rule().encode(
        y=name, x=alt.X("low:Q", title=WORTH, axis=alt.Axis(format="+%")), x2="high:Q"
    )
    points = base.mark_point(filled=True, color="#8a281e").encode(
        y=name, x=alt.X("worth:Q", title=WORTH)
    )
    return alt.hconcat(often, alt.layer(lines, points))


def difference_chart(rows: Sequence[dict[str, Any]]) -> Any:
    """What differs, in standard errors: what lies within the lines may well be chance."""
    alt = altair()
    told = [
        {
            "name": row["name"],
            "by": row["difference"] * Z_95 / row["radius"],
            "clear": row["significant"],
        }
        for row in rows
        if row["radius"]
    ]
    order = [row["name"] for row in told]
    base = alt.Chart(alt.Data(values=told)).properties(width=WIDTH)
    bars = base.mark_bar().encode(
        y=alt.Y("name:N", sort=order, title=None, axis=alt.Axis(labelLimit=400)),
        x=alt.X("by:Q", title="difference in standard errors"),
        color=alt.Color(
            "clear:N", title="significant", scale=alt.Scale(range=["#c9b994", "#8a281e"])
        ),
    )
    edges = alt.Chart(alt.Data(values=[{"at": -Z_95}, {"at": Z_95}]))
    return alt.layer(bars, edges.mark_rule(strokeDash=[4, 4]).encode(x="at:Q"))


def compare_page(first: Findings, second: Findings) -> str:
    """Two simulations beside each other."""
    rows = compare(first, second)
    lines = [
        (
            row["name"],
            shown(row["first"]),
            shown(row["second"]),
            f"{row['difference']:+.4g} ± {row['radius']:.2g}",
            f"{row['chance']:.3g}",
            '<span class="clear">yes</span>' if row["significant"] else "no",
        )
        for row in rows
    ]
    headings = ["", first.name, second.name, "difference, 95 %", "chance alone", "significant"]
    words = (
        f"<p>{first.games:,} games in {escape(first.name)}, {second.games:,} in"
        f" {escape(second.name)}. “Chance alone” is how often a difference like this would come"
        " about if there were none; “significant” allows for so many comparisons (Holm).</p>"
    )
    title = f"{first.game}: {first.name} and {second.name}"
    return page(title, [words, drawing(difference_chart(rows)), table(headings, lines)])
