"""The command `broadside` for impatient tests: who is away for a moment has left.

python -m tests.browser.brisk serve …
"""

from __future__ import annotations

import argparse
import sys
from typing import Final
from unittest.mock import patch

import msgspec

from broadside.cli import main, serve
from broadside.server.settings import Settings

LEAVE_S: Final = 1.0

settings_of = serve.settings_of


def brisk_settings(args: argparse.Namespace) -> Settings:
    """What was asked for, but with little patience for people who are away."""
    return msgspec.structs.replace(settings_of(args), leave_s=LEAVE_S)


if __name__ == "__main__":
    with patch.object(serve, "settings_of", brisk_settings):
        sys.exit(main())
