"""Tests of the arena: matches, simulations, reports and measurements."""
