"""Positions: whole tables as text, and turned round, from the fields that a game lists.

    jamaica seats=3
    round 4
    captain 1
    …
    hands.0 A01 A07
    …
    knows * - !0,2 …
    agenda round_ends next_turn sailing
    waiting turn 1
    rng fast 12345 67890

A table of another edition than the game's own has that one's digest behind its seats. One line for
every field, or for every seat's part of it, in the order in which the game lists them;
in a row the first word is the lowest card of a pile. A position that is read has all its pieces and
nothing out of range. Whether play could have led to it nobody checks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from .errors import NotationError
from .kinds import SEATS
from .masks import turned_mask
from .notation import Line, Reader
from .window import NOBODY, WINDOW_NAMES

if TYPE_CHECKING:
    from .book import Book
    from .state import State

OVER: Final = "over"


def write(t: State) -> str:
    """The complete table."""
    book = t.book()
    edition = f" edition={book.edition}" if book.edition else ""
    lines = [f"{book.name} seats={t.seats}{edition}"]
    for field in book.fields:
        lines += field.lines(t)
    lines.append(f"agenda {' '.join([step.name for step in t.agenda]) or OVER}")
    window = t.window if t.waiting or t.rests else NOBODY
    lines.append(f"waiting {WINDOW_NAMES[window]} {SEATS.word(t, t.waiting)}")
    lines.append(f"rng {t.rng.write()}")
    return "\n".join(lines) + "\n"


def set_out(t: State) -> None:
    """Make every field as it is on an empty table."""
    t.agenda = []
    for field in t.book().fields:
        field.set_out(t)


def read(book: Book, text: str, seats: range, table: Callable[[int], State]) -> State:
    """The table that was written as this text; raises NotationError with line and token.

    `table` makes one for so many seats.
    """
    lines = Reader(text)
    heading = lines.take(book.name)
    given = heading.settings(heading.words)
    needed = given.pop("edition", "")
    if list(given) != ["seats"]:
        raise heading.fail(heading.key, "expected seats=… and nothing else")
    if needed != book.edition:
        own = "the game's own edition" if not needed else f"edition {needed[:64]}"
        raise heading.fail(heading.key, f"this table needs {own}")
    t = table(heading.number_in(given["seats"], seats[0], seats[-1]))
    set_out(t)
    for field in book.fields:
        field.read(t, lines)
    read_agenda(lines.take("agenda"), book, t)
    read_waiting(lines.take("waiting"), t)
    t.rng = lines.take("rng").rng()
    lines.finish()
    check_pieces(heading, book, t)
    t.derive()
    t.look_again()
    return t


def read_agenda(line: Line, book: Book, t: State) -> None:
    """What the table is doing; nothing when the game is over."""
    if not line.words:
        raise line.fail(line.key, f"expected steps, or {OVER}")
    if line.words != [OVER]:
        t.agenda = [book.steps[line.index(word, book.step_names, "step")] for word in line.words]


def read_waiting(line: Line, t: State) -> None:
    """Who is asked, in which kind of window; one is open exactly while the game goes on.

    A window in which nobody is asked any more rests.
    """
    if len(line.words) != 2:
        raise line.fail(line.key, "expected a kind of window and the seats that are asked")
    t.window = line.index(line.words[0], WINDOW_NAMES, "window")
    t.waiting = SEATS.read(t, line, line.words[1])
    t.rests = t.window != NOBODY and t.waiting == 0
    if (t.window == NOBODY) != (not t.agenda) or (t.window == NOBODY and t.waiting):
        raise line.fail(line.words[0], "a window is open exactly until the game is over")


def check_pieces(line: Line, book: Book, t: State) -> None:
    """Every piece of the box must lie somewhere, and once."""
    found, wanted = t.pieces(), t.all_pieces()
    if found == wanted:
        return
    for piece in range(len(book.pieces)):
        there, due = found.count(piece), wanted.count(piece)
        if there != due:
            raise misplaced(line, book, t, piece, there, due)


def misplaced(line: Line, book: Book, t: State, piece: int, there: int, due: int) -> NotationError:
    """The error that says which piece is missing, or lies where besides its place."""
    places = [field.name for field in book.fields if piece in field.pieces(t)]
    where = f"in {' and '.join(places)}" if places else "nowhere"
    times = "once" if due == 1 else f"{due} times"
    return line.fail(book.pieces[piece], f"lies {there} times, {where}; it must lie {times}")


def turned(t: State, by: int) -> State:
    """The same table with everybody moved `by` seats clockwise."""
    twin = t.clone()
    for field in t.book().fields:
        field.turn(twin, by)
    twin.waiting = turned_mask(t.waiting, by, t.seats)
    twin.derive()
    twin.look_again()
    return twin


def pieces(t: State) -> list[int]:
    """Every piece of the table, wherever it lies, in ascending order."""
    found: list[int] = []
    for field in t.book().fields:
        found += field.pieces(t)
    found.sort()
    return found
