"""A game as a small player for notebooks: one drawing for each decision, and a slider.

Most of a drawing stays from one decision to the next, so each part of it is kept once: a frame is
a list of numbers of parts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from broadside.kernel import drawing

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE: Final = """<!doctype html><meta charset="utf-8">
<style>
body { margin: 0; font: 14px Georgia, serif; color: #2c241c; background: #f7f1e3; }
nav { display: flex; gap: 8px; align-items: center; padding: 6px; }
input { flex: 1; } button { font: inherit; min-width: 32px; } #table { overflow: auto; }
</style>
<nav><button id="back" aria-label="back">‹</button><button id="on" aria-label="on">›</button>
<input id="at" type="range" min="0" value="0" aria-label="decision"><span id="told"></span></nav>
<div id="table"></div>
<script>
const film = FILM, at = document.getElementById("at");
at.max = film.frames.length - 1;
function show() {
  const [told, height, parts] = film.frames[at.value];
  const head = film.head.replaceAll("HEIGHT", height);
  document.getElementById("told").textContent = at.value + " " + told;
  const inner = parts.map((part) => film.parts[part]).join("");
  document.getElementById("table").innerHTML = head + inner + "</svg>";
}
function go(by) { at.value = Number(at.value) + by; show(); }
at.oninput = show;
document.getElementById("back").onclick = () => go(-1);
document.getElementById("on").onclick = () => go(1);
show();
</script>
"""
TOOLS_HEIGHT: Final = 48
HEIGHT_MAX: Final = 720


def player(frames: Iterable[tuple[str, drawing.Block]]) -> str:
    """A player of some drawings, each with what was done before it; needs no network."""
    parts: dict[str, int] = {}
    shown: list[tuple[str, int, list[int]]] = []
    for told, block in frames:
        numbers = [parts.setdefault(drawing.svg_of(box), len(parts)) for box in block.boxes]
        shown.append((told, round(block.height), numbers))
    head = drawing.framed(0, "").removesuffix("</svg>")
    head = head.replace('height="0"', 'height="HEIGHT"').replace(' 0"', ' HEIGHT"', 1)
    film = json.dumps({"head": head, "parts": list(parts), "frames": shown}, ensure_ascii=False)
    page = PAGE.replace("FILM", film.replace("</", "<\\/"))
    height = min(HEIGHT_MAX, TOOLS_HEIGHT + max(height for _, height, _ in shown))
    size = f'width="{drawing.WIDTH + 20}" height="{height}"'
    inside = page.replace("&", "&amp;").replace("'", "&#39;")
    return f"<iframe {size} style='border: 0' srcdoc='{inside}'></iframe>"
