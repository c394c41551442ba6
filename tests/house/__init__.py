"""Tests of the house itself: its order, its tools, its build."""
