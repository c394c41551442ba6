"""The bots of a house: which there are, how long they think, and as whom they play."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from broadside.service.refusal import Refusal
from broadside.wire.messages import Character

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class Level(NamedTuple):
    """How one bot thinks: so long about a decision, or at once.

    A bot that is not offered can be asked for by name, and goes on at tables where it sits. With
    `game` it knows that one only.
    """

    think_ms: int = 0
    is_offered: bool = True
    game: str = ""

    def plays(self, game: str) -> bool:
        """Whether it knows a game."""
        return self.game in ("", game)


class Crew:
    """The bots that may sit at the tables of a house, from weak to strong.

    Each plays as a character with a name and a temper.
    """

    def __init__(
        self, levels: Mapping[str, Level], characters: Mapping[str, str] | None = None
    ) -> None:
        self._levels = levels
        self._characters = characters or {}

    def __contains__(self, bot: object) -> bool:
        """Whether there is such a bot."""
        return bot in self._levels

    def offered(self, game: str) -> list[str]:
        """The bots that are offered at tables of a game."""
        levels = self._levels.items()
        return [name for name, level in levels if level.is_offered and level.plays(game)]

    def check(self, bot: str | None, game: str) -> None:
        """Make sure that there is such a bot, and that it knows the game; raises `Refusal`."""
        level = self._levels.get(bot or "")
        if level is None or not level.plays(game):
            there = ", ".join(self.offered(game))
            reason = f"There is no bot {str(bot)[:40]!r} for {game}; there is {there}."
            raise Refusal(400, "unknown_bot", reason)

    def think_ms(self, bot: str | None) -> int:
        """How long a bot thinks about a decision; 0: at once."""
        level = self._levels.get(bot or "")
        return level.think_ms if level is not None else 0

    def cast(self, table: str, taken: Collection[str], count: int) -> list[Character | None]:
        """So many characters for new bots at a table, none of them taken; None if all are.

        The table, by its commitment say, decides who comes, so that it is not always the same ones.
        """
        order = sorted(self._characters, key=lambda name: _digest(table, name))
        free = [Character(name, self._characters[name]) for name in order if name not in taken]
        return [*free, *[None] * count][:count]


def _digest(table: str, name: str) -> bytes:
    return hashlib.blake2b(f"{table} {name}".encode(), digest_size=8).digest()
