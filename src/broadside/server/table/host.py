"""Sitting down and standing up, and what the host of a table may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.table import records
from broadside.server.table.decision import Outcome
from broadside.server.table.seating import holder, seat_of
from broadside.server.table.state import HOST
from broadside.service.credentials import hash_credential, is_same, new_credential
from broadside.service.reading import tidy
from broadside.service.refusal import Refusal
from broadside.wire import http_messages as wire
from broadside.wire.messages import SeatTaken

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record
    from broadside.server.table.seating import Chair, Seating
    from broadside.wire.http_messages import HostCommand
    from broadside.wire.messages import Character, TakeSeat


# --------------------------------------------------------------- sitting, standing up


def sit(scene: Scene, seat: int, wish: TakeSeat) -> Outcome:
    """Take a seat; raises `Refusal` if it is not free."""
    seating = scene.table.seating
    is_host = wish.host is not None and _is_host(seating, hash_credential(wish.host))
    if wish.host is not None and not is_host:
        raise _not_host()
    if not _chair(seating, seat).is_open:  # also when this was the last one, and the game began
        raise Refusal(409, "seat_taken", f"Seat {seat} is taken.")
    _check_waiting(scene)
    kept = _chair(seating, seat).reserved_for
    if kept is not None:
        raise Refusal(409, "seat_reserved", f"Seat {seat} is kept for {kept}.")
    if seating.is_locked and not is_host:
        raise Refusal(409, "locked", "The host has locked this table.")
    if wish.colour is not None and wish.colour in [chair.colour for chair in seating.chairs]:
        raise Refusal(409, "colour_taken", f"Colour {wish.colour} is taken.")
    credential = new_credential()
    shown = hash_credential(credential)
    scene.presence.saw(shown, scene.now)  # the page will connect in a moment
    seated = records.Seated(scene.now, seat, wish.name, shown, wish.salt, wish.colour, is_host)
    taken = SeatTaken(scene.table.name, seat, credential)
    return Outcome([seated], lambda _scene: taken)


def take_reserved(scene: Scene, seat: int, salt: str) -> list[Record]:
    """Sit down where a seat is reserved for one, by coming."""
    seating = scene.table.seating
    chair = seating.chairs[seat]
    if scene.table.status != "waiting" or not chair.is_open or chair.reserved_for is None:
        return []
    name, shown, is_host = chair.reserved_for, chair.credential_hash, seating.host == seat
    return [records.Seated(scene.now, seat, name, shown, salt, chair.colour, is_host)]


def stand_up(scene: Scene, seat: int, credential: str) -> Outcome:
    """Give one's own seat back before the start; raises `Refusal`."""
    seating = scene.table.seating
    _check_waiting(scene)
    if holder(seating.chairs, hash_credential(credential)) != _chair(seating, seat).seat:
        raise Refusal(403, "bad_credential", f"This is not the credential of seat {seat}.")
    return Outcome([records.Vacated(scene.now, seat)])


# ---------------------------------------------------------------- the host's commands


def command(scene: Scene, credential: str, wish: HostCommand) -> Outcome:
    """Do what the host wants; raises `Refusal` if this is not the host, or not possible."""
    shown = hash_credential(credential)
    if not _is_host(scene.table.seating, shown):
        raise _not_host()
    scene.presence.saw(shown, scene.now)
    if _is_done(scene, wish):
        return Outcome()
    if not isinstance(wish, wire.Publish | wire.PassOn):
        _check_waiting(scene)
    is_starting = isinstance(wish, wire.Start) and scene.table.seating.is_full
    return Outcome() if is_starting else Outcome([_change(scene, wish)])


def _is_done(scene: Scene, wish: HostCommand) -> bool:
    """Whether a repeated command has nothing left to do."""
    seating = scene.table.seating
    match wish:
        case wire.Lock(on):
            return seating.is_locked == on
        case wire.Publish(on):
            return seating.is_public == on
        case wire.Remove(seat):
            return _chair(seating, seat).is_open and _chair(seating, seat).reserved_for is None
        case wire.Fill(seat, bot):
            return _chair(seating, seat).bot == bot
        case wire.PassOn(seat):
            return seating.host == seat
        case wire.Close():
            return scene.table.status == "expired"
        case wire.Swap(id=id):
            return (HOST, id) in scene.table.acknowledged
    return False


def _change(scene: Scene, wish: HostCommand) -> Record:
    """The record of a command, if it is possible now."""
    seating, now = scene.table.seating, scene.now
    match wish:
        case wire.Publish(on):
            return records.Published(now, on)
        case wire.PassOn(seat):
            return records.Hosted(now, _person(seating, seat).seat)
        case wire.Lock(on):
            return records.Locked(now, on)
        case wire.Rename(seat, name):
            return records.Renamed(now, _person(seating, seat).seat, checked_name(name))
        case wire.Swap(first, second, id):
            return records.Swapped(
                now, _chair(seating, first).seat, _chair(seating, second).seat, id
            )
        case wire.Remove(seat):
            return records.Vacated(now, _chair(seating, seat).seat)
        case wire.Fill(seat, bot):
            _check_fill(scene, seat, bot)
            return records.Filled(now, seat, bot, _cast(scene, 1)[0])
        case wire.Start():
            return _fill_up(scene)
        case wire.Close():
            return records.Expired(now)
    raise AssertionError(wish)


def _fill_up(scene: Scene) -> records.FilledUp:
    """Let stand-ins take the open seats, all or none."""
    bot = scene.table.opened.stand_in
    seats = [chair.seat for chair in scene.table.chairs if chair.is_open]
    for seat in seats:
        _check_fill(scene, seat, bot)
    return records.FilledUp(scene.now, seats, bot, _cast(scene, len(seats)))


def _cast(scene: Scene, count: int) -> list[Character | None]:
    """Characters for new bots: none who sits here already."""
    taken = {chair.title() for chair in scene.table.chairs}
    return scene.crew.cast(scene.table.opened.commitment, taken, count)


def take_helm(scene: Scene, credential: str) -> Outcome:
    """Become the host, as the host has left; raises `Refusal`."""
    seating = scene.table.seating
    seat = seat_of(seating.chairs, credential)
    if seat == seating.host:
        return Outcome()
    if not _is_host_away(scene):
        raise Refusal(409, "host_here", "The host is here, or was a moment ago.")
    return Outcome([records.Hosted(scene.now, _person(seating, seat).seat)])


# -------------------------------------------------------------------------- questions


def _is_host(seating: Seating, shown: str) -> bool:
    host = seating.host
    is_seat = host is not None and is_same(seating.chairs[host].credential_hash, shown)
    return is_same(seating.host_hash, shown) or is_seat


def _is_host_away(scene: Scene) -> bool:
    """Whether the host has left, with a seat or without."""
    seating, presence = scene.table.seating, scene.presence
    host = seating.host
    shown = seating.host_hash if host is None else seating.chairs[host].credential_hash
    away = presence.away_since_ms(shown) if shown else presence.began_ms
    return away is not None and scene.now - away >= scene.settings.leave_s * 1000


def _check_waiting(scene: Scene) -> None:
    if scene.table.status == "expired":
        raise Refusal(409, "expired", "The table has waited in vain, and is closed.")
    if scene.table.status != "waiting":
        raise Refusal(409, "started", "The table has started already.")


def _check_fill(scene: Scene, seat: int, bot: str) -> None:
    scene.crew.check(bot, scene.table.opened.game)
    if not _chair(scene.table.seating, seat).is_open:
        raise Refusal(409, "seat_taken", f"Seat {seat} is taken.")


def _chair(seating: Seating, seat: int) -> Chair:
    chairs = seating.chairs
    if not 0 <= seat < len(chairs):
        last = len(chairs) - 1
        raise Refusal(404, "unknown_seat", f"There is no seat {seat}, only 0 to {last}.")
    return chairs[seat]


def _person(seating: Seating, seat: int) -> Chair:
    chair = _chair(seating, seat)
    if not chair.is_person:
        raise Refusal(409, "not_a_person", f"Nobody sits on seat {seat} in person.")
    return chair


def checked_name(name: str) -> str:
    """A name in one line; raises `Refusal` if nothing of it can be seen."""
    tidied = tidy(name)
    if not tidied:
        raise Refusal(400, "bad_name", "A name needs at least one visible character.")
    return tidied


def _not_host() -> Refusal:
    return Refusal(403, "not_host", "Only the host may do this.")
