"""After a game: its moments again, the chart of its scores, and the next table."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from broadside.kernel.event import EVERYTHING, SPECTATOR
from broadside.replays import fairness
from broadside.replays.fairness import (
    BRANCH_FORMAT_VERSION,
    REPLAY_FORMAT,
    REPLAY_FORMAT_VERSION,
    ReplayFile,
    Segment,
)
from broadside.server.opening import checked_options
from broadside.server.table.records import Opened, Reserved
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import Chart, Hidden, Moment, Moments, SeatBeliefs
from broadside.wire.messages import SeatWish

if TYPE_CHECKING:
    from broadside.kernel.state import State
    from broadside.replays.fairness import Step
    from broadside.server.table.state import Table
    from broadside.wire.http_messages import WhatIf


def check_over(table: Table) -> None:
    """Make sure that nothing of a running game is told."""
    if table.status != "over":
        raise Refusal(409, "not_over", "This is published when the game is over.")


def viewpoint(eyes: str, seats: int) -> int:
    """Whose eyes these are: a seat's, a spectator's, or those that see everything."""
    if eyes == "all":
        return EVERYTHING
    if eyes == "spectator":
        return SPECTATOR
    if eyes.isascii() and eyes.isdigit() and len(eyes) < 3 and int(eyes) < seats:
        return int(eyes)
    reason = f"Eyes are all, spectator, or a seat from 0 to {seats - 1}; not {eyes[:20]!r}."
    raise Refusal(400, "bad_eyes", reason)


def moments(table: Table, eyes: int, first: int, count: int) -> Moments:
    """Some moments of a finished game."""
    total = 1 + sum(len(part.actions) for part in _parts(table))
    steps = islice(table.course(table.actions), first, first + count)
    return Moments(total, [_moment(eyes, first + at, step) for at, step in enumerate(steps)])


def replay_file(table: Table) -> ReplayFile:
    """The finished game as a file that everybody can check."""
    assert table.state is not None
    result = table.state.result()
    assert result is not None
    opened = table.opened
    return ReplayFile(
        format=REPLAY_FORMAT,
        format_version=BRANCH_FORMAT_VERSION if opened.before else REPLAY_FORMAT_VERSION,
        game=opened.game,
        version=opened.version,
        options=opened.options,
        seats=[chair.title() for chair in table.chairs],
        commitment=opened.commitment,
        seed=opened.seed,
        salts=table.salts(),
        actions=table.actions,
        result=result,
        scores=table.state.scores(),
        before=opened.before,
    )


def _moment(eyes: int, number: int, step: Step) -> Moment:
    seat, action, state, news = step
    return Moment(
        number=number,
        seat=seat,
        action=action if eyes in (seat, EVERYTHING) else None,
        events=state.seen_events(eyes, news),
        view=state.view(eyes),
        waiting=state.seen_waiting(eyes),
        scores=state.scores() if eyes == EVERYTHING else None,
        result=state.result(),
    )


def chart(table: Table) -> Chart:
    """Everybody's score at each moment of a finished game, or every side's."""
    states = (step.state for step in table.course(table.actions))
    sides = sorted({side for side in _sides(table) if side})
    if not sides:
        return Chart([state.scores() for state in states], [])
    return Chart([_side_scores(state, sides) for state in states], sides)


def _sides(table: Table) -> list[str]:
    """Whom each seat plays for in the end."""
    assert table.state is not None
    return [table.state.side(chair.seat) for chair in table.chairs]


def _side_scores(state: State, sides: list[str]) -> list[int]:
    """The score of each side; who plays for it may change, but somebody always does."""
    found = {state.side(seat): score for seat, score in enumerate(state.scores())}
    return [found[side] for side in sides]


def hidden(table: Table) -> Hidden:
    """What nobody, or not everybody, could see of a finished game."""
    assert table.state is not None
    view, sides = table.state.view(EVERYTHING), _sides(table)
    return Hidden(view, sides, _beliefs(table)) if any(sides) else Hidden(view, [], [])


def _beliefs(table: Table) -> list[SeatBeliefs]:
    """What each bot believed before the last action, which turned everything up.

    Each is asked about a world that its seat cannot tell from the true one.
    """
    *_, last = table.course(table.actions[:-1])
    advice = table.game.advice()
    found: list[SeatBeliefs] = []
    for chair in table.chairs:
        if chair.player is None:
            continue
        rng = fairness.bot_rng(table.opened.seed, len(table.actions), chair.seat)
        held = advice.beliefs(last.state.determinize(chair.seat, rng), chair.seat)
        if held is not None:
            found.append(SeatBeliefs(chair.seat, held))
    return found


def _parts(table: Table) -> list[Segment]:
    """All stretches of a finished game."""
    opened = table.opened
    own = Segment(opened.commitment, opened.seed, table.salts(), table.actions)
    return [*opened.before, own]


# ----------------------------------------------------------------------------- rematch


def rematch_seat(table: Table, seat: int) -> int:
    """Where a seat of this table will be at the next one.

    Everybody moves one seat, so that another one begins, unless the game itself sees to that.
    """
    assert table.state is not None
    if table.game.rematch(table.opened.options, table.state) != table.opened.options:
        return seat
    return (seat - 1) % len(table.chairs)


def rematch_opened(table: Table, at_ms: int, code: str) -> Opened:
    """The first record of the next table of the same people and bots."""
    assert table.state is not None
    seats = len(table.chairs)
    wishes: list[SeatWish] = [SeatWish("open")] * seats
    reserved: list[Reserved | None] = [None] * seats
    for chair in table.chairs:
        place = rematch_seat(table, chair.seat)
        if chair.name is None:
            wishes[place] = SeatWish("bot", chair.bot)
        else:
            reserved[place] = Reserved(chair.name, chair.credential_hash, chair.colour)
    seed = fairness.new_seed()
    host = table.seating.host
    return Opened(
        at_ms=at_ms,
        game=table.opened.game,
        version=table.opened.version,
        options=checked_options(
            table.game, seats, table.game.rematch(table.opened.options, table.state)
        ),
        seats=wishes,
        clock_s=table.times.clock_s,
        commitment=fairness.commitment(seed),
        seed=seed,
        code=code,
        host_hash=table.seating.host_hash,
        stand_in=table.opened.stand_in,
        is_public=table.seating.is_public,
        hints=table.opened.hints,
        spectator_delay_s=table.opened.spectator_delay_s,
        reserve_s=table.opened.reserve_s,
        webhook=table.opened.webhook,
        reserved=reserved,
        host=None if host is None else rematch_seat(table, host),
    )


# ----------------------------------------------------------------------------- what if


def what_if_opened(table: Table, wish: WhatIf, at_ms: int, code: str, host_hash: str) -> Opened:
    """The first record of a table that goes on from a moment of this game."""
    if wish.seat >= len(table.chairs):
        raise Refusal(404, "unknown_seat", f"There is no seat {wish.seat} at this table.")
    before = _first_actions(_parts(table), wish.moment)
    seed = fairness.new_seed()
    seats = [SeatWish("bot", chair.bot or table.opened.stand_in) for chair in table.chairs]
    seats[wish.seat] = SeatWish("open")
    return Opened(
        at_ms=at_ms,
        game=table.opened.game,
        version=table.opened.version,
        options=table.opened.options,
        seats=seats,
        clock_s=None,
        commitment=fairness.commitment(seed),
        seed=seed,
        code=code,
        host_hash=host_hash,
        stand_in=table.opened.stand_in,
        hints=True,
        before=before,
    )


def _first_actions(parts: list[Segment], count: int) -> list[Segment]:
    """The stretches of a game up to so many actions; the last one must be left out."""
    total = sum(len(part.actions) for part in parts)
    if count >= total:
        reason = f"One can go on from moments 0 to {total - 1} of this game."
        raise Refusal(400, "bad_moment", reason)
    kept: list[Segment] = []
    for part in parts:
        kept.append(Segment(part.commitment, part.seed, part.salts, part.actions[:count]))
        count -= len(kept[-1].actions)
        if count == 0:
            break
    return kept
