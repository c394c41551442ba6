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
    editions: Mapping[str, Game] = {}
    """Games of the editions that the operator offers beside the games' own, by digest."""

    def game(self, name: str, status: int = 404, edition: str = "") -> Game:
        """The game of that name, and of that edition if one is named; raises `Refusal`."""
        other = self.editions.get(edition)
        if other is not None and other.name == name:
            return other
        if name not in self.games:
            reason = f"There is no game {name[:40]!r}; there is {', '.join(self.games)}."
            raise Refusal(status, "unknown_game", reason)
        own = self.games[name].own_edition()
        if edition and (own is None or own.digest != edition):
            raise Refusal(status, "unknown_edition", f"{name} has no edition {edition[:12]!r}.")
        return self.games[name]
