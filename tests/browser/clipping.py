"""Words that cannot be read whole: cut by a box, ended by dots, off the screen, or on each other.

Measured are the glyphs themselves, accents included, not the lines that they stand on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIND: Final = """() => {
  const SLACK = 1.5;
  const EARS = 4;
  const pen = document.createElement('canvas').getContext('2d');
  const found = [];

  /** What is hidden on purpose: for ears only, or of a page that is covered. */
  const isShown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest('.spoken, [inert], svg, select, option');

  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);

  /** The glyphs of a line: as wide as its text, as high as its highest letter. */
  const glyphs = (rect, text, style) => {
    pen.font = style.font;
    const size = pen.measureText(style.textTransform === 'uppercase' ? text.toUpperCase() : text);
    const middle = size.fontBoundingBoxAscent + size.fontBoundingBoxDescent;
    const scale = middle > 0 ? rect.height / middle : 1;
    const baseline = rect.top + size.fontBoundingBoxAscent * scale;
    return {
      left: rect.left,
      right: rect.right,
      top: baseline - size.actualBoundingBoxAscent * scale,
      bottom: baseline + size.actualBoundingBoxDescent * scale,
    };
  };

  const cuts = (value) => value === 'hidden' || value === 'clip';

  const nameOf = (one) => {
    const marked = one.closest('[data-testid]');
    return `${one.tagName.toLowerCase()}.${[...one.classList].join('.')} in ` +
      (marked?.dataset.testid ?? 'the page');
  };

  /** What cuts this, and by how much; nothing beyond a box that can be scrolled. */
  const cutBy = (ink, start) => {
    let [across, along] = [true, true];
    for (let one = start; one && one !== document.documentElement; one = one.parentElement) {
      const style = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      const isForEars = box.width < EARS && box.height < EARS && cuts(style.overflowX);
      if (isForEars) return '';
      const lost = {
        left: across && cuts(style.overflowX) ? box.left - ink.left : 0,
        right: across && cuts(style.overflowX) ? ink.right - box.right : 0,
        top: along && cuts(style.overflowY) ? box.top - ink.top : 0,
        bottom: along && cuts(style.overflowY) ? ink.bottom - box.bottom : 0,
      };
      for (const [side, by] of Object.entries(lost))
        if (by > SLACK) return `is cut ${side} by ${by.toFixed(1)} px (${nameOf(one)})`;
      if (['auto', 'scroll'].includes(style.overflowX)) across = false;
      if (['auto', 'scroll'].includes(style.overflowY)) along = false;
      if (style.position === 'fixed') break;
    }
    // A phone shows more of a page that is too wide, smaller: its window does not count then.
    const width = Math.min(innerWidth, screen.width);
    const isBeside = ink.left < -SLACK || ink.right > width + SLACK;
    return across && isBeside ? `is beside the screen (${nameOf(start)})` : '';
  };

  const ARROW = 20;
  for (const one of (modal ?? document.body).querySelectorAll('select')) {
    if (!one.checkVisibility()) continue;
    const style = getComputedStyle(one);
    pen.font = style.font;
    const text = one.selectedOptions[0]?.text ?? '';
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = one.clientWidth - padding - ARROW;
    if (pen.measureText(text).width > room + SLACK)
      found.push(`${JSON.stringify(text)} does not fit into ${nameOf(one)}`);
  }

  const inked = [];
  const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.data.trim();
    const holder = node.parentElement;
    if (!text || !holder || !isShown(holder)) continue;
    const style = getComputedStyle(holder);
    const range = document.createRange();
    range.selectNodeContents(node);
    const dots = style.textOverflow === 'ellipsis' && holder.scrollWidth > holder.clientWidth + 1;
    if (dots) found.push(`${JSON.stringify(text)} ends in dots (${nameOf(holder)})`);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const ink = glyphs(rect, text, style);
      const cut = dots ? '' : cutBy(ink, holder);
      if (cut) {
        found.push(`${JSON.stringify(text)} ${cut}`);
        break;
      }
      inked.push({ ink, text, holder });
    }
  }

  /** Whether this is what one sees there. */
  const isOnTop = ({ ink, holder }) => {
    const top = document.elementFromPoint((ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2);
    return top !== null && (holder.contains(top) || top.contains(holder));
  };

  const DEEP = 3;
  const seen = inked.filter(isOnTop);
  for (const [place, one] of seen.entries()) {
    for (const other of seen.slice(place + 1)) {
      if (one.holder.contains(other.holder) || other.holder.contains(one.holder)) continue;
      const [a, b] = [one.ink, other.ink];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > DEEP && along > DEEP)
        found.push(`${JSON.stringify(one.text)} and ${JSON.stringify(other.text)} ` +
          `are written on each other (${nameOf(one.holder)})`);
    }
  }
  return [...new Set(found)];
}"""


def clipped_words(page: Page) -> list[str]:
    """What cannot be read whole on a page, and why."""
    page.evaluate("() => document.fonts.ready.then(() => null)")
    found: list[str] = page.evaluate(FIND)
    return found
