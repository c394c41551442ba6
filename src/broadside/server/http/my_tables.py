"""My tables, and statistics by name."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from broadside.server.credentials import hash_credential
from broadside.server.table.results import player_key
from broadside.server.table.seating import holder
from broadside.service.reading import tidy
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import MyTable, NoticeInfo, PlayerGame, PlayerInfo

if TYPE_CHECKING:
    from broadside.server.http.requests import Call
    from broadside.server.table.scene import Scene
    from broadside.server.table.shell import Shell


async def mine(call: Call) -> list[MyTable]:
    """List my tables, those that wait for me first."""
    found: list[MyTable] = []
    for shell, shown in await tables_of(call):
        told = await shell.look(partial(_my_table, shell, shown))
        if told is not None:
            found.append(told)
    return sorted(found, key=_urgency)


async def tables_of(call: Call) -> list[tuple[Shell, str]]:
    """The tables that a request names, each with the hash of the credential shown for it."""
    found: dict[tuple[str, str], Shell] = {}
    for seat in call.body.seats:
        with suppress(Refusal):
            shell = await call.tables.find(seat.table)
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


def _urgency(mine: MyTable) -> tuple[int, float]:
    """Who waits for me comes first, and of those who has least time."""
    order = {"playing": 1, "waiting": 2, "over": 3, "expired": 4}
    left = float("inf") if mine.left_ms is None else mine.left_ms
    return 0 if mine.is_asked else order[mine.table.status], left


async def player(call: Call) -> PlayerInfo:
    """Tell what finished games tell about a name, however it is written."""
    house, name = call.tables.house, call.path["name"]
    outcomes: dict[str, list[tuple[float, int]]] = {}
    for _, result, who in await house.store.results_of(player_key(name), house.clock.now_ms()):
        outcomes.setdefault(result.game, []).append((who.share, who.score))
    return PlayerInfo(tidy(name), [_summary(game, all_) for game, all_ in outcomes.items()])


def _summary(game: str, outcomes: list[tuple[float, int]]) -> PlayerGame:
    shares = [share for share, _ in outcomes]
    scores = [score for _, score in outcomes]
    return PlayerGame(
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
