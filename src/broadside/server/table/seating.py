"""Who sits where, who is the host, and whether anybody may still come: a fold of the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.errors import BadRecord
from broadside.server.table import records
from broadside.service.credentials import hash_credential, is_same
from broadside.service.refusal import Refusal
from broadside.wire.messages import COLOURS, SeatInfo

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from broadside.wire.messages import Character, Language


class Chair:
    """One seat of a table: open, held by a person, or filled by a bot."""

    def __init__(self, seat: int, bot: str | None, character: Character | None = None) -> None:
        self.seat = seat
        self.bot = bot
        self.character = character
        """As whom the bot plays; None in records from before there were characters."""
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

    @property
    def temper(self) -> str:
        """How the bot plays that answers for this seat now; a stand-in has no temper."""
        return self.character.temper if self.character is not None else ""

    def title(self) -> str:
        """What to call whoever sits here."""
        if self.character is not None:
            return self.character.name
        return self.name or self.bot or ""


class Seating:
    """The chairs of a table and its host, after the records so far."""

    def __init__(self, opened: records.Opened) -> None:
        self.chairs = [Chair(seat, wish.bot) for seat, wish in enumerate(opened.seats)]
        for chair, character in zip(self.chairs, opened.characters or [], strict=False):
            chair.character = character
        for chair, kept in zip(self.chairs, opened.reserved, strict=False):
            if kept is not None:
                chair.reserved_for, chair.colour = kept.name, kept.colour
                chair.credential_hash = kept.credential_hash
        self.host = opened.host
        self.host_hash = opened.host_hash
        self.is_locked = False
        self.is_public = opened.is_public
        self.has_people = False
        """Whether a person holds a seat, or is expected on one."""
        self.has_bots = False
        """Whether a bot plays for a seat now."""
        self.active: list[int] = []
        """The seats of people who play themselves now."""
        self._count()

    def _count(self) -> None:
        self.has_people = any(chair.bot is None for chair in self.chairs)
        self.has_bots = any(chair.player is not None for chair in self.chairs)
        self.active = [one.seat for one in self.chairs if one.is_person and one.player is None]

    def chair(self, seat: int) -> Chair:
        """The chair of a seat; raises `BadRecord` if there is none."""
        if not 0 <= seat < len(self.chairs):
            raise BadRecord(f"there is no seat {seat}")
        return self.chairs[seat]

    def take(self, record: records.SeatingRecord, *, has_started: bool) -> None:
        """Take a record; raises `BadRecord` if it does not fit."""
        if isinstance(record, records.Published):
            self.is_public = record.on
        elif isinstance(record, records.Hosted):
            self._pass_on(record)
        elif has_started:
            raise BadRecord("somebody changed the seats after the start")
        elif isinstance(record, records.Locked):
            self.is_locked = record.on
        elif isinstance(record, records.Seated):
            self._sit(record)
        elif isinstance(record, records.Swapped):
            self._swap(record)
        elif isinstance(record, records.FilledUp):
            characters = record.characters or [None] * len(record.seats)
            for seat, character in zip(record.seats, characters, strict=True):
                self._fill(seat, record.bot, character)
        else:
            self._change(record)
        self._count()

    def _change(self, record: records.Vacated | records.Filled | records.Renamed) -> None:
        chair = self.chair(record.seat)
        if isinstance(record, records.Renamed):
            if not chair.is_person:
                raise BadRecord(f"nobody on seat {record.seat} can be renamed")
            chair.name = record.name
        elif isinstance(record, records.Filled):
            self._fill(record.seat, record.bot, record.character or None)
        else:
            self.chairs[record.seat] = Chair(record.seat, None)
            self._lose_host(record.seat)

    def _fill(self, seat: int, bot: str, character: Character | None) -> None:
        if not self.chair(seat).is_open:
            raise BadRecord(f"seat {seat} is taken twice")
        self.chairs[seat] = Chair(seat, bot, character)
        self._lose_host(seat)

    def _lose_host(self, seat: int) -> None:
        """Whoever held this seat has gone; if it was the host, the table has none."""
        if self.host == seat:
            self.host = None

    def _sit(self, record: records.Seated) -> None:
        chair = self.chair(record.seat)
        if not chair.is_open:
            raise BadRecord(f"seat {record.seat} is taken twice")
        chair.name, chair.salt, chair.colour = record.name, record.salt, record.colour
        chair.credential_hash, chair.reserved_for = record.credential_hash, None
        if record.is_host:
            self.host = record.seat

    def _swap(self, record: records.Swapped) -> None:
        one, other = self.chair(record.first), self.chair(record.second)
        one.seat, other.seat = record.second, record.first
        self.chairs[one.seat], self.chairs[other.seat] = one, other
        if self.host in (record.first, record.second):
            self.host = record.first + record.second - self.host

    def take_stand_in(self, record: records.StandInRecord) -> None:
        """A bot slides into a person's seat, or hands it back."""
        chair = self.chair(record.seat)
        is_return = isinstance(record, records.Returned)
        if not chair.is_person or (chair.stand_in is None) == is_return:
            raise BadRecord(f"nobody can stand in for seat {record.seat} here")
        chair.stand_in = None if isinstance(record, records.Returned) else record.bot
        chair.player = chair.stand_in
        self._count()

    def _pass_on(self, record: records.Hosted) -> None:
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
        return [_seat_info(chair, online, late, colours[chair.seat]) for chair in self.chairs]


def holder(chairs: list[Chair], shown: str) -> int | None:
    """The seat whose credential has this hash."""
    found: int | None = None
    for chair in chairs:  # all of them, so that the time taken tells nothing
        if is_same(chair.credential_hash, shown):
            found = chair.seat
    return found


def seat_of(chairs: list[Chair], credential: str) -> int:
    """The seat whose credential this is; raises `Refusal`."""
    seat = holder(chairs, hash_credential(credential))
    if seat is None:
        raise Refusal(403, "bad_credential", "This is not the credential of a seat here.")
    return seat


def _seat_info(
    chair: Chair, online: AbstractSet[int], late: AbstractSet[int], colour: int
) -> SeatInfo:
    seat, character = chair.seat, chair.character
    return SeatInfo(
        seat=seat,
        kind="bot" if chair.bot is not None else "open" if chair.is_open else "person",
        name=chair.name if character is None else character.name,
        bot=chair.bot,
        online=chair.bot is not None or (chair.is_person and seat in online),
        colour=colour,
        stand_in=chair.stand_in,
        reserved_for=chair.reserved_for,
        late=seat in late,
        character=character,
    )
