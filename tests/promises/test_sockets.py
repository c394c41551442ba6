"""A thousand sockets at two hundred tables, every act answered within a tenth of a second."""

from __future__ import annotations

import json

import pytest

from broadside.cli import main

TABLES, SEATS = 200, 5
P99_MS = 100.0


@pytest.mark.torture
def test_a_thousand_sockets(capsys: pytest.CaptureFixture[str]) -> None:
    """People who think for about two seconds each; nothing is lost. For a machine that is idle."""
    words = ["--game", "jamaica", "--seats", str(SEATS), "--tables", str(TABLES)]
    code = main(["bench", "server", *words, "--think", "2", "--seconds", "30", "--json"])
    told = capsys.readouterr()
    assert code == 0, told.err
    figures = json.loads(told.out)
    assert figures["lost"] == 0
    assert figures["ack_p99_ms"] < P99_MS
