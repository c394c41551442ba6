"""What truly lay where in a finished game of Tortuga 1667, and what a page was told of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, cast

from broadside.games.registry import OWN_GAMES
from broadside.games.tortuga_1667.cards import EVENT_KIND, EVENT_NAMES, NATION_NAMES, VOTE_NAMES
from broadside.kernel.event import SPECTATOR
from broadside.kernel.replay import Record, deal
from broadside.replays import fairness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadside.games.tortuga_1667.table import Table

    from .visitors import Visitor

Update = dict[str, Any]
OPENLY_TOLD: Final = ("votes_shown",)
"""Events that name Vote cards to everybody."""


class Moment:
    """The truth after some of the game's actions."""

    def __init__(self, table: Table) -> None:
        seats = range(table.seats)
        self.events = len(table.seen_events(SPECTATOR))
        self.is_over = table.result() is not None
        self.hands = [cast("Update", table.view(seat))["seats"][seat]["hand"] for seat in seats]
        self.loyalties = [cast("Update", table.view(seat))["seats"][seat] for seat in seats]
        self.row = [EVENT_NAMES[EVENT_KIND[card]] for card in table.row if card >= 0]
        self.deck = [EVENT_NAMES[EVENT_KIND[card]] for card in table.event_deck]
        shown: Update = cast("Update", table.view(SPECTATOR))
        self.open_events = {*shown["discards"], *shown["stars"]}
        if shown["card"]:
            self.open_events.add(shown["card"]["card"])
        for kept in (seat["kept"] for seat in shown["seats"]):
            self.open_events |= {name for name, has in kept.items() if has}
            self.open_events |= {"letter_of_marque"} if kept["letters"] else set()
            self.open_events |= {"albatross"} if kept["albatrosses"] else set()


def truth(replay: bytes) -> list[Moment]:
    """Play a downloaded game again, and look under every card after each action."""
    file = fairness.replay_file(replay)
    game = next(game for game in OWN_GAMES if game.name == file.game)
    record = Record(file.game, file.version, len(file.seats), game.complete(dict(file.options)))
    table = cast("Table", deal(game, record, fairness.table_rng(file.seed, file.salts)))
    moments = [Moment(table)]
    for seat, action in file.actions:
        table.play(seat, action)
        moments.append(Moment(table))
    return moments


def updates(visitor: Visitor) -> list[Update]:
    """Every update that crossed this visitor's wire."""
    messages = [json.loads(frame) for frame in visitor.frames]
    return [message for message in messages if message["type"] == "update"]


def strings(value: object) -> Iterator[str]:
    """Every text in a message; not the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def check_watcher(frames: list[Update], moments: list[Moment]) -> int:
    """No frame of a spectator tells a secret; give how many secrets were looked for."""
    told, secrets = 0, 0
    said: set[str] = set()
    for frame in frames:
        told += len(frame["events"])
        moment = next(one for one in reversed(moments) if one.events <= told)
        if moment.is_over:
            break
        for event in frame["events"]:
            if event["kind"] not in OPENLY_TOLD:
                assert not set(strings(event)) & {*VOTE_NAMES, *NATION_NAMES}, event
            said |= set(strings(event)) if event["kind"] in ("revealed", "stars_chosen") else set()
        secrets += check_view(frame, moment, said)
    return secrets


def check_view(frame: Update, moment: Moment, said: set[str]) -> int:
    """One view of a spectator against the truth at that moment."""
    shown = frame["view"]
    votes = shown["vote"]["shown"] if shown["vote"] else []
    words = list(strings({**shown, "maroon": None, "vote": None, "leader": None}))
    assert frame["legal"] == frame["denied"] == []
    assert frame["prompt"] is None
    assert shown["unplaced_notes"] == shown["vote_deck_notes"] == []
    assert shown["crows_nest"] is None or shown["crows_nest"]["pool"] is None
    assert not set(words) & {*VOTE_NAMES, *NATION_NAMES}
    ahead = shown["british"] - shown["french"]  # the leader tells no more than the open chests do
    assert shown["leader"] == ("british" if ahead > 0 else "french" if ahead < 0 else None)
    assert set(strings(shown["vote"])) & set(VOTE_NAMES) <= set(votes)
    hidden = ({*moment.row, *moment.deck} - moment.open_events) - said
    assert not hidden & set(words), (hidden, shown)
    assert len(moment.row) >= sum(slot["filled"] for slot in shown["row"])
    return len(hidden) + sum(map(len, moment.hands)) + len(moment.loyalties)
