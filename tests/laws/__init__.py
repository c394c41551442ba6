"""The laws L1-L13, which every game keeps; a new game gets them by being registered."""

import pytest

# The laws are plain functions in plain modules; their assertions shall explain themselves too.
pytest.register_assert_rewrite("tests.laws.laws", "tests.laws.comparing")
