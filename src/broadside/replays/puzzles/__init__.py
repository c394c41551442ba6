"""Puzzles: positions with one clearly best action that a bosun misses, a file for each game."""
