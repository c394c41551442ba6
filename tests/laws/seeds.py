"""Seeds that once broke a law. Every law tries them on every game, for ever."""

from __future__ import annotations

KEPT: list[tuple[str, int]] = [
    ("aggressive", 0),
    ("default", 0),
]
"""Policy and seed. The first seed of `uniform` is not among them: every law plays it everywhere."""
