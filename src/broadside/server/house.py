"""What all tables of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from broadside.kernel.game import Game
    from broadside.notify.notifier import Notifier
    from broadside.service.clock import Clock
    from broadside.service.crew import Crew
    from broadside.service.kept_names import KeptNames
    from broadside.service.limits import Limits
    from broadside.service.meters import Meters
    from broadside.service.settings import Settings
    from broadside.store.interface import Store
    from broadside.workers.pool import Thinkers


class House(NamedTuple):
    """The games and bots there are, and everything that reaches outside of a table."""

    games: Mapping[str, Game]
    crew: Crew
    store: Store
    thinkers: Thinkers
    clock: Clock
    settings: Settings
    limits: Limits
    notifier: Notifier
    names: KeptNames
    meters: Meters

    def game(self, name: str, status: int = 404) -> Game:
        """The game of that name; raises `Refusal`."""
        if name not in self.games:
            reason = f"There is no game {name[:40]!r}; there is {', '.join(self.games)}."
            raise Refusal(status, "unknown_game", reason)
        return self.games[name]
