"""Why something was not done, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from broadside.console.speech import GAP

if TYPE_CHECKING:
    from broadside.console.speech import Values, Voice


def refusal_text(problem: dict[str, Any], voice: Voice) -> str:
    """The text of a refusal's code, for this case if there is one; else the server's own sentence.

    A text that names what this refusal does not is not used.
    """
    values: Values = dict(problem.get("details") or {})
    what = values.get("what")
    if voice.has(f"option.{what}"):
        values["what"] = voice.t(f"option.{what}")
    for key in (f"refusal.{problem['code']}.{what}", f"refusal.{problem['code']}"):
        if voice.has(key) and not GAP.search(voice.t(key, values)):
            return voice.t(key, values)
    return str(problem["reason"])
