"""Bad input: one clear line, exit code 2, and nothing has changed."""

from __future__ import annotations

import io
import socket
from pathlib import Path

import pytest

from broadside.cli import main

from .recorded import recorded_game, save

Capture = pytest.CaptureFixture[str]
GAME = "jolly-and-roger"


def complaint(capsys: Capture, *argv: str) -> str:
    """The one line a command complains with."""
    assert main(list(argv)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("broadside") and err.count("\n") == 1
    return err


MISTAKES = {
    "nothing asked": ((), "required: COMMAND"),
    "unknown command": (("frob",), "there is no 'frob'; there is serve"),
    "unknown flag": (("games", "--frob"), "unrecognized arguments: --frob"),
    "unknown game": (("rules", "jolly-und-roger"), f"did you mean {GAME}?"),
    "unknown rule": (("rules", GAME, "JNR-999"), "no rule 'JNR-999'; there are JNR-"),
    "unknown language": (("rules", GAME, "--language", "fr"), "there is en, de, pl"),
    "game to simulate": (("simulate", "chess"), f"games: {GAME}"),
    "seats": (("simulate", GAME, "--seats", "3"), "played with 2 seats, not with 3"),
    "seats in words": (("simulate", GAME, "--seats", "two"), "'two' is not a whole number"),
    "bots": (
        ("simulate", GAME, "--bots", "grdy"),
        "bosun, greedy, captain, old-salt",
    ),
    "too many bots": (
        ("simulate", GAME, "--seats", "2", "--bots", "random,random,random"),
        "--bots names 3 bots for 2 seats; name 2, or a single one",
    ),
    "no games": (("simulate", GAME, "--games", "0"), "'0' is not a whole number from 1"),
    "negative seed": (("simulate", GAME, "--seed=-1"), "'-1' is not a whole number from 0 on"),
    "option without value": (("simulate", GAME, "--option", "deck"), "should be name=value"),
    "option twice": (
        ("simulate", GAME, "--option", "deck=intro", "--option", "deck=intro"),
        "deck is given twice",
    ),
    "unknown option": (("simulate", GAME, "--option", "dek=intro"), "no option 'dek'"),
    "unknown value": (("simulate", GAME, "--option", "deck=uno"), "intro, advanced"),
    "game to measure": (("bench", "engine", "--game", "chess"), f"games: {GAME}"),
    "what to measure": (("bench",), "required: COMMAND"),
    "no file": (("replay", "/no/such/file"), "cannot read /no/such/file: No such file"),
    "no file to verify": (("verify", "/no/such/file"), "cannot read /no/such/file"),
    "countdown": (("serve", "--countdown", "0"), "'0' is not a number from 0.01 to 5"),
    "countdown_nan": (("serve", "--countdown", "nan"), "'nan' is not a number from 0.01 to 5"),
    "countdown_word": (("serve", "--countdown", "fast"), "'fast' is not a number from 0.01 to 5"),
    "beat": (("serve", "--bot-beat", "nan"), "'nan' is not a time from 0 to 60 seconds"),
    "leave": (("serve", "--leave", "0"), "'0' is not a time from 1 to 3600 seconds"),
    "idle": (("serve", "--idle", "inf"), "'inf' is not a time from 1 to 86400 seconds"),
    "smtp": (("serve", "--smtp", "mail.example.org"), "smtp://USER:PASSWORD@HOST:PORT"),
    "sender": (("serve", "--smtp", "smtp://mail.example.org"), "--smtp needs --mail-from"),
    "proxy": (("serve", "--proxy", "localhost"), "give its address, such as 127.0.0.1"),
    "proxy net": (("serve", "--proxy", "10.1.2.3/8"), "10.1.2.3/8 has host bits set; give its"),
    "port": (("serve", "--port", "70000"), "'70000' is not a whole number from 0 to 65535"),
}


@pytest.mark.parametrize("case", list(MISTAKES))
def test_a_mistake_costs_one_line(capsys: Capture, case: str) -> None:
    argv, reason = MISTAKES[case]
    assert reason in complaint(capsys, *argv)


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"[1, 2]", b'{"format": "chess"}'])
def test_a_file_that_is_no_replay(
    capsys: Capture, tmp_path: Path, command: str, content: bytes
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    assert f"{path}: this is not a replay file" in complaint(capsys, command, str(path))


def test_an_illegal_action_in_a_file(capsys: Capture, tmp_path: Path) -> None:
    file = recorded_game()
    file.actions[0] = (file.actions[0][0], "tortuga")
    err = complaint(capsys, "replay", save(file, tmp_path))
    assert "action 1 ('tortuga' by seat" in err


def test_a_seat_that_is_not_there(capsys: Capture, tmp_path: Path) -> None:
    err = complaint(capsys, "replay", save(recorded_game(), tmp_path), "--seat", "2")
    assert "should be 0 to 1, all or spectator" in err


def test_a_file_cannot_steer_the_terminal(capsys: Capture, tmp_path: Path) -> None:
    file = recorded_game()
    file.seats[0] = "\x1b[2JAnne"
    assert main(["replay", save(file, tmp_path)]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_replay_from_standard_input(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = Path(save(recorded_game(), tmp_path)).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert main(["verify", "-"]) == 0


# ------------------------------------------------------------------------------- serve


def test_a_port_in_use(capsys: Capture, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        argv = ("serve", "--no-open", "--port", str(port), "--data", str(tmp_path / "data"))
        assert f"Port {port} on 127.0.0.1 is in use" in complaint(capsys, *argv)
    assert not (tmp_path / "data").exists()


def test_an_unusable_data_folder(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    folder = tmp_path / "file" / "data"
    argv = ("serve", "--no-open", "--port", "0", "--data", str(folder))
    assert f"Cannot create the data folder {folder}" in complaint(capsys, *argv)


def test_a_data_file_that_is_not_ours(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "broadside.sqlite"
    path.write_bytes(b"not a database, but long enough to be one" * 100)
    argv = ("serve", "--no-open", "--port", "0", "--data", str(tmp_path))
    assert "is damaged" in complaint(capsys, *argv)
    assert path.read_bytes().startswith(b"not a database")


def test_an_address_that_is_not_here(capsys: Capture, tmp_path: Path) -> None:
    argv = ("serve", "--no-open", "--host", "192.0.2.77", "--port", "0", "--data", str(tmp_path))
    assert "Cannot listen on 192.0.2.77:0" in complaint(capsys, *argv)
