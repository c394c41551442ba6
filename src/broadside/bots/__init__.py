"""Bots: players that are programmes. They see worlds, never tables."""
