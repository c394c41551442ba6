"""Tests of the bots: they see only worlds, and the better one wins."""
