/**
 * Everything that changes place travels. The page is already drawn as it is now; likenesses of
 * the pieces fly from where they were, and the places they reach stay empty until they land.
 */
import { settings } from '../comfort/settings.svelte';

export interface Motion {
  /** Names of `data-anchor` places: where the piece was, and where it is. */
  from: string;
  to: string;
  /** Whose likeness travels; both: it turns over on the way. */
  likeness?: 'from' | 'to' | 'both';
  /** Milliseconds after the first motion of the same event. */
  after?: number;
  /** A shared symbol that rises at the start: the kraken's arm. */
  grip?: string;
  /** Seen on its way only, neither before it starts nor after it lands. */
  passing?: boolean;
}

/** One step of the story: what is done when its turn comes, and once it has been shown. */
export interface Step {
  motions: Motion[];
  /** Milliseconds that it takes at least, for what the board acts out itself. */
  lasts: number;
  begin: () => void;
  done: () => void;
}

interface Place {
  box: DOMRect;
  likeness: HTMLElement;
}

export const TRAVEL_MS = 300;
const PAUSE_MS = 60;

export function prefersStillness(): boolean {
  if (settings.pace === 0) return true;
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export class Stage {
  private running: Animation[] = [];
  private timers: { id: ReturnType<typeof setTimeout>; run: () => void }[] = [];
  private finish: (() => void) | null = null;

  constructor(
    private readonly board: HTMLElement,
    private readonly sky: HTMLElement,
  ) {}

  /** Where everything lies now. Call it before the page changes. */
  look(): Map<string, Place> {
    const places = new Map<string, Place>();
    for (const element of this.anchors()) {
      const name = element.dataset.anchor ?? '';
      places.set(name, { box: element.getBoundingClientRect(), likeness: likenessOf(element) });
    }
    return places;
  }

  /** Show the steps one after the other. Ends early when skipped. */
  play(before: Map<string, Place>, steps: Step[]): Promise<void> {
    const now = this.look();
    const targets = new Map([...this.anchors()].map((one) => [one.dataset.anchor ?? '', one]));
    let start = 0;
    for (const step of steps) {
      let end = start + step.lasts * settings.pace;
      this.later(start, step.begin);
      for (const motion of step.motions) {
        const from = before.get(motion.from) ?? now.get(motion.from);
        const to = now.get(motion.to) ?? before.get(motion.to);
        if (!from || !to) continue;
        const begin = start + (motion.after ?? 0) * settings.pace;
        this.fly(motion, from, to, begin, targets.get(motion.to));
        end = Math.max(end, begin + TRAVEL_MS * settings.pace);
      }
      this.later(end, step.done);
      start = end > start ? end + PAUSE_MS : start;
    }
    return this.until(start);
  }

  /** Everything lands at once. */
  skip(): void {
    for (const animation of this.running) animation.finish();
    const timers = this.timers;
    this.timers = [];
    for (const timer of timers) clearTimeout(timer.id);
    for (const timer of timers) timer.run();
    this.clear();
  }

  private anchors(): NodeListOf<HTMLElement> {
    return this.board.querySelectorAll<HTMLElement>('[data-anchor]');
  }

  private fly(motion: Motion, from: Place, to: Place, begin: number, target?: HTMLElement): void {
    const kind = motion.likeness ?? 'to';
    const fill = motion.passing ? 'none' : 'both';
    const timing = {
      duration: TRAVEL_MS * settings.pace,
      delay: begin,
      easing: 'ease-out',
      fill,
    } as const;
    const [start, end] = [poseIn(from.box), poseIn(to.box)];
    if (kind === 'both') {
      const { leaving, coming } = turningOver(start, end);
      this.send(from, leaving, { ...timing, easing: 'linear' });
      this.send(to, coming, { ...timing, easing: 'linear' });
    } else {
      this.send(kind === 'from' ? from : to, [start, end], timing);
    }
    if (motion.grip) this.grip(motion.grip, from.box, to.box, timing);
    if (target && kind !== 'from') {
      const hide = [{ opacity: 0 }, { opacity: 0 }];
      this.running.push(target.animate(hide, { duration: begin + TRAVEL_MS * settings.pace }));
    }
  }

  private send(place: Place, poses: Pose[], timing: KeyframeAnimationOptions): void {
    const piece = place.likeness.cloneNode(true) as HTMLElement;
    Object.assign(piece.style, {
      width: `${place.box.width}px`,
      height: `${place.box.height}px`,
      visibility: 'hidden',
    });
    this.sky.append(piece);
    const frames = poses.map((pose) => ({ ...drawn(pose, place.box), visibility: 'visible' }));
    this.running.push(piece.animate(frames, timing));
  }

  private grip(symbol: string, from: DOMRect, to: DOMRect, timing: KeyframeAnimationOptions): void {
    const holder = document.createElement('div');
    holder.className = 'grip';
    holder.innerHTML = `<svg viewBox="0 0 32 32"><use href="#i-${symbol}" /></svg>`;
    const size = from.height * 1.5;
    const at = (box: DOMRect): string =>
      `translate(${box.left + box.width / 2 - size / 2}px, ${box.top + box.height / 2 - size / 3}px)`;
    Object.assign(holder.style, { width: `${size}px`, height: `${size}px` });
    this.sky.append(holder);
    const frames = [
      { transform: at(from), opacity: 1 },
      { transform: at(to), opacity: 0.4 },
    ];
    this.running.push(holder.animate(frames, timing));
  }

  private later(ms: number, run: () => void): void {
    const timer = {
      run,
      id: setTimeout(() => {
        this.timers = this.timers.filter((one) => one !== timer);
        run();
      }, ms),
    };
    this.timers.push(timer);
  }

  private until(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.finish = resolve;
      this.later(ms, () => this.clear());
    });
  }

  private clear(): void {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.sky.replaceChildren();
    this.finish?.();
    this.finish = null;
  }
}

function likenessOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll<HTMLElement>('*')]) {
    for (const name of ['data-anchor', 'data-testid', 'aria-live', 'role', 'tabindex', 'data-drop'])
      part.removeAttribute(name);
  }
  copy.classList.add('likeness');
  copy.setAttribute('inert', '');
  return copy;
}

/** How a piece lies at one moment of its way. */
interface Pose {
  /** Its middle. */
  x: number;
  y: number;
  width: number;
  /** 1 as it lies, 0 seen from the edge. */
  turn: number;
  offset?: number;
}

function poseIn(box: DOMRect): Pose {
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    width: box.width,
    turn: 1,
  };
}

/** The way of a piece that turns over in the middle: the side that leaves, and the one that comes. */
function turningOver(start: Pose, end: Pose): { leaving: Pose[]; coming: Pose[] } {
  const edge: Pose = {
    x: (start.x + end.x) / 2,
    y: (start.y + end.y) / 2,
    width: (start.width + end.width) / 2,
    turn: 0,
    offset: 0.5,
  };
  return {
    leaving: [start, edge, { ...end, turn: 0 }],
    coming: [{ ...start, turn: 0 }, edge, end],
  };
}

/** A pose as a transform of a piece that is drawn in its own size. */
function drawn({ x, y, width, turn, offset }: Pose, box: DOMRect): Keyframe {
  const scale = box.width > 0 ? width / box.width : 1;
  const left = x - box.width / 2;
  const top = y - box.height / 2;
  const transform = `translate(${left}px, ${top}px) scale(${scale * turn}, ${scale})`;
  return offset === undefined ? { transform } : { transform, offset };
}
