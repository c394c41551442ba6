"""The rule trace: which lines a rule id tags."""

from __future__ import annotations

from pathlib import Path

from tools.specifications import ID
from tools.tags import read_tags
from tools.trace import check_id

# Made up here, so that they are not taken for claims about a game.
LOOT, SAIL, MAST = (f"JR-{name}" for name in ("L91", "S92", "M93"))

SHIPS = f'''"""Ships. {LOOT} in a module's docstring tags nothing."""

GOLD = [3, 5]  # {LOOT}
DOUBLED = [gold * 2 for gold in GOLD]
UNUSED = 7  # {MAST}


def sail(wind: int) -> int:
    """Go where the wind goes.  {SAIL}"""
    if wind > 3:  # {MAST}
        return 2
    else:  # {LOOT}
        return 1


def loot() -> int:
    """What {SAIL} says in the middle is a mention."""
    return DOUBLED[0]
'''


def tagged_lines(tmp_path: Path) -> tuple[dict[str, list[set[int]]], list[str]]:
    """The lines behind each tag of the sample, by id."""
    path = tmp_path / "ships.py"
    path.write_text(SHIPS, encoding="utf-8")
    tags, problems = read_tags(tmp_path)
    lines: dict[str, list[set[int]]] = {}
    for tag in tags:
        lines.setdefault(tag.id, []).append({line for _, line in tag.lines})
    return lines, problems


def test_a_docstring_tags_its_function(tmp_path: Path) -> None:
    """All lines of the body, and only a docstring that ends with the id."""
    lines, _ = tagged_lines(tmp_path)

    assert lines[SAIL] == [set(range(9, 14))]


def test_a_comment_tags_its_statement(tmp_path: Path) -> None:
    """The head of an `if`, not what stands below it."""
    lines, _ = tagged_lines(tmp_path)

    assert lines[MAST] == [{10}]


def test_a_table_is_proved_where_it_is_used(tmp_path: Path) -> None:
    """A constant means its users, also through another constant; an `else:` what follows it."""
    lines, _ = tagged_lines(tmp_path)

    assert sorted(map(sorted, lines[LOOT])) == [[13], [18]]


def test_a_tag_that_nothing_can_execute_is_a_problem(tmp_path: Path) -> None:
    """A constant that no function uses proves nothing."""
    _, problems = tagged_lines(tmp_path)

    assert len(problems) == 1
    assert problems[0].startswith(f"ships.py:5: {MAST} tags nothing")


def test_what_is_missing_for_a_rule_is_said() -> None:
    """No line and no test; a test that executes something else."""
    assert check_id(SAIL, [], [], {}) == [
        f"{SAIL}: no line or docstring of the game ends with it",
        f"{SAIL}: no test under tests/rules is marked with it",
    ]


def test_a_test_that_executes_another_line_proves_nothing(tmp_path: Path) -> None:
    """The marked test must pass through a tagged line; one of them is enough."""
    path = Path(__file__).parent / "sample.py"
    (tmp_path / "ships.py").write_text(SHIPS, encoding="utf-8")
    tag = next(tag for tag in read_tags(tmp_path)[0] if tag.id == MAST)
    place = next(iter(tag.lines))
    moved = type(tag)(tag.id, path, tag.line, tag.lines)

    assert check_id(MAST, [moved], ["test_mast"], {"test_mast": {place}}) == []
    assert "executes nothing" in check_id(MAST, [moved], ["test_mast"], {})[0]


def test_vectors_are_not_rules() -> None:
    """An example of a specification needs no line."""
    assert ID.findall(f"{SAIL}, JR-TV3 and JR-a1") == [SAIL]
