"""The games as OpenSpiel games.

    game = broadside.adapters.openspiel.load("jamaica", seats=3)
    state = game.new_initial_state()

The first node is chance's: it chooses one of `deals` tables, each as likely as the others, and with
it everything that will be drawn later. Where several seats are asked at once, they answer one after
the other, and what is sealed stays hidden from those that answer later. An information state is all
that a seat was told, and what it sees; `resample_from_infostate` deals anew what it cannot know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np
import pyspiel

from broadside.adapters.setup import Setup, utilities
from broadside.games import registry
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from broadside.kernel.event import Seat
    from broadside.kernel.game import Game
    from broadside.kernel.state import State

DEALS: Final = 1000
DEALS_MAX: Final = 1 << 20
RESAMPLE_SPAN: Final = 1 << 48


def load(
    game: str,
    seats: int | None = None,
    *,
    deals: int = DEALS,
    edition: str | Path = "",
    **options: object,
) -> Any:
    """An OpenSpiel game; options are the game's own, `edition` is a file with the numbers of a box.

    It is registered, too: `pyspiel.load_game("python_broadside_jamaica(players=3)")`.
    """
    setup = Setup(game, seats, options, edition)
    if not 1 <= deals <= DEALS_MAX:
        raise ValueError(f"deals must be from 1 to {DEALS_MAX}, not {deals}")
    wanted = {name: setup.options[name] for name in options}
    if edition:
        wanted["edition"] = str(edition)
    return pyspiel.load_game(
        short_name(setup.game), {"players": setup.seats, "deals": deals, **wanted}
    )


def short_name(game: Game) -> str:
    """The name under which OpenSpiel knows a game."""
    return f"python_broadside_{game.name.replace('-', '_')}"


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game for all numbers of seats."""
    parameters: dict[str, Any] = {"players": game.seats[0], "deals": DEALS, "edition": ""}
    parameters |= {option.name: option.default for option in game.options}
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=f"Broadside {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):
    """A game with its seats and options."""

    def __init__(self, kind: Any, game: Game, params: Mapping[str, Any] | None) -> None:
        given = dict(params or {})
        self.deals = int(given.pop("deals", DEALS))
        seats, edition = int(given.pop("players", game.seats[0])), given.pop("edition", "")
        self.setup = Setup(game.name, seats, given, edition)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setup.actions),
            max_chance_outcomes=self.deals,
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=self.setup.seats - 1.0,
            utility_sum=0.0,
            max_game_length=game.decisions_max(self.setup.seats),
        )
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        """A table that is not dealt yet."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who looks at a state."""
        if params:
            raise ValueError(f"observers of Broadside have no parameters, but got {params}")
        return Observer(self.setup, iig_obs_type)


class Holder:
    """A table inside a state: OpenSpiel copies states by copying what is in them."""

    def __init__(self, table: State | None) -> None:
        self.table = table

    def __deepcopy__(self, memo: Any) -> Holder:
        if self.table is None:
            return Holder(None)
        return Holder(with_story(self.table.clone(), self.table))


def with_story(twin: State, table: State) -> State:
    """A copy of a table, which is given its story, too."""
    if table.log is not None:
        twin.log = table.log[:]
        twin.news, twin.news_epoch = table.news, table.news_epoch
    return twin


class SpielState(pyspiel.State):
    """One table, or the moment before it is dealt."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.holder = Holder(None)

    @property
    def table(self) -> State:
        """The table, once it is dealt."""
        assert self.holder.table is not None, "chance has not dealt yet"
        return self.holder.table

    def current_player(self) -> int:
        """The first seat that is asked, chance before the deal."""
        table = self.holder.table
        if table is None:
            return int(pyspiel.PlayerId.CHANCE)
        asked = table.waiting
        return (asked & -asked).bit_length() - 1 if asked else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [action.code for action in self.table.legal(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, each as likely as the others."""
        deals = self.get_game().deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        setup: Setup = self.get_game().setup
        if self.holder.table is None:
            self.holder = Holder(setup.deal(FastRng(1 + action), records=True))
        else:
            self.table.perform(self.current_player(), setup.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().setup.actions[action].text)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.holder.table is not None and self.holder.table.is_over()

    def returns(self) -> list[float]:
        """What the game was worth to each seat."""
        table = self.holder.table
        return [0.0] * self.get_game().setup.seats if table is None else utilities(table)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """A state that this player cannot tell from this one."""
        seed = int(probability_sampler() * RESAMPLE_SPAN)
        twin: SpielState = self.clone()
        world = self.table.determinize(player_id, FastRng(seed))
        twin.holder = Holder(with_story(world, self.table))
        return twin

    def __str__(self) -> str:
        return self.holder.table.write() if self.holder.table is not None else "not dealt yet"


class Observer:
    """What a player sees: the row of numbers of the game's layout, by field in `dict`."""

    def __init__(self, setup: Setup, kind: Any) -> None:
        self.setup = setup
        self.remembers = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(setup.layout.size, dtype=np.float32)
        self.dict: dict[str, Any] = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Look at a state."""
        if state.holder.table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.setup.layout.observe(state.table, player)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """What a player sees, and, if it remembers, what it was told."""
        if state.holder.table is None:
            return "not dealt yet"
        table = state.table
        told = [table.seen_events(player)] if self.remembers else []
        return msgspec.json.encode([player, table.view(player), *told]).decode()


def register(game: Game) -> None:
    """Make a game known to OpenSpiel."""
    kind = game_type(game)

    class Registered(SpielGame):
        """This game, as OpenSpiel makes it from its parameters."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, game, params)

    pyspiel.register_game(kind, Registered)


for _game in registry.GAMES:
    register(_game)
