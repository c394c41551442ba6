"""Every text in every language: the same keys, the same placeholders, nothing missing.

    python -m tools.translations

Checks the client's own texts, the texts of each registered game against what the game can say, and
the rules for players against the ids of the specification.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

from tools import specifications
from tools.specifications import ID, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from broadside.kernel.action import Domain
    from broadside.kernel.game import Game, Option

LANGUAGES = ("en", "de", "pl")
CLIENT_TEXTS = ROOT / "web" / "src" / "i18n"
PLACEHOLDER = re.compile(r"\{(\w+)")
PLURAL_FORMS = {
    "en": ("one", "other"),
    "de": ("one", "other"),
    "pl": ("one", "few", "many", "other"),
}
ALL_FORMS = {"zero", "one", "two", "few", "many", "other"}
HEADING = re.compile(rf"^## ({ID.pattern}) · (\S.*)$", re.MULTILINE)
# Values of these domains are shown as they are.
UNNAMED_DOMAINS = {"seat", "number", "set", "division", "space", "hold", "item"}
Texts = dict[str, str]


def read_texts(path: Path) -> Texts:
    """The texts of a file by their full key, whether it nests them or not."""

    def flatten(value: object, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            for name, inner in value.items():
                yield from flatten(inner, f"{key}.{name}" if key else str(name))
        else:
            yield key, str(value)

    return dict(flatten(json.loads(path.read_text(encoding="utf-8")), ""))


def without_plurals(texts: Texts, language: str) -> tuple[Texts, list[str]]:
    """The texts with the plural forms of each key joined, as languages differ in their number."""
    forms = PLURAL_FORMS[language]
    families: dict[str, list[str]] = {}
    for key in texts:
        parent, _, last = key.rpartition(".")
        families.setdefault(parent, []).append(last)
    plurals = {
        key for key, last in families.items() if "one" in last and ALL_FORMS.issuperset(last)
    }
    joined = {key: text for key, text in texts.items() if key.rpartition(".")[0] not in plurals}
    problems = []
    for key in sorted(plurals):
        if sorted(families[key]) != sorted(forms):
            found, wanted = ", ".join(families[key]), ", ".join(forms)
            problems.append(f"{key} has {found} in {language}, not {wanted}")
        joined[key] = " ".join(texts.get(f"{key}.{form}", "") for form in forms)
    return joined, problems


def check_folder(folder: Path) -> tuple[list[str], set[str]]:
    """Compare the languages of a folder; the problems, and the keys they have in common."""
    shown = folder.relative_to(ROOT)
    missing = [language for language in LANGUAGES if not (folder / f"{language}.json").exists()]
    if missing:
        return [f"{shown}: no {', '.join(f'{language}.json' for language in missing)}"], set()
    texts: dict[str, Texts] = {}
    problems: list[str] = []
    for language in LANGUAGES:
        found = read_texts(folder / f"{language}.json")
        texts[language], wrong = without_plurals(found, language)
        problems += wrong
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
    for question in game.questions:
        yield f"question.{question}.you"
        yield f"question.{question}.other"
    yield from (f"event.{kind.name}" for kind in game.events.kinds)
    yield from (f"refusal.{code}" for code in game.refusals)
    yield from (f"action.{verb.name}" for verb in game.actions.verbs)
    for option in game.options:
        yield f"option.{option.name}"
        yield from (f"option.{option.name}.{value}" for value in option_values(option))
    for domain in domains(game):
        if not domain.is_seat and domain.name not in UNNAMED_DOMAINS:
            yield from (f"{domain.name}.{value}" for value in domain.values)


def option_values(option: Option) -> list[str]:
    """The values of an option that have a name."""
    return option.values if option.kind in ("choice", "list") else []


def domains(game: Game) -> Iterator[Domain]:
    """Every domain of a game's actions and events."""
    for verb in game.actions.verbs:
        yield from verb.domains
    for kind in game.events.kinds:
        fields = [*kind.public, *kind.secret, *([kind.items] if kind.items else [])]
        yield from (field.domain for field in fields if field.domain is not None)


def check_game(game: Game, common: set[str]) -> Iterator[str]:
    """The texts of one game: complete, and the same in all languages.

    What many games say, such as whose turn it is not, may stand among the client's own texts.
    """
    module = specifications.module_name(game)
    folder = ROOT / "web" / "src" / "games" / module / "texts"
    problems, keys = check_folder(folder)
    yield from problems
    if keys:
        for key in dict.fromkeys(needed_keys(game)):
            if not any(found == key or found.startswith(key + ".") for found in keys | common):
                yield f"{folder.relative_to(ROOT)}: {key} is missing"
    for language in LANGUAGES:
        path = specifications.GAMES / module / f"rules.{language}.md"
        yield from check_rules(path, specifications.specified_ids(game))


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
    for heading, end in zip(headings, ends, strict=True):
        if not text[heading.end() : end].strip():
            yield f"{shown}: {heading.group(1)} has a title but no text"


def main() -> int:
    """Check everything, and say what is wrong."""
    problems, common = check_folder(CLIENT_TEXTS)
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
