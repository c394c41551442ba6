"""The laws L1-L13, which every game keeps: for the tests of a game, in this project or outside.

A test calls each of `laws.LAWS` with a `cases.Play`; what is broken raises AssertionError.
"""
