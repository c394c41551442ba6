"""Golden games: whole games as everybody sees them, to be reviewed like code when they change.

`python -m tests.golden.record` plays them anew.
"""
