"""My tables, and statistics by name."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from broadside.server.table import host, worlds
from broadside.server.table.results import finished_of
from broadside.server.table.seating import holder
from broadside.service.credentials import hash_credential, is_same
from broadside.service.reading import player_key, tidy
from broadside.service.refusal import Refusal
from broadside.wire import http_messages as wire
from broadside.wire.http_messages import MyTable, NameKept, NoticeInfo, PlayerInfo, SeatWorld

if TYPE_CHECKING:
    from starlette.responses import Response

    from broadside.server.http.requests import Call
    from broadside.server.table.decision import Scene
    from broadside.server.table.shell import Shell
    from broadside.service.kept_names import Kept
    from broadside.store.interface import GameResult, PlayerResult

LATEST_MAX: Final = 30


async def world(call: Call) -> SeatWorld:
    """Draw a world that a seat cannot tell from the table, for its client to think about."""
    call.tables.house.limits.worlds.check(call.shown)
    seat = call.seat()

    def draw(_shell: Shell, scene: Scene, holder: int | None) -> SeatWorld:
        if holder != seat:
            raise Refusal(403, "bad_credential", f"This is not the credential of seat {seat}.")
        return worlds.world(scene, seat)

    drawn: SeatWorld = await call.look(draw)
    return drawn


async def mine(call: Call) -> list[MyTable]:
    """List my tables, those that wait for me first."""
    found: list[MyTable] = []
    for shell, shown in await tables_of(call):
        told = await shell.look(partial(_my_table, shell, shown))
        if told is not None:
            found.append(told)
    return sorted(found, key=MyTable.urgency)


async def tables_of(call: Call) -> list[tuple[Shell, str]]:
    """The tables that a request names, each with the hash of the credential shown for it."""
    found: dict[tuple[str, str], Shell] = {}
    for seat in call.body.seats:
        with suppress(Refusal):
            shell = await call.tables.bring(seat.table)
            found[seat.table, hash_credential(seat.credential)] = shell
    return [(shell, shown) for (_, shown), shell in found.items()]


def _my_table(shell: Shell, shown: str, scene: Scene) -> MyTable | None:
    """One of my tables; None if I have no seat there any more."""
    table = scene.table
    seat = holder(table.chairs, shown)
    if seat is None:
        return None
    is_asked = table.state is not None and table.state.is_asked(seat)
    clock = table.times.clock_for(seat, scene.now) if is_asked else None
    left_ms = None if clock is None else clock.left_ms
    return MyTable(shell.info(scene, seat), seat, is_asked, left_ms)


async def player(call: Call) -> PlayerInfo:
    """Tell what finished games tell about a name, however it is written."""
    house, name = call.tables.house, call.path["name"]
    keeper = await house.names.find(name)
    is_mine = keeper is not None and is_same(keeper.key_hash, call.shown)
    found = await house.store.results_of(player_key(name), house.clock.now_ms())
    # Who has played much has much to count, and no table shall wait for it.
    return await asyncio.to_thread(_told, name, found, keeper, is_mine)


def _told(
    name: str,
    found: list[tuple[str, GameResult, PlayerResult]],
    keeper: Kept | None,
    is_mine: bool,
) -> PlayerInfo:
    """What games tell about a name."""
    outcomes: dict[str, list[tuple[float, int]]] = {}
    for _, result, who in found:
        outcomes.setdefault(result.game, []).append((who.share, who.score))
    # Before the name was kept, somebody else may have played under it.
    own = [one for one in found if keeper is not None and one[1].at_ms >= keeper.since_ms]
    return PlayerInfo(
        name=tidy(name),
        games=[_summary(game, all_) for game, all_ in outcomes.items()],
        is_kept=keeper is not None,
        is_mine=is_mine,
        latest=[_played(*one) for one in own[:LATEST_MAX]] if is_mine else [],
    )


def _played(table: str, result: GameResult, who: PlayerResult) -> wire.PlayedGame:
    seats = finished_of(result).seats
    others = [one.name or one.bot or "" for seat, one in enumerate(seats) if seat != who.seat]
    return wire.PlayedGame(table, result.game, result.at_ms, who.share, who.score, others)


async def keep_name(call: Call) -> NameKept:
    """Keep a name for who has the key."""
    name = host.checked_name(call.body.name)
    await call.tables.house.names.keep(name, call.body.key)
    return NameKept(name, is_kept=True)


async def give_name_up(call: Call) -> NameKept:
    """Let everybody use a name again."""
    name = host.checked_name(call.body.name)
    await call.tables.house.names.give_up(name, call.body.key)
    return NameKept(name, is_kept=False)


async def name_card(call: Call) -> Response:
    """Draw the link that brings the key of a name to another device."""
    name, key = host.checked_name(call.body.name), call.body.key
    await call.tables.house.names.check(name, key)
    return call.picture(f"player/{quote(name, safe='')}#key={quote(key, safe='')}")


def _summary(game: str, outcomes: list[tuple[float, int]]) -> wire.PlayerGame:
    shares = [share for share, _ in outcomes]
    scores = [score for _, score in outcomes]
    return wire.PlayerGame(
        game=game,
        played=len(outcomes),
        wins=sum(share == 1 for share in shares),
        share=sum(shares),
        mean_score=sum(scores) / len(scores),
        best_score=max(scores),
    )


async def notices(call: Call) -> NoticeInfo:
    """Tell which notices there are."""
    settings = call.tables.house.settings
    return NoticeInfo(mail=bool(settings.smtp), webhooks=settings.webhooks)


async def confirm(call: Call) -> Any:
    """Confirm that mail may go to an address."""
    if not await call.tables.house.notifier.confirm(call.path["token"]):
        raise Refusal(404, "unknown_token", "This link is too old, or was never sent.")
    return await notices(call)
