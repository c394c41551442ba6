"""The accessibility rules of axe-core, held against a page as it is drawn by day and by night."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .texts import SOURCES

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE: Final = SOURCES.parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST: Final = ["color-contrast"]
"""All that the light can change."""
PICTURES: Final = "[aria-label]:not(:has(svg text))"
"""Numbers drawn on a card are a picture; its name tells them in words, and in another order."""
SET_UP: Final = """pictures => axe.configure({
  rules: [{ id: 'label-content-name-mismatch', selector: pictures }],
})"""
TURN: Final = "theme => { document.documentElement.dataset.theme = theme; }"
RUN: Final = "only => axe.run({ runOnly: only, resultTypes: ['violations'] })"


class Inspector:
    """Goes through the pages and writes down what it finds, so that one test tells all of it."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def look(self, page: Page, where: str) -> None:
        """Hold every rule against a page, and those of contrast in the other light too."""
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
            page.evaluate(SET_UP, PICTURES)
        theme = page.evaluate("document.documentElement.dataset.theme")
        other = "night" if theme == "day" else "day"
        self._run(page, STANDARDS, f"{where} by {theme}")
        page.evaluate(TURN, other)
        self._run(page, CONTRAST, f"{where} by {other}")
        page.evaluate(TURN, theme)

    def _run(self, page: Page, rules: list[str], where: str) -> None:
        answer = page.evaluate(RUN, rules)
        broken = answer["violations"]
        for place in (line for rule in broken for line in places(rule)):
            if not any(place in line for line in self.found):
                self.found.append(f"{where}: {place}")


def places(rule: dict[str, Any]) -> list[str]:
    """A broken rule, with every place where it is broken."""
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for node in rule["nodes"]
    ]
