"""What all tests share."""

from __future__ import annotations

import signal

import pytest

# The laws are plain functions in plain modules; their assertions shall explain themselves too.
pytest.register_assert_rewrite("broadside.laws")

from broadside import unit  # noqa: E402
from tools import chromium as browsers  # noqa: E402

# A run in a shell's background ignores Ctrl-C, and so would every process that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Which form of the engine is under test."""
    return f"broadside: {unit.which()} unit"


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where a Chromium is. Without one a browser test is skipped, with `CI=true` it fails."""
    path = browsers.find()
    if path is None and browsers.is_required():
        pytest.fail(browsers.MISSING)
    if path is None:
        pytest.skip(browsers.MISSING)
    return path
