"""What is there now and in no log: the connections of a table, and the thoughts of its bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mypy_extensions import mypyc_attr

from broadside.server.table.seating import holder

if TYPE_CHECKING:
    from broadside.server.table.seating import Chair
    from broadside.wire.messages import Countdown
    from broadside.workers.pool import Question

MOMENT_MS: Final = 30_000
"""Who was away for less has not been away: a page was loaded anew, a phone changed its network."""


class Lasting(NamedTuple):
    """What of an update does not change by itself."""

    sight: bytes
    countdown: Countdown | None
    """Without the time that is left."""
    holds_left: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """One connection of a seat or a spectator, as the table sees it: somewhere to send to."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.seat: int | None = None
        self.credential_hash = ""
        """Tells whose connection this is, also when people change places; empty for spectators."""
        self.told_seat: int | None = None
        """The seat that the last welcome named, which was sent."""
        self.host_hash = ""
        """Tells that this is the host's page, who may hold no seat."""
        self.told: Lasting | None = None
        """How the game stood in the last update that this connection was sent."""
        self.told_number = -1
        """The number of that update."""
        self.told_seq = -1
        """The record up to which it was told all that it may know."""

    def send(self, frames: list[bytes]) -> None:
        """Send frames together, in this order. Never waits."""
        raise NotImplementedError

    def close(self, code: int) -> None:
        """End the connection after what was sent before."""
        raise NotImplementedError


class Think(NamedTuple):
    """What a bot shall think about: a decision of its seat or its offers, in a world."""

    decision: tuple[object, ...]
    question: Question


class Thought:
    """What a bot thinks about one decision of its seat."""

    def __init__(self, decision: tuple[object, ...], began_ms: int) -> None:
        self.decision = decision
        self.began_ms = began_ms
        self.text: str | None = None
        self.ready_ms: int | None = None
        """When the bot had its answer; None while it thinks."""

    def is_ready(self, text: str | None, now_ms: int) -> None:
        """The bot has its answer; None if it has none."""
        self.text, self.ready_ms = text, now_ms


class Presence:
    """Who is connected to one table, since when, and what its bots think about."""

    def __init__(self, now_ms: int, *, found_playing: bool = False) -> None:
        self.began_ms = now_ms
        self.found_playing = found_playing
        """Whether the game was under way when the table was loaded: the server had been away."""
        self.listeners: list[Listener] = []
        self.online: frozenset[int] = frozenset()
        """The seats that are connected."""
        self.late: frozenset[int] = frozenset()
        """The seats that keep a table without a clock waiting."""
        self.thoughts: dict[int, Thought] = {}
        """About what each seat is asked."""
        self.answers: dict[int, Thought] = {}
        """About the offers that each seat was made."""
        self.offered: dict[int, set[str]] = {}
        """What each seat could answer when it thought about its offers last."""
        self.first_plays: dict[int, int] = {}
        """How many plays there had been when each open window was met first."""
        self.deserted_ms: int | None = now_ms
        """Since when no seat is connected; None while one is."""
        self.met_ms = now_ms
        """When a seat's client came after none had been there for a while."""
        self._seen: dict[str, int] = {}
        self._came: dict[str, int] = {}

    # ------------------------------------------------------------------- questions

    @property
    def is_found_deserted(self) -> bool:
        """Whether the table was loaded amid its game, and no seat has been connected since."""
        return self.found_playing and self.deserted_ms == self.began_ms

    def count(self, seat: int | None) -> int:
        """How many connections a seat has, or the spectators have."""
        return sum(one.seat == seat for one in self.listeners)

    def spectators_at(self, address: str) -> int:
        """How many spectators come from one address."""
        return sum(one.seat is None and one.address == address for one in self.listeners)

    def away_since_ms(self, credential_hash: str) -> int | None:
        """Since when no connection shows this credential; None if one does."""
        for one in self.listeners:
            if credential_hash in (one.credential_hash, one.host_hash):
                return None
        return self._seen.get(credential_hash, self.began_ms)

    def here_since_ms(self, credential_hash: str) -> int | None:
        """Since when a connection shows this credential; None if none does."""
        if self.away_since_ms(credential_hash) is not None:
            return None
        return self._came[credential_hash]

    def thought(self, about: Think) -> Thought | None:
        """What a bot thinks about something, if it is still wanted."""
        asked = about.question
        found = (self.answers if asked.is_aside else self.thoughts).get(asked.seat)
        return found if found is not None and found.decision == about.decision else None

    def forget_thoughts(self) -> None:
        """The table was built anew: bots think again."""
        self.thoughts, self.answers, self.offered = {}, {}, {}

    # --------------------------------------------------------------- coming, leaving

    def saw(self, credential_hash: str, now_ms: int) -> None:
        """This credential was shown without a connection: its holder is at work."""
        self._seen[credential_hash] = now_ms

    def join(self, listener: Listener, now_ms: int) -> None:
        """A connection begins; after a moment's absence it has been there all the time."""
        shown = listener.credential_hash
        away = self.away_since_ms(shown)
        is_new = away is not None and now_ms - away >= MOMENT_MS
        if is_new or shown not in self._came:
            self._came[shown] = now_ms
        self.listeners.append(listener)
        self.look(now_ms)

    def leave(self, listener: Listener, now_ms: int) -> None:
        """A connection has ended."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            for shown in (listener.credential_hash, listener.host_hash):
                self._seen[shown] = now_ms
            self.look(now_ms)

    def reseat(self, chairs: list[Chair], now_ms: int) -> None:
        """Give every connection the seat that its credential has now, or none."""
        for one in self.listeners:
            if one.credential_hash:
                one.seat = holder(chairs, one.credential_hash)
        self.look(now_ms)

    def look(self, now_ms: int) -> None:
        """See whether a seat is connected, and since when none is."""
        self.online = frozenset(one.seat for one in self.listeners if one.seat is not None)
        is_there = bool(self.online)
        if is_there and self.deserted_ms is not None:
            if now_ms - self.deserted_ms >= MOMENT_MS:
                self.met_ms = now_ms
            self.deserted_ms = None
        elif not is_there and self.deserted_ms is None:
            self.deserted_ms = now_ms
