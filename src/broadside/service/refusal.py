"""Refusals: why something was not done, in the same form for HTTP and for sockets."""

from __future__ import annotations

from broadside.kernel.errors import BroadsideError, IllegalAction, UnknownAction

Details = dict[str, str | int]
"""What a refusal names: `what` it is about, where one code has several cases, and numbers."""


class Refusal(Exception):
    """Somebody asked for what cannot be done. Nothing has changed."""

    def __init__(
        self,
        status: int,
        code: str,
        reason: str,
        rule: str | None = None,
        *,
        retry_s: int | None = None,
        details: Details | None = None,
    ) -> None:
        """Take the HTTP status, a stable code, a sentence, and the rule if there is one.

        `retry_s` says after how long the same may be allowed; `details` are what the sentence
        names, so that a client can say it in the reader's language.
        """
        super().__init__(reason)
        self.status = status
        self.code = code
        self.reason = reason
        self.rule = rule
        self.retry_s = retry_s
        self.details = details


def refusal_of(error: BroadsideError) -> Refusal:
    """The refusal for what the rules said to an action."""
    if isinstance(error, IllegalAction):
        return Refusal(409, error.code, error.reason, error.rule or None)
    if isinstance(error, UnknownAction):
        return Refusal(400, "unknown_action", str(error))
    return Refusal(400, "refused", str(error))


def not_stored() -> Refusal:
    """The refusal for what the store could not take."""
    reason = "This could not be stored, so nothing was changed. Try again in a moment."
    return Refusal(503, "not_stored", reason)


def mistaken() -> Refusal:
    """The refusal for what met a mistake of ours."""
    return Refusal(500, "internal", "The server made a mistake.")
