"""Viewpoints: what of a table each seat, or a spectator, may be told, and under which numbers."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from broadside.kernel.event import SPECTATOR
from broadside.server.fairness import (
    BRANCH_FORMAT_VERSION,
    REPLAY_FORMAT,
    REPLAY_FORMAT_VERSION,
    ReplayFile,
)
from broadside.server.table.sight import Sight
from broadside.server.wire.messages import Denied, Fairness, PromptInfo, TableInfo, Update

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from broadside.kernel.action import Action
    from broadside.server.table.state import Table
    from broadside.server.wire.messages import Said


def info(table: Table, online: AbstractSet[int], late: AbstractSet[int] = frozenset()) -> TableInfo:
    """The table as everybody may see it."""
    opened, status = table.opened, table.status
    return TableInfo(
        table=table.name,
        game=opened.game,
        version=opened.version,
        options=opened.options,
        clock_s=table.times.clock_s,
        status=status,
        seats=table.seating.infos(online, late),
        fairness=Fairness(
            commitment=opened.commitment,
            salts=table.salts(),
            seed=opened.seed if status == "over" else None,
        ),
        code=(opened.code or None) if status == "waiting" else None,
        host=table.seating.host,
        is_locked=table.seating.is_locked,
        is_public=table.seating.is_public,
        hints=opened.hints,
        stand_in=opened.stand_in,
        spectator_delay_s=opened.spectator_delay_s,
        reserve_s=opened.reserve_s,
        proposal=table.agreements.info(table.active_people()),
        rematch=table.rematch,
        paused=table.times.paused_ms is not None,
    )


def sight(table: Table, seat: int | None) -> Sight:
    """What a seat, or a spectator, sees now; made once for each position of the game."""
    known = table.sights.get(seat)
    if known is None:
        known = table.sights[seat] = _look(table, seat)
    return known


def _look(table: Table, seat: int | None) -> Sight:
    state = table.state
    assert state is not None
    viewpoint = SPECTATOR if seat is None else seat
    view, waiting, result = state.view(viewpoint), state.seen_waiting(viewpoint), state.result()
    if seat is None:
        return Sight(view, waiting, None, [], [], [], result, None)
    asides = _listed(table, table.asides(seat))
    if not state.is_asked(seat):
        return Sight(view, waiting, None, [], asides, [], result, None)
    asked = state.prompt(seat)
    default = None if asked.is_random else asked.default.text
    return Sight(
        view,
        waiting,
        PromptInfo(asked.question, asked.rule, default),
        _listed(table, table.legal(seat)),
        asides,
        [Denied(one.action.text, one.code, one.reason, one.rule) for one in state.denied(seat)],
        result,
        table.question(seat),
    )


def _listed(table: Table, actions: list[Action]) -> list[str]:
    """The texts of actions, without composed ones."""
    verbs = table.game.actions.verbs
    return [action.text for action in actions if not verbs[action.verb].composed]


def update(table: Table, seat: int | None, since: int) -> Update:
    """What a seat, or a spectator, may know: how it stands, what came after number `since`."""
    seen = sight(table, seat)
    return Update(
        seq=table.number(seat, table.seq),
        events=events(table, seat, since),
        view=seen.view,
        waiting=seen.waiting,
        prompt=seen.prompt,
        legal=seen.legal,
        asides=seen.asides,
        denied=seen.denied,
        clock=None,
        countdown=None,
        holds_left=0,
        result=seen.result,
        question=seen.question,
    )


def events(table: Table, seat: int | None, since: int) -> list[dict[str, Any]]:
    """The events of the game and of the table after number `since`."""
    state, number = table.state, table.numbering.number
    assert state is not None
    place = bisect_right(table.event_seqs, since, key=lambda seq: number(seat, seq))
    seen = state.seen_events(SPECTATOR if seat is None else seat, place)
    for event, seq in zip(seen, table.event_seqs[place:], strict=True):
        event["seq"] = number(seat, seq)
    happened = _happenings(table, seat, since)
    # What the table did comes before what it caused.
    return sorted(happened + seen, key=lambda event: int(event["seq"])) if happened else seen


def _happenings(table: Table, seat: int | None, since: int) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    for happening in reversed(table.happenings):
        number = table.number(seat, happening.seq)
        if number <= since:
            break
        if happening.only is None or happening.only == seat:
            told.append({**happening.told, "seq": number})
    return told[::-1]


def sayings_since(table: Table, seat: int | None, since: int) -> list[Said]:
    """What was said after the number `since` of a seat, or of a spectator."""
    numbered = [replace(said, seq=table.number(seat, said.seq)) for said in table.sayings]
    return [said for said in numbered if said.seq > since]


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
