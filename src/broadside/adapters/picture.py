"""A table for people's eyes: as text, and as an image. Neither knows the rules of any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from broadside.kernel import drawing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from broadside.kernel.event import Seat
    from broadside.kernel.state import State

WIDTH: Final = 100
INDENT: Final = "  "
FONT_SIZE: Final = 13


def text_of(table: State, seat: Seat) -> str:
    """What a viewpoint sees, field by field; what is null is left out."""
    return "\n".join([table.title(), *lines_of(table.view(seat), "")])


def lines_of(record: Any, indent: str) -> list[str]:
    """The fields of a record: short ones together, others on lines of their own."""
    short = {name: words(value) for name, value in record.items() if is_flat(value)}
    lines = folded([f"{name} {value}" for name, value in short.items() if value], indent)
    for name, value in record.items():
        if name in short or not value:
            continue
        lines.append(f"{indent}{name}:")
        for item in value if isinstance(value, list) else [value]:
            inner = indent + INDENT
            is_record = isinstance(item, dict)
            lines += (
                lines_of(item, inner)
                if is_record
                else folded([words(each) for each in item], inner)
            )
    return lines


def is_flat(value: Any) -> bool:
    """Whether a value fits in a few words."""
    if isinstance(value, list):
        return not any(isinstance(inner, (dict, list)) for inner in value)
    return not isinstance(value, dict)


def words(value: Any) -> str:
    """A value in words; nothing for what is null, empty or false."""
    if isinstance(value, list):
        return " ".join(words(inner) or "?" for inner in value)
    if isinstance(value, dict):
        return " ".join(words(inner) or "-" for inner in value.values())
    if value is None or value is False:
        return ""
    return "yes" if value is True else str(value)


def folded(parts: list[str], indent: str) -> list[str]:
    """Parts put together on lines that are not too long."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= WIDTH:
            lines[-1] += " · " + part
        else:
            lines.append(indent + part)
    return lines


def image_of(table: State, seat: Seat) -> NDArray[np.uint8]:
    """What a viewpoint sees, as an image: the drawing that `State.svg` writes, in colour points.

    Its shape is height × width × 3.
    """
    from PIL import Image, ImageDraw, ImageFont

    block = drawing.boxes_of(table.title(), table.view(seat))
    image = Image.new("RGB", (int(block.width), int(block.height)), drawing.PAPER)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(FONT_SIZE)
    for box in block.boxes:
        paint(pen, font, box)
    return np.asarray(image)


def paint(pen: Any, font: Any, box: drawing.Box) -> None:
    """Paint one box."""
    middle = box.y + box.height / 2
    if box.kind in drawing.INKS:
        ink = drawing.INKS[box.kind]
        pen.text((box.x, middle), box.text, fill=ink, font=font, anchor="lm")
        return
    corners = (box.x, box.y, box.x + box.width, box.y + box.height)
    pen.rounded_rectangle(corners, radius=4, fill=box.tint(), outline=drawing.EDGE)
    ink = drawing.PAPER if box.kind == drawing.UNKNOWN else drawing.INK
    pen.text((box.x + box.width / 2, middle), box.text, fill=ink, font=font, anchor="mm")
