"""Tortuga 1667: the vectors of its specification, and a case for every rule."""
