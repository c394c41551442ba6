"""Counting decision paths, and telling where a count went wrong."""

from __future__ import annotations

from broadside.kernel.state import State


def count(table: State, depth: int) -> int:
    """The ways to take `depth` decisions; several who decide at once may do so in any order."""
    if depth == 0:
        return 1
    return sum(split(table, depth).values())


def split(table: State, depth: int) -> dict[str, int]:
    """The count by first decision."""
    found: dict[str, int] = {}
    for seat in table.deciders():
        for action in table.legal(seat):
            after = table.clone()
            after.apply(seat, action)
            found[f"{seat} {action.text}"] = count(after, depth - 1)
    return found


def assert_counts(table: State, expected: list[int]) -> None:
    """The counts at depth 1, 2, …; if one is wrong, the split by first decision is shown."""
    for depth, number in enumerate(expected, 1):
        found = split(table, depth)
        if sum(found.values()) != number:
            lines = [f"{action}: {paths}" for action, paths in found.items()]
            raise AssertionError(
                f"depth {depth}: {sum(found.values())} paths, not {number}\n" + "\n".join(lines)
            )
