"""Editions for tests: those of the games with a few words changed."""

from __future__ import annotations

from pathlib import Path

from broadside import game
from broadside.kernel.edition import Edition, parse

LABEL = "mine.toml"
OWN_NAME = '{ en = "Broadside edition", de = "Broadside-Ausgabe", pl = "Wydanie Broadside" }'
EXTREME_NAME = '{ en = "Odd box", de = "Seltsame Schachtel", pl = "Dziwne pudełko" }'


def own_text(name: str) -> str:
    """The edition that a game has by itself."""
    edition = game(name).own_edition()
    assert edition is not None
    return edition.text


def edited(name: str, *changes: tuple[str, str]) -> Edition:
    """The edition of a game with some texts replaced, each of which stands there."""
    text = own_text(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse(text, LABEL)


def line_of(name: str, words: str) -> int:
    """The line of a game's edition in which some words stand first."""
    lines = own_text(name).splitlines()
    return next(place for place, line in enumerate(lines, 1) if words in line)


def regrouped(name: str, group: str, rows: list[str]) -> str:
    """The text of a game's edition with other rows in one group."""
    text = own_text(name)
    first = text.index("rows = [\n", text.index(f"[{group}]")) + len("rows = [\n")
    listed = "".join(f"  {{ {row} }},\n" for row in rows)
    return text[:first] + listed + text[text.index("\n]\n", first) + 1 :]


def extreme(name: str) -> Edition:
    """An edition with all that a real box could hold and ours does not."""
    text = replaced(EXTREMES[name](), [(OWN_NAME, EXTREME_NAME)])
    return parse(text, f"extreme {name}")


def extreme_file(name: str, folder: Path) -> Path:
    """The same as a file."""
    file = folder / f"{name}.toml"
    file.write_text(extreme(name).text, encoding="utf-8")
    return file


def extreme_jolly_roger() -> str:
    """Two and three unequal skills, several kinds of them, one kind with many cards, a character
    with a skill and one with two, requirements of 0 and of much, flags on ports and islands, other
    gold, many kinds.
    """
    crew = [f'id = "one_{n}", copies = 1, crew = {n % 6}, nav = {n}' for n in range(1, 10)]
    crew += [f'id = "gun_{n}", copies = 1, crew = 1, cannons = {n}' for n in range(1, 10)]
    crew += [
        'id = "two", copies = 4, crew = 2, nav = 3, sabres = 1',
        'id = "three", copies = 3, crew = 1, nav = 1, cannons = 2, sabres = 3',
        'id = "alike", copies = 12, crew = 0, nav = 2, cannons = 2, sabres = 2',
        'id = "sabre", copies = 10, crew = 9, sabres = 2, name = "Old Blade"',
    ]
    text = regrouped("jolly-roger", "crew", crew)
    changes = [
        ('"cook", copies = 1, crew = 1', '"cook", copies = 1, crew = 1, sabres = 2'),
        (
            '"surgeon", copies = 1, crew = 1',
            '"surgeon", copies = 1, crew = 2, nav = 1, cannons = 1',
        ),
        ('"M1", type = "merchant", flag = "5-", nav = 1, cannons = 1', '"M1", type = "merchant"'),
        ('"F8", type = "fort", flag = "8+", nav = 2', '"F8", type = "fort", flag = "3+", nav = 12'),
        ('"P1", type = "port"', '"P1", type = "port", flag = "4-"'),
        ('"P2", type = "port"', '"P2", type = "port", flag = "10+"'),
        ('"I1", type = "island"', '"I1", type = "island", flag = "6+"'),
        ('"gold3", copies = 6, gold = 3', '"gold3", copies = 6, gold = 25'),
        ('"rum", copies = 6, gold = 0', '"rum", copies = 6, gold = 2'),
        ('"prisoner", copies = 4, gold = 1', '"prisoner", copies = 4, gold = 0'),
    ]
    return replaced(text, changes)


def extreme_tortuga() -> str:
    """Thirty Vote cards of three kinds, one of them with five symbols, and names of pieces."""
    kinds = [("cannon", "french", "wheel", 5, 10), ("torch", "british", "skull", 1, 11)]
    kinds += [("water", "british", "wheel", 2, 9)]
    rows = [
        f'id = "{top}s", top = "{top}", flag = "{flag}", bottom = "{bottom}",'
        f" symbols = {symbols}, count = {count}"
        for top, flag, bottom, symbols, count in kinds
    ]
    changes = [
        ('"henry_morgan", colour = "red"', '"henry_morgan", colour = "red", name = "The Owner"'),
        ('"scurvy", count = 1', '"scurvy", count = 1, name = "Bad Teeth"'),
    ]
    return replaced(regrouped("tortuga-1667", "votes", rows), changes)


def extreme_jamaica() -> str:
    """Spaces of other types, fees of 0 and of much, riches and curses of any value, other goods."""
    changes = [
        ('id = 1, type = "sea"', 'id = 1, type = "port"'),
        ('id = 5, type = "port", cost = 3', 'id = 5, type = "lair"'),
        ('id = 4, type = "lair"', 'id = 4, type = "sea", cost = 12'),
        ('id = 6, type = "port", cost = 5', 'id = 6, type = "port", cost = 0'),
        ('id = 49, type = "sea", cost = 3', 'id = 49, type = "port", cost = 20'),
        ('"T_P5", kind = "riches", value = 5', '"T_P5", kind = "riches", value = 99'),
        ('"T_P3a", kind = "riches", value = 3', '"T_P3a", kind = "riches", value = 0'),
        ('"T_C4", kind = "cursed", value = -4', '"T_C4", kind = "cursed", value = -50'),
        ('"A11", morning = "gold"', '"A11", morning = "backward"'),
        ("face = 4", "face = 3"),
        ('"gold", tokens = 80', '"gold", tokens = 30'),
        ('name = "Lime Cay"', 'name = { en = "Owners Cay", de = "Besitzer Cay" }'),
    ]
    return replaced(own_text("jamaica"), changes)


def extreme_jolly_and_roger() -> str:
    """Another mix of cards, other gold on ships, a ship and a card with names."""
    changes = [
        ('"red", gold = 9', '"red", gold = 40, name = "Crimson Queen"'),
        ('"skeleton", count = 2', '"skeleton", count = 2, name = { en = "Bones", de = "Knochen" }'),
        ('"red", 1 = 3, 2 = 2', '"red", 1 = 0, 2 = 0'),
        ('"blue", 1 = 4, 2 = 2', '"blue", 1 = 8, 2 = 3'),
    ]
    return replaced(own_text("jolly-and-roger"), changes)


def replaced(text: str, changes: list[tuple[str, str]]) -> str:
    """A text with some others in it, each of which stands there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


EXTREMES = {
    "jolly-roger": extreme_jolly_roger,
    "tortuga-1667": extreme_tortuga,
    "jamaica": extreme_jamaica,
    "jolly-and-roger": extreme_jolly_and_roger,
}
