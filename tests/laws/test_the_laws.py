"""The laws can fail: each of these tables breaks one of them, and is caught."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Self

import pytest

from broadside.games.registry import OWN_GAMES
from broadside.kernel.action import Action
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import FOREVER, Seat, View
from broadside.kernel.game import Game
from broadside.kernel.rng import FastRng, Rng
from broadside.kernel.sight import dealt_anew
from broadside.kernel.state import Prompt, State
from broadside.laws import knowledge, laws
from broadside.laws.cases import Case, Play
from broadside.laws.policies import POLICIES
from broadside.laws.said_once import l3_what_is_not_legal_is_denied
from tests.server import brawl
from tests.server.brawl import Brawl

from .cases import CASES
from .parley import rules
from .parley.events import DRAWN, ROLLED, SEALED
from .parley.game import Parley
from .parley.table import Table

Law = Callable[[Play], None]
ENDING = [name for name in POLICIES if name != "bribing"]
"""In Brawl nobody counts the offers."""
CLOCK = count()
"""Something outside the table, which no game may look at."""


class EndsTooEarly(Table):
    """L1: the result is out while the last captain is still asked."""

    def result(self) -> list[float] | None:
        """The shares as they stand in the last round."""
        if self.round < rules.ROUNDS - 1:
            return None
        return [1 / self.seats] * self.seats


class WinsTooMuch(Table):
    """L1: everybody wins all of it."""

    def result(self) -> list[float] | None:
        """One for each."""
        return None if self.agenda else [1.0] * self.seats


class UnsortedOptions(Table):
    """L2: options in the order of the hand, not of their codes."""

    def legal(self, seat: Seat) -> list[Action]:
        """The legal actions, last first."""
        return super().legal(seat)[::-1]


class OptionsForAll(Table):
    """L2: somebody who is not asked has options."""

    def legal(self, seat: Seat) -> list[Action]:
        """The captain's options for everybody."""
        return super().legal(self.deciders()[0]) if self.waiting else []


class StaleDefault(Table):
    """L2: the clock would pass where passing is not allowed."""

    def prompt(self, seat: Seat) -> Prompt:
        """The right question, and always the same answer."""
        right = super().prompt(seat)
        return Prompt(right.question, right.rule, self.action_table().find("pass"))


class ForbiddenLots(Table):
    """L2: the clock might draw what is not allowed."""

    def prompt(self, seat: Seat) -> Prompt:
        """The right question, and a lot too many."""
        right = super().prompt(seat)
        lots = [right.default, self.action_table().find("pass")]
        return Prompt(right.question, right.rule, right.default, lots)


class ChangesFirst(Table):
    """L3: a refusal comes after a change."""

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """Note the attempt on the table."""
        self.bribers |= 1
        return super().refusal(seat, action)


class TakesAnything(Table):
    """L3: an action that is not legal is done all the same."""

    def play(self, seat: Seat, action: Action | str) -> None:
        """Ask nobody."""
        wanted = self.action_table().find(action) if isinstance(action, str) else action
        if wanted.text == "pass":
            self.answered(seat)
        else:
            super().play(seat, wanted)


class SharesAList(Table):
    """L4: the clone's hands are the original's."""

    def clone(self) -> Self:
        """A copy that is too shallow."""
        twin = super().clone()
        twin.hands = self.hands
        return twin


class ForgetsGold(Table):
    """L4: the clone is not the same table."""

    def clone(self) -> Self:
        """A copy with empty pockets."""
        twin = super().clone()
        twin.gold = [0] * self.seats
        return twin


class SharesChance(Table):
    """L4: original and clone draw from one generator."""

    def clone(self) -> Self:
        """A copy that shares the future."""
        twin = super().clone()
        twin.rng = self.rng
        return twin


class ForgetsInAPickle(Table):
    """L4: a copy by pickle has empty pockets."""

    def __reduce__(self) -> tuple[Any, ...]:
        """The facts of a poor table."""
        twin = self.clone()
        twin.gold = [0] * self.seats
        return State.__reduce__(twin)


class AsksTheClock(Table):
    """L5, L12: chance from outside the table."""

    def pay(self, seat: Seat, gold: int) -> None:
        """A bonus nobody can repeat."""
        super().pay(seat, gold + next(CLOCK))


class PlaysForTheRecord(Table):
    """L5: a table that is recorded takes another course."""

    def shuffle_deck(self) -> None:
        """Shuffle better when somebody looks."""
        super().shuffle_deck()
        if self.log is not None:
            super().shuffle_deck()


class DropsACard(Table):
    """L6: a sealed card never comes back."""

    def unseal(self, seat: Seat) -> int:
        """Lose the card that was put on the deck."""
        crew = super().unseal(seat)
        if crew:
            self.deck = self.deck[:-1]
        return crew


class DoublesACard(Table):
    """L6: the giver keeps what it gives."""

    def give(self, giver: Seat, receiver: Seat, card: int) -> None:
        """Give, and put a copy back."""
        super().give(giver, receiver, card)
        self.hands[giver] += (card,)


class LeakingView(Table):
    """L7, L8: everybody sees the top of the deck."""

    def view(self, seat: Seat) -> View:
        """The view, and a peek."""
        return {**super().view(seat), "next": self.deck[-1] if self.deck else None}


class LeaksToSpectators(Table):
    """L7: a spectator sees the first seat's hand."""

    def view(self, seat: Seat) -> View:
        """The view, or somebody else's."""
        return super().view(max(seat, 0))


class LegalByHiddenCard(Table):
    """L7: one may only bribe somebody with a weaker hand, and so learns who has one."""

    def legal(self, seat: Seat) -> list[Action]:
        """Without the bribes to the strong."""
        return [
            action
            for action in super().legal(seat)
            if action.text.split()[0] != "offer"
            or sum(self.hands[action.second]) < sum(self.hands[seat])
        ]


class DefaultByHiddenCard(Table):
    """L7: the clock's answer tells something about the captain's hand."""

    def prompt(self, seat: Seat) -> Prompt:
        """Mutiny against a weak captain."""
        right = super().prompt(seat)
        is_weak = sum(self.hands[self.captain]) % 2 == 0
        return Prompt(right.question, right.rule, self.legal(seat)[-1 if is_weak else 0])


class LotsByHiddenCard(Table):
    """L7: what the clock draws from tells something about the captain's hand."""

    def prompt(self, seat: Seat) -> Prompt:
        """A lot more against a weak captain."""
        right = super().prompt(seat)
        is_weak = sum(self.hands[self.captain]) % 2 == 0
        lots = [right.default] * (2 if is_weak else 1)
        return Prompt(right.question, right.rule, right.default, lots)


class PadsByHiddenCard(Table):
    """L7: a view is longer if the deck has something good on top."""

    def view(self, seat: Seat) -> View:
        """The right view, and something that looks like nothing."""
        return {**super().view(seat), "wind": " " * (self.deck[-1] if self.deck else 0)}


class AsksByHiddenCard(Table):
    """L7: whether somebody seems to be asked depends on a hand."""

    def seen_waiting(self, seat: Seat) -> list[Seat]:
        """Only those whose lowest card is even."""
        asked = self.deciders()
        return [other for other in asked if not self.hands[other] or self.hands[other][0] % 2]


class TellsAHiddenSum(Table):
    """L7: an event says how strong all hands are together."""

    def tell(self, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        """A number too many."""
        super().tell(kind, a, b, c, d)
        super().tell(ROLLED, sum(self.hands[self.captain]))


class OpenVotes(Table):
    """L7: everybody sees who is backed while the vote is open."""

    def view(self, seat: Seat) -> View:
        """The view, with all sides."""
        return {**super().view(seat), "sides": self.sides[:]}


class OpenBallots(Table):
    """L7: the event of a sealed answer has no secret."""

    def record(
        self, kind: int, values: list[int], items: list[int], knowers: int, epoch: int
    ) -> None:
        """Everybody is told which side was taken."""
        if kind == SEALED:
            knowers = self.everyone
        super().record(kind, values, items, knowers, epoch)


class KeepsTheTruth(Table):
    """L8: a world is just a copy."""

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """A copy with another future."""
        world = self.clone()
        world.rng = rng.spawn()
        return world


class KeepsTheFuture(Table):
    """L8: a bot could look at the dice to come."""

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """A world with our generator."""
        world = super().determinize(seat, rng)
        world.rng = self.rng.clone()
        return world


class ShufflesTheTrueOrder(Table):
    """L8: the hidden cards are not sorted before they are shuffled."""

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """Shuffle the deck as it lies."""
        world = self.clone()
        deck = list(world.deck)
        rng.shuffle(deck)
        world.deck = tuple(deck)
        world.rng = rng.spawn()
        return world


class NeverShuffles(Table):
    """L8: the hidden cards are dealt in ascending order, always."""

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """The same world for every seed."""
        world = super().determinize(seat, FastRng(5))
        world.rng = rng.spawn()
        return world


class KeepsTheHands(Table):
    """L8: only the deck is dealt anew."""

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """A world in which all others hold what they hold."""
        world = self.clone()
        [world.deck] = dealt_anew(world.knows, [world.deck], seat, rng)
        world.rng = rng.spawn()
        return world


class KeepsTheSides(Table):
    """L8: the sealed answers of others are the true ones."""

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """A world with our votes."""
        world = super().determinize(seat, rng)
        world.sides = self.sides[:]
        return world


class DealsOwnCards(Table):
    """L8: even what the seat knows is dealt anew."""

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """A world that belongs to the next seat."""
        return super().determinize((seat + 1) % self.seats, rng)


class DrawsOpenly(Table):
    """L9: everybody is told which card was drawn, but nobody knows it afterwards."""

    def record(
        self, kind: int, values: list[int], items: list[int], knowers: int, epoch: int
    ) -> None:
        """A draw is a public fact."""
        if kind == DRAWN:
            knowers = self.everyone
        super().record(kind, values, items, knowers, epoch)


class BribesForEver(Table):
    """L10: nobody counts the offers."""

    def apply(self, seat: Seat, action: Action) -> None:
        """Forget who has bribed."""
        super().apply(seat, action)
        self.bribers = 0


class WritesTooLittle(Table):
    """L11: the gold is lost."""

    def write(self) -> str:
        """One line is always the same."""
        lines = super().write().splitlines()
        return "\n".join([f"{line.split()[0]} 0" if "gold" in line else line for line in lines])


class ReadsCarelessly(Parley):
    """L11: broken text raises whatever it raises."""

    def read(self, text: str) -> Table:
        """Trust everybody."""
        rows = {row.split()[0]: row for row in text.splitlines()}
        missing = {"round", "waiting", "gold.0", "deck", "rng"} - set(rows)
        if missing:
            raise KeyError(missing)
        table = super().read("\n".join(rows.values()))
        assert isinstance(table, Table)
        return table


class FavoursTheFirstSeat(Table):
    """L13: cards are dealt in the order of seat numbers, whoever is captain."""

    def clockwise(self) -> list[Seat]:
        """Always from the first seat on."""
        return list(range(self.seats))


class ViewsInside(Table):
    """A client's view is the table itself."""

    def view(self, seat: Seat) -> View:
        """The gold, not a copy of it."""
        return {**super().view(seat), "gold": self.gold}


class ForgetsAtTheEnd(Table):
    """The story of a finished game says less than was told during the game."""

    def draw(self, seat: Seat) -> None:
        """A draw that everybody sees for a round."""
        log, self.log = self.log, None
        super().draw(seat)
        self.log = log
        self.record(DRAWN, [seat, self.hands[seat][-1]], [], 1 << seat, self.round + 1)

    def epoch(self) -> int:
        """The round, which never ends."""
        return FOREVER - 1 if not self.agenda else self.round + 1


class ClosesAtOnce(brawl.Table):
    """L7: the last pass closes the window, which tells everybody that it was the last one."""

    def advance(self) -> None:
        """Never rest."""
        self.end_rest()


class ClosesByHiddenCard(brawl.Table):
    """L7: a window to which the table returns is closed at once if the captain holds no trick."""

    def ask(self) -> None:
        """Ask only for a captain who can defend himself."""
        super().ask()
        is_armed = brawl.TRICK_CARD in self.hands[self.captain]
        if self.agenda[-1] == brawl.BRAWLING and not is_armed:
            self.end_rest()


class ShowsTheRest(brawl.Table):
    """L7: nobody seems to be asked while the window rests."""

    def seen_waiting(self, seat: Seat) -> list[Seat]:
        """Who is asked in truth, at rest."""
        return [] if self.rests else super().seen_waiting(seat)


class StopsTheCountdown(brawl.Table):
    """L7: a window that rests counts down no more."""

    def countdown_ms(self) -> int:
        """Nothing to wait for, at rest."""
        return 0 if self.rests else super().countdown_ms()


class OffersNothingAtRest(brawl.Table):
    """L7: while the window rests, nothing can be offered."""

    def asides(self, seat: Seat) -> list[Action]:
        """Only while somebody is asked."""
        return super().asides(seat) if self.waiting else []


class RefusesOtherwise(brawl.Table):
    """L7: a refusal says that nobody is asked."""

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """As if the game were over."""
        if not self.waiting:
            return IllegalAction("game_over", "the game is over", "")
        return super().refusal(seat, action)


BROKEN_WINDOWS: list[tuple[Law, type[brawl.Table]]] = [
    (laws.l1_over_or_asked, StopsTheCountdown),
    (knowledge.l7_silent_answers, ClosesAtOnce),
    (knowledge.l7_silent_answers, ShowsTheRest),
    (knowledge.l7_silent_answers, StopsTheCountdown),
    (knowledge.l7_silent_answers, OffersNothingAtRest),
    (knowledge.l7_silent_answers, RefusesOtherwise),
    (knowledge.l7_closing, ClosesByHiddenCard),
]
"""Tables whose windows count down."""
BROKEN: list[tuple[Law, type[Table]]] = [
    (laws.l1_over_or_asked, EndsTooEarly),
    (laws.l1_over_or_asked, WinsTooMuch),
    (laws.l2_legal_for_deciders, UnsortedOptions),
    (laws.l2_legal_for_deciders, OptionsForAll),
    (laws.l2_legal_for_deciders, StaleDefault),
    (laws.l2_legal_for_deciders, ForbiddenLots),
    (laws.l3_play_takes_the_legal, ChangesFirst),
    (laws.l3_play_takes_the_legal, TakesAnything),
    (laws.l4_clones_live_alone, SharesAList),
    (laws.l4_clones_live_alone, ForgetsGold),
    (laws.l4_clones_live_alone, SharesChance),
    (laws.l4_pickles_and_deep_copies, ForgetsInAPickle),
    (laws.l5_same_seed_same_game, AsksTheClock),
    (laws.l5_same_seed_same_game, PlaysForTheRecord),
    (laws.l6_nothing_vanishes, DropsACard),
    (laws.l6_nothing_vanishes, DoublesACard),
    (knowledge.l7_non_interference, LeakingView),
    (knowledge.l7_non_interference, LeaksToSpectators),
    (knowledge.l7_non_interference, LegalByHiddenCard),
    (knowledge.l7_non_interference, DefaultByHiddenCard),
    (knowledge.l7_non_interference, LotsByHiddenCard),
    (knowledge.l7_non_interference, TellsAHiddenSum),
    (knowledge.l7_sizes_and_moments, PadsByHiddenCard),
    (knowledge.l7_sizes_and_moments, AsksByHiddenCard),
    (knowledge.l7_sealed_answers, OpenVotes),
    (knowledge.l7_sealed_answers, OpenBallots),
    (knowledge.l8_worlds_look_alike, LeakingView),
    (knowledge.l8_worlds_look_alike, ShufflesTheTrueOrder),
    (knowledge.l8_worlds_look_alike, DealsOwnCards),
    (knowledge.l8_worlds_differ, KeepsTheTruth),
    (knowledge.l8_worlds_differ, KeepsTheFuture),
    (knowledge.l8_worlds_differ, NeverShuffles),
    (knowledge.l8_worlds_differ, KeepsTheHands),
    (knowledge.l8_sealed_answers, KeepsTheTruth),
    (knowledge.l8_sealed_answers, KeepsTheSides),
    (knowledge.l9_events_tell_what_is_known, DrawsOpenly),
    (knowledge.l9_events_tell_what_is_known, OpenBallots),
    (laws.l10_every_game_ends, BribesForEver),
    (laws.l11_read_what_is_written, WritesTooLittle),
    (laws.l12_replay, AsksTheClock),
    (laws.l13_turning_the_table, FavoursTheFirstSeat),
    (laws.views_are_json, ViewsInside),
    (laws.the_end_tells_what_faded, ForgetsAtTheEnd),
]


def is_caught(law: Law, game: Game, policies: Iterable[str] = tuple(POLICIES)) -> bool:
    """Whether some game of three breaks the law; windows that count down rest."""
    case = Case(game, 3, game.live_options(), closes_apart=True)
    for seed in range(3):
        for policy in policies:
            try:
                law(Play(case, policy, seed))
            except (AssertionError, LookupError, pytest.fail.Exception):
                return True
    return False


@pytest.mark.parametrize(
    ("law", "table"), BROKEN, ids=[f"{law.__name__}-{table.__name__}" for law, table in BROKEN]
)
def test_a_broken_table_is_caught(law: Law, table: type[Table]) -> None:
    """The law fails on the table that breaks it."""
    assert is_caught(law, Parley(table))


@pytest.mark.parametrize(
    ("law", "table"),
    BROKEN_WINDOWS,
    ids=[f"{law.__name__}-{table.__name__}" for law, table in BROKEN_WINDOWS],
)
def test_a_broken_window_is_caught(law: Law, table: type[brawl.Table]) -> None:
    """The law fails on a table that tells by its windows who has answered."""
    assert is_caught(law, Brawl(table), ENDING)


@pytest.mark.parametrize("law", [law for law, _ in BROKEN_WINDOWS], ids=lambda law: law.__name__)
def test_the_real_window_is_not(law: Law) -> None:
    """The same table keeps these laws while its windows rest."""
    assert not is_caught(law, Brawl(), ENDING)


def test_a_careless_reader_is_caught() -> None:
    """L11: text with a line missing, or given twice."""
    assert is_caught(laws.l11_broken_text_is_refused, ReadsCarelessly())


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_real_table_is_not(law: Law) -> None:
    """What catches the broken tables does not just catch everything."""
    assert not is_caught(law, Parley())


def test_every_law_is_put_to_the_test() -> None:
    """No law without a table that breaks it, here or in `test_said_once.py`."""
    tried = {law for law, _ in BROKEN} | {law for law, _ in BROKEN_WINDOWS}
    tried |= {laws.l11_broken_text_is_refused, l3_what_is_not_legal_is_denied}
    assert tried == set(laws.LAWS)


def test_every_registered_game_is_under_the_laws() -> None:
    """A game is registered, and gets them for nothing."""
    assert {case.game.name for case in CASES} == {*[game.name for game in OWN_GAMES], "parley"}
