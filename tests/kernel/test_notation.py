"""The parts of which every game's reader is made."""

from __future__ import annotations

import pytest

from broadside.kernel.errors import NotationError
from broadside.kernel.notation import LINES_MAX, Line, Reader, read_count, read_whole

LINE = Line(7, "gold", ["3", "x"])


def refused(error: pytest.ExceptionInfo[NotationError]) -> tuple[int, str]:
    """The line and the token that were blamed."""
    return error.value.line, error.value.token


def test_lines_are_taken_by_key_in_any_order() -> None:
    """Blank lines and spaces do not matter; numbers count from 1."""
    lines = Reader("\n  turn   3  \n\ngold 1 2\n")
    gold, turn = lines.take("gold"), lines.take("turn")
    assert (gold.number, gold.words) == (4, ["1", "2"])
    assert (turn.number, turn.words) == (2, ["3"])
    lines.finish()


def test_a_missing_line_is_blamed_on_the_end() -> None:
    """There is nowhere else to point at."""
    with pytest.raises(NotationError, match="line 2, at 'gold': this line is missing") as error:
        Reader("turn 3\nsea calm").take("gold")
    assert refused(error) == (2, "gold")
    with pytest.raises(NotationError, match="line 0, at 'gold'"):
        Reader("").take("gold")


def test_a_line_is_given_once() -> None:
    """The second one is blamed."""
    with pytest.raises(NotationError, match="given twice") as error:
        Reader("turn 3\nturn 4")
    assert refused(error) == (2, "turn")


def test_a_line_nobody_asked_for() -> None:
    """A typing error is not passed over."""
    lines = Reader("turn 3\nglod 4")
    lines.take("turn")
    with pytest.raises(NotationError, match="no such line") as error:
        lines.finish()
    assert refused(error) == (2, "glod")


def test_too_many_lines() -> None:
    """A table has its limits."""
    Reader("\n".join(f"line{i}" for i in range(LINES_MAX)))
    with pytest.raises(NotationError, match="too many lines"):
        Reader("\n".join(f"line{i}" for i in range(LINES_MAX + 1)))


@pytest.mark.parametrize(("word", "value"), [("0", 0), ("-3", -3), ("12", 12), ("007", 7)])
def test_numbers(word: str, value: int) -> None:
    """Whole, with a sign if need be."""
    assert LINE.number_in(word, -3, 12) == value


@pytest.mark.parametrize("word", ["", "-", "--1", "+1", "1.0", "1e1", "²", "٣", "x", "13", "-4"])
def test_no_such_number(word: str) -> None:
    """The message gives the bounds."""
    with pytest.raises(NotationError, match="a whole number from -3 to 12") as error:
        LINE.number_in(word, -3, 12)
    assert refused(error) == (7, word)


def test_a_token_is_shortened() -> None:
    """Nobody wants a page of it back."""
    with pytest.raises(NotationError) as error:
        LINE.number_in("9" * 100_000, 0, 1)
    assert len(str(error.value)) < 200


def test_names() -> None:
    """A word by its place in a list; the message lists the names."""
    assert LINE.index("red", ["green", "red"], "ship") == 1
    with pytest.raises(NotationError, match="no such ship; there are green, red") as error:
        LINE.index("pink", ["green", "red"], "ship")
    assert refused(error) == (7, "pink")


def test_settings() -> None:
    """Words of the form name=value; the value may hold another sign."""
    assert LINE.settings(["a=1", "b=x=y"]) == {"a": "1", "b": "x=y"}
    for word in ("a", "=", "a=", "=1"):
        with pytest.raises(NotationError, match="expected name=value") as error:
            LINE.settings([word])
        assert refused(error) == (7, word)
    with pytest.raises(NotationError, match="a is given twice"):
        LINE.settings(["a=1", "a=2"])


def test_counts() -> None:
    """A line that is one number."""
    assert read_count(Line(1, "round", ["4"]), 0, 6) == 4
    for words in ([], ["4", "4"]):
        with pytest.raises(NotationError, match="expected one number"):
            read_count(Line(1, "round", words), 0, 6)


def test_seeds() -> None:
    """A whole number from outside a table."""
    assert read_whole("123") == 123
    for word in ("", "-1", "x", "1" * 19):
        with pytest.raises(NotationError, match="not a whole number"):
            read_whole(word)


def test_generators() -> None:
    """What is no generator is blamed on its line."""
    assert Line(3, "rng", ["fast", "1", "2"]).rng().write() == "fast 1 2"
    for words in ([], ["fast", "1"], ["sealed", "zz", "1"], ["fast", "0", "0"]):
        with pytest.raises(NotationError) as error:
            Line(3, "rng", words).rng()
        assert refused(error) == (3, " ".join(words))
