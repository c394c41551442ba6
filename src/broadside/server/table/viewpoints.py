"""Viewpoints: what each seat and each spectator may know of a table, and under which numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from broadside.kernel.event import SPECTATOR
from broadside.server.table.guided_game import guide
from broadside.server.table.presence import Lasting
from broadside.server.table.state import HOST
from broadside.wire.messages import Denied, Fairness, News, PromptInfo, TableInfo

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from broadside.kernel.action import Action
    from broadside.server.table.decision import Scene
    from broadside.server.table.state import Table
    from broadside.wire.messages import Clock, Countdown, Said


encode = msgspec.json.Encoder().encode
"""The message as it crosses the wire."""

NOT_ASKED: Final[dict[str, object]] = {"prompt": None, "legal": [], "denied": [], "question": None}
"""What a viewpoint is told that has nothing to decide."""


class Reading:
    """An update for a viewpoint: what is new, and what lasts."""

    def __init__(self, news: News, lasting: Lasting) -> None:
        self.news = news
        self.lasting = lasting

    def frame(self, ack: str | None = None) -> bytes:
        """The update as it crosses the wire."""
        self.news.ack = ack
        return encode(self.news)[:-1] + b"," + self.lasting.sight


def info(table: Table, online: AbstractSet[int], late: AbstractSet[int] = frozenset()) -> TableInfo:
    """The table as everybody may see it."""
    opened, status = table.opened, table.status
    return TableInfo(
        table=table.name,
        game=opened.game,
        version=opened.version,
        edition=opened.edition or "",
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
        proposal=table.agreements.info(table.seating.active),
        rematch=table.rematch,
        paused=table.times.paused_ms is not None,
        host_online=(HOST if table.seating.host is None else table.seating.host) in online,
    )


def online(scene: Scene) -> frozenset[int]:
    """The seats that are connected; and the host, if the host has no seat and is."""
    seating, presence = scene.table.seating, scene.presence
    if seating.host is None and seating.host_hash:
        for listener in presence.listeners:
            if listener.host_hash == seating.host_hash:
                return presence.online | {HOST}
    return presence.online


def sight(table: Table, seat: int | None) -> bytes:
    """What a seat, or a spectator, sees and may do; made once for each position of the game.

    It is kept as it crosses the wire, as the open end of an update: hundreds of views kept as
    dictionaries would cost a quarter of the server's time, in memory that no cache can hold.
    """
    seen = table.sights.get(seat)
    if seen is None:
        seen = table.sights[seat] = encode(_look(table, seat))[1:]
    return seen


def _look(table: Table, seat: int | None) -> dict[str, object]:
    """The fields that `Update` has beside those of `News`."""
    state = table.state
    assert state is not None
    viewpoint = SPECTATOR if seat is None else seat
    seen: dict[str, object] = {
        "view": state.view(viewpoint),
        "waiting": state.seen_waiting(viewpoint),
        "result": state.result(),
        "asides": [] if seat is None else _listed(table.asides(seat)),
        "guide": None if table.opened.course is None else guide(table, seat),
    }
    if seat is None or not state.is_asked(seat):
        return seen | NOT_ASKED
    asked = state.prompt(seat)
    default = None if asked.is_random else asked.default.text
    seen["prompt"] = PromptInfo(asked.question, asked.rule, default)
    seen["legal"] = _listed(table.legal(seat))
    seen["denied"] = [
        Denied(one.action.text, one.code, one.reason, one.rule) for one in state.denied(seat)
    ]
    seen["question"] = table.question(seat)
    return seen


def _listed(actions: list[Action]) -> list[str]:
    """The texts of actions, without composed ones."""
    return [action.text for action in actions if not action.verb.composed]


def events(table: Table, seat: int | None, since: int) -> list[dict[str, Any]]:
    """The events of the game and of the table after number `since`."""
    state, seqs, number = table.state, table.event_seqs, table.number
    assert state is not None
    place = len(seqs)
    while place and number(seat, seqs[place - 1]) > since:
        place -= 1
    seen = state.seen_events(SPECTATOR if seat is None else seat, place)
    for event, seq in zip(seen, seqs[place:], strict=True):
        event["seq"] = number(seat, seq)
    happened = _happenings(table, seat, since)
    # What the table did comes before what it caused.
    return sorted(happened + seen, key=lambda event: int(event["seq"])) if happened else seen


def _happenings(table: Table, seat: int | None, since: int) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    for happening in table.happenings[::-1]:
        number = table.number(seat, happening.seq)
        if number <= since:
            break
        if happening.only is None or happening.only == seat:
            told.append({**happening.told, "seq": number})
    return told[::-1]


def reading(
    table: Table,
    seat: int | None,
    since: int,
    clock: Clock | None = None,
    countdown: Countdown | None = None,
    holds_left: int = 0,
) -> Reading:
    """What a seat, or a spectator, may know: how it stands, what came after number `since`."""
    news = News(
        seq=table.number(seat, table.seq),
        events=events(table, seat, since),
        clock=clock,
        countdown=countdown,
        holds_left=holds_left,
    )
    window = countdown and replace(countdown, left_ms=0)
    return Reading(news, Lasting(sight(table, seat), window, holds_left))


def countdown_of(scene: Scene) -> Countdown | None:
    """The countdown that runs now."""
    table, window = scene.table, scene.table.times.open
    if window is None or table.times.paused_ms is not None:
        return None
    held = table.holds.holding.get(window.opening.window, [])
    return window.info(scene.now, scene.settings.countdown_factor, held)


def sayings(table: Table, seat: int | None, since: int) -> list[Said]:
    """What was said after the number `since` of a seat, or of a spectator."""
    numbered = [replace(said, seq=table.number(seat, said.seq)) for said in table.sayings]
    return [said for said in numbered if said.seq > since]
