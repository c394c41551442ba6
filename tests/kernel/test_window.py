"""The four shapes of waiting, on a table that does nothing but wait."""

from __future__ import annotations

import pytest

from broadside.kernel.action import Action, ActionTable
from broadside.kernel.errors import BroadsideError
from broadside.kernel.event import SPECTATOR, Seat
from broadside.kernel.masks import lowest
from broadside.kernel.playout import playout
from broadside.kernel.rng import FastRng
from broadside.kernel.state import AGENDA_MAX, State
from broadside.kernel.window import FREE_PLAY, NOBODY, REACTION, TURN, VOTE, WINDOW_NAMES


class Anchorage(State):
    """A table whose agenda only counts how often it went on."""

    def __init__(self) -> None:
        super().__init__(4)
        self.steps: list[int] = []
        self.stops_at = -1

    def advance(self) -> None:
        """Do the next step; ask seat 3 at one of them."""
        step = self.agenda.pop()
        self.steps.append(step)
        if step == self.stops_at:
            self.open_turn(3)


class Harbour(Anchorage):
    """A table that asks all four seats at each step, whether they want to go ashore."""

    def __init__(self) -> None:
        super().__init__()
        self.agenda = [2, 1]
        self.run()

    def advance(self) -> None:
        """Ask everybody, or close when all have said no."""
        if self.steps[-1:] != self.agenda[-1:]:
            self.steps.append(self.agenda[-1])
            self.open_reaction(0b1111)
        elif self.closes_apart:
            self.open_at_rest(REACTION)
        else:
            self.end_rest()

    def end_rest(self) -> None:
        """Weigh anchor."""
        self.agenda.pop()

    def apply(self, seat: Seat, action: Action) -> None:
        """No."""
        self.answered(seat)
        self.run()

    def legal(self, seat: Seat) -> list[Action]:
        """Only no."""
        return [NO] if self.is_asked(seat) else []

    def result(self) -> list[float] | None:
        """Nobody wins."""
        return [0.25] * 4 if self.is_over() else None


NO = ActionTable().add_verb("no", []).of()


@pytest.fixture
def harbour() -> Harbour:
    """A table in whose first window one seat has yet to answer, and which closes apart."""
    table = Harbour()
    table.closes_apart = True
    for seat in (0, 1, 2):
        table.apply(seat, NO)
    return table


def test_a_window_rests_after_the_last_answer(harbour: Harbour) -> None:
    """Nobody is asked, and the agenda stays where it is, until it is closed."""
    assert (harbour.deciders(), harbour.rests) == ([3], False)
    harbour.apply(3, NO)
    assert (harbour.deciders(), harbour.rests, harbour.window) == ([], True, REACTION)
    assert not harbour.is_over()
    harbour.run()
    assert harbour.agenda == [2, 1]
    harbour.close_window()
    assert (harbour.agenda, harbour.rests, harbour.deciders()) == ([2], False, [0, 1, 2, 3])


def test_only_a_window_that_rests_is_closed(harbour: Harbour) -> None:
    """Else the refusal says whose answers are missing."""
    with pytest.raises(BroadsideError, match="rests can be closed; seat 3 must answer first"):
        harbour.close_window()
    playout(harbour, FastRng(1))
    with pytest.raises(BroadsideError, match="rests can be closed; the game is over"):
        harbour.close_window()


def test_the_last_answer_closes_a_window_elsewhere() -> None:
    """Simulations do not wait for anybody."""
    table = Harbour()
    for seat in range(4):
        table.apply(seat, NO)
    assert (table.agenda, table.rests) == ([2], False)


def test_a_playout_closes_what_rests(harbour: Harbour) -> None:
    """Nobody else is there to do it."""
    assert playout(harbour, FastRng(1)) == 5
    assert harbour.is_over()
    assert harbour.result() is not None


def test_what_ends_a_rest(harbour: Harbour) -> None:
    """A play, another window, and asking again; not if nobody is asked."""
    harbour.apply(3, NO)
    for shape in ("open_turn", "open_vote", "open_reaction", "open_free_play"):
        table = Harbour()
        harbour.copy_into(table)
        assert (table.rests, table.closes_apart) == (True, True)
        getattr(table, shape)(1)
        assert not table.rests
    harbour.open_at_rest(FREE_PLAY)
    harbour.reopened(0)
    assert harbour.rests
    harbour.reopened(0b0010)
    assert (harbour.rests, harbour.deciders()) == (False, [1])
    harbour.open_at_rest(FREE_PLAY)
    harbour.taken()
    assert not harbour.rests


def test_what_a_closing_tells_is_news(harbour: Harbour) -> None:
    """As what a play tells is."""
    harbour.apply(3, NO)
    harbour.log = []
    harbour.news = 7
    harbour.close_window()
    assert harbour.news == 0


def test_nobody_is_asked_at_first() -> None:
    """An empty table waits for nobody."""
    table = Anchorage()
    assert table.window == NOBODY
    assert table.deciders() == []


def test_a_turn() -> None:
    """One seat; its answer closes the window."""
    table = Anchorage()
    table.open_turn(2)
    assert (table.window, table.deciders()) == (TURN, [2])
    assert table.is_asked(2)
    assert not table.is_asked(1)
    assert not table.is_asked(SPECTATOR)
    table.answered(2)
    assert table.deciders() == []


def test_a_vote() -> None:
    """Several seats answer in any order; the last answer closes it."""
    table = Anchorage()
    table.open_vote(0b1011)
    assert (table.window, table.deciders()) == (VOTE, [0, 1, 3])
    table.answered(3)
    table.answered(0)
    assert table.deciders() == [1]
    table.answered(1)
    assert table.deciders() == []


def test_a_reaction_ends_with_the_first_taker() -> None:
    """Whoever passed is not asked again; a taker closes it for all."""
    table = Anchorage()
    table.open_reaction(0b1110)
    table.answered(1)
    assert (table.window, table.deciders()) == (REACTION, [2, 3])
    table.taken()
    assert table.deciders() == []


def test_free_play_is_reopened_by_a_play() -> None:
    """Those who were ready are asked again."""
    table = Anchorage()
    table.open_free_play(0b1111)
    table.answered(0)
    table.answered(1)
    table.reopened(0b1111 & ~(1 << 2))
    assert (table.window, table.deciders()) == (FREE_PLAY, [0, 1, 2, 3])
    for seat in (2, 0, 3, 1):
        table.answered(seat)
    assert table.deciders() == []


@pytest.mark.parametrize("window", ["open_vote", "open_reaction"])
def test_only_free_play_is_reopened(window: str) -> None:
    """The other windows end: an answer there is final."""
    table = Anchorage()
    getattr(table, window)(0b0011)
    with pytest.raises(AssertionError):
        table.reopened(0b0001)


def test_an_answer_of_somebody_else_changes_nothing() -> None:
    """Answering twice is answering once."""
    table = Anchorage()
    table.open_vote(0b0011)
    table.answered(1)
    table.answered(1)
    table.answered(3)
    assert table.deciders() == [0]


def test_the_agenda_runs_until_somebody_is_asked() -> None:
    """From the top of the stack down."""
    table = Anchorage()
    table.agenda = [5, 4, 3, 2, 1]
    table.stops_at = 3
    table.run()
    assert table.steps == [1, 2, 3]
    assert table.deciders() == [3]
    table.run()
    assert table.steps == [1, 2, 3], "nothing goes on while somebody is asked"
    table.taken()
    table.run()
    assert table.steps == [1, 2, 3, 4, 5]
    assert table.agenda == []


def test_an_agenda_that_only_grows_is_a_mistake() -> None:
    """It stops instead of filling the memory."""
    table = Anchorage()
    table.agenda = [0] * (AGENDA_MAX + 1)
    with pytest.raises(AssertionError):
        table.run()


def test_a_copy_has_its_own_agenda_and_masks() -> None:
    """What every table has is copied by `copy_into`."""
    table, twin = Anchorage(), Anchorage()
    table.agenda, table.knows = [1, 2], [3, 4]
    table.open_vote(0b0101)
    table.copy_into(twin)
    assert (twin.window, twin.waiting, twin.agenda, twin.knows) == (VOTE, 5, [1, 2], [3, 4])
    twin.agenda.append(9)
    twin.knows[0] = 9
    assert (table.agenda, table.knows) == ([1, 2], [3, 4])


def test_several_who_decide_at_once_are_asked_in_order() -> None:
    """The lowest seat first."""
    assert [lowest(mask) for mask in (0b1, 0b110, 0b1000)] == [0, 1, 3]


def test_every_window_has_a_name() -> None:
    """For whoever prints a table."""
    assert WINDOW_NAMES[TURN] == "turn"
    assert len(WINDOW_NAMES) == FREE_PLAY + 1
