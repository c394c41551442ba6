"""What README and guide say about bots runs as written."""

from __future__ import annotations

import re
import threading
from http.server import HTTPServer
from pathlib import Path
from typing import Any

import pytest

import broadside
from broadside.cli.entry import main

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "write-a-bot.md"


def blocks(path: Path, language: str) -> list[str]:
    """The code in a document that is marked with a language."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [code for marked, code in found if marked == language]


def bot_classes(source: str) -> list[str]:
    return re.findall(r"^class (\w+)\(Bot\)", source, re.MULTILINE)


def test_the_readmes_bot_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Saved under the name that the README says, with the command that it shows."""
    readme = ROOT / "README.md"
    (source,) = [block for block in blocks(readme, "python") if bot_classes(block)]
    (commands,) = [block for block in blocks(readme, "") if "parroteer.py" in block]
    monkeypatch.chdir(tmp_path)
    Path("parroteer.py").write_text(source, encoding="utf-8")
    simulate = commands.splitlines()[0].removeprefix("broadside ").split()
    simulate[simulate.index("--games") + 1] = "4"
    assert main([*simulate, "--workers", "1"]) == 0
    assert "parroteer.py:Parroteer" in capsys.readouterr().out


def test_the_guides_bot_plays(tmp_path: Path) -> None:
    (source,) = [block for block in blocks(GUIDE, "python") if bot_classes(block)]
    path = tmp_path / "my_bot.py"
    path.write_text(source, encoding="utf-8")
    argv = ["simulate", "jamaica", "--seats", "2", "--games", "2", "--workers", "1"]
    assert main([*argv, "--bots", f"greedy,{path}:Careful"]) == 0


def test_the_guides_programme_plays_over_the_network() -> None:
    """Served at a port of the test's own."""
    (source,) = [block for block in blocks(GUIDE, "python") if "HTTPServer(" in block]
    found: dict[str, Any] = {}
    exec(source.rpartition("\n\n\n")[0], found)
    found["Remote"].log_message = lambda *_: None
    with HTTPServer(("127.0.0.1", 0), found["Remote"]) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}/"
        argv = ["arena", "jolly-and-roger", "--bots", f"greedy,{address}", "--games", "2"]
        try:
            assert main(argv) == 0
        finally:
            server.shutdown()
            thread.join()


def test_what_the_guide_does_with_a_world() -> None:
    (source,) = [block for block in blocks(GUIDE, "python") if "playout" in block]
    found: dict[str, Any] = {}
    exec(source, found)
    assert sum(found["shares"]) == 1.0


def test_the_guide_names_verbs_that_there_are() -> None:
    """In the table of verbs, every word in code is a verb, alone or with its arguments."""
    table = GUIDE.read_text(encoding="utf-8").partition("| game | verbs |")[2].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        title, said = line.split("|")[1:3]
        name = title.strip().lower().replace(" & ", "-and-").replace(" ", "-")
        verbs = {verb.name for verb in broadside.game(name).actions.verbs}
        assert {text.split()[0] for text in re.findall(r"`([^`]+)`", said)} <= verbs
