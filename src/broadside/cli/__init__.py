"""The command line. `broadside.cli:main` is the command `broadside`."""

from broadside.cli.entry import main

__all__ = ["main"]
