"""Every text in every language: the same keys, the same placeholders, nothing missing.

    python -m tools.translations

Checks the texts around all games and those of the console, the texts of each registered game
against what the game can say, and the rules for players against the ids of the specification. The
words of all of them are held against `tools/glossary.toml`.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from typing import TYPE_CHECKING, Any

from tools import specifications
from tools.specifications import ID, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from broadside.kernel.game import Game

LANGUAGES = ("en", "de", "pl")
CLIENT_TEXTS = ROOT / "src" / "broadside" / "texts"
TERMS = ROOT / "web" / "src" / "afterwards"
FAIRNESS_TEXTS = ROOT / "web" / "src" / "fairness" / "texts"
CONSOLE_TEXTS = ROOT / "src" / "broadside" / "console" / "texts"
GLOSSARY = ROOT / "tools" / "glossary.toml"
PLACEHOLDER = re.compile(r"\{(\w+)")
GAP = re.compile(r"\{[^{}]*\}")
# The ids of cards, options and places, as they stand in data and sources.
CODE_WORD = re.compile(r"\b[a-z]+_[a-z]\w*|\bT_[A-Z]\w*|\bVC\d+")
FORMED_GAP = re.compile(r"\{(\w+):(\w+)\}")
# Cases, and where something is, where it comes from and where it goes.
CASES = {"nom", "gen", "dat", "acc", "ins", "loc", "at", "from", "to"}
# English and German: one, other; Polish: one, few, many.
PLURAL_FORMS = {"en": 2, "de": 2, "pl": 3}
COUNTED = re.compile(r"\{(\w+)\|([^{}]+)\}")
COUNT_AND_WORD = re.compile(r"\{(\w+)\} ([^\W\d_]+)")
# Gaps that hold a number of things.
COUNTS = {"n", "count", "cards", "gold", "chests", "turns", "deck", "prizes", "left", "cost"} | {
    "hand", "buried", "kept", "broken", "mistakes", "quiet", "least", "most", "rounds", "seats"
}  # fmt: skip
BRACKETS = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)?)\)")
# Pieces whose names may have brackets in them, and gaps that the client fills with such names.
PIECES = {"card", "prize", "treasure", "hold"}
BRACKETED = {"space", "from", "to", "retreats", "destination"}
# What fills these gaps is a person, or a piece of another name.
PIECES_OF_GAP = {
    **dict.fromkeys(("name", "winner", "loser", "attacker", "defender", "roller"), ("pirate",)),
    **dict.fromkeys(("from", "to"), ("place", "treasury")),
    "type": ("destination_type",),
}
REFUSED = re.compile(r'Refusal\(\s*\d+,\s*"(\w+)"')
# Why an edition cannot be played: `row.fail("sum", …)`, `wrong(label, line, "rows", …)`.
UNPLAYABLE = re.compile(r'(?:\b(?:row|self)|\])\.fail\(\s*"(\w+)"|\bwrong\([^"]*"(\w+)"')
ASKED = re.compile(r"\bshell\.(?:t|parts)\(\s*'([\w.]+)'")
# Servers say these to each other.
INNER_REFUSALS = {"not_inside"}
HEADING = re.compile(rf"^## ({ID.pattern}) · (\S.*)$", re.MULTILINE)
# Values of these domains are shown as they are, or under another name: stars are cards, and each
# seat has the character of its number.
UNNAMED_DOMAINS = {"seat", "number", "set", "division", "space", "hold", "item"} | {
    "star", "character"
}  # fmt: skip
# Groups of an edition whose pieces have no names but those that it gives them.
NUMBERED_GROUPS = {"crew", "destinations", "votes", "actions"}
Texts = dict[str, str]


def read_texts(path: Path) -> Texts:
    """The texts of a file by their full key, whether it nests them or not."""

    def flatten(value: object, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict | list):
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            for name, inner in parts:
                yield from flatten(inner, f"{key}.{name}" if key else str(name))
        else:
            yield key, str(value)

    return dict(flatten(json.loads(path.read_text(encoding="utf-8")), ""))


def check_counts(texts: Texts, language: str) -> Iterator[str]:
    """A word that goes with a number has all its forms: `{n} {n|card|cards}`."""
    wanted = PLURAL_FORMS[language]
    unchanging = set(read_glossary()["unchanging"][language])
    for key, text in texts.items():
        for gap, forms in COUNTED.findall(text):
            if len(forms.split("|")) != wanted:
                yield f"{key} has {forms} for {gap} in {language}, which has {wanted} forms"
        for gap, word in COUNT_AND_WORD.findall(text):
            if gap in COUNTS and f"{{{gap}|" not in text and word not in unchanging:
                yield f"{key} says {word!r} with any number {gap} in {language}"


def check_brackets(texts: Texts, language: str) -> Iterator[str]:
    """No brackets in brackets, not even by a piece whose name has some."""
    bracketed = {key.partition(".")[0] for key, text in texts.items() if "(" in text}
    for key, text in texts.items():
        for inside in BRACKETS.findall(text):
            gaps = set(PLACEHOLDER.findall(inside))
            if "(" in inside or gaps & (BRACKETED | bracketed & PIECES):
                yield f"{key} has brackets in brackets in {language}: ({inside})"


def without_cases(texts: Texts, language: str) -> tuple[Texts, list[str]]:
    """The texts without the cases of pieces, which each language has as it needs them.

    A gap `{ship:dat}` asks for the dative: then every ship that has any case must have that one.
    """
    cases: dict[str, dict[str, set[str]]] = {}
    for key in texts:
        piece, _, case = key.rpartition(".")
        if case in CASES:
            cases.setdefault(piece.partition(".")[0], {}).setdefault(piece, set()).add(case)
    problems = []
    for key, text in texts.items():
        for gap, case in FORMED_GAP.findall(text):
            asked = [
                form
                for piece in PIECES_OF_GAP.get(gap, (gap,))
                for form in cases.get(piece, {}).items()
            ]
            missing = [piece for piece, has in asked or [(gap, set())] if case not in has]
            problems += [
                f"{key} asks for {piece}.{case}, which {language} lacks" for piece in missing
            ]
    return {
        key: text for key, text in texts.items() if key.rpartition(".")[2] not in CASES
    }, problems


def read_glossary() -> dict[str, Any]:
    """The words that players' texts use, and those that they do not."""
    return tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))


def check_words(texts: Texts, language: str, place: str) -> Iterator[str]:
    """Words that players' texts do not use, and ids of rules, which belong behind a link."""
    entries = read_glossary().get(language, [])
    for key, text in texts.items():
        named = ID.search(text)
        if named:
            yield f"{key} names the rule {named[0]} in {language}"
        code = CODE_WORD.search(GAP.sub("", text))
        if code:
            yield f"{key} says {code[0]!r} in {language}, which is no word for players"
        for entry in entries:
            left = text
            for allowed in entry.get("but", []):
                left = left.replace(allowed, "")
            found = re.search(entry["not"], left)
            if found and entry.get("in", "") in place:
                yield f"{key} says {found[0]!r} in {language}: say {entry['say']}"


def check_folder(folder: Path) -> tuple[list[str], set[str]]:
    """Compare the languages of a folder; the problems, and the keys they have in common."""
    shown = folder.relative_to(ROOT)
    missing = [language for language in LANGUAGES if not (folder / f"{language}.json").exists()]
    if missing:
        return [f"{shown}: no {', '.join(f'{language}.json' for language in missing)}"], set()
    texts: dict[str, Texts] = {}
    problems: list[str] = []
    for language in LANGUAGES:
        whole = read_texts(folder / f"{language}.json")
        problems += check_words(whole, language, str(shown))
        problems += check_counts(whole, language)
        problems += check_brackets(whole, language)
        texts[language], lacking = without_cases(whole, language)
        problems += lacking
    for key in dict.fromkeys(key for language in LANGUAGES for key in texts[language]):
        problems += check_key(key, texts)
    return [f"{shown}: {problem}" for problem in problems], set(texts["en"])


def check_key(key: str, texts: dict[str, Texts]) -> Iterator[str]:
    """What differs between the languages in one text."""
    having = [language for language in LANGUAGES if key in texts[language]]
    for language in LANGUAGES:
        if language not in having:
            yield f"{key} is in {', '.join(having)}, but not in {language}"
        elif not texts[language][key].strip():
            yield f"{key} is empty in {language}"
    holes = {frozenset(PLACEHOLDER.findall(texts[language][key])) for language in having}
    if len(holes) > 1:
        yield f"{key} has different placeholders in {', '.join(having)}"


def needed_keys(game: Game) -> Iterator[str]:
    """Everything a game can ask, tell, refuse, offer or name."""
    from broadside.service.game_words import plain_texts

    unnamed = tuple(f"{domain}." for domain in UNNAMED_DOMAINS)
    numbered = named_by_numbers(game)
    return (
        key
        for key in plain_texts(game)
        if not key.startswith(unnamed) and key.rpartition(".")[2] not in numbered
    )


def named_by_numbers(game: Game) -> set[str]:
    """The pieces that the client names by what is printed on them: `labels.ts` of the game."""
    edition = game.own_edition()
    rows = [(g.name, row.cells) for g in edition.groups for row in g.rows] if edition else []
    return {
        cells["id"]
        for group, cells in rows
        if group in NUMBERED_GROUPS
        or (group == "prizes" and cells["id"].startswith("gold"))
        or (group == "treasures" and cells["kind"] != "power")
    }


def check_game(game: Game, common: set[str]) -> Iterator[str]:
    """The texts of one game: complete, and the same in all languages.

    What many games say, such as whose turn it is not, may stand among the texts around all games.
    """
    module = specifications.module_name(game)
    folder = specifications.GAMES / module / "texts"
    problems, keys = check_folder(folder)
    yield from problems
    if keys:
        for key in dict.fromkeys(needed_keys(game)):
            if not any(found == key or found.startswith(key + ".") for found in keys | common):
                yield f"{folder.relative_to(ROOT)}: {key} is missing"
    yield from check_reasons(specifications.GAMES / module, keys | common)
    for language in LANGUAGES:
        path = specifications.GAMES / module / f"rules.{language}.md"
        yield from check_rules(path, specifications.specified_ids(game))
    yield from check_guide(specifications.GAMES / module / "guided.json")


def check_rules(path: Path, ids: list[str]) -> Iterator[str]:
    """The rules for players: one section for each id, and a paragraph in each section."""
    shown = path.relative_to(ROOT)
    if not path.exists():
        yield f"{shown} is missing"
        return
    text = path.read_text(encoding="utf-8")
    headings = list(HEADING.finditer(text))
    found = [heading.group(1) for heading in headings]
    yield from (f"{shown}: no section {id_}" for id_ in ids if id_ not in found)
    yield from (f"{shown}: {id_} is not in the specification" for id_ in found if id_ not in ids)
    yield from (f"{shown}: {id_} has two sections" for id_ in set(found) if found.count(id_) > 1)
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    told: Texts = {"introduction": text[: headings[0].start()] if headings else text}
    for heading, end in zip(headings, ends, strict=True):
        words = text[heading.end() : end]
        if not words.strip():
            yield f"{shown}: {heading.group(1)} has a title but no text"
        told[heading.group(1)] = f"{heading.group(2)}. {words}"
    language = path.suffixes[0].removeprefix(".")
    for problem in check_words(told, language, str(shown)):
        yield f"{shown}: {problem}"


def check_guide(path: Path) -> Iterator[str]:
    """What the guided first game of a game says."""
    if not path.exists():
        return
    shown = path.relative_to(ROOT)
    texts = read_texts(path)
    for language in LANGUAGES:
        told = {key: text for key, text in texts.items() if key.endswith(f".{language}")}
        for problem in check_words(told, language, str(shown)):
            yield f"{shown}: {problem}"


def check_terms() -> Iterator[str]:
    """What the teacher says of a position."""
    for language in LANGUAGES:
        path = TERMS / f"terms.{language}.json"
        for problem in check_words(read_texts(path), language, "afterwards"):
            yield f"{path.relative_to(ROOT)}: {problem}"


def check_refusals(common: set[str]) -> Iterator[str]:
    """Every refusal of the server has a text of the client: its own sentence is English."""
    codes = {
        code
        for path in sorted((ROOT / "src" / "broadside").rglob("*.py"))
        for code in REFUSED.findall(path.read_text(encoding="utf-8"))
    }
    for code in sorted(codes - INNER_REFUSALS):
        if f"refusal.{code}" not in common:
            yield f"{CLIENT_TEXTS.relative_to(ROOT)}: refusal.{code} is missing"


def check_reasons(folder: Path, known: set[str]) -> Iterator[str]:
    """Every reason why an edition cannot be played has a text: its own sentence is English."""
    for path in sorted(folder.glob("*.py")):
        for found in UNPLAYABLE.finditer(path.read_text(encoding="utf-8")):
            key = f"edit.wrong.{found[1] or found[2]}"
            if key not in known:
                yield f"{path.relative_to(ROOT)}: {key} is missing"


def check_asked(common: set[str]) -> Iterator[str]:
    """Every text that the client asks for by its name is there: else players would read its key."""
    sources = ROOT / "web" / "src"
    fairness = read_texts(FAIRNESS_TEXTS / "en.json")
    for path in sorted([*sources.rglob("*.svelte"), *sources.rglob("*.ts")]):
        for key in ASKED.findall(path.read_text(encoding="utf-8")):
            if key not in common and key not in fairness:
                yield f"{path.relative_to(ROOT)}: asks for {key}, which is no text"


def main() -> int:
    """Check everything, and say what is wrong."""
    problems, common = check_folder(CLIENT_TEXTS)
    problems += [*check_refusals(common), *check_asked(common)]
    problems += check_reasons(ROOT / "src" / "broadside" / "kernel", common)
    problems += [*check_terms(), *check_folder(FAIRNESS_TEXTS)[0]]
    problems += check_folder(CONSOLE_TEXTS)[0]
    games = specifications.registered_games()
    for game in games:
        problems += check_game(game, common)
    for problem in problems:
        print(f"translations: {problem}", file=sys.stderr)
    if not problems:
        names = ", ".join(game.name for game in games)
        print(f"translations: {', '.join(LANGUAGES)} agree for the client and {names}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
