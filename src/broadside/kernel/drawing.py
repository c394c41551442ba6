"""A table as a drawing, whatever its game: records are panels, cards and other words are labels.

Nothing here knows a game. What a view holds is laid out as nested boxes; `svg` writes them down,
and others may paint the same boxes in their own way.
"""

from __future__ import annotations

from typing import Final

WIDTH: Final = 860
GAP: Final = 6
LINE: Final = 16
LETTER: Final = 7.4
WIDTHS: Final = {4.3: " .,:;'!|iljftI()", 8.9: "ABCDEFGHKNOPQRSTUVXYZ", 11.4: "mwMW@%"}
"""How wide letters are that are not as wide as most: in the widest of the usual fonts, so that
nothing touches in any of them.
"""
BOLD: Final = 1.1
FACT_GAP: Final = 12
TEXT, NAME, TITLE, LABEL, UNKNOWN, PANEL = range(6)
"""The kinds of boxes: running text, the name of what follows, a heading, a word as a label, a label
face down, a panel.
"""

PAPER: Final = "#f7f1e3"
INK: Final = "#2c241c"
NAME_INK: Final = "#85765c"
TITLE_INK: Final = "#8a281e"
PANEL_PAPER: Final = "#fffaf0"
EDGE: Final = "#c9b994"
INKS: Final = {TEXT: INK, NAME: NAME_INK, TITLE: TITLE_INK}
"""The boxes that are nothing but words, by kind."""
BACK: Final = "#6b5d4a"
PLAIN_LABEL: Final = "#efe4c8"
TINTS: Final = {
    "green": "#b9dba6",
    "yellow": "#f3e08c",
    "blue": "#aecbe8",
    "red": "#eeb3a6",
    "purple": "#d3bce6",
    "pink": "#f2c2d4",
    "orange": "#f3c999",
    "black": "#bdb8b0",
    "gold": "#f0d26a",
    "gold1": "#f0d26a",
    "gold2": "#f0d26a",
    "gold3": "#f0d26a",
    "food": "#c9dba6",
    "gunpowder": "#c4bfb8",
    "british": "#eeb3a6",
    "french": "#aecbe8",
    "dutch": "#f3c999",
}
"""Labels whose words name a colour, or what everybody sees in one."""


class Box:
    """Something at its place: text, a label, or the edge of a panel."""

    def __init__(self, kind: int, x: float, y: float, size: tuple[float, float], text: str) -> None:
        self.kind = kind
        self.x = x
        self.y = y
        self.width, self.height = size
        self.text = text

    def tint(self) -> str:
        """The colour of what it is painted with."""
        if self.kind == PANEL:
            return PANEL_PAPER
        if self.kind == UNKNOWN:
            return BACK
        for part in self.text.replace(" ", "_").split("_"):
            if part in TINTS:
                return TINTS[part]
        return PLAIN_LABEL


class Block:
    """Boxes that belong together, with the room that they take."""

    def __init__(self, width: float, height: float, boxes: list[Box]) -> None:
        self.width = width
        self.height = height
        self.boxes = boxes


def boxes_of(title: str, view: object) -> Block:
    """What a view shows, laid out under a title."""
    lines = stacked([words(TITLE, title), content(view, WIDTH - 2 * GAP)])
    boxes = moved(lines, GAP, GAP)
    return Block(WIDTH, lines.height + 2 * GAP, boxes)


def svg(title: str, view: object) -> str:
    """A drawing of what a view shows."""
    block = boxes_of(title, view)
    return framed(block.height, "".join([svg_of(box) for box in block.boxes]))


def framed(height: float, inner: str) -> str:
    """What was drawn, as a whole."""
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    font = 'font-family="Georgia, serif" font-size="12"'
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>{paper}{inner}</svg>'


# ----------------------------------------------------------------------------- laying out


def content(value: object, width: float) -> Block:
    """The inside of a panel: short fields as text, words as labels, records as panels."""
    if not isinstance(value, dict):
        return flow([item_block(value, width)], width)
    short: list[Block] = []
    rows: list[Block] = []
    panels: list[Block] = []
    for name, inner in value.items():
        if is_nothing(inner):
            continue
        if isinstance(inner, dict):
            inside = content(inner, width - 2 * GAP)
            if inside.boxes:
                panels.append(panel(spoken(name), inside))
        elif not isinstance(inner, list):
            short.append(fact(spoken(name), spoken(inner)))
        elif is_flat(inner):
            labels = [words(NAME, spoken(name)), *[label(each) for each in inner]]
            rows.append(flow(labels, width))
        else:
            panels.append(panel(spoken(name), items(inner, width - 2 * GAP)))
    return stacked([flow(short, width, FACT_GAP), *rows, flow(panels, width)])


def items(values: list[object], width: float) -> Block:
    """The items of a list beside each other, as far as there is room."""
    return flow([item_block(value, width) for value in values], width)


def item_block(value: object, width: float) -> Block:
    """One item: a word as a label, a list of them as a row, a record as a panel."""
    if isinstance(value, list):
        return panel("", items(value, width - 2 * GAP))
    if not isinstance(value, dict):
        return label(value)
    if is_card(value):
        return label(value)
    room = (width - GAP) / 2 if width > WIDTH / 2 else width  # two beside each other
    return panel("", content(value, room - 2 * GAP))


def flow(blocks: list[Block], width: float, gap: float = GAP) -> Block:
    """Blocks in lines, from left to right, with a gap between them."""
    x = y = line = widest = 0.0
    boxes: list[Box] = []
    for block in blocks:
        if x and x + block.width > width:
            x, y, line = 0.0, y + line + GAP, 0.0
        boxes += moved(block, x, y)
        x += block.width + gap
        line = max(line, block.height)
        widest = max(widest, x - gap)
    return Block(widest, y + line, boxes)


def stacked(blocks: list[Block]) -> Block:
    """Blocks below each other; empty ones take no room."""
    y = widest = 0.0
    boxes: list[Box] = []
    for block in blocks:
        if not block.boxes:
            continue
        boxes += moved(block, 0.0, y)
        y += block.height + GAP
        widest = max(widest, block.width)
    return Block(widest, max(0.0, y - GAP), boxes)


def panel(title: str, inner: Block) -> Block:
    """A block with an edge around it, and a heading if it has one."""
    whole = stacked([words(TITLE, title), inner]) if title else inner
    width, height = whole.width + 2 * GAP, whole.height + 2 * GAP
    edge = Box(PANEL, 0.0, 0.0, (width, height), "")
    return Block(width, height, [edge, *moved(whole, GAP, GAP)])


def width_of(text: str) -> float:
    """How much room a text takes at most."""
    total = 0.0
    for letter in text:
        found = LETTER
        for width, letters in WIDTHS.items():
            if letter in letters:
                found = width
        total += found
    return total


def fact(name: str, value: str) -> Block:
    """What something is called, and what it is."""
    return flow([words(NAME, name), words(TEXT, value)], WIDTH, GAP - 1)


def words(kind: int, text: str) -> Block:
    """Some words."""
    width = width_of(text) * (BOLD if kind == TITLE else 1.0)
    return Block(width, LINE, [Box(kind, 0.0, 0.0, (width, LINE), text)])


def label(value: object) -> Block:
    """A word or a card as a label; what is not known lies face down."""
    if isinstance(value, dict):
        value = value["card"]
    text = "?" if value is None else spoken(value)
    width = width_of(text) + 2 * GAP
    kind = UNKNOWN if value is None else LABEL
    return Block(width, LINE, [Box(kind, 0.0, 0.0, (width, LINE), text)])


def moved(block: Block, x: float, y: float) -> list[Box]:
    """The boxes of a block at another place."""
    return [
        Box(box.kind, box.x + x, box.y + y, (box.width, box.height), box.text)
        for box in block.boxes
    ]


def is_nothing(value: object) -> bool:
    """Whether a field says nothing: null, false, or empty."""
    return value is None or value is False or value == "" or value == [] or value == {}


def is_flat(values: list[object]) -> bool:
    """Whether all items of a list are words or numbers, or cards."""
    for value in values:
        if isinstance(value, list) or (isinstance(value, dict) and not is_card(value)):
            return False
    return True


def is_card(record: dict[str, object]) -> bool:
    """Whether a record is a card, with nothing but words and numbers about it."""
    for value in record.values():
        if isinstance(value, (dict, list)):
            return False
    return "card" in record


def spoken(value: object) -> str:
    """A word as people write it."""
    return "yes" if value is True else str(value).replace("_", " ")


# -------------------------------------------------------------------------------- SVG


def svg_of(box: Box) -> str:
    """One box as an element."""
    text = box.text.replace("&", "&amp;").replace("<", "&lt;")
    at = f'x="{box.x:.1f}" y="{box.y:.1f}"'
    if box.kind in INKS:
        ink = INKS[box.kind]
        weight = ' font-weight="bold"' if box.kind == TITLE else ""
        below = f'x="{box.x:.1f}" y="{box.y + 12:.1f}"'
        return f'<text {below} fill="{ink}"{weight}>{text}</text>'
    size = f'width="{box.width:.1f}" height="{box.height:.1f}"'
    edge = f'<rect {at} {size} rx="4" fill="{box.tint()}" stroke="{EDGE}"/>'
    if box.kind == PANEL:
        return edge
    ink = PAPER if box.kind == UNKNOWN else INK
    middle = f'x="{box.x + box.width / 2:.1f}" y="{box.y + 12:.1f}"'
    return f'{edge}<text {middle} fill="{ink}" text-anchor="middle">{text}</text>'
