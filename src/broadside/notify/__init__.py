"""Notices out of the house: mail and webhooks tell people at tables by days that it is their turn.

`notifier.py` is what the rest of the server talks to.
"""
