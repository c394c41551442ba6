"""The mark that ties a test to the rules which it proves."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the ids of its rules; `tools/trace.py` checks that it executes them."""
    return pytest.mark.rule(*ids)
