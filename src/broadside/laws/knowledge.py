"""The laws L7, L8 and L9 about what a seat may know, and about the worlds that bots are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import SPECTATOR
from broadside.kernel.rng import FastRng

from .comparing import (
    after,
    assert_goes_on_alike,
    assert_same_refusals,
    assert_same_sight,
    assert_views_differ,
    begun,
    cards_shown,
    go_on_alike,
    known_by,
    knows,
    play_alike,
    sealed_answers,
    size,
    without_chance,
)

if TYPE_CHECKING:
    from .cases import Play

WORLDS = 6
"""How many worlds are dealt where one must differ from the truth."""
ALTERNATIVES_MIN = 5
"""With so many hidden cards, that many worlds cannot all agree by chance (at most 1 in 15,000)."""


def l7_non_interference(play: Play) -> None:
    """L7: Two tables that differ only in what a seat cannot know give it the same view, legal
    actions, prompt and (until something is revealed) events. A spectator knows no more than any
    seat, so the two look the same to it as well. Only a live table hides who is asked: a simulation
    asks nobody who has nothing to decide.
    """
    if not play.case.is_live:
        return
    rng = FastRng(play.seed + 7)
    for table in play.positions(every=5):
        for seat in range(table.seats):
            world = table.determinize(seat, rng.spawn())
            twin = table.clone()
            assert_same_sight(twin, world, seat)
            play_alike(twin, world, seat, rng)


def l7_sealed_answers(play: Play) -> None:
    """L7, in a vote: while it is open, nobody sees what another one has answered."""
    for table in play.positions():
        for voter, one, two in sealed_answers(table):
            for seat in play.viewpoints():
                if seat != voter:
                    assert_same_sight(one, two, seat)


def l7_sizes_and_moments(play: Play) -> None:
    """L7 for whoever reads the socket: what a seat or a spectator is sent has the same length
    whatever it may not know, and who is asked when does not depend on it.

    Both tables have the same chance here. As long as the story told is the same, so is everything
    that follows: whether a decision answers itself must not depend on a hidden hand. This, too, is
    promised at a live table only.
    """
    if not play.case.is_live:
        return
    rng = FastRng(play.seed + 8)
    for table in play.positions(every=7):
        for seat in range(table.seats):
            world = table.determinize(seat, rng.spawn())
            twin = table.clone()
            world.rng = twin.rng.clone()
            for viewpoint in (seat, SPECTATOR):
                assert size(world, viewpoint) == size(twin, viewpoint)
            go_on_alike(twin, world, seat, rng)


def l7_silent_answers(play: Play) -> None:
    """L7, in a window that counts down: an answer which is not a play changes nothing for whoever
    is not asked any more, though it be the last one. Nor does it look otherwise to the seat that
    gives it than in a world where others have not answered. The table rests, and is refused and
    offered exactly what it was.

    Whoever is still asked may learn that all others had their chance, if a rule says so.
    """
    if not play.case.closes_apart:
        return
    rng = FastRng(play.seed + 9)
    for table in play.positions(every=2):
        if not table.countdown_ms():
            continue
        for seat in table.deciders():
            silent = table.prompt(seat).default
            answered = after(table, seat, silent)
            assert answered.rests == (table.deciders() == [seat])
            for viewpoint in play.viewpoints():
                if viewpoint != seat and not table.is_asked(viewpoint):
                    assert_same_sight(begun(table), answered, viewpoint)
                    assert_same_refusals(play, table, answered, viewpoint)
            world = after(table.determinize(seat, rng.spawn()), seat, silent)
            assert_same_sight(answered, world, seat)
            assert_same_refusals(play, answered, world, seat)


def l7_closing(play: Play) -> None:
    """L7 when a window that rested is closed: what a seat is told and asked next is the same in a
    world in which others had not answered, once these have done so in silence. Both tables have the
    same chance here.
    """
    if not play.case.closes_apart:
        return
    rng = FastRng(play.seed + 10)
    for table in play.positions():
        if not table.rests:
            continue
        seat = int(rng.below(table.seats))
        world = table.determinize(seat, rng.spawn())
        twin = table.clone()
        world.rng = twin.rng.clone()
        while world.deciders():
            silent = world.deciders()[0]
            world.apply(silent, world.prompt(silent).default)
        assert_same_sight(twin, world, seat)
        known = twin.knows[:]
        twin.log, world.log = [], []
        twin.close_window()
        world.close_window()
        assert_goes_on_alike(twin, world, seat, known)


def l8_sealed_answers(play: Play) -> None:
    """L8, in a vote: the worlds of others do not depend on an answer which they cannot know."""
    for table in play.positions():
        for voter, one, two in sealed_answers(table):
            for seat in range(table.seats):
                if seat != voter:
                    worlds = [each.determinize(seat, FastRng(play.seed)) for each in (one, two)]
                    assert worlds[0].write() == worlds[1].write()


def l8_worlds_look_alike(play: Play) -> None:
    """L8: A determinized world gives the seat the same view and legal actions, conserves cards,
    and depends only on what the seat knows and on `rng`, so re-dealing a re-dealt world with the
    same seed gives the same world.
    """
    for table in play.positions(every=4):
        before = table.write()
        for seat in range(table.seats):
            world = table.determinize(seat, FastRng(play.seed))
            assert_same_sight(table, world, seat)
            assert world.pieces() == table.pieces()
            assert world.log is None, "a world carries no story"
            text = world.write()
            assert play.case.game.read(text).write() == text, "a world is sent to bots as text"
            assert known_by(world, seat) == known_by(table, seat)
            other = table.determinize(seat, FastRng(play.seed + 1))
            for same in (table, world, other):
                again = same.determinize(seat, FastRng(play.seed))
                assert again.write() == world.write(), "the world depends on the truth"
        assert table.write() == before, "dealing a world changed the table"


def l8_worlds_differ(play: Play) -> None:
    """L8: A determinized world does not keep the truth where alternatives exist: neither the future
    chance, nor what nobody knows, nor what another seat knows, as long as the game goes on.
    """
    for table in play.positions(every=11):
        if table.is_over():
            return  # nobody thinks about a game that is over
        for seat in range(table.seats):
            worlds = [table.determinize(seat, FastRng(play.seed + i)) for i in range(WORLDS)]
            for world in worlds:
                assert world.rng.write() != table.rng.write(), "the world knows the next roll"
            hidden = [card for card in table.pieces() if not table.knows[card] >> seat & 1]
            if len(hidden) < ALTERNATIVES_MIN:
                continue
            truth, *others = [without_chance(world) for world in [table, *worlds]]
            assert others != [truth] * WORLDS, f"all worlds of seat {seat} keep the truth"
            assert others != [others[0]] * WORLDS, f"all worlds of seat {seat} are the same"
            for other in range(table.seats):
                if 0 < len(set(hidden) & set(known_by(table, other))) < len(hidden):
                    assert_views_differ(play, table, seat, other)


def l9_events_tell_what_is_known(play: Play) -> None:
    """L9: No event shows a seat a card that it does not know afterwards.

    A card that was shuffled away after it was shown is known no longer; an event whose name ends
    in `shuffled` says so.
    """
    told = 0
    for table in play.positions():
        assert table.log is not None
        shuffled = False
        for event in reversed(table.log[told:]):
            shuffled = shuffled or event.kind.name.endswith("shuffled")
            for seat in play.viewpoints():
                for card in cards_shown(table, event, seat):
                    assert shuffled or knows(table, seat, card), (
                        f"{event.kind.name} shows card {card} to {seat}"
                    )
        told = len(table.log)
