"""What all tables of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from broadside.kernel.game import Game
    from broadside.notify.notifier import Notifier
    from broadside.service.clock import Clock
    from broadside.service.limits import Limits
    from broadside.service.settings import Settings
    from broadside.store.interface import Store
    from broadside.workers.pool import Thinkers


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
