"""The pieces of Jamaica in words: ships, spaces, goods, treasures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from broadside.console import box
from broadside.console.games.any_game import token

if TYPE_CHECKING:
    from broadside.console.speech import Token
    from broadside.console.telling import Telling


def spaces() -> list[dict[str, Any]]:
    """What is printed on the board."""
    found: list[dict[str, Any]] = box.printed("jamaica")["spaces"]
    return found


def ship_name(ship: int, telling: Telling) -> str:
    """A ship by the name of its seat; the one behind all seats is the ghost."""
    return telling.name(ship) if ship < telling.seats else telling.voice.t("ghost")


def ship_words(ship: int, telling: Telling) -> Token:
    """A ship in a sentence: there the ghost has an article, and cases."""
    return telling.who(ship) if ship < telling.seats else token("pirate.ghost", telling.voice)


def space_text(space: int, telling: Telling) -> str:
    """A space with its fee."""
    cost = spaces()[space]["cost"]
    name = telling.voice.t(f"space.{space}")
    return f"{name} ({cost})" if cost > 0 else name


def amount(good: str, tokens: int, telling: Telling) -> str:
    """So many tokens of a good."""
    return telling.voice.t(f"amount.{good}", {"count": tokens})


def treasure_text(treasure: str | None, telling: Telling) -> str:
    """A treasure card, if one may know it."""
    return telling.voice.t(f"treasure.{treasure or 'hidden'}")
