"""Fields: listed once, written, read, turned; what is wrong is told with line and word."""

from __future__ import annotations

import pytest

from broadside.kernel import position
from broadside.kernel.action import ActionTable
from broadside.kernel.book import Book
from broadside.kernel.errors import NotationError
from broadside.kernel.event import SEATS_ONLY, EventTable
from broadside.kernel.fields import Field, Flag, Row, Rows, Value, Values
from broadside.kernel.kinds import (
    SEAT,
    SEAT_OR_NOBODY,
    SEATS,
    Kind,
    Marks,
    Name,
    Number,
    Packed,
    numbered,
)
from broadside.kernel.notation import Line, Reader
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State
from broadside.kernel.step import Step


class Purses(Values):
    """Two purses of every seat, and two of the bank's."""

    def owners(self, t: State) -> int:
        """The seats and the bank."""
        return t.seats + 1


PURSE: Kind = Number(0, 99)
CARDS = numbered(["rum", "map", "rum", "gold"])
FIELDS: list[Field] = [
    Flag("is_calm"),
    Value("round", Number(1, 9)),
    Value("captain", SEAT),
    Value("winner", SEAT_OR_NOBODY),
    Value("guards", SEATS),
    Value("sails", Marks("mast", ["fore", "main", "mizzen"])),
    Row("pile", Name("card", CARDS), zone=0),
    Rows("hands", Name("card", CARDS), zone=0, by_seat=True),
    Rows("queues", SEAT, names=["port", "ship"]),
    Purses("gold", PURSE, 2, by_seat=True),
    Values("prices", Number(0, 9), 3),
    Values("rolls", Number(1, 6)),
]
WAITING: Step[Harbour] = Step("waiting")
BOOK = Book("harbour", ActionTable(), EventTable(), [WAITING], FIELDS, CARDS)


class Harbour(State):
    """A table with a field of every shape and kind."""

    is_calm: bool
    round: int
    captain: int
    winner: int
    guards: int
    sails: int
    pile: tuple[int, ...]
    hands: list[tuple[int, ...]]
    queues: list[tuple[int, ...]]
    gold: list[int]
    prices: list[int]
    rolls: list[int]
    strongest: int

    def book(self) -> Book:
        """Everything that is listed above."""
        return BOOK

    def clone(self) -> Harbour:
        """An independent copy."""
        twin = Harbour(self.seats)
        self.copy_into(twin)
        for field in FIELDS:
            setattr(twin, field.name, getattr(self, field.name))
        return twin

    def all_pieces(self) -> list[int]:
        """Four cards."""
        return [0, 1, 2, 3]

    def derive(self) -> None:
        """The seat with the most gold."""
        self.strongest = self.gold.index(max(self.gold[: 2 * self.seats])) // 2


def harbour() -> Harbour:
    """A table of three in the middle of something."""
    t = Harbour(3)
    t.set_out()
    t.is_calm, t.round, t.captain, t.winner = True, 4, 2, -1
    t.guards, t.sails = 0b011, 0b101
    t.pile, t.hands = (2, 0), [(3,), (), (1,)]
    t.queues = [(2, 0), ()]
    t.gold = [1, 2, 3, 4, 5, 6, 7, 8]
    t.prices, t.rolls = [3, 2, 1], [6, 6]
    t.knows = [0b111, SEATS_ONLY | 0b111, 0, SEATS_ONLY | 0b101]
    t.agenda = [WAITING]
    t.rng = FastRng(1)
    t.open_vote(0b110)
    t.derive()
    return t


TEXT = """\
harbour seats=3
is_calm true
round 4
captain 2
winner -
guards 0,1
sails fore,mizzen
pile rum.2 rum.1
hands.0 gold
hands.1 -
hands.2 map
queues.port 2 0
queues.ship -
gold.0 1 2
gold.1 3 4
gold.2 5 6
gold.3 7 8
prices 3 2 1
rolls 6 6
knows * !0,1,2 - !0,2
agenda waiting
waiting vote 1,2
"""


def read(text: str) -> State:
    """The table of a text."""
    return position.read(BOOK, text, range(2, 5), Harbour)


def test_a_table_is_written_line_by_line() -> None:
    """In the order in which its fields are listed."""
    t = harbour()
    assert t.write() == TEXT + f"rng {t.rng.write()}\n"


def test_what_is_written_is_read() -> None:
    """With what follows from it."""
    t = harbour()
    again = read(t.write())
    assert isinstance(again, Harbour)
    assert again.write() == t.write()
    assert again.is_calm is True
    assert (again.strongest, again.deciders()) == (2, [1, 2])


def test_an_empty_table() -> None:
    """Nobody, nothing, as many as there always are."""
    t = Harbour(2)
    t.set_out()
    assert (t.is_calm, t.captain, t.winner, t.pile) == (False, 0, -1, ())
    assert (t.hands, t.queues) == ([(), ()], [(), ()])
    assert (t.gold, t.prices, t.rolls, t.knows) == ([0] * 6, [0] * 3, [], [0] * 4)


def test_turning_moves_seats_masks_and_what_belongs_to_seats() -> None:
    """What belongs to nobody stays, behind the seats as well."""
    turned = harbour().turned(1)
    assert isinstance(turned, Harbour)
    assert (turned.captain, turned.winner, turned.guards) == (0, -1, 0b110)
    assert turned.hands == [(1,), (3,), ()]
    assert turned.queues == [(0, 1), ()]
    assert turned.gold == [5, 6, 1, 2, 3, 4, 7, 8]
    assert turned.knows == [0b111, SEATS_ONLY | 0b111, 0, SEATS_ONLY | 0b011]
    assert (turned.waiting, turned.strongest) == (0b101, 0)
    assert (turned.sails, turned.prices, turned.rolls) == (0b101, [3, 2, 1], [6, 6])
    assert turned.turned(2).write() == harbour().write()


def test_pieces_are_found_wherever_they_lie() -> None:
    """In every field that is a zone."""
    assert harbour().pieces() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("line", "words", "reason"),
    [
        ("harbour", "seats=5", "line 1, at '5': expected a whole number from 2 to 4"),
        ("harbour", "", "line 1, at 'harbour': expected seats=… and nothing else"),
        ("is_calm", "yes", "line 2, at 'yes': no such switch; there are false, true"),
        ("round", "10", "line 3, at '10': expected a whole number from 1 to 9"),
        ("round", "1 2", "line 3, at 'round': expected 1 words, not 2"),
        ("captain", "-", "line 4, at '-': expected a whole number from 0 to 2"),
        ("winner", "3", "line 5, at '3': expected a whole number from 0 to 2"),
        ("guards", "0,3", "line 6, at '3': expected a whole number from 0 to 2"),
        ("sails", "fore,jib", "line 7, at 'jib': no such mast; there are fore, main, mizzen"),
        ("pile", "rum.3", "line 8, at 'rum.3': no such card; there are rum.1, map, rum.2, gold"),
        ("pile", "", "line 8, at 'pile': expected words, or - for none"),
        ("gold.3", "7", "line 17, at 'gold.3': expected 2 words, not 1"),
        ("prices", "1 2", "line 18, at 'prices': expected 3 words, not 2"),
        ("knows", "* * *", "line 20, at 'knows': expected 4 words, not 3"),
        ("agenda", "sailing", "line 21, at 'sailing': no such step; there are waiting"),
        ("agenda", "over", "line 22, at 'vote': a window is open exactly until"),
        ("waiting", "nobody -", "line 22, at 'nobody': a window is open exactly"),
        ("pile", "rum.1 rum.1", "line 1, at 'rum.1': lies 2 times, in pile; it must lie once"),
        ("pile", "rum.1 map", "line 1, at 'map': lies 2 times, in pile and hands; it must lie"),
        ("pile", "rum.1", "line 1, at 'rum.2': lies 0 times, nowhere; it must lie once"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(line: str, words: str, reason: str) -> None:
    """The line, the word at fault, and what would be right."""
    rows = harbour().write().splitlines()
    changed = [f"{line} {words}" if row.split()[0] == line else row for row in rows]
    with pytest.raises(NotationError) as refused:
        read("\n".join(changed))
    assert str(refused.value).startswith(reason)


def test_copies_are_numbered() -> None:
    """Only where there are several."""
    assert numbered(["a", "b", "a"]) == ["a.1", "b", "a.2"]


def test_several_values_in_one_number() -> None:
    """Each part is written, read and turned as its kind says; a part without a value is a dash."""
    deed = Packed([Name("deed", ["gave", "took"]), SEAT, SEAT_OR_NOBODY, SEATS], [2, 4, 4, 9], "…")
    t = State(3)
    for values in ([1, 0, 2, 0b101], [0, 2, -1, 0]):
        assert deed.unpacked(deed.packed(values)) == values
        word = deed.word(t, deed.packed(values))
        assert deed.read(t, Line(1, "deeds", [word]), word) == deed.packed(values)
    assert deed.word(t, deed.packed([1, 0, 2, 0b101])) == "took:0:2:0,2"
    assert deed.word(t, deed.turned(t, deed.packed([1, 0, -1, 0b101]), 1)) == "took:1:-:0,1"
    with pytest.raises(NotationError, match="expected 4 parts"):
        deed.read(t, Line(1, "deeds", ["took:0"]), "took:0")


# ------------------------------------------------------ kept in one number, and decks of seats


def test_values_in_one_number_are_written_read_and_turned_like_a_list() -> None:
    """Each less the lowest there is, the first seat's lowest."""
    t = harbour()
    laps = Values("sails", Number(-3, 4), by_seat=True, bits=3, low=-3)
    laps.set_out(t)
    assert (t.sails, laps.values(t)) == (0b011_011_011, [0, 0, 0])
    laps.put(t, [-3, 4, 1])
    assert t.sails == 0b100_111_000
    assert laps.lines(t) == ["sails.0 -3", "sails.1 4", "sails.2 1"]
    laps.turn(t, 1)
    assert laps.values(t) == [1, -3, 4]
    laps.read(t, Reader("sails.0 2\nsails.1 -1\nsails.2 0"))
    assert laps.values(t) == [2, -1, 0]


class Coins(Kind):
    """So many pieces of the first kind."""

    def pieces(self, value: int) -> list[int]:
        """As many as the value says."""
        return [0] * value


def test_pieces_of_seats_with_decks_are_numbered_seat_by_seat() -> None:
    """In rows and in values; what a value stands for its kind says."""
    t = harbour()
    t.hands, t.prices = [(0, 1), (), (3,)], [2, -1, 0]
    card = Name("card", CARDS, none=True)
    assert Rows("hands", card, zone=10, by_seat=True, deck=4).pieces(t) == [10, 11, 21]
    assert Values("prices", card, zone=10, by_seat=True, deck=4).pieces(t) == [12, 18]
    assert Values("prices", card, 3, zone=10).pieces(t) == [12, 10]
    t.prices = [2, 0, 1]
    assert Values("prices", Coins(), 3, zone=7).pieces(t) == [7, 7, 7]
