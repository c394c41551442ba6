"""The translation check: what it finds in small sets of texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import broadside
from tools import translations

# Made up here, so that it is not taken for a claim about a game.
ODD = "JR-" + "Z91"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that counts as part of the project."""
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    return tmp_path


def write(folder: Path, **texts: dict[str, object]) -> None:
    """One file for each language."""
    for language, content in texts.items():
        (folder / f"{language}.json").write_text(json.dumps(content), encoding="utf-8")


def test_equal_texts_are_fine(folder: Path) -> None:
    """Nested or flat, the keys are the same."""
    write(
        folder,
        en={"event.sailed": "{who} sails"},
        de={"event": {"sailed": "{who} segelt"}},
        pl={"event": {"sailed": "{who} żegluje"}},
    )

    assert translations.check_folder(folder) == ([], {"event.sailed"})


def test_differences_are_found(folder: Path) -> None:
    """A missing key, an empty text, another placeholder."""
    write(
        folder,
        en={"a": "{who} sails", "b": "Board!", "c": "Split"},
        de={"a": "{wer} segelt", "b": " ", "c": "Teile"},
        pl={"a": "{who} żegluje", "b": "Abordaż!"},
    )

    problems, _ = translations.check_folder(folder)

    assert problems == [
        ".: a has different placeholders in en, de, pl",
        ".: b is empty in de",
        ".: c is in en, de, but not in pl",
    ]


def test_each_language_has_its_own_plural_forms(folder: Path) -> None:
    """Polish has four forms, English and German two; a missing one is found."""
    two = {"coins.one": "{n} coin", "coins.other": "{n} coins"}
    four = {**two, "coins.few": "{n} monety", "coins.many": "{n} monet"}
    write(folder, en={**two}, de={**two}, pl={**four})
    assert translations.check_folder(folder)[0] == []

    write(folder, en={**two}, de={**two}, pl={**two})
    assert translations.check_folder(folder)[0] == [
        ".: coins has one, other in pl, not one, few, many, other"
    ]


def test_a_missing_language_is_found(folder: Path) -> None:
    """All three files must be there."""
    write(folder, en={})

    assert translations.check_folder(folder)[0] == [".: no de.json, pl.json"]


def test_a_game_needs_a_text_for_all_it_can_say() -> None:
    """Questions to both sides, events, refusals, verbs, options, named values."""
    needed = set(translations.needed_keys(broadside.game("jolly-and-roger")))

    assert {
        "question.split.you",
        "question.split.other",
        "event.turn_began",
        "refusal.board_needs_captain",
        "action.parrot",
        "option.deck",
        "option.deck.intro",
        "card.green_1",
        "ship.red",
    } <= needed
    assert not {key for key in needed if key.startswith(("seat.", "division.", "set."))}


def test_rules_for_players_follow_the_specification(folder: Path) -> None:
    """One section with a text for each id, and no other."""
    path = folder / "rules.en.md"
    ids = [f"JR-{name}" for name in ("A91", "A92", "A93")]
    path.write_text(
        f"# Rules\n\n## {ids[0]} · Sail\n\nGo.\n\n## {ids[1]} · Board\n\n## {ODD} · Odd\n\nNo.\n",
        encoding="utf-8",
    )

    assert list(translations.check_rules(path, ids)) == [
        f"rules.en.md: no section {ids[2]}",
        f"rules.en.md: {ODD} is not in the specification",
        f"rules.en.md: {ids[1]} has a title but no text",
    ]
