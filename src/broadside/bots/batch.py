"""Many tables at once, for a learner: it plays one seat at each, bots play the others.

The loop over the tables is compiled; what comes out of it are bytes, which NumPy reads as they are.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.encoding import Encoder
from broadside.kernel.errors import BroadsideError
from broadside.kernel.event import Seat
from broadside.kernel.game import Game, Options
from broadside.kernel.masks import lowest
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

from .simple import Bot, RandomBot

ANY_SEAT: Final = -1
"""The learner takes a seat by lot in each game."""
MASKS_KEPT: Final = 8192
"""No more masks are kept at a time."""


class Batch:
    """Tables of one game. Every table goes on by itself until the learner is asked.

    After `step` stands, for each table: in `observations` and `masks` what the learner sees and may
    do, in `rewards` what it was paid, in `ended` whether a game came to its end. Then the next game
    has been dealt already; the table of the one that ended is in `last_tables`, and in `last_seen`
    what the learner saw of its end. `decisions` counts what all seats have decided.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: int,
        seat: Seat,
        opponents: list[Bot],
        encoder: Encoder,
        count: int,
        seed: int,
    ) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.seat = seat
        self.opponents = opponents
        self.encoder = encoder
        self.count = count
        self.actions: list[Action] = game.actions.actions
        self.tables: list[State] = []
        self.learners: list[int] = []
        self.rngs: list[FastRng] = []
        self.decisions = 0
        self.observations = b""
        self.masks = b""
        self.rewards: list[float] = []
        self.ended: list[bool] = []
        self.last_tables: list[State] = []
        self.last_seen: list[bytes] = []
        # Masks by the list of legal actions that they stand for: games hand the same lists out
        # again and again, and a list that is kept here cannot become another one.
        self.known_masks: dict[int, bytes] = {}
        self.known_lists: list[list[Action]] = []
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Deal all tables anew."""
        chance = FastRng(seed)
        self.tables = []
        self.learners = []
        self.rngs = []
        for place in range(self.count):
            rng = chance.spawn()
            self.rngs.append(rng)
            self.learners.append(0)
            self.tables.append(self.deal(place))
        self.rewards = [0.0] * self.count
        self.ended = [False] * self.count
        self.last_tables = self.tables[:]
        self.last_seen = [b""] * self.count
        for place in range(self.count):
            self.go_on(place)
        self.look()

    def deal(self, place: int) -> State:
        """A new table for this place."""
        rng = self.rngs[place]
        table = self.game.deal(self.seats, self.options, rng.spawn())
        table.log = None
        self.learners[place] = int(rng.below(self.seats)) if self.seat == ANY_SEAT else self.seat
        return table

    def step(self, codes: list[int]) -> None:
        """Do at each table what the learner has chosen, and go on until it is asked again."""
        if len(codes) != self.count:
            raise BroadsideError(f"there are {self.count} tables, but {len(codes)} actions")
        self.rewards = [0.0] * self.count
        self.ended = [False] * self.count
        for place in range(self.count):
            code = codes[place]
            table = self.tables[place]
            seat = self.learners[place]
            if not 0 <= code < len(self.actions):
                raise BroadsideError(f"{code} is no action; see the space of actions")
            if not self.masks[place * len(self.actions) + code]:
                raise table.refusal(seat, self.actions[code])
            table.apply(seat, self.actions[code])
            self.decisions += 1
            self.go_on(place)
        self.look()

    def go_on(self, place: int) -> None:
        """Let bots play at a table, and deal it anew when its game is over, until the learner is
        asked.
        """
        while True:
            table = self.tables[place]
            if not table.waiting:
                self.end(place, table)
            elif table.waiting >> self.learners[place] & 1:
                return
            else:
                self.let_bot_play(table, self.learners[place], self.rngs[place])

    def end(self, place: int, table: State) -> None:
        """Pay the learner, and deal again."""
        result = table.result()
        assert result is not None
        seen: list[bytes] = []
        self.encoder.write(table, self.learners[place], seen)
        self.last_tables[place] = table
        self.last_seen[place] = b"".join(seen)
        self.rewards[place] = self.seats * result[self.learners[place]] - 1.0
        self.ended[place] = True
        self.tables[place] = self.deal(place)

    def let_bot_play(self, table: State, learner: Seat, rng: FastRng) -> None:
        """The bot of the first seat that is asked decides, in a world of its own."""
        seat = lowest(table.waiting)
        bot = self.opponents[(seat - learner - 1) % self.seats % len(self.opponents)]
        if isinstance(bot, RandomBot):  # it would do the same in any world
            table.apply(seat, bot.choose(table, seat, rng))
        else:
            table.apply(seat, bot.choose(table.determinize(seat, rng), seat, rng))
        self.decisions += 1

    def look(self) -> None:
        """Write down what the learner sees and may do at each table."""
        seen: list[bytes] = []
        masks: list[bytes] = []
        for place in range(self.count):
            table = self.tables[place]
            seat = self.learners[place]
            self.encoder.write(table, seat, seen)
            masks.append(self.mask_of(table.legal(seat)))
        self.observations = b"".join(seen)
        self.masks = b"".join(masks)

    def mask_of(self, legal: list[Action]) -> bytes:
        """A 1 for each of these actions."""
        key = id(legal)
        known = self.known_masks.get(key)
        if known is not None:
            return known
        numbers = [0] * len(self.actions)
        for action in legal:
            numbers[action.code] = 1
        mask = bytes(numbers)
        if len(self.known_lists) == MASKS_KEPT:
            self.known_masks.clear()
            self.known_lists.clear()
        self.known_masks[key] = mask
        self.known_lists.append(legal)
        return mask
