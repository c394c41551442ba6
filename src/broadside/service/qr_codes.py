"""QR codes: links as pictures that a phone reads off a screen."""

from __future__ import annotations

import io

import segno


def qr_svg(link: str) -> bytes:
    """The link as a QR code, drawn in SVG; it takes the size that the page gives it."""
    picture = io.BytesIO()
    code = segno.make(link, micro=False)
    code.save(
        picture, kind="svg", xmldecl=False, omitsize=True, border=2, dark="#000", light="#fff"
    )
    return picture.getvalue()


def qr_text(link: str) -> str:
    """The link as a QR code for a terminal."""
    picture = io.StringIO()
    segno.make(link, micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue()
