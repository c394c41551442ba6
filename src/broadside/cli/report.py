"""`broadside report`: what a file of results tells, as a page."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from broadside.cli.output import console, print_json
from broadside.cli.parser import Commands, add_json
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.arena.findings import Findings


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "report",
        "make a page of charts out of files that `broadside simulate --out` has written",
        "broadside report jamaica.parquet --html jamaica.html\n"
        "broadside report jamaica-2.csv jamaica-3.csv --html jamaica.html\n"
        "broadside report --compare classic.csv die.csv --html difference.html",
        run,
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="rows of seats; several files of one game, such as one for each number of seats, are"
        " told together",
    )
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="two such files")
    parser.add_argument("--html", metavar="OUT", help="the page to write")
    parser.add_argument(
        "--charts", metavar="FOLDER", help="write each chart into this folder, too, as SVG"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count, then write the page, or print."""
    from broadside.arena import findings, page

    if (not args.files) == (args.compare is None):
        raise BroadsideError("name FILES, or two with --compare")
    if args.html is None and args.charts is None and not args.json:
        raise BroadsideError("name the page to write with --html, or print with --json")
    if args.html is not None or args.charts is not None:
        page.altair()  # complains before it counts for minutes
    if args.compare:
        first, second = (counted([name]) for name in args.compare)
        if first.game != second.game:
            raise BroadsideError(f"{first.game} cannot be compared with {second.game}")
        rows = findings.compare(first, second)
        told: object = rows
        text = page.compare_page(first, second) if args.html else ""
        made = {"difference": page.difference_chart(rows)} if args.charts else {}
    else:
        found = counted(args.files)
        told = {"rates": findings.rate_rows(found), "plays": findings.play_rows(found)}
        text = page.report_page(found) if args.html else ""
        made = page.charts(found) if args.charts else {}
    written = [write(Path(args.html), text)] if args.html is not None else []
    for name, chart in made.items():
        Path(args.charts).mkdir(exist_ok=True)
        written.append(write(Path(args.charts) / f"{name}.svg", page.drawing(chart)))
    if args.json:
        print_json(told)
    else:
        console().print(f"{', '.join(written)}: written", markup=False)
    return 0


def counted(names: list[str]) -> Findings:
    """What files tell, all together."""
    from broadside.arena.findings import findings
    from broadside.arena.results import read_results

    rows = chain.from_iterable(read_results(Path(name)) for name in names)
    return findings(rows, ", ".join(Path(name).name for name in names))


def write(path: Path, text: str) -> str:
    """Write a page or a chart; the name of what is there now."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BroadsideError(f"cannot write {path}: {error.strerror or error}") from None
    return str(path)
