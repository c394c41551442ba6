"""From rule id to line to test: nothing specified without both, nothing claimed without proof.

    python -m tools.trace

For each registered game every id of its specification must tag a line of the game (see `tags.py`)
and mark a test under tests/rules, and each marked test must execute a line tagged with the id.
The tests run interpreted here, for compiled lines cannot be seen.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import coverage
import pytest

from tools import specifications
from tools.tags import Tag, read_tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadside.kernel.game import Game

ROOT = specifications.ROOT
Place = tuple[Path, int]


class Recorder:
    """A pytest plugin that notes which lines of the games each marked test executes."""

    def __init__(self) -> None:
        self.ids: dict[str, set[str]] = {}
        self.coverage = coverage.Coverage(
            data_file=None, config_file=False, include=[f"{specifications.GAMES}/*"], messages=False
        )
        # The newer core forgets a line once it was seen, in whichever test that was.
        self.coverage.set_option("run:core", "ctrace")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note the ids that mark each test."""
        for item in items:
            ids = {str(id_) for mark in item.iter_markers("rule") for id_ in mark.args}
            self.ids.setdefault(name_of(item), set()).update(ids)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record one test under its own name."""
        self.coverage.start()
        self.coverage.switch_context(name_of(item))
        try:
            return (yield)
        finally:
            self.coverage.stop()

    def executed(self) -> dict[str, set[Place]]:
        """The lines executed by each test."""
        lines: dict[str, set[Place]] = defaultdict(set)
        data = self.coverage.get_data()
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                for test in tests:
                    lines[test].add((Path(file), line))
        return lines


def name_of(item: pytest.Item) -> str:
    """A test's name; all its parameters count as one test."""
    return item.nodeid.split("[")[0]


def check_game(game: Game, tests: dict[str, set[str]], ran: dict[str, set[Place]]) -> list[str]:
    """What is missing between a game's specification, lines and tests."""
    ids = specifications.specified_ids(game)
    tags, problems = read_tags(specifications.GAMES / specifications.module_name(game))
    by_id: dict[str, list[Tag]] = defaultdict(list)
    for tag in tags:
        by_id[tag.id].append(tag)
    for id_ in ids:
        problems += check_id(id_, by_id[id_], [test for test in tests if id_ in tests[test]], ran)
    proved = len(ids) - len({problem.split(":")[0] for problem in problems} & set(ids))
    print(f"{game.name}: {proved} of {len(ids)} rules are traced from specification to test")
    return problems


def check_id(id_: str, tags: list[Tag], tests: list[str], ran: dict[str, set[Place]]) -> list[str]:
    """What is missing for one rule."""
    problems = []
    if not tags:
        problems.append(f"{id_}: no line or docstring of the game ends with it")
    if not tests:
        problems.append(f"{id_}: no test under tests/rules is marked with it")
    lines = {place for tag in tags for place in tag.lines}
    for test in tests:
        if tags and not lines & ran.get(test, set()):
            where = ", ".join(f"{tag.path.relative_to(ROOT)}:{tag.line}" for tag in tags)
            problems.append(f"{id_}: {test} executes nothing that is tagged with it ({where})")
    return problems


def main() -> int:
    """Run the rule tests under observation, then compare."""
    games = specifications.registered_games()
    recorder = Recorder()
    arguments = ["tests/rules", "-q", "-p", "no:cacheprovider", "--no-header"]
    code = pytest.main(arguments, plugins=[recorder])
    if code != 0:
        print("trace: the rule tests must pass before they prove anything", file=sys.stderr)
        return int(code)
    ran = recorder.executed()
    problems = list(specifications.unknown_mentions())
    for game in games:
        problems += check_game(game, recorder.ids, ran)
    for problem in problems:
        print(f"trace: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
