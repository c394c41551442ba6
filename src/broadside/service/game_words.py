"""A game in words, for clients that have no drawing and no texts of their own for it.

The game says what it wants to say (`Game.texts`); for the rest its own names stand, as plain words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.game import CHOICE, LANGUAGES, LIST
from broadside.service.labels import labels
from broadside.wire.http_messages import GameWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadside.kernel.action import Domain
    from broadside.kernel.event import EventKind, Field
    from broadside.kernel.game import Game, Option

Texts = dict[str, str]


def game_words(game: Game) -> GameWords:
    """The texts of a game in all languages, and which of its names belongs where."""
    plain = {"name": plainly(game.name, capital=True), "tagline": "", **plain_texts(game)}
    domains = domains_of(game)
    return GameWords(
        texts={
            language: {**plain, **game.texts(language), **labels(game, language)}
            for language in LANGUAGES
        },
        domains={name: domain.values for name, domain in domains.items()},
        seats=[name for name, domain in domains.items() if domain.is_seat],
        verbs={verb.name: [domain.name for domain in verb.domains] for verb in game.actions.verbs},
        events={kind.name: _field_domains(kind) for kind in game.events.kinds},
    )


def plain_texts(game: Game) -> Texts:
    """A text for everything that a game can ask, tell, refuse, offer or name: its own words."""
    return dict(_plain_texts(game))


def _plain_texts(game: Game) -> Iterator[tuple[str, str]]:
    for question in game.questions:
        yield f"question.{question}.you", plainly(question, capital=True) + "?"
        yield f"question.{question}.other", "{name}: " + plainly(question)
    for kind in game.events.kinds:
        gaps = " · ".join(f"{{{field.name}}}" for field in fields_of(kind))
        yield f"event.{kind.name}", f"{plainly(kind.name, capital=True)} {gaps}".rstrip()
    for code in game.refusals:
        yield f"refusal.{code}", plainly(code, capital=True)
    for verb in game.actions.verbs:
        gaps = " ".join(f"{{{gap}}}" for gap in gaps_of([domain.name for domain in verb.domains]))
        yield f"action.{verb.name}", f"{plainly(verb.name, capital=True)} {gaps}".rstrip()
    for option in game.options:
        yield f"option.{option.name}", plainly(option.name, capital=True)
        yield from ((f"option.{option.name}.{v}", plainly(v)) for v in _named_values(option))
    for domain in domains_of(game).values():
        if not domain.is_seat:
            yield from ((f"{domain.name}.{v}", plainly(v)) for v in domain.values)


def plainly(name: str, *, capital: bool = False) -> str:
    """A name of the code as words."""
    words = name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:] if capital else words


def gaps_of(domains: list[str]) -> list[str]:
    """What an action's arguments are called in its text: `card`, and `card_2` for a second one."""
    return [
        name if domains[:place].count(name) == 0 else f"{name}_{domains[:place].count(name) + 1}"
        for place, name in enumerate(domains)
    ]


def domains_of(game: Game) -> dict[str, Domain]:
    """Every domain of a game's actions and events, by name."""
    found: dict[str, Domain] = {}
    for verb in game.actions.verbs:
        found.update({domain.name: domain for domain in verb.domains})
    for kind in game.events.kinds:
        domains = [field.domain for field in fields_of(kind)]
        found.update({domain.name: domain for domain in domains if domain is not None})
    return found


def fields_of(kind: EventKind) -> list[Field]:
    """All fields of an event, its list last."""
    return [*kind.public, *kind.secret, *([kind.items] if kind.items else [])]


def _field_domains(kind: EventKind) -> Texts:
    return {field.name: field.domain.name if field.domain else "" for field in fields_of(kind)}


def _named_values(option: Option) -> list[str]:
    """The values of an option that have a name."""
    return option.values if option.kind in (CHOICE, LIST) else []
