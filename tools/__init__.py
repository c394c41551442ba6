"""Checks and generators of the project itself; run from its root."""
