"""Chance: a small quick generator for simulation, a keyed one for live tables."""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

from .errors import BroadsideError

MODULUS_X: Final[i64] = 2147483563
MODULUS_Y: Final[i64] = 2147483399
FACTOR_X: Final[i64] = 40014
FACTOR_Y: Final[i64] = 40692
SPAN: Final[i64] = 2147483562

SEED_SPAN: Final = 1 << 256
DRAW_BITS: Final = 32
DRAW_SPAN: Final = 1 << DRAW_BITS
KEY_BYTES: Final = 32


class Rng:
    """What both generators can do. Every random thing in a game comes from `below`."""

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each as likely as the others."""
        raise NotImplementedError

    def clone(self) -> Rng:
        """A twin that will draw the same numbers."""
        raise NotImplementedError

    def write(self) -> str:
        """The generator as text; `read_rng` reads it back."""
        raise NotImplementedError

    def shuffle(self, items: list[int]) -> None:
        """Put the items into a random order, in place."""
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1

    def spawn(self) -> FastRng:
        """A fresh quick generator, for a world that must not share this one's future."""
        fresh = FastRng(0)
        fresh.x = 1 + self.below(MODULUS_X - 1)
        fresh.y = 1 + self.below(MODULUS_Y - 1)
        return fresh


class FastRng(Rng):
    """Two small multiplicative generators combined; every product fits in 47 bits."""

    def __init__(self, seed: int) -> None:
        self.x: i64 = 1
        self.y: i64 = 1
        if seed:
            self.start(seed)

    def start(self, seed: int) -> None:
        """Go to the place of a seed."""
        # Both halves step by multiplication, which keeps neighbours at a fixed distance for ever:
        # unhashed, the games of seeds 1, 2, 3 … would resemble each other.
        digest = hashlib.blake2b((seed % SEED_SPAN).to_bytes(32, "big"), digest_size=16).digest()
        self.x = int.from_bytes(digest[:8], "big") % 2147483562 + 1
        self.y = int.from_bytes(digest[8:], "big") % 2147483398 + 1

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, without modulo bias."""
        assert 0 < n <= SPAN
        while True:
            self.x = FACTOR_X * self.x % MODULUS_X
            self.y = FACTOR_Y * self.y % MODULUS_Y
            value: i64 = self.x - self.y
            if value < 0:
                value += SPAN
            drawn: i64 = value % n
            # From the last multiple of n that fits into the span on, some numbers would come once
            # more than others.
            if value - drawn <= SPAN - n:
                return drawn

    def clone(self) -> FastRng:
        """A twin that will draw the same numbers."""
        twin = FastRng(0)
        twin.x = self.x
        twin.y = self.y
        return twin

    def write(self) -> str:
        """The generator as text: its two halves."""
        return f"fast {self.x} {self.y}"


class SealedRng(Rng):
    """A keyed hash of a counter: unguessable without the key, exact to repeat with it."""

    def __init__(self, key: bytes, counter: int = 0) -> None:
        if len(key) != KEY_BYTES:
            raise BroadsideError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
        self.key = key
        self.counter = counter

    def draw(self) -> int:
        """The next 32 bits."""
        text = self.counter.to_bytes(8, "big")
        self.counter += 1
        return int.from_bytes(hashlib.blake2b(text, digest_size=4, key=self.key).digest(), "big")

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, without modulo bias."""
        bound = int(n)
        limit = DRAW_SPAN - DRAW_SPAN % bound
        while True:
            value = self.draw()
            if value < limit:
                return value % bound

    def clone(self) -> SealedRng:
        """A twin that will draw the same numbers."""
        return SealedRng(self.key, self.counter)

    def write(self) -> str:
        """The generator as text: key and counter, which is to say the future."""
        return f"sealed {self.key.hex()} {self.counter}"


class NotedRng(SealedRng):
    """One that notes what it was asked and what it gave, for whoever checks it afterwards.

    A number is noted as what it had to be below, and itself; a shuffle as 0, 0, and all items
    before and after. A twin notes nothing: what it draws does not happen at the table.
    """

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.notes: list[tuple[int, int, list[int], list[int]]] = []
        self.is_shuffling = False

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, noted."""
        drawn = super().below(n)
        if not self.is_shuffling:
            self.notes.append((int(n), int(drawn), [], []))
        return drawn

    def shuffle(self, items: list[int]) -> None:
        """Put the items into a random order, noted."""
        before = list(items)
        self.is_shuffling = True
        super().shuffle(items)
        self.is_shuffling = False
        self.notes.append((0, 0, before, list(items)))


def read_rng(words: list[str]) -> Rng:
    """The generator that was written as these words."""
    if len(words) != 3 or words[0] not in ("fast", "sealed"):
        raise BroadsideError("a generator is written as 'fast X Y' or 'sealed KEY COUNTER'")
    if words[0] == "sealed":
        return SealedRng(bytes.fromhex(words[1]), whole(words[2]))
    twin = FastRng(0)
    x, y = whole(words[1]), whole(words[2])
    if not 1 <= x < 2147483563 or not 1 <= y < 2147483399:
        raise BroadsideError(f"no generator stands at {x} {y}")
    twin.x = x
    twin.y = y
    return twin


def whole(word: str) -> int:
    """A number of at most 18 digits and no sign."""
    if not word.isascii() or not word.isdigit() or len(word) > 18:
        raise BroadsideError(f"{word[:40]!r} is not a whole number")
    return int(word)
