"""Rows: hands and lines as tuples."""

from __future__ import annotations

import pytest

from broadside.kernel.rows import including, without


def test_without() -> None:
    """Only the first of several is taken out; what is not there cannot be."""
    assert without((3, 1, 3, 2), 3) == (1, 3, 2)
    assert without((7,), 7) == ()
    with pytest.raises(IndexError):
        without((1, 2), 3)


@pytest.mark.parametrize("row", [(), (2,), (5,), (1, 4, 4, 9)])
def test_including(row: tuple[int, ...]) -> None:
    """A sorted row stays sorted."""
    assert including(row, 4) == tuple(sorted([*row, 4]))
