"""The page about the socket's messages is what the messages are."""

from __future__ import annotations

import sys

import pytest

from broadside.server.http.endpoints import OPERATIONS
from broadside.wire import messages
from tools import protocol


def test_the_page_is_current() -> None:
    """`python -m tools.protocol` writes it anew."""
    assert protocol.PAGE.read_text(encoding="utf-8") == protocol.page()


def test_every_message_is_told_with_its_meaning() -> None:
    """Each has its heading and the first sentence of its docstring."""
    page = protocol.page()
    for union in (messages.ClientMessage, messages.ServerMessage):
        for struct in protocol.members(union):
            assert f"### `{struct.__struct_config__.tag}`\n" in page
            assert (struct.__doc__ or "").strip().split("\n")[0] in page


def test_every_operation_is_told_with_its_meaning() -> None:
    """A line each: the method, the address, what it does."""
    page = protocol.page()
    for operation in OPERATIONS:
        path = operation.path.replace(":path", "")
        assert f"| {operation.method.upper()} | `{path}` | {operation.summary}" in page
        assert operation.summary


def test_an_old_page_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check fails, and says what to do."""
    monkeypatch.setattr(sys, "argv", ["protocol", "--check"])
    assert protocol.main() == 0
    monkeypatch.setattr(protocol, "page", lambda: "another page")
    assert protocol.main() == 1
    assert "run python -m tools.protocol" in capsys.readouterr().err
