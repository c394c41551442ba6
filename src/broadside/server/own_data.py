"""A person's data at one table: given to the person, or erased from its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from broadside.server import personal, records

if TYPE_CHECKING:
    from broadside.server.table import Table


class OwnData:
    """What one table has stored about its people."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def export(self, credential_hash: str) -> list[dict[str, Any]]:
        """Every record of a person, without secrets."""
        stored = await self._table.tables.log.read(self._table.ledger.table)
        found = personal.own_records(stored, credential_hash)
        return [personal.shown(record, credential_hash) for _, record in found]

    async def erase(self, credential_hash: str) -> bool:
        """Forget a person's name, words and address; whether there was anything to forget."""
        return await self._table.do(lambda: self._erase(credential_hash))

    async def _erase(self, credential_hash: str) -> bool:
        log, name = self._table.tables.log, self._table.ledger.table
        has_found = False
        for seq, record in personal.own_records(await log.read(name), credential_hash):
            blank = personal.erased(record, credential_hash)
            if blank is not None:
                await log.rewrite(name, seq, records.encode(blank))
                has_found = True
        if has_found:
            await self._table.reload()
        return has_found
