"""The command `broadside`, which is also `python -m broadside`.

Each process that a command starts imports this module once more: what it needs is imported only
when the command runs.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; give its exit code."""
    from broadside.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
