"""What the clock answers: drawn in secret where chance decides, and told to whom it concerns."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

import pytest

from broadside.kernel.state import Prompt
from broadside.kernel.window import VOTE
from broadside.replays import fairness
from broadside.server.table import countdown, thinking_time
from broadside.server.table.decision import Scene
from broadside.server.table.records import Acted, Closed
from broadside.server.table.state import load
from broadside.store.memory import MemoryStore
from broadside.wire.messages import DAY_S, Act, OpenTable, SeatWish

from .brawl import BRAWLING, Brawl, Table
from .harness import GAMES, SilentThinkers, house
from .stories import BOTS, SETTINGS, Story
from .test_sealed_clock import sit_down
from .windows import Witness, brawling
from .windows import sit_down as sit_down_to_brawl

if TYPE_CHECKING:
    from broadside.kernel.event import Seat
    from broadside.server.table.state import Table as ServerTable

    from .harness import Client, House

TORTUGA = "tortuga-1667"
SEEDS = [f"{number:064x}" for number in range(60)]


class LuckyTable(Table):
    """A brawl where chance decides whether a seat that gives no answer has passed or is done."""

    def prompt(self, seat: Seat) -> Prompt:
        """Ask, and leave the clock's answer to chance."""
        asked = super().prompt(seat)
        lots = self.legal(seat)[:2] if self.agenda[-1] == BRAWLING else []
        return Prompt(asked.question, asked.rule, asked.default, lots)


def at_a_vote() -> Story:
    """Six people in Tortuga, some of whom vote about the first attack."""
    story = Story(GAMES[TORTUGA], "p" * 6, 120)
    for seat in range(6):
        story.sit(seat)
    for right in list(story.rights):
        story.join(right)
    for _ in range(100):
        table = story.table
        assert table.state is not None
        asked = table.deciders()
        if table.state.window == VOTE and len(asked) > 2:
            return story
        texts = [action.text for action in table.legal(asked[0])]
        attacks = [text for text in texts if text.startswith("attack")]
        (ear,) = [one for one in story.presence.listeners if one.seat == asked[0]]
        text = (attacks or texts)[0]
        story.post(ear, Act(story.new_id(), text, table.question(asked[0])))
    raise AssertionError("nobody attacked")


def scene_of(story: Story, table: ServerTable) -> Scene:
    """The story's table, or another one in its place."""
    return Scene(table, story.presence, story.now, SETTINGS, BOTS)


# ------------------------------------------------------------------------------ chance


def test_a_vote_by_the_clock_is_drawn_from_the_secret_seed() -> None:
    """At the same table, with the same cards and numbers, another seed draws another card."""
    story = at_a_vote()
    seat = story.table.deciders()[0]
    drawn: dict[str, str] = {}
    for seed in SEEDS:
        table = load("story", story.games, story.log)
        table.opened.seed = seed
        drawn[seed] = thinking_time.clock_answer(scene_of(story, table), seat).action
        again = thinking_time.clock_answer(scene_of(story, table), seat)
        assert again.action == drawn[seed]
    assert story.table.state is not None
    lots = {action.text for action in story.table.state.prompt(seat).lots}
    assert len(lots) > 1
    assert {*drawn.values()} == lots


def test_every_vote_by_the_clock_is_drawn_anew() -> None:
    """By its seat and its record: who knows one card that the clock drew knows no other one."""
    table = at_a_vote().table
    numbers = {
        int(fairness.clock_rng(table.opened.seed, seq, seat).below(1 << 30))
        for seq in range(20)
        for seat in range(6)
    }
    assert len(numbers) == 120
    thought = fairness.bot_rng(table.opened.seed, 3, 1)
    assert thought.below(1 << 30) != fairness.clock_rng(table.opened.seed, 3, 1).below(1 << 30)


def test_votes_by_the_clock_are_in_the_log_and_replay_the_same() -> None:
    """Each is one record; whoever plays the log through draws nothing again."""
    story = at_a_vote()
    asked, state, before = story.table.deciders(), story.table.state, len(story.log)
    assert state is not None
    lots = {seat: [action.text for action in state.prompt(seat).lots] for seat in asked}
    story.wait(120_000)
    votes = story.twin.actions[-len(asked) :]
    assert [seat for seat, _ in votes] == asked
    for number, (seat, text) in enumerate(votes):
        rng = fairness.clock_rng(story.table.opened.seed, before - 1 + number, seat)
        assert text == lots[seat][int(rng.below(len(lots[seat])))]
    story.reload()


def test_the_default_of_a_vote_is_not_told_as_it_is_not_known() -> None:
    """The seat is asked as ever, but nobody can say what the clock would answer."""

    async def case() -> None:
        async with house() as server:
            people = await vote(server, 120)
            asked = [each for each in people if each.update.prompt is not None]
            assert len(asked) > 1
            for each in asked:
                assert each.update.prompt is not None
                assert each.update.prompt.question == "vote"
                assert each.update.prompt.default is None

    asyncio.run(case())


async def vote(server: House, clock_s: int) -> list[Client]:
    """Six people connected to a vote in Tortuga."""
    wish = OpenTable(TORTUGA, [SeatWish("open")] * 6, {}, clock_s)
    shell = await server.open_table(wish)
    rights = [await server.sit(shell, seat, f"P{seat}") for seat in range(6)]
    people = [await server.join(shell.name, right) for right in rights]
    for _ in range(100):
        table = people[0].table
        assert table.state is not None
        asked = table.deciders()
        if table.state.window == VOTE and len(asked) > 2:
            return people
        legal = people[asked[0]].update.legal
        attacks = [text for text in legal if text.startswith("attack")]
        await people[asked[0]].act((attacks or legal)[0])
    raise AssertionError("nobody attacked")


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.usefixtures("same_seed")
def test_a_new_server_draws_the_same(is_restarted: bool) -> None:
    """Nobody gets another card from the clock by ending the server at the right moment."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store) as first:
            people = await vote(first, DAY_S)
            name, asked = people[0].table.name, people[0].table.deciders()
            opened, seq = people[0].table.opened, people[0].table.seq
            state = people[0].table.state
            assert state is not None
            drawn = [
                state.clock_answer(seat, fairness.clock_rng(opened.seed, seq + place, seat)).text
                for place, seat in enumerate(asked)
            ]
            if not is_restarted:
                await first.clock.advance(DAY_S + 1)
        async with house(store=store, clock=first.clock) as second:
            if is_restarted:
                await second.clock.advance(DAY_S + 1)
            stored = await second.stored(name)
        votes = [r for r in stored[seq + 1 :] if isinstance(r, Acted) and r.by == "clock"]
        assert [(r.seat, r.action) for r in votes[: len(asked)]] == list(
            zip(asked, drawn, strict=True)
        )

    asyncio.run(case())


def test_a_window_that_closes_draws_for_everybody_in_secret() -> None:
    """Its one record says what was drawn for each; another seed draws otherwise."""
    story = Story(Brawl(LuckyTable), "ppp", 120)
    for seat in range(3):
        story.sit(seat)
    for right in list(story.rights):
        story.join(right)
    story.post(story.presence.listeners[0], Act("m", "toast", story.table.question(0)))
    drawn: set[tuple[tuple[int, str], ...]] = set()
    for seed in SEEDS:
        table = load("story", story.games, story.log)
        table.opened.seed = seed
        (closed,) = countdown.settle(scene_of(story, table))
        assert isinstance(closed, Closed)
        drawn.add(tuple(closed.answers))
    both = itertools.product(["pass", "done"], repeat=3)
    assert drawn == {tuple(enumerate(answers)) for answers in both}


# ---------------------------------------------------------------------------- telling


def clocked(client: Client) -> list[int]:
    """For which seats the clock has answered, as a client was told."""
    return [event["seat"] for event in client.events() if event["kind"] == "table_clock"]


def test_everybody_hears_that_the_clock_did_what_everybody_sees() -> None:
    """It comes before what it caused, under the same number; also to who comes later."""

    async def case() -> None:
        async with house() as server:
            people = await server.pair(clock_s=30)
            name = people[0].table.name
            watcher = await server.join(name)
            await server.clock.advance(30)
            late = await server.join(name)
            for client in (*people, watcher, late):
                told = [(event["kind"], event["seq"]) for event in client.events()]
                assert told[-2:] == [("table_clock", 4), ("split", 4)]
                assert clocked(client) == [0]
            resumed = await server.join(name, since=4)
            assert resumed.events() == []

    asyncio.run(case())


def test_a_bot_and_a_person_are_no_clock() -> None:
    """It is told only where time was up."""

    async def case() -> None:
        async with house() as server:
            shell = await server.open("pb", clock_s=30)
            anne = await server.join(shell.name, await server.sit(shell, 0))
            for _ in range(20):
                if anne.update.legal:
                    await anne.act(anne.update.legal[0])
                await server.clock.advance(1)
            assert clocked(anne) == []

    asyncio.run(case())


def test_a_sealed_answer_of_the_clock_is_told_to_its_own_seat_only() -> None:
    """The others do not learn that this seat has not answered by itself, nor that it has."""

    async def case() -> None:
        async with house(thinkers=SilentThinkers()) as server:
            me, other = await sit_down(server)
            watcher = await server.join(me.table.name)
            await me.act(me.update.legal[0])
            numbers = [client.update.seq for client in (me, watcher)]
            await server.clock.advance(120)
            last = (await server.stored(me.table.name))[-1]
            assert isinstance(last, Acted)
            assert (last.seat, last.by) == (1, "clock")
            assert clocked(other) == [1]
            assert (clocked(me), clocked(watcher)) == ([], [])
            await me.say("Aye")
            late = await server.join(me.table.name)
            assert clocked(late) == []
            assert [me.update.seq, late.update.seq] == [number + 1 for number in numbers]

    asyncio.run(case())


@pytest.mark.usefixtures("same_seed")
def test_nobody_else_can_tell_whether_the_clock_has_answered_under_seal() -> None:
    """Frame by frame, with their times: as if the other seat had chosen by itself."""

    async def case(is_in_time: bool) -> list[list[tuple[float, str]]]:
        async with house(thinkers=SilentThinkers()) as server:
            people = await sit_down(server)
            table = people[0].table
            witness = Witness(people[0].shell)
            await witness.join()
            began, names = server.clock.now(), (table.name, table.opened.code)
            heard = len(people[0].frames)
            await people[0].act(people[0].update.legal[0])
            if is_in_time:
                await people[1].act(people[1].update.legal[0])
            await server.clock.advance(130)
            assert (1 in clocked(people[1])) != is_in_time
            mine = [(0.0, frame) for frame in people[0].frames[heard:]]
            told = [(at - began, frame) for at, frame in witness.timed]
            return [
                [(at, frame.replace(names[0], "T").replace(names[1], "C")) for at, frame in seen]
                for seen in (mine, told)
            ]

    assert asyncio.run(case(is_in_time=True)) == asyncio.run(case(is_in_time=False))


def test_a_window_that_closes_tells_nothing_of_clocks() -> None:
    """Who had not answered is known to nobody: all are answered for at once, or none is."""

    async def case() -> None:
        async with brawling() as running:
            people = await sit_down_to_brawl(running, "ppp")
            await people[0].act("toast")
            await people[1].act("pass")
            await running.clock.advance(4)
            assert people[0].update.waiting == [1]
            assert [clocked(each) for each in people] == [[]] * 4

    asyncio.run(case())
