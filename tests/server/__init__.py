"""Tests of the server: real server code on a simulated clock, and a few real processes."""
