"""Jolly & Roger: two seats, I split, you choose."""
