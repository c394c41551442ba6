"""Twin worlds: two runs of one seed that some of their people cannot tell from each other.

*Silence*: in windows that count down, some people answer silently (pass, done, decline) or do not,
each world in its own way; what all can see is the same. *Cards*: what a seat cannot know of the
deal is dealt anew. Whoever cannot know of the difference must be sent the same frames in the same
order at the same times. For that the store, the network and the bots take their exact time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from broadside.kernel.game import Game
from broadside.kernel.rng import FastRng

from . import adapter
from .chance import chance
from .plan import GAMES, WINDOWED, Plan
from .roles import Party, Player, Watcher
from .world import NAMES, World

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from broadside.kernel.advice import Advice
    from broadside.kernel.edition import Edition
    from broadside.kernel.game import Options
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State

    from .people import Person
    from .tab import Tab

SILENT: Final = ("pass", "done", "decline")
TELLING: Final = "reveal"
"""By the rules whoever may do this knows that all others have answered: no secret any more."""
LATENCY: Final = (0.02, 0.0, 0.0)
WITNESS: Final = "witness"
BLOCKER: Final = "blocker"
OTHER: Final = "other"
ANSWERS_S: Final = 0.5
PASSES_S: Final = 0.7
PLAYS_S: Final = 0.9
TICK_S: Final = 0.0015
LASTS_S: Final = 90.0
SHOWN: Final = 160

Timed = tuple[float, str]


class Difference(NamedTuple):
    """Where two worlds differ for somebody who should not be able to tell."""

    who: str
    one: Timed | None
    other: Timed | None

    def told(self) -> str:
        """The difference in a few words."""
        shown = [
            "nothing" if timed is None else f"{timed[0]} {timed[1][:SHOWN]}"
            for timed in (self.one, self.other)
        ]
        return f"{self.who} was sent\n    {shown[0]}\nand there\n    {shown[1]}"


class Comparison(NamedTuple):
    """What came of two worlds."""

    frames: int
    """How many frames were compared."""
    has_differed: bool
    """Whether there was anything to hide."""
    differences: list[Difference]

    def told(self) -> str:
        """All differences in a few words."""
        return "\n".join(difference.told() for difference in self.differences)


class Actor(Player):
    """Somebody who plays a part, from nothing but the frames and a generator of its own."""

    world: TwinWorld

    def __init__(self, world: TwinWorld, party: Party, name: str, seat: int, role: str) -> None:
        super().__init__(world, party, name, seat, ANSWERS_S)
        self.role = role
        self._variant = world.variant if role == OTHER else 0
        self._blocker = next((s for s, part in world.roles.items() if part == BLOCKER), -1)
        self._planned_for: tuple[object, ...] = ()

    def go_on(self, random: Random) -> None:
        """Connect, and do nothing else of one's own accord."""
        if self.main.connection is None:
            self.connect(self.main)

    def heard(self, tab: Tab, message: dict[str, Any]) -> None:
        """Plan an answer to every new question, and forget what was planned before."""
        if message["type"] == "update":
            if self.role == BLOCKER and message["countdown"] is not None and not message["legal"]:
                self.world.stays_open = False
            if self._question() != self._planned_for:
                self._plan()

    def _question(self) -> tuple[object, ...]:
        """What tells one question from the next, as far as this person can know."""
        update = self.main.story.update or {}
        window = (update.get("countdown") or {}).get("window")
        return window, *(text for text in update.get("legal", []) if text != TELLING)

    def _plan(self) -> None:
        question = self._planned_for = self._question()
        legal = self.main.story.legal
        if not legal:
            return
        variant = self._variant if self._is_free() else 0
        random = chance(self.world.plan.seed, self.name, variant, question)
        silent = [text for text in legal if text in SILENT]
        loud = [text for text in legal if text not in (*SILENT, TELLING)]
        if not silent:
            self._answer_in(ANSWERS_S, self._default())
        elif self.role == WITNESS:
            self._answer_in(PASSES_S, silent[0])
        elif self.role == BLOCKER and loud and random.random() < 0.4:
            self._answer_in(PLAYS_S, random.choice(loud))
        elif self.role == OTHER and random.random() < 0.7:
            self._answer_in(random.uniform(0.1, 2.9), random.choice(silent))

    def _is_free(self) -> bool:
        """Whether the window stays open anyhow: the blocker is asked, and never passes."""
        update = self.main.story.update
        return update is not None and self._blocker in update["waiting"]

    def _default(self) -> str:
        update = self.main.story.update
        assert update is not None
        prompt = update["prompt"] or {}
        return str(prompt.get("default") or update["legal"][0])

    def _answer_in(self, seconds: float, text: str) -> None:
        question = self._planned_for
        self.world.scheduler.after(seconds, "answer", lambda: self._answer(text, question))

    def _answer(self, text: str, question: tuple[object, ...]) -> None:
        if self._planned_for == question and self._question() == question and self.main.is_open:
            self.send(self.main, adapter.act(text, self.main.story.update))


class TwinWorld(World):
    """One of two worlds: nothing goes wrong, and everything takes its exact time."""

    is_steady = True

    def __init__(
        self, plan: Plan, roles: dict[int, str], variant: int, games: Mapping[str, Game] = GAMES
    ) -> None:
        self.variant = variant
        self.roles = roles
        self.frames: dict[str, list[Timed]] = {}
        self.stays_open = True
        """Whether no window can close early: the blocker was asked in all of them so far."""
        super().__init__(plan, games=games)
        self.faults.latency = LATENCY

    def invite(self) -> list[Person]:
        """Everybody with a role, and one who watches."""
        self.party.opener = min(self.roles)
        actors = [Actor(self, self.party, NAMES[s], s, role) for s, role in self.roles.items()]
        return [*actors, Watcher(self, self.party, "Watcher", 100)]

    def note_frame(self, tab: Tab, frame: str) -> None:
        """Keep every frame with its time, as long as nobody can tell who has answered."""
        name = tab.person.name
        if self.stays_open:
            self.frames.setdefault(name, []).append((round(self.scheduler.now, 6), frame))

    def play(self) -> list[dict[str, Any]]:
        """Let it happen; give what is stored in the end."""
        with self.isolated():
            self.house.start()
            self.scheduler.run(self.scheduler.now + LASTS_S)
            for process in self.house.all:
                process.kill()
        assert self.party.table is not None
        return self.house.disk.records(self.party.table)


class OtherDeal(Game):
    """A game in which everything is dealt anew that one seat cannot know."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        super().__init__(game.name, game.version, game.seats, game.actions, game.events)
        self.options = game.options
        self.questions = game.questions
        self.refusals = game.refusals
        self._game = game
        self._seat = seat
        self._seed = seed

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """Deal, then shuffle what the seat does not know."""
        state = self._game.deal(seats, options, rng)
        world = state.determinize(self._seat, FastRng(self._seed))
        world.rng, world.log = state.rng, state.log
        return world

    def own_edition(self) -> Edition | None:
        """The numbers on the cards are the same."""
        return self._game.own_edition()

    def read(self, text: str) -> State:
        """Read a table."""
        return self._game.read(text)

    def advice(self) -> Advice:
        """The game's taste."""
        return self._game.advice()

    def decisions_max(self, seats: int) -> int:
        """As many as in the game itself."""
        return self._game.decisions_max(seats)

    def check(self, seats: int, options: Options) -> None:
        """Check the options as the game does."""
        self._game.check(seats, options)


def compare_silence(seed: int) -> Comparison:
    """Two worlds in which some people are silent in different ways."""
    random = chance(seed, "silence")
    seats = random.randint(3, 6)
    plan = _plan(seed, WINDOWED, "p" * seats)
    names = [WITNESS, BLOCKER] + [OTHER] * (seats - 2)
    random.shuffle(names)
    roles = dict(enumerate(names))
    one, other = (TwinWorld(plan, roles, variant) for variant in (1, 2))
    stored = [_without_times(world.play()) for world in (one, other)]
    watching = [NAMES[seat] for seat, role in roles.items() if role != OTHER] + ["Watcher"]
    differences = [_first_difference(name, one, other) for name in watching]
    count = sum(len(one.frames.get(name, [])) for name in watching)
    found = [difference for difference in differences if difference is not None]
    return Comparison(count, stored[0] != stored[1], found)


def compare_cards(seed: int, game: str) -> Comparison:
    """Two worlds in which other cards lie where a seat cannot see them; bots play the others."""
    random = chance(seed, "cards", game)
    seats = random.choice(list(GAMES[game].seats))
    seat = random.randrange(seats)
    plan = _plan(seed, game, "b" * seat + "p" + "b" * (seats - seat - 1))
    one = TwinWorld(plan, {seat: WITNESS}, 1)
    other = TwinWorld(plan, {seat: WITNESS}, 1, {**GAMES, game: OtherDeal(GAMES[game], seat, seed)})
    for world in (one, other):
        world.play()
    name = NAMES[seat]
    difference = _first_difference(name, one, other)
    found = [] if difference is None or _may_differ(difference) else [difference]
    return Comparison(len(one.frames[name]), difference is not None, found)


def _plan(seed: int, game: str, seats: str) -> Plan:
    return Plan(
        seed=seed,
        game=game,
        seats=seats,
        paces_s=(ANSWERS_S,) * len(seats),
        watchers=1,
        clock_s=120,
        reserve_s=0,
        spectator_delay_s=0,
        options=(),
        kinds=frozenset(),
        habits=frozenset(),
        chaos_s=LASTS_S,
    )


def _without_times(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in record.items() if key != "at_ms"} for record in records]


def _first_difference(who: str, one: TwinWorld, other: TwinWorld) -> Difference | None:
    """Where somebody was sent something else, or at another time."""
    sent, sent_there = one.frames.get(who, []), other.frames.get(who, [])
    told = min(_first_telling(sent), _first_telling(sent_there))
    for place in range(min(told, max(len(sent), len(sent_there)))):
        here = sent[place] if place < len(sent) else None
        there = sent_there[place] if place < len(sent_there) else None
        if here is None or there is None or not _is_same(here, there):
            return Difference(who, here, there)
    return None


def _is_same(one: Timed, other: Timed) -> bool:
    """Whether the same was sent at the same time, which the server counts in milliseconds."""
    return one[1] == other[1] and abs(one[0] - other[0]) <= TICK_S


def _first_telling(sent: list[Timed]) -> int:
    """From which frame on somebody may know by the rules who has answered."""
    return next((n for n, (_, frame) in enumerate(sent) if f'"{TELLING}"' in frame), len(sent) + 1)


def _may_differ(difference: Difference) -> bool:
    """Whether both were told something of the game that is not the same in both worlds."""
    if difference.one is None or difference.other is None:
        return False
    one, other = (msgspec.json.decode(timed[1]) for timed in (difference.one, difference.other))
    if one["type"] != "update" or other["type"] != "update":
        return False
    return bool(one["events"] != other["events"] or one["view"] != other["view"])
