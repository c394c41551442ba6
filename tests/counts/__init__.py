"""Counts: how many decision paths of a length lead on from a position, like perft."""
