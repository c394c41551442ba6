"""The command line: what the command `broadside` runs."""

from broadside.cli.entry import main

__all__ = ["main"]
