"""Who sits where, who is the host, and whether anybody may still come: a fold of the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.errors import BadRecord
from broadside.server.credentials import is_same
from broadside.server.table.records import (
    Filled,
    FilledUp,
    Hosted,
    Locked,
    Opened,
    Published,
    Renamed,
    Returned,
    Seated,
    SeatingRecord,
    StandInRecord,
    Swapped,
    Vacated,
)
from broadside.wire.messages import COLOURS, SeatInfo

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from broadside.wire.messages import Language


class Chair:
    """One seat of a table: open, held by a person, or filled by a bot."""

    def __init__(self, seat: int, bot: str | None) -> None:
        self.seat = seat
        self.bot = bot
        self.name: str | None = None
        self.credential_hash = ""
        self.salt = ""
        self.colour: int | None = None
        """What the person chose; without a choice the seat's place decides."""
        self.reserved_for: str | None = None
        """Whose credential the seat has, although nobody has sat down yet."""
        self.mail = ""
        self.language: Language = "en"
        self.stand_in: str | None = None
        """The bot that plays for the person now."""
        self.player = bot
        """The bot that answers for this seat now; None if a person does."""

    @property
    def is_open(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.bot is None and self.name is None

    @property
    def is_person(self) -> bool:
        """Whether a person holds this seat."""
        return self.name is not None

    def sit(self, name: str, credential_hash: str, salt: str) -> None:
        """A person takes the seat."""
        assert self.is_open
        self.reserved_for = None
        self.name = name
        self.credential_hash = credential_hash
        self.salt = salt

    def reserve(self, name: str, credential_hash: str, colour: int | None) -> None:
        """Keep the open seat for somebody."""
        self.reserved_for = name
        self.credential_hash = credential_hash
        self.colour = colour

    def title(self) -> str:
        """What to call whoever sits here."""
        return self.name or self.bot or ""


class Seating:
    """The chairs of a table and its host, after the records so far."""

    def __init__(self, opened: Opened) -> None:
        self.chairs = [Chair(seat, wish.bot) for seat, wish in enumerate(opened.seats)]
        for chair, kept in zip(self.chairs, opened.reserved, strict=False):
            if kept is not None:
                chair.reserve(kept.name, kept.credential_hash, kept.colour)
        self.host = opened.host
        self.host_hash = opened.host_hash
        self.is_locked = False
        self.is_public = opened.is_public
        self.has_people = False
        """Whether a person holds a seat, or is expected on one."""
        self.has_bots = False
        """Whether a bot plays for a seat now."""
        self._count()

    def _count(self) -> None:
        self.has_people = any(chair.bot is None for chair in self.chairs)
        self.has_bots = any(chair.player is not None for chair in self.chairs)

    def chair(self, seat: int) -> Chair:
        """The chair of a seat; raises `BadRecord` if there is none."""
        if not 0 <= seat < len(self.chairs):
            raise BadRecord(f"there is no seat {seat}")
        return self.chairs[seat]

    def take(self, record: SeatingRecord, *, has_started: bool) -> None:
        """Take a record; raises `BadRecord` if it does not fit."""
        if isinstance(record, Published):
            self.is_public = record.on
        elif isinstance(record, Hosted):
            self._pass_on(record)
        elif has_started:
            raise BadRecord("somebody changed the seats after the start")
        elif isinstance(record, Locked):
            self.is_locked = record.on
        elif isinstance(record, Seated):
            self._sit(record)
        elif isinstance(record, Swapped):
            self._swap(record)
        elif isinstance(record, FilledUp):
            for seat in record.seats:
                self._fill(seat, record.bot)
        else:
            self._change(record)
        self._count()

    def _change(self, record: Vacated | Filled | Renamed) -> None:
        chair = self.chair(record.seat)
        if isinstance(record, Renamed):
            if not chair.is_person:
                raise BadRecord(f"nobody on seat {record.seat} can be renamed")
            chair.name = record.name
        elif isinstance(record, Filled):
            self._fill(record.seat, record.bot)
        else:
            self.chairs[record.seat] = Chair(record.seat, None)
            self._lose_host(record.seat)

    def _fill(self, seat: int, bot: str) -> None:
        if not self.chair(seat).is_open:
            raise BadRecord(f"seat {seat} is taken twice")
        self.chairs[seat] = Chair(seat, bot)
        self._lose_host(seat)

    def _lose_host(self, seat: int) -> None:
        """Whoever held this seat has gone; if it was the host, the table has none."""
        if self.host == seat:
            self.host = None

    def _sit(self, record: Seated) -> None:
        chair = self.chair(record.seat)
        if not chair.is_open:
            raise BadRecord(f"seat {record.seat} is taken twice")
        chair.sit(record.name, record.credential_hash, record.salt)
        chair.colour = record.colour
        if record.is_host:
            self.host = record.seat

    def _swap(self, record: Swapped) -> None:
        one, other = self.chair(record.first), self.chair(record.second)
        one.seat, other.seat = record.second, record.first
        self.chairs[one.seat], self.chairs[other.seat] = one, other
        if self.host in (record.first, record.second):
            self.host = record.first + record.second - self.host

    def take_stand_in(self, record: StandInRecord) -> None:
        """A bot slides into a person's seat, or hands it back."""
        chair = self.chair(record.seat)
        is_return = isinstance(record, Returned)
        if not chair.is_person or (chair.stand_in is None) == is_return:
            raise BadRecord(f"nobody can stand in for seat {record.seat} here")
        chair.stand_in = None if isinstance(record, Returned) else record.bot
        chair.player = chair.stand_in
        self._count()

    def _pass_on(self, record: Hosted) -> None:
        if not self.chair(record.seat).is_person:
            raise BadRecord(f"seat {record.seat} cannot be the host")
        self.host = record.seat
        self.host_hash = ""

    # ------------------------------------------------------------------- questions

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not any(chair.is_open for chair in self.chairs)

    def colours(self) -> list[int]:
        """Everybody's colour: the chosen ones, else the seat's own, else the first one free."""
        chosen = [chair.colour for chair in self.chairs]
        for chair in self.chairs:
            if chosen[chair.seat] is None and chair.seat not in chosen:
                chosen[chair.seat] = chair.seat
        free = (colour for colour in range(COLOURS) if colour not in chosen)
        return [next(free) if colour is None else colour for colour in chosen]

    def infos(self, online: AbstractSet[int], late: AbstractSet[int]) -> list[SeatInfo]:
        """The seats as everybody may see them."""
        colours = self.colours()
        infos = [_seat_info(chair, online, colours[chair.seat]) for chair in self.chairs]
        for seat in late:
            infos[seat].late = True
        return infos


def holder(chairs: list[Chair], shown: str) -> int | None:
    """The seat whose credential has this hash."""
    found: int | None = None
    for chair in chairs:  # all of them, so that the time taken tells nothing
        if is_same(chair.credential_hash, shown):
            found = chair.seat
    return found


def _seat_info(chair: Chair, online: AbstractSet[int], colour: int) -> SeatInfo:
    if chair.bot is not None:
        return SeatInfo(chair.seat, "bot", chair.name, chair.bot, online=True, colour=colour)
    if chair.name is not None:
        is_online = chair.seat in online
        return SeatInfo(chair.seat, "person", chair.name, None, is_online, colour, chair.stand_in)
    kept = chair.reserved_for
    return SeatInfo(chair.seat, "open", None, None, False, colour, None, kept)
