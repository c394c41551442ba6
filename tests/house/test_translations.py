"""The translation check: what it finds in small sets of texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import broadside
from broadside.games.registry import OWN_GAMES
from tools import specifications, translations

from .tree import ROOT

# Made up here, so that it is not taken for a claim about a game.
ODD = "JR-" + "Z91"
KNOWN = "JAM-" + "M1"


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
    """Polish has three forms of a word that goes with a number, English and German two."""
    two, three = "{n} {n|coin|coins}", "{n} {n|moneta|monety|monet}"
    write(folder, en={"coins": two}, de={"coins": two}, pl={"coins": three})
    assert translations.check_folder(folder)[0] == []

    write(folder, en={"coins": two}, de={"coins": three}, pl={"coins": two})
    assert translations.check_folder(folder)[0] == [
        ".: coins has moneta|monety|monet for n in de, which has 2 forms",
        ".: coins has coin|coins for n in pl, which has 3 forms",
    ]


def test_a_word_with_any_number_is_found(folder: Path) -> None:
    """Whatever the gap is called; what has one form only may stand there, and so may a frame."""
    write(
        folder,
        en={"a": "{cards} cards and {gold} gold", "b": "Round {n}, cards: {count}"},
        de={"a": "{cards} Karten und {gold} Gold", "b": "Runde {n}, Karten: {count}"},
        pl={"a": "{cards} {cards|karta|karty|kart}, {gold} złota", "b": "Runda {n}, {count}"},
    )

    assert translations.check_folder(folder)[0] == [
        ".: a says 'cards' with any number cards in en",
        ".: a says 'Karten' with any number cards in de",
        ".: a says 'złota' with any number gold in pl",
    ]


def test_brackets_in_brackets_are_found(folder: Path) -> None:
    """Also where a piece brings its own."""
    plain = {"card.cook": "Cook", "a": "played ({card})", "b": "(so {n})"}
    write(folder, en={**plain}, de={**plain, "b": "(so (fast) {n})"}, pl={**plain})
    found = translations.check_folder(folder)[0]
    assert found == [".: b has brackets in brackets in de: (so (fast) {n})"]

    named = {**plain, "card.cook": "Smutje (Crew 1)"}
    write(folder, en={**plain}, de={**named}, pl={**plain})
    found = translations.check_folder(folder)[0]
    assert found == [".: a has brackets in brackets in de: ({card})"]


def test_each_language_has_the_cases_it_asks_for(folder: Path) -> None:
    """A gap asks for a case of a piece; English needs none. A piece that lacks it is found."""
    english = {"ship.red": "red ship", "ship.blue": "blue ship", "event": "aboard the {ship}"}
    german = {
        "ship.red": "Schiff Rot",
        "ship.red.dat": "dem roten Schiff",
        "ship.blue": "Schiff Blau",
        "ship.blue.dat": "dem blauen Schiff",
        "event": "auf {ship:dat}",
    }
    write(folder, en={**english}, de={**german}, pl={**english})
    assert translations.check_folder(folder)[0] == []

    german["ship.blue.acc"] = german.pop("ship.blue.dat")
    write(folder, en={**english}, de={**german}, pl={**english, "event": "na {ship:loc}"})
    assert translations.check_folder(folder)[0] == [
        ".: event asks for ship.blue.dat, which de lacks",
        ".: event asks for ship.loc, which pl lacks",
    ]


def test_words_outside_of_the_glossary_are_found(folder: Path) -> None:
    """A word that natives would not use, and the id of a rule."""
    english = {"a": "Whoever sails", "b": f"See {ODD}."}
    german = {"a": "Wer segelt", "b": "Rufst du zur Meuterei?"}
    write(folder, en={**english}, de={**german}, pl={"a": "Kto płynie", "b": "Rozkazy"})

    assert translations.check_folder(folder)[0] == [
        ".: a says 'Whoever' in en: say the player who, anyone who",
        f".: b names the rule {ODD} in en",
        ".: b says 'Rufst du zur Meuterei' in de: say eine Meuterei ausrufen",
        ".: b says 'Rozkazy' in pl: say akcja, ruch; stały rozkaz dla tego, co pasuje samo",
    ]


def test_code_words_are_found(folder: Path) -> None:
    """The name of an option or of a card in the sources is no word; a gap's name is nobody's."""
    fine = {"a": "Captain {captains_crew}", "b": "Stars"}
    write(folder, en={**fine, "b": "star_count is 3"}, de={**fine}, pl={**fine, "a": "VC01"})

    assert translations.check_folder(folder)[0] == [
        ".: b says 'star_count' in en, which is no word for players",
        ".: a says 'VC01' in pl, which is no word for players",
        ".: a has different placeholders in en, de, pl",
    ]


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The texts of the project, to be broken one at a time."""
    for folder in ("web/src", "src/broadside"):
        for path in (ROOT / folder).rglob("*"):
            if (
                path.suffix in (".json", ".md", ".py", ".svelte")
                and "node_modules" not in path.parts
            ):
                copy = tmp_path / path.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(path.read_bytes())
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "CLIENT_TEXTS", tmp_path / "src" / "broadside" / "texts")
    monkeypatch.setattr(translations, "TERMS", tmp_path / "web" / "src" / "afterwards")
    fairness = tmp_path / "web" / "src" / "fairness" / "texts"
    monkeypatch.setattr(translations, "FAIRNESS_TEXTS", fairness)
    console = tmp_path / "src" / "broadside" / "console" / "texts"
    monkeypatch.setattr(translations, "CONSOLE_TEXTS", console)
    monkeypatch.setattr(specifications, "GAMES", tmp_path / "src" / "broadside" / "games")
    # Where an installed product is tested, its games are taken: they say the same.
    monkeypatch.setattr(specifications, "registered_games", lambda: OWN_GAMES)
    return tmp_path


GAME_TEXTS = "src/broadside/games/{}/texts/{}.json"
GAME_RULES = "src/broadside/games/{}/rules.{}.md"


@pytest.mark.parametrize(
    ("path", "old", "new", "told"),
    [
        # A glossary breach: in a text, a rule, a guide, a lesson.
        (GAME_TEXTS.format("jolly_roger", "de"), "eine Meuterei aus?", "zur Meuterei auf?", "say"),
        (GAME_RULES.format("tortuga_1667", "pl"), "Ześlij na", "Wysadź na", "zesłać na Tortugę"),
        (GAME_RULES.format("jamaica", "en"), "Saran’s", "Saran's", "curly apostrophe"),
        ("src/broadside/games/jamaica/guided.json", "im ersten Laderaum", "als Marke", "Chips"),
        ("web/src/afterwards/terms.en.json", ': "', ': "whoever has ', "the player who"),
        # A missing case form.
        (GAME_TEXTS.format("jolly_and_roger", "de"), "ship.red.dat", "ship.red.gen", "lacks"),
        (GAME_TEXTS.format("tortuga_1667", "pl"), "place.FD.at", "place.FD.loc", "lacks"),
        (GAME_TEXTS.format("tortuga_1667", "en"), "treasury.SG.from", "treasury.SG.gen", "lacks"),
        (GAME_TEXTS.format("jolly_roger", "de"), "card.cook.acc", "card.cook.gen", "lacks"),
        # The id of a rule, of an option, of a card.
        (GAME_TEXTS.format("jamaica", "en"), "Which way?", f"Which way ({KNOWN})?", KNOWN),
        (GAME_RULES.format("jolly_roger", "de"), "Handkartenlimit 7", "hand_limit 7", "hand_limit"),
        ("src/broadside/texts/pl.json", "Gra jest skończona.", "VC01", "no word for players"),
        # A text that the client asks for, and that is not there.
        ("web/src/puzzles/PuzzlePage.svelte", "'puzzle.none'", "'puzzle.no'", "is no text"),
        # A count without its forms, and a refusal without a text.
        ("src/broadside/texts/pl.json", "{n|minuta|minuty|minut}", "minut", "with any number"),
        (
            "src/broadside/texts/{}.json",
            "refusal.not_host",
            "refusal.other",
            "refusal.not_host is missing",
        ),
        # A reason why an edition cannot be played, without a text.
        (
            GAME_TEXTS.format("tortuga_1667", "{}"),
            "edit.wrong.teams",
            "edit.wrong.team",
            "edit.wrong.teams is missing",
        ),
    ],
)
def test_the_check_fails_when_a_text_is_broken(
    sources: Path, capsys: pytest.CaptureFixture[str], path: str, old: str, new: str, told: str
) -> None:
    """`make check` runs it: each of these breaks it, and nothing else does."""
    for place in sorted({path.format(language) for language in translations.LANGUAGES}):
        break_text(sources / place, old, new)

    assert translations.main() == 1
    assert told in capsys.readouterr().err


def break_text(path: Path, old: str, new: str) -> None:
    """Put something wrong into a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_texts_as_they_are_pass(sources: Path) -> None:
    """Else the tests above would prove nothing."""
    assert sources.is_dir()
    assert translations.main() == 0


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
