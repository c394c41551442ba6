"""Sitting down and standing up, and what the host of a table may do."""

from __future__ import annotations

import functools
from contextlib import suppress
from typing import TYPE_CHECKING

from broadside.server.fold import HOST
from broadside.server.http_messages import (
    Fill,
    HostCommand,
    Lock,
    PassOn,
    Publish,
    Remove,
    Rename,
    Start,
    Swap,
)
from broadside.server.messages import SeatTaken
from broadside.server.reading import tidy
from broadside.server.records import (
    Filled,
    Hosted,
    Locked,
    Published,
    Record,
    Renamed,
    Seated,
    Swapped,
    Vacated,
)
from broadside.server.refusal import Refusal
from broadside.server.seats import Chair, hash_credential, holder, is_same, new_credential
from broadside.store.log import StoreError

if TYPE_CHECKING:
    from broadside.server.messages import TableInfo, TakeSeat
    from broadside.server.seating import Seating
    from broadside.server.table import Proposal, Table


class Host:
    """The seats of one table before the start, and whoever decides about them."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def sit(self, seat: int, wish: TakeSeat) -> SeatTaken:
        """Take a seat; raises `Refusal` if it is not free."""
        return await self._table.do(lambda: self._sit(seat, wish))

    async def take_reserved(self, seat: int, salt: str) -> None:
        """Sit down where a seat is reserved for one; part of another job of the table."""
        if not self._seating.chairs[seat].is_open:
            return

        def propose() -> Proposal:
            chair = self._chair(seat)
            if chair.reserved_for is None:
                raise Refusal(409, "seat_taken", f"Seat {seat} is taken.")
            name, shown = chair.reserved_for, chair.credential_hash
            is_host = self._seating.host == seat
            return Seated(self._now(), seat, name, shown, salt, chair.colour, is_host), False

        await self._table.append(propose)
        await self._start_if_full()

    async def stand_up(self, seat: int, credential: str) -> TableInfo:
        """Give one's own seat back before the start; raises `Refusal`."""
        return await self._table.do(lambda: self._stand_up(seat, credential))

    async def command(self, credential: str, command: HostCommand) -> TableInfo:
        """Do what the host wants; raises `Refusal` if this is not the host, or not possible."""
        return await self._table.do(lambda: self._command(credential, command))

    async def take_helm(self, credential: str) -> TableInfo:
        """Become the host, as the host has left; raises `Refusal`."""
        return await self._table.do(lambda: self._take_helm(credential))

    @property
    def _seating(self) -> Seating:
        return self._table.ledger.seating

    # --------------------------------------------------------- sitting, standing up

    async def _sit(self, seat: int, wish: TakeSeat) -> SeatTaken:
        credential = new_credential()
        await self._table.append(functools.partial(self._propose_seated, seat, wish, credential))
        self._table.audience.greet(hash_credential(credential))
        await self._start_if_full()
        return SeatTaken(self._table.ledger.table, seat, credential)

    def _propose_seated(self, seat: int, wish: TakeSeat, credential: str) -> Proposal:
        is_host = wish.host is not None and self._is_host(wish.host)
        if wish.host is not None and not is_host:
            raise _not_host()
        if not self._chair(seat).is_open:
            raise Refusal(409, "seat_taken", f"Seat {seat} is taken.")
        kept = self._chair(seat).reserved_for
        if kept is not None:
            raise Refusal(409, "seat_reserved", f"Seat {seat} is kept for {kept}.")
        if self._seating.is_locked and not is_host:
            raise Refusal(409, "locked", "The host has locked this table.")
        if wish.colour is not None and wish.colour in [c.colour for c in self._seating.chairs]:
            raise Refusal(409, "colour_taken", f"Colour {wish.colour} is taken.")
        record = Seated(
            self._now(),
            seat,
            wish.name,
            hash_credential(credential),
            wish.salt,
            wish.colour,
            is_host,
        )
        return record, False

    async def _stand_up(self, seat: int, credential: str) -> TableInfo:
        def propose() -> Proposal:
            self._check_waiting()
            if holder(self._seating.chairs, hash_credential(credential)) != self._chair(seat).seat:
                raise Refusal(403, "bad_credential", f"This is not the credential of seat {seat}.")
            return Vacated(self._now(), seat), False

        await self._table.append(propose)
        await self._start_if_full()
        return self._table.info(hash_credential(credential))

    async def _start_if_full(self) -> None:
        """Start if nobody is missing any more, and tell how the table stands."""
        if self._table.ledger.is_full:
            with suppress(Refusal, StoreError):  # what was done before is done all the same
                await self._table.append(self._table.propose_start)
        self._table.tell_seats()
        self._table.go_on()

    # ------------------------------------------------------------- the host's commands

    async def _command(self, credential: str, command: HostCommand) -> TableInfo:
        if isinstance(command, Start):
            await self._fill_up(credential)
        elif not self._is_done(command):
            await self._table.append(functools.partial(self._propose, credential, command))
        else:
            self._check_host(credential)
        await self._start_if_full()
        return self._table.info(hash_credential(credential))

    async def _fill_up(self, credential: str) -> None:
        """Let stand-ins take the open seats."""
        bot = self._table.ledger.opened.stand_in
        self._check_host(credential)
        self._check_waiting()
        for chair in list(self._seating.chairs):
            if chair.is_open:
                fill = Fill(chair.seat, bot)
                await self._table.append(functools.partial(self._propose, credential, fill))

    def _is_done(self, command: HostCommand) -> bool:
        """Whether a repeated command has nothing left to do."""
        match command:
            case Lock(on):
                return self._seating.is_locked == on
            case Publish(on):
                return self._seating.is_public == on
            case Remove(seat):
                return self._chair(seat).is_open and self._chair(seat).reserved_for is None
            case Fill(seat, bot):
                return self._chair(seat).bot == bot
            case PassOn(seat):
                return self._seating.host == seat
            case Swap(id=id):
                return (HOST, id) in self._table.ledger.acknowledged
        return False

    def _propose(self, credential: str, command: HostCommand) -> Proposal:
        """The record of a command, if the host gives it and it is possible now."""
        self._check_host(credential)
        if isinstance(command, Publish):
            return Published(self._now(), command.on), False
        if isinstance(command, PassOn):
            self._person(command.seat)
            return Hosted(self._now(), command.seat), False
        self._check_waiting()
        return self._change(command), False

    def _change(self, command: HostCommand) -> Record:
        """The record of a command about the seats."""
        now = self._now()
        match command:
            case Lock(on):
                return Locked(now, on)
            case Rename(seat, name):
                self._person(seat)
                return Renamed(now, seat, checked_name(name))
            case Swap(first, second, id):
                return Swapped(now, self._chair(first).seat, self._chair(second).seat, id)
            case Remove(seat):
                return Vacated(now, self._chair(seat).seat)
            case Fill(seat, bot):
                self._check_fill(seat, bot)
                return Filled(now, seat, bot)
        raise AssertionError(command)

    async def _take_helm(self, credential: str) -> TableInfo:
        shown = hash_credential(credential)

        def propose() -> Proposal:
            seat = holder(self._seating.chairs, shown)
            if seat is None:
                raise Refusal(403, "bad_credential", "This is not the credential of a seat here.")
            if not self._is_host_away():
                raise Refusal(409, "host_here", "The host is here, or was a moment ago.")
            return Hosted(self._now(), seat), False

        seat = holder(self._seating.chairs, shown)
        if seat is None or seat != self._seating.host:
            await self._table.append(propose)
            self._table.tell_seats()
        return self._table.info(shown)

    # -------------------------------------------------------------------- questions

    def _is_host(self, credential: str) -> bool:
        shown = hash_credential(credential)
        host = self._seating.host
        is_seat = host is not None and is_same(self._seating.chairs[host].credential_hash, shown)
        return is_same(self._seating.host_hash, shown) or is_seat

    def _is_host_away(self) -> bool:
        """Whether the host has left; one who holds no seat cannot be seen, and counts as away."""
        host = self._seating.host
        shown = "" if host is None else self._seating.chairs[host].credential_hash
        away = self._table.audience.away_since(shown) if shown else self._table.began_at
        return away is not None and self._table.clock.now() - away >= self._table.settings.leave_s

    def _check_host(self, credential: str) -> None:
        if not self._is_host(credential):
            raise _not_host()

    def _check_waiting(self) -> None:
        if self._table.ledger.status != "waiting":
            raise Refusal(409, "started", "The table has started already.")

    def _check_fill(self, seat: int, bot: str) -> None:
        if bot not in self._table.tables.bots:
            known = ", ".join(self._table.tables.bots)
            raise Refusal(400, "unknown_bot", f"There is no bot {bot[:40]!r}; there is {known}.")
        if not self._chair(seat).is_open:
            raise Refusal(409, "seat_taken", f"Seat {seat} is taken.")

    def _chair(self, seat: int) -> Chair:
        chairs = self._seating.chairs
        if not 0 <= seat < len(chairs):
            last = len(chairs) - 1
            raise Refusal(404, "unknown_seat", f"There is no seat {seat}, only 0 to {last}.")
        return chairs[seat]

    def _person(self, seat: int) -> Chair:
        chair = self._chair(seat)
        if not chair.is_person:
            raise Refusal(409, "not_a_person", f"Nobody sits on seat {seat} in person.")
        return chair

    def _now(self) -> int:
        return self._table.clock.wall_ms()


def checked_name(name: str) -> str:
    """A name in one line; raises `Refusal` if nothing of it can be seen."""
    tidied = tidy(name)
    if not tidied:
        raise Refusal(400, "bad_name", "A name needs at least one visible character.")
    return tidied


def _not_host() -> Refusal:
    return Refusal(403, "not_host", "Only the host may do this.")
