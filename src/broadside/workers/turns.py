"""Turns: tables that wait for a free worker get one in turn, however much one of them wants."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class Turns:
    """So many places, given to the tables in turn, and at each table in order of asking."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(len(places) for places in self._waiting.values())

    @property
    def taken(self) -> int:
        """How many places are taken."""
        return self.places - self._free

    async def take(self, table: str) -> None:
        """Wait for a place."""
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.give_back()  # it came just now
            raise

    def give_back(self) -> None:
        """A place is free: the next table has its turn, and goes to the end of the row."""
        while self._waiting:
            table, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[table] = places
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
