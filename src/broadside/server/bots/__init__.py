"""Bots at the server: the pool of processes they think in."""
