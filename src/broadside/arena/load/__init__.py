"""Load on a server: many network clients that play at random, and what the server makes of it.

`contest` measures servers by turns, each with a fresh load process (`python -m` this package),
which starts the server, fills its tables, plays, and looks whether anything was lost.
"""
