"""`broadside bench adapters`."""

from __future__ import annotations

import json

import pytest

pytest.importorskip(
    "pettingzoo", reason="pettingzoo is not installed: pip install 'broadside[pettingzoo]'"
)
pytest.importorskip(
    "pyspiel", reason="open_spiel is not installed: pip install 'broadside[openspiel]'"
)

from broadside.cli.entry import main
from broadside.games import registry


def test_every_interface_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "adapters", "--seconds", "0.01", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    ours = [each for each in found if not each["game"].startswith("theirs")]
    assert len(ours) == 3 * len(registry.GAMES)
    assert all(each["decisions_per_second"] > 0 for each in ours)
    for each in found:
        assert each["decisions_per_second"] or each["why"], each
