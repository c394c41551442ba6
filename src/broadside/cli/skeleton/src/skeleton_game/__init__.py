"""Skeleton Game: everybody plays a card, the highest one takes them all. Most tricks win."""
