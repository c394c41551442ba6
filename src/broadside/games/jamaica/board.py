"""The board: fifty spaces around the island, as the edition has them, checked."""

from __future__ import annotations

from typing import Final

from broadside.kernel.edition import Edition, Row, Values
from broadside.rebinding import edition_of

PACKAGE: Final = "broadside.games.jamaica"

HOME: Final = 0
SEA: Final = 1
PORT: Final = 2
LAIR: Final = 3
TYPE_NAMES: Final = ["home", "sea", "port", "lair"]

SPACES: Final = 50
PORT_ROYAL: Final = 0
LAP: Final = 44
STEPS_MAX: Final = 6
DESTINATIONS_MAX: Final = 2
NO_WHITE_NUMBER: Final = 0
FEE_MAX: Final = 20
TYPE_COUNTS: Final = {HOME: 1, LAIR: 9}  # a lair for each treasure; any number of the others

COLUMNS: Final = ["id", "type", "cost=0", "next", "score=0", "x", "y"]


class Board:
    """The spaces by number: what they are and cost, and what comes before and after.  JAM-D5"""

    def __init__(self, edition: Edition) -> None:
        self.types: list[int] = []
        self.costs: list[int] = []
        self.after: list[list[int]] = []
        self.before: list[list[int]] = [[] for _ in range(SPACES)]
        self.progress: list[int] = []
        self.white: list[int] = []
        self.x: list[int] = []
        self.y: list[int] = []
        rows = edition.rows("board", COLUMNS, SPACES)
        for space in range(SPACES):
            self.add(rows[space], space)
        for space in range(SPACES):
            for follower in self.after[space]:
                self.before[follower].append(space)
        check_board(self, rows)

    def add(self, row: Row, space: int) -> None:
        """Read one space."""
        row.count("id", space, space)
        kind = TYPE_NAMES.index(row.text("type", TYPE_NAMES))
        is_free = kind == HOME or kind == LAIR
        self.types.append(kind)
        self.costs.append(row.count("cost", 0, 0 if is_free else FEE_MAX, "JAM-D5"))
        self.after.append(read_next(row))
        self.white.append(row.count("score", NO_WHITE_NUMBER, 99))
        self.x.append(row.count("x", 0, 100))
        self.y.append(row.count("y", 0, 100))


def read_next(row: Row) -> list[int]:
    """One follower, or two at a fork, in ascending order."""
    words = row.cells["next"].split("|")
    followers = [space for space in range(SPACES) if str(space) in words]
    if [str(space) for space in followers] != words or len(words) > 2:
        raise row.fail("next", "", "next is {!r}; it must be one space or two", [row.cells["next"]])
    return followers


def check_board(board: Board, rows: list[Row]) -> None:
    """The counts, and that the spaces form a ring with forks.  JAM-D5"""
    for kind, wanted in TYPE_COUNTS.items():
        found = board.types.count(kind)
        if found != wanted:
            values: Values = [found, TYPE_NAMES[kind], wanted]
            raise rows[-1].fail("types", "JAM-D5", "{} spaces are {}, not {}", values)
    if board.types[PORT_ROYAL] != HOME:
        raise rows[PORT_ROYAL].fail("home", "JAM-D5", "space 0 must be home")
    for space in range(SPACES):
        if not board.before[space]:
            raise rows[space].fail("lonely", "JAM-D5", "no space leads here")
        board.progress.append(LAP - spaces_left(board, rows, space))
    check_moves(board.after, rows, "from here")
    check_moves(board.before, rows, "back from here")


def check_moves(ways: list[list[int]], rows: list[Row], where: str) -> None:
    """No move of six steps or less has more than two destinations.  JAM-D5"""
    for space, row in enumerate(rows):
        for steps in range(1, STEPS_MAX + 1):
            if len(destinations(ways, space, steps)) > DESTINATIONS_MAX:
                reason = f"{{}} steps {where} lead to more than two spaces"
                raise row.fail("forks", "JAM-D5", reason, [steps])


def spaces_left(board: Board, rows: list[Row], start: int) -> int:
    """How many steps the longest way takes from a space to Port Royal.  JAM-Q5"""
    frontier = [start]
    steps = 0
    while frontier:
        if steps > LAP:
            reason = "a way from here does not reach Port Royal in {} steps"
            raise rows[start].fail("astray", "JAM-D5", reason, [LAP])
        frontier = [space for space in neighbours(board.after, frontier) if space != PORT_ROYAL]
        steps += 1
    return steps


def neighbours(ways: list[list[int]], spaces: list[int]) -> list[int]:
    """The spaces next to some spaces, in ascending order."""
    return sorted({neighbour for space in spaces for neighbour in ways[space]})


def destinations(ways: list[list[int]], start: int, steps: int) -> list[int]:
    """The spaces exactly so many steps away, in ascending order.  JAM-M1"""
    frontier = [start]
    for _ in range(steps):
        frontier = neighbours(ways, frontier)
    return frontier


def shortest_path(ways: list[list[int]], start: int, end: int) -> list[int]:
    """The spaces entered on the shortest way from one space to another."""
    steps = 1
    while not find_path(ways, start, end, steps):
        steps += 1
    return find_path(ways, start, end, steps)


def find_path(ways: list[list[int]], start: int, end: int, steps: int) -> list[int]:
    """The spaces entered on the way from one space to another in exactly so many steps."""
    if steps == 0:
        return []
    for neighbour in ways[start]:
        if steps == 1:
            if neighbour == end:
                return [end]
        else:
            rest = find_path(ways, neighbour, end, steps - 1)
            if rest:
                return [neighbour] + rest
    return []


BOARD: Final = Board(edition_of(__name__))
TYPES: Final[list[int]] = BOARD.types
COSTS: Final[list[int]] = BOARD.costs
AFTER: Final[list[list[int]]] = BOARD.after
BEFORE: Final[list[list[int]]] = BOARD.before
PROGRESS: Final[list[int]] = BOARD.progress
WHITE: Final[list[int]] = BOARD.white
LAIRS: Final[list[int]] = [space for space in range(SPACES) if TYPES[space] == LAIR]
LAIR_AT: Final[list[int]] = [
    LAIRS.index(space) if TYPES[space] == LAIR else -1 for space in range(SPACES)
]


def reaches_home(space: int, steps: int) -> bool:
    """Whether so many steps forward from a space enter Port Royal; no fork is so near to it."""
    return PROGRESS[space] + steps >= LAP


def leaves_home(space: int, steps: int) -> bool:
    """Whether so many steps backward from a space leave Port Royal; no merge is so near to it."""
    return PROGRESS[space] < steps
