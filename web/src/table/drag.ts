/** Carrying a piece with mouse, pen or finger to a place that takes it. */
import type { Attachment } from 'svelte/attachments';

export interface Carrying {
  enabled: boolean;
  start?: () => void;
  /** The place under the piece changed: its `data-drop`, or null. */
  over?: (place: string | null) => void;
  drop: (place: string | null) => void;
}

const SLACK_PX = 6;

function placeAt(x: number, y: number): string | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  return element?.dataset.drop ?? null;
}

function likeness(node: HTMLElement): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  const box = node.getBoundingClientRect();
  copy.removeAttribute('data-testid');
  copy.removeAttribute('data-anchor');
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '40',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    pointerEvents: 'none',
    filter: 'drop-shadow(0 8px 10px rgb(0 0 0 / 40%))',
  });
  return copy;
}

/** One gesture from press to release. */
class Gesture {
  private copy: HTMLElement | null = null;
  private place: string | null = null;

  constructor(
    private readonly node: HTMLElement,
    private readonly carrying: () => Carrying,
    private readonly press: PointerEvent,
  ) {
    // At once: a quick hand has left the piece before it has moved far enough to carry it.
    node.setPointerCapture(press.pointerId);
  }

  move(event: PointerEvent): void {
    const dx = event.clientX - this.press.clientX;
    const dy = event.clientY - this.press.clientY;
    if (!this.copy) {
      if (Math.hypot(dx, dy) < SLACK_PX) return;
      this.lift();
    }
    if (this.copy) this.copy.style.transform = `translate(${dx}px, ${dy}px) rotate(-2deg)`;
    const place = placeAt(event.clientX, event.clientY);
    if (place === this.place) return;
    this.place = place;
    this.carrying().over?.(place);
  }

  release(event: PointerEvent): void {
    if (!this.copy) return;
    this.cancel();
    // The release would also count as a click on the piece: it is not one.
    const swallow = (click: Event): void => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
    this.carrying().drop(placeAt(event.clientX, event.clientY));
  }

  /** Put the piece back where it was. */
  cancel(): void {
    if (!this.copy) return;
    this.copy.remove();
    this.copy = null;
    this.node.style.opacity = '';
    this.carrying().over?.(null);
  }

  private lift(): void {
    this.copy = likeness(this.node);
    document.body.append(this.copy);
    this.node.style.opacity = '0.35';
    this.carrying().start?.();
  }
}

/** Attach to a piece that may be carried; the options are asked for when they are needed. */
export function carry(carrying: () => Carrying): Attachment<HTMLElement> {
  return (node) => {
    let gesture: Gesture | null = null;
    const down = (event: PointerEvent): void => {
      if (event.button === 0 && carrying().enabled) gesture = new Gesture(node, carrying, event);
    };
    const move = (event: PointerEvent): void => gesture?.move(event);
    const up = (event: PointerEvent): void => {
      gesture?.release(event);
      gesture = null;
    };
    const cancel = (): void => {
      gesture?.cancel();
      gesture = null;
    };
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', cancel);
    node.style.touchAction = 'none';
    return () => {
      cancel(); // the table may go on while a piece is in the air
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', cancel);
    };
  };
}
