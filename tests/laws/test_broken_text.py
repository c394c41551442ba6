"""L11 against mischief: whatever is done to a written table, reading it is safe.

Either the text is refused with a NotationError, or it is a complete table: every piece once,
nothing out of range. Whether play could have led to it nobody promises.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadside import game
from broadside.kernel.errors import NotationError
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State
from broadside.laws.cases import (
    Case,
    Play,
    cases_of,
    combinations,
    has_many_options,
    unusual_cases,
)
from broadside.laws.comparing import finish

from .cases import CASES
from .parley.game import Parley

JUNK = ["-", "flotsam", "0", "-1", "99999999999", "12345", "A", "=", "a=b", "()", "²", "\x00", "é"]


def is_simple(case: Case) -> bool:
    """Whether at most one option is not the usual one: enough to reach every kind of table."""
    usual = case.game.complete({})
    return sum(usual[name] != value for name, value in case.options.items()) <= 1


FIRST_CASES = [case for case in CASES if is_simple(case)]
for_every_game = pytest.mark.parametrize("case", FIRST_CASES, ids=str)
fuzzing = settings(max_examples=25, derandomize=True, database=None, deadline=None)


def written(case: Case, decisions: int) -> str:
    """A table after some decisions, as text."""
    table = Play(case, "varied", decisions).deal()
    finish(table, FastRng(decisions), decisions)
    return table.write()


def is_read_safely(case: Case, text: str) -> None:
    """Refused in the right way, or a sound table."""
    try:
        table = case.game.read(text)
    except NotationError as error:
        refusal = error
    else:
        is_sound(case, table)
        return
    assert str(refusal).startswith(f"line {refusal.line}, at ")
    assert 0 <= refusal.line <= len(text.splitlines())


@cache
def complete_sets(name: str) -> set[tuple[int, ...]]:
    """All pieces of a game, for every number of seats and its options."""
    found = game(name) if name != Parley().name else Parley()
    if has_many_options(found):
        cases = [*cases_of(found), *unusual_cases(found)]
    else:
        every = product(found.seats, combinations(found))
        cases = [Case(found, seats, options) for seats, options in every]
    return {tuple(case.deal(FastRng(0)).pieces()) for case in cases}


def is_sound(case: Case, table: State) -> None:
    """It has all its cards once, and is written as it was read."""
    assert case.game.read(table.write()).write() == table.write()
    assert tuple(table.pieces()) in complete_sets(case.game.name)


@for_every_game
@fuzzing
@given(data=st.data())
def test_changed_words(case: Case, data: st.DataObject) -> None:
    """Words are replaced by junk, or by other words of the same table."""
    words = written(case, data.draw(st.integers(0, 60))).split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(st.sampled_from([*words, *JUNK]))
    is_read_safely(case, " ".join(words))


@for_every_game
@fuzzing
@given(data=st.data())
def test_swapped_words(case: Case, data: st.DataObject) -> None:
    """Two words change places: everything is there, but not where it belongs."""
    lines = [line.split() for line in written(case, data.draw(st.integers(0, 60))).splitlines()]
    (a, i), (b, j) = [
        data.draw(
            st.sampled_from([(a, i) for a in range(len(lines)) for i in range(len(lines[a]))])
        )
        for _ in range(2)
    ]
    lines[a][i], lines[b][j] = lines[b][j], lines[a][i]
    is_read_safely(case, "\n".join([" ".join(line) for line in lines]))


@for_every_game
@fuzzing
@given(data=st.data())
def test_changed_lines(case: Case, data: st.DataObject) -> None:
    """Lines are lost, doubled, moved, or taken from a later table of the same game."""
    lines = written(case, data.draw(st.integers(0, 60))).splitlines()
    others = written(case, data.draw(st.integers(0, 60))).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["lose", "double", "move", "take"]))
    line = lines.pop(place)
    if change != "lose":
        lines.append(others[place] if change == "take" else line)
    if change == "double":
        lines.insert(0, line)
    is_read_safely(case, "\n".join(lines))


@for_every_game
@fuzzing
@given(text=st.text(max_size=200))
def test_any_text(case: Case, text: str) -> None:
    """Anything at all."""
    is_read_safely(case, text)
    is_read_safely(case, case.game.name + " " + text)


@for_every_game
@fuzzing
@given(data=st.data())
def test_cut_text(case: Case, data: st.DataObject) -> None:
    """The text ends too early, or has a character too many."""
    text = written(case, data.draw(st.integers(0, 60)))
    place = data.draw(st.integers(0, len(text) - 1))
    is_read_safely(case, text[:place])
    is_read_safely(case, text[:place] + data.draw(st.characters()) + text[place:])


def test_a_book_is_not_a_table() -> None:
    """A text is not read for ever."""
    for case in FIRST_CASES:
        with pytest.raises(NotationError, match="too many lines"):
            case.game.read("\n".join(str(line) for line in range(5000)))
