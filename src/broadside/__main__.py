"""`python -m broadside` is the command `broadside`."""

from __future__ import annotations

import sys

from broadside.cli import main

if __name__ == "__main__":
    sys.exit(main())
