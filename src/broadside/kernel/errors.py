"""What can be wrong with what somebody asked for. Each message says what would be right."""

from __future__ import annotations


class BroadsideError(ValueError):
    """Something asked of Broadside cannot be done. Nothing has changed."""


class UnknownGame(BroadsideError):
    """There is no game of that name."""


class BadSeats(BroadsideError):
    """The game cannot be played by that many."""


class BadOption(BroadsideError):
    """No such option, or not that value for it: which one, and how much of it is possible."""

    def __init__(self, reason: str, option: str = "", most: int = -1) -> None:
        super().__init__(reason)
        self.option = option
        self.most = most


class BadData(BroadsideError):
    """A game's data file is broken; the message names file, line and reason.

    Who typed it in may speak another language: then `line`, the `code` of the reason with the
    `values` in it, and `rule`, the rule that needs a bound, say the same.
    """

    def __init__(
        self, message: str, line: int = 0, code: str = "", values: list[str] | None = None
    ) -> None:
        super().__init__(message)
        self.line = line
        self.code = code
        self.values: list[str] = values or []
        self.rule = ""


class BadRecord(BroadsideError):
    """A recorded game cannot be replayed."""


class UnknownAction(BroadsideError):
    """The text names no action of the game."""


class IllegalAction(BroadsideError):
    """This seat may not do this now. Nothing has changed."""

    def __init__(self, code: str, reason: str, rule: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.rule = rule


class NotationError(BroadsideError):
    """A written table cannot be read; the message names the line and the token."""

    def __init__(self, line: int, token: str, reason: str) -> None:
        super().__init__(f"line {line}, at {token!r}: {reason}")
        self.line = line
        self.token = token
        self.reason = reason
