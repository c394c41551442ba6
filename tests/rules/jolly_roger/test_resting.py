"""Windows that rest: at a live table nobody learns that all have answered."""

from __future__ import annotations

import pytest

import broadside
from broadside import SPECTATOR
from broadside.games.jolly_roger.cards import PIECE_NAMES
from broadside.kernel.errors import NotationError
from broadside.kernel.rng import FastRng
from tests.rule import rule

from .drawing import Cards, Drawn, table

HANDS: Cards = {0: "nav3_crew1", 2: "lookout", 3: "cook"}


def live(window: str, hands: Cards) -> Drawn:
    """A table as a server has it, which waits in a window."""
    t = table(window, hands=hands, ask_all=True, run=False)
    t.state.closes_apart = True
    t.state.run()
    return t


def silence(t: Drawn, text: str, *seats: int) -> None:
    """Some seats pass, are done or decline."""
    for seat in seats:
        t.state.play(seat, text)


def hide_nothing(t: Drawn, name: str) -> None:
    """Everybody knows where all cards of a name are: in the discard."""
    cards = [card for card in t.state.crew_deck if PIECE_NAMES[card] == name]
    t.state.crew_deck = tuple([card for card in t.state.crew_deck if card not in cards])
    t.state.crew_discard += tuple(cards)
    for card in cards:
        t.state.knows[card] = t.state.everyone


def sight(t: Drawn, seat: int) -> list[object]:
    """All that a viewpoint can see."""
    state = t.state
    refusals = [state.refusal(seat, action) for action in state.action_table().actions[::40]]
    return [
        t.view(seat),
        state.seen_waiting(seat),
        (state.countdown_ms(), state.clock_s(), state.window_id()),
        (t.legal(seat), t.asides(seat), state.nudged(), state.denied(seat)),
        state.seen_events(seat),
        [(refusal.code, refusal.reason, refusal.rule) for refusal in refusals],
    ]


@rule("JR-T3", "JR-T2")
@pytest.mark.parametrize("text", ["pass", "done"])
def test_the_last_answer_changes_nothing(text: str) -> None:
    """For others the window looks as before; closing it goes on."""
    t = live("call_1", HANDS)
    silence(t, text, 2, 0)
    before = [sight(t, seat) for seat in (0, 1, 2, SPECTATOR)]
    silence(t, text, 3)
    assert (t.state.rests, t.asked(), t.state.is_over()) == (True, [], False)
    assert [sight(t, seat) for seat in (0, 1, 2, SPECTATOR)] == before
    assert t.state.countdown_ms() > 0
    t.state.close_window()
    assert (t.window(), t.state.rests) == ("destination", False)


@rule("JR-T3", "JR-T2")
def test_who_answers_last_sees_what_others_see() -> None:
    """Others seem to be asked, as in a world where they are."""
    t = live("call_1", HANDS)
    world = Drawn(t.state.determinize(3, FastRng(1)))
    silence(t, "pass", 0, 2, 3)
    silence(world, "pass", 3)
    world.state.log = t.state.log
    assert t.state.rests
    assert not world.state.rests
    assert sight(world, 3) == sight(t, 3)
    assert t.state.seen_waiting(3) == [0, 2]


@rule("JR-T3", "JR-T2")
def test_all_have_said_done_before_the_last_play() -> None:
    """The one who played has no card left: nobody can play, but that is nobody's business."""
    t = live("muster", {2: "nav3_crew1", 3: "cook"})
    silence(t, "done", 1, 3)
    t.state.play(2, "muster nav3_crew1")
    assert (t.window(), t.asked()) == ("react", [3])
    silence(t, "decline", 3)
    assert t.state.rests
    t.state.close_window()
    assert (t.window(), t.state.rests) == ("muster", True)
    assert t.state.seen_waiting(0) == [1, 3]
    t.state.close_window()
    assert t.window() == "revealed"


@rule("JR-T6")
def test_the_last_one_declines() -> None:
    """The card counts only when the reaction is closed."""
    t = live("muster", {2: "nav3_crew1 cook", 0: "traitor", 3: "lookout"})
    t.state.play(2, "muster nav3_crew1")
    silence(t, "decline", 0, 2)
    before = sight(t, SPECTATOR)
    silence(t, "decline", 3)
    assert t.state.rests
    assert sight(t, SPECTATOR) == before
    assert t.view()["attack"] is not None
    assert not t.state.mustered
    t.state.close_window()
    assert len(t.state.mustered) == 1
    assert t.asked() == [0, 1, 2, 3]


@rule("JR-T6")
def test_back_to_a_card_about_which_all_were_asked() -> None:
    """A cancelled Traitor leads back there; who has declined is not told by going on at once."""
    t = live("muster", {2: "nav3_crew1 cook", 0: "traitor", 3: "lookout"})
    t.state.play(2, "muster nav3_crew1")
    number = t.state.window_id()
    t.state.react_asked = (t.state.everyone,)
    t.state.taken()
    t.state.run()
    assert (t.window(), t.state.rests) == ("react", True)
    assert t.state.window_id() == number
    t.state.close_window()
    assert t.window() == "muster"


@rule("JR-T6", "JR-Q50")
def test_a_window_that_nobody_can_use_does_not_open() -> None:
    """That both Traitors are seen elsewhere is public: nothing rests."""
    t = table("muster", hands={2: "nav3_crew1 cook", 3: "nav2_crew1"}, ask_all=True, run=False)
    hide_nothing(t, "traitor")
    t.state.closes_apart = True
    t.state.run()
    t.state.play(2, "muster nav3_crew1")
    assert (t.window(), t.state.rests) == ("muster", False)


@rule("JR-T3", "JR-T2")
def test_the_only_one_who_might_play() -> None:
    """Others do not see when it passes; its own worlds rest, too, and are read back."""
    t = live("muster", {})
    assert t.asked() == [1]
    silence(t, "pass", 1)
    assert t.state.rests
    assert t.state.seen_waiting(0) == [1]
    assert t.state.seen_waiting(1) == []
    assert t.refused(1, "pass").reason == "pass by seat 1: the table waits for the window to close"
    world = t.state.determinize(1, FastRng(1))
    assert world.rests
    assert broadside.game("jolly-roger").read(world.write()).rests
    assert t.state.determinize(0, FastRng(1)).deciders() == [1]


@rule("JR-T3", "JR-T9", "JR-T2")
def test_gifts_at_rest() -> None:
    """An offer leaves the window as it is; accepted, it asks all again who are not done."""
    t = live("call_1", HANDS)
    silence(t, "pass", 0, 2)
    silence(t, "done", 3)
    assert t.state.rests
    t.aside(0, "offer nav3_crew1 2 none")
    assert t.state.rests
    assert t.state.nudged() == [2]
    t.aside(2, "accept_offer 0")
    assert t.asked() == [2], "seat 0 has nothing any more, seat 3 is done"
    silence(t, "done", 2)
    t.aside(2, "offer nav3_crew1 3 none")
    t.aside(3, "accept_offer 2")
    assert t.state.rests, "all are done, which nobody may know"


@rule("JR-T2")
def test_tables_that_close_by_themselves() -> None:
    """Without the clock's help the last answer closes a window, as ever."""
    t = live("call_1", HANDS)
    t.state.closes_apart = False
    silence(t, "pass", 0, 2, 3)
    assert t.window() == "destination"


@rule("JR-T2", "JR-T6")
def test_copies_and_texts_rest_too() -> None:
    """A clone rests and closes apart; a text says that the window rests."""
    t = live("call_1", HANDS)
    silence(t, "pass", 0, 2, 3)
    twin = t.state.clone()
    assert (twin.rests, twin.closes_apart) == (True, True)
    text = t.state.write()
    assert "\nwaiting free_play -\n" in text
    read = broadside.game("jolly-roger").read(text)
    assert (read.rests, read.write()) == (True, text)
    assert read.view(0) == t.view(0)
    for copy in (twin, read):
        copy.close_window()
    t.state.close_window()
    assert read.write() == twin.write() == t.state.write()


@rule("JR-T1")
def test_texts_that_cannot_rest() -> None:
    """Without a window nothing rests."""
    t = live("call_1", HANDS)
    silence(t, "pass", 0, 2, 3)
    right = "waiting free_play -"
    assert right in t.state.write()
    with pytest.raises(NotationError, match="a window is open exactly until the game is over"):
        broadside.game("jolly-roger").read(t.state.write().replace(right, "waiting nobody -"))
