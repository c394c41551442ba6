"""What the pieces of a box are called: by what is printed on them, or as the edition names them.

A label stands among the texts of a game under the key of its piece, such as `card.F1`, so a client
need not know where it comes from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from broadside.texts import plural

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.kernel.edition import Row
    from broadside.kernel.game import Game

Texts = dict[str, str]
GAP: Final = re.compile(r"\{(\w+)(?:\|([^{}]+))?\}")
DOMAINS: Final = {"board": "space", "treasures": "treasure", "ships": "ship"}
"""Under which keys the pieces of a group are named; those of all others are cards."""
ID_COLUMNS: Final = ("id", "ship", "card")


def labels(game: Game, language: str) -> Texts:
    """The names of all pieces that are called by their numbers, or that the edition names."""
    edition, texts = game.own_edition(), game.texts(language)
    if edition is None:
        return {}
    maker = MAKERS.get(game.name)
    made = maker(game.printed(), texts, language) if maker else {}
    for group in edition.groups:
        for place, row in enumerate(group.rows):
            keys = keys_of(game.name, group.name, place, row)
            if row.names:
                made |= dict.fromkeys(forms(keys, texts), row.names[language])
            elif len(keys) > 1:
                made[keys[0]] = texts[keys[1]]
    return made


def keys_of(game: str, group: str, place: int, row: Row) -> list[str]:
    """Under which keys a piece is named; under none if it has no name of its own."""
    found = [row.cells[column] for column in ID_COLUMNS if column in row.cells][:1]
    if (game, group) == ("tortuga-1667", "characters"):  # at the table they are called by seat
        return [f"character.{one}" for one in found] + [f"seat.{place}"]
    return [f"{DOMAINS.get(group, 'card')}.{one}" for one in found]


def forms(keys: list[str], texts: Texts) -> list[str]:
    """The keys with all cases of what stands there: a name has none."""
    return keys + [text for text in texts for key in keys if text.startswith(key + ".")]


def said(template: str, language: str, **values: object) -> str:
    """A text with its gaps filled."""

    def fill(gap: re.Match[str]) -> str:
        value = values[gap[1]]
        return plural(gap[2], int(str(value)), language) if gap[2] else str(value)

    return GAP.sub(fill, template)


def jolly_roger(printed: Any, texts: Texts, language: str) -> Texts:
    """Crew by skills, destinations by type, gold by its worth."""
    made = {
        f"card.{kind['card']}": sailor(kind, texts, language)
        for kind in printed["crew"]
        if not kind["character"]
    }
    for card in printed["destinations"]:
        made[f"card.{card['destination']}"] = texts[f"destination_type.{card['type']}"]
    for prize in printed["prizes"]:
        if prize["prize"].startswith("gold"):
            text = said(texts["card.own.gold"], language, gold=prize["gold"])
            made[f"card.{prize['prize']}"] = text
    return made


def sailor(kind: Any, texts: Texts, language: str) -> str:
    """A crew card: its skills, and its crew members."""
    shown = {skill: value for skill, value in kind["skills"].items() if value > 0}
    if len(shown) == len(kind["skills"]) and len(set(shown.values())) == 1:
        value = max(shown.values())
        return said(texts["card.own.multi"], language, value=value, crew=kind["crew"])
    skills = " / ".join(f"{texts[f'skill.{skill}']} {value}" for skill, value in shown.items())
    text = said(texts["card.own.skill"], language, skills=skills, crew=kind["crew"])
    return text[:1].upper() + text[1:]


def tortuga(printed: Any, texts: Texts, _language: str) -> Texts:
    """Vote cards by their three sections."""
    made: Texts = {}
    for vote in printed["votes"]:
        times = f"{vote['symbols']}× " if vote["symbols"] > 1 else ""
        sections = [vote["top"], vote["flag"], vote["bottom"]]
        said_so = [times + texts[f"card.own.{section}"] for section in sections]
        made[f"card.{vote['card']}"] = ", ".join(said_so)
    return made


def jamaica(printed: Any, texts: Texts, language: str) -> Texts:
    """Action cards by their symbols, treasures by their worth, spaces by their number."""
    made: Texts = {}
    for card in printed["cards"]:
        symbols = [texts[f"symbol.{card[time]}"] for time in ("morning", "evening")]
        made[f"card.{card['card']}"] = " / ".join(symbols)
    for card in printed["treasures"]:
        if card["kind"] != "power":
            value = f"{'−' if card['value'] < 0 else '+'}{abs(card['value'])}"
            text = said(texts[f"treasure.own.{card['kind']}"], language, value=value)
            made[f"treasure.{card['treasure']}"] = text
    for space in range(len(printed["spaces"])):
        made[f"space.{space}"] = said(texts["space.own"], language, space=space)
    return made


MAKERS: Final[dict[str, Callable[[Any, Texts, str], Texts]]] = {
    "jolly-roger": jolly_roger,
    "tortuga-1667": tortuga,
    "jamaica": jamaica,
}
