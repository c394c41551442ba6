"""`broadside serve`: what an operator may want otherwise reaches the server."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from broadside.cli.entry import build_parser
from broadside.cli.serve import settings_of
from broadside.service.settings import Settings

WISHES = {
    "--bot-beat": ("2", "bot_beat_s", 2.0),
    "--countdown": ("0.5", "countdown_factor", 0.5),
    "--leave": ("300", "leave_s", 300.0),
    "--idle": ("600", "idle_player_s", 600.0),
    "--expire": ("86400", "expire_s", 86_400.0),
    "--keep": ("30", "keep_days", 30.0),
    "--proxy": ("127.0.0.1, 10.0.0.0/8", "proxy", "127.0.0.1, 10.0.0.0/8"),
    "--link": ("https://games.example.org", "link", "https://games.example.org"),
}


@pytest.mark.parametrize("option", list(WISHES))
def test_a_wish_changes_one_setting(option: str) -> None:
    """And nothing else."""
    value, name, wanted = WISHES[option]
    settings = settings_of(build_parser().parse_args(["serve", option, value]))
    assert asdict(settings) == {**asdict(Settings()), name: wanted}


def test_the_help_tells_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    """As they are, so that nobody is told wrong ones."""
    with pytest.raises(SystemExit):
        build_parser().parse_args(["serve", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    settings = Settings()
    for value in (
        settings.bot_beat_s,
        settings.countdown_factor,
        settings.leave_s,
        settings.idle_player_s,
    ):
        assert f"(default: {value:g})" in told
