"""Rule texts: from a game's Markdown, one section per rule id, to what a client shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from broadside.wire.messages import RulesText, RuleText

if TYPE_CHECKING:
    from broadside.kernel.game import Game

HEADING: Final = re.compile(r"^## +(?P<id>[A-Z0-9]+-[A-Z0-9]+) +· +(?P<title>.+?) *$")


def rules_text(game: Game, language: str) -> RulesText:
    """The rules of a game in one language, in reading order."""
    rules: list[RuleText] = []
    lines: list[str] = []
    for line in game.rule_texts(language).splitlines():
        heading = HEADING.match(line)
        if heading is not None:
            lines = []
            rules.append(RuleText(heading["id"], heading["title"], ""))
        elif rules:
            lines.append(line)
            rules[-1].text = "\n".join(lines).strip()
    return RulesText(game.name, language, rules)
