"""Jolly Roger: one ship, one Captain, and a crew that may mutiny."""
