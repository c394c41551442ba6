"""Both generators: even, repeatable, readable, and alike from outside."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from broadside.kernel.errors import BroadsideError
from broadside.kernel.rng import FastRng, Rng, SealedRng, read_rng

KEY = bytes(range(32))
SEALED_DRAWS = [705, 322, 575, 907, 789, 330, 826, 28]
FAST_DRAWS = [647, 760, 544, 272, 353, 375, 222, 855]
GENERATORS = [FastRng(1), FastRng(0), FastRng(2**200), FastRng(-5), SealedRng(KEY)]
for_both = pytest.mark.parametrize("start", GENERATORS, ids=lambda rng: rng.write()[:12])


def draws(rng: Rng, n: int, times: int) -> list[int]:
    """The next numbers below n."""
    return [int(rng.below(n)) for _ in range(times)]


def is_even(counts: Counter[int], n: int, total: int) -> bool:
    """Whether the counts of n values lie within five standard deviations of the same share."""
    share = total / n
    return all(abs(counts[value] - share) < 5 * share**0.5 for value in range(n))


@for_both
@pytest.mark.parametrize("n", [2, 3, 6, 15, 50])
def test_every_number_is_as_likely(start: Rng, n: int) -> None:
    """No modulo bias, no missing value."""
    total = 300 * n
    counts = Counter(draws(start.clone(), n, total))
    assert sorted(counts) == list(range(n))
    assert is_even(counts, n, total)


@for_both
def test_pairs_are_as_likely(start: Rng) -> None:
    """A draw says nothing about the next one."""
    numbers = draws(start.clone(), 4, 8001)
    assert is_even(Counter(4 * a + b for a, b in pairwise(numbers)), 16, 8000)


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_neighbouring_seeds_have_nothing_in_common(n: int, place: int) -> None:
    """The games of seeds 1, 2, 3 … do not resemble each other at any draw."""
    numbers = [draws(FastRng(seed), n, place + 1)[place] for seed in range(1, 2002)]
    assert is_even(Counter(numbers), n, 2001)
    assert is_even(Counter((b - a) % n for a, b in pairwise(numbers)), n, 2000)


@for_both
def test_shuffles_are_as_likely(start: Rng) -> None:
    """All 24 orders of four cards."""
    rng = start.clone()
    orders: Counter[int] = Counter()
    for _ in range(4800):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        assert sorted(items) == [0, 1, 2, 3]
        orders[sum(item * 4**place for place, item in enumerate(items))] += 1
    assert len(orders) == 24
    assert all(abs(count - 200) < 5 * 200**0.5 for count in orders.values())


@for_both
def test_a_clone_draws_the_same_and_leaves_the_other_alone(start: Rng) -> None:
    """A twin has the same future and no hand in it."""
    rng = start.clone()
    draws(rng, 7, 5)
    twin = rng.clone()
    expected = draws(twin, 1000, 20)
    assert draws(rng, 1000, 20) == expected
    assert twin.write() == rng.write()


@for_both
def test_read_what_is_written(start: Rng) -> None:
    """The text is the whole generator."""
    rng = start.clone()
    draws(rng, 7, 5)
    again = read_rng(rng.write().split())
    assert again.write() == rng.write()
    assert draws(again, 1000, 20) == draws(rng, 1000, 20)


@for_both
def test_a_spawned_generator_goes_its_own_way(start: Rng) -> None:
    """The child is quick, follows from the parent, and does not repeat it."""
    one, two = start.clone(), start.clone()
    child = one.spawn()
    assert child.write() == two.spawn().write()
    assert child.write().startswith("fast ")
    assert draws(child, 1000, 20) != draws(one, 1000, 20)
    assert one.spawn().write() != two.spawn().spawn().write()


def test_the_sealed_generator_is_fixed_for_ever() -> None:
    """Stored games of live tables depend on these very numbers."""
    assert draws(SealedRng(KEY), 1000, 8) == SEALED_DRAWS
    assert draws(SealedRng(KEY, 4), 1000, 4) == SEALED_DRAWS[4:]


def test_the_quick_generator_is_fixed_for_ever() -> None:
    """Recorded simulations depend on these very numbers."""
    assert draws(FastRng(1), 1000, 8) == FAST_DRAWS


def test_another_key_is_another_future() -> None:
    """One bit of the key changes everything."""
    other = bytes([1, *range(1, 32)])
    assert draws(SealedRng(KEY), 2**31, 4) != draws(SealedRng(other), 2**31, 4)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    """Fewer would be guessable, more are a mistake."""
    with pytest.raises(BroadsideError, match=f"32 bytes, not {length}"):
        SealedRng(bytes(length))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "fast 1",
        "fast 1 2 3",
        "quick 1 2",
        "fast 0 1",
        "fast 1 2147483399",
        "fast 2147483563 1",
        "fast -1 1",
        "fast x 1",
        "fast ² 1",
        "sealed 00 1",
        f"sealed {KEY.hex()} -1",
        f"sealed {KEY.hex()} 1e3",
        f"sealed {KEY.hex()[:-1]}x 1",
        f"sealed {KEY.hex()} {10**18}",
    ],
)
def test_no_generator_of_broken_text(text: str) -> None:
    """What is not a generator is refused with a ValueError."""
    with pytest.raises(ValueError, match=r"."):
        read_rng(text.split())
