"""Copying everything from one store into another, and making sure that it arrived."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, NamedTuple

from broadside.store.interface import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from broadside.store.interface import GameResult, Store, TableRow

AT_ONCE: Final = 200
"""So many tables are read and written together."""


class Copied(NamedTuple):
    """What was copied."""

    tables: int
    records: int
    results: int
    digest: str
    """Of all that was read and, once more, of all that was written."""


class _Content(NamedTuple):
    """Everything about one table."""

    name: str
    records: list[bytes]
    row: TableRow
    result: GameResult | None


async def copy(source: Store, target: Store, tell: Callable[[int], None]) -> Copied:
    """Copy all tables in the order of their opening, and all notes; `tell` is given how many.

    What the target has already must be the same: a copy that was stopped goes on. Raises
    `StoreError` if a table of that name is there with another content.
    """
    tables = records = results = 0
    async for group in _groups(source):
        await _write(target, group)
        tables += len(group)
        records += sum(len(one.records) for one in group)
        results += sum(one.result is not None for one in group)
        tell(tables)
    for key, value in (await source.marks()).items():
        await target.mark(key, value)
    read, written = await digest(source), await digest(target, only=source)
    if read != written:
        raise StoreError("The copy is not the same as its source. Was one of them in use?")
    return Copied(tables, records, results, read)


async def digest(store: Store, only: Store | None = None) -> str:
    """A hash of everything that is kept; of another store's tables and notes only, if given."""
    total = hashlib.sha256()
    names = only or store
    async for group in _groups(names):
        for one in group:
            found = one if only is None else await _content(store, one.name)
            total.update(repr(found).encode())
    for key in sorted(await names.marks()):
        total.update(repr((key, await store.marked(key))).encode())
    return total.hexdigest()


async def _groups(store: Store) -> AsyncIterator[list[_Content]]:
    number = -1
    while found := await store.opened_after(number, AT_ONCE):
        contents = [await _content(store, name) for _, name in found]
        yield [one for one in contents if one is not None]
        number = found[-1][0]


async def _content(store: Store, name: str) -> _Content | None:
    row = await store.row(name)
    if row is None:
        return None
    return _Content(name, await store.read(name), row, await store.result(name))


async def _write(target: Store, group: list[_Content]) -> None:
    """Write tables that are not there yet, together."""
    written: list[Awaitable[None]] = []
    for one in group:
        there = await _content(target, one.name)
        if there == one:
            continue
        if there is not None:
            raise StoreError(f"The target has a table {one.name} already, and it is another one.")
        epoch = await target.lease(one.name)
        written.append(target.append(one.name, epoch, 0, one.records, one.row, one.result))
    for each in written:
        await each
