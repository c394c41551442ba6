"""What all tables of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from broadside.kernel.game import Game
    from broadside.server.bots.pool import Thinkers
    from broadside.server.clock import Clock
    from broadside.server.limits import Limits
    from broadside.server.notify.notifier import Notifier
    from broadside.server.settings import Settings
    from broadside.store.interface import Store


class House(NamedTuple):
    """The games and bots there are, and everything that reaches outside of a table."""

    games: Mapping[str, Game]
    bots: Sequence[str]
    store: Store
    thinkers: Thinkers
    clock: Clock
    settings: Settings
    limits: Limits
    notifier: Notifier
