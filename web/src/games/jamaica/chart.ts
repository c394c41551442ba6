/** Where everything is drawn: a chart lying flat, or standing upright on a phone. */
import type { StaticView } from '../../wire/jamaica';
import { fromBox } from '../box.svelte';
import { HOME, neighbours, spaceAt, spaces } from './board';

export interface Point {
  x: number;
  y: number;
}

export interface Sheet {
  width: number;
  height: number;
  /** Radius of a space. */
  radius: number;
  /** The width of a ship. */
  ship: number;
  places: Point[];
}

const ROUNDS = 60;
const GAP = 7;
/** Between the spaces and the edge there is a frame, and above them room for a mast. */
const FRAME = 17;
const MAST = 12;

const range = fromBox('jamaica', (printed: StaticView) => {
  const xs = printed.spaces.map(({ x }) => x);
  const ys = printed.spaces.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
});

type Size = Pick<Sheet, 'width' | 'height' | 'radius'>;

/** A place in per cent of the printed board on a sheet that the ring of spaces fills. */
export function project({ width, height, radius }: Size, x: number, y: number): Point {
  const edge = radius + FRAME;
  const [across, down] = [width - 2 * edge, height - 2 * edge - MAST];
  const { left, right, top, bottom } = range();
  return {
    x: edge + ((x - left) / (right - left || 1)) * across,
    y: edge + MAST + ((y - top) / (bottom - top || 1)) * down,
  };
}

/** A sheet of this size with all spaces on it, none touching another. */
export function makeSheet(width: number, height: number, radius: number, ship: number): Sheet {
  const edge = radius + FRAME;
  const places = spaces().map(({ x, y }) => project({ width, height, radius }, x, y));
  for (let round = 0; round < ROUNDS; round++) pushApart(places, radius);
  for (const place of places) {
    place.x = Math.round(Math.min(width - edge, Math.max(edge, place.x)));
    place.y = Math.round(Math.min(height - edge, Math.max(edge, place.y)));
  }
  return { width, height, radius, ship, places };
}

function pushApart(places: Point[], radius: number): void {
  places.forEach((one, index) => {
    for (const other of places.slice(index + 1)) {
      // Port Royal is larger, and the white number of the last space hangs towards it.
      const distance = 2 * radius + GAP + (index === HOME ? 1.2 * radius : 0);
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const apart = Math.hypot(dx, dy) || 1;
      if (apart >= distance) continue;
      const push = (distance - apart) / 2 / apart;
      one.x -= dx * push;
      one.y -= dy * push;
      other.x += dx * push;
      other.y += dy * push;
    }
  });
}

export const flat = fromBox('jamaica', () => makeSheet(1000, 620, 23.5, 50));
export const upright = fromBox('jamaica', () => makeSheet(620, 720, 22, 52));

export function placeOf(sheet: Sheet, space: number): Point {
  return sheet.places[space] ?? { x: 0, y: 0 };
}

/** A smooth curve through points. */
export function curve(points: Point[], closed = false): string {
  const first = points[0];
  if (!first) return '';
  const at = (index: number): Point => {
    if (closed) return points[(index + points.length) % points.length]!;
    return points[Math.min(points.length - 1, Math.max(0, index))]!;
  };
  const last = closed ? points.length : points.length - 1;
  let path = `M${round(first)}`;
  for (let index = 0; index < last; index++) {
    const [before, here, next, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const one = { x: here.x + (next.x - before.x) / 6, y: here.y + (next.y - before.y) / 6 };
    const two = { x: next.x - (after.x - here.x) / 6, y: next.y - (after.y - here.y) / 6 };
    path += `C${round(one)} ${round(two)} ${round(next)}`;
  }
  return closed ? `${path}Z` : path;
}

function round({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/** One step from a space to the next, and the arrow in its middle. */
export interface Leg {
  from: number;
  to: number;
  middle: Point;
  /** Degrees. */
  turn: number;
}

export function legs(sheet: Sheet): Leg[] {
  return spaces().flatMap(({ space }) =>
    neighbours(space, true).map((to) => {
      const [a, b] = [placeOf(sheet, space), placeOf(sheet, to)];
      return {
        from: space,
        to,
        middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
        turn: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
      };
    }),
  );
}

/** The lanes as curves: the ring along the first follower of each fork, then every other lane. */
export function lanes(sheet: Sheet): { path: string; isChannel: boolean }[] {
  const drawn = (lane: number[]): string => curve(lane.map((space) => placeOf(sheet, space)));
  const ring: number[] = [0];
  while (ring.length === 1 || ring.at(-1) !== 0) ring.push(spaceAt(ring.at(-1) ?? 0).next[0] ?? 0);
  const others = spaces().flatMap(({ space, next }) =>
    next.slice(1).map((first) => {
      const lane = [space, first];
      while (!ring.includes(lane.at(-1) ?? 0)) lane.push(spaceAt(lane.at(-1) ?? 0).next[0] ?? 0);
      return lane;
    }),
  );
  return [
    { path: drawn(ring), isChannel: false },
    ...others.map((lane) => ({ path: drawn(lane), isChannel: true })),
  ];
}

/** Where the red line crosses the ring: between spaces with a white number and those without. */
export function redLine(sheet: Sheet): { from: Point; to: Point } {
  const first = spaces().find(({ score, type }) => score !== null && type !== 'home');
  const merge = placeOf(sheet, first?.space ?? 0);
  const before = neighbours(first?.space ?? 0, false).map((space) => placeOf(sheet, space));
  const ends = before.map((place) => ({ x: (place.x + merge.x) / 2, y: (place.y + merge.y) / 2 }));
  const [one, two] = [ends[0] ?? merge, ends[1] ?? ends[0] ?? merge];
  const [dx, dy] = [two.x - one.x, two.y - one.y];
  const length = Math.hypot(dx, dy) || 1;
  const past = (2 * sheet.radius) / length;
  return {
    from: { x: one.x - dx * past, y: one.y - dy * past },
    to: { x: two.x + dx * past, y: two.y + dy * past },
  };
}

const CROWDS: [number, number][][] = [
  [[0, -0.55]],
  [
    [-0.66, -0.5],
    [0.66, -0.5],
  ],
  [
    [-0.72, -0.75],
    [0.72, -0.75],
    [0, 0.4],
  ],
  [
    [-0.7, -0.85],
    [0.7, -0.85],
    [-0.7, 0.4],
    [0.7, 0.4],
  ],
  [
    [-1.25, -0.8],
    [0, -0.95],
    [1.25, -0.8],
    [-0.65, 0.45],
    [0.65, 0.45],
  ],
  [
    [-1.25, -0.85],
    [0, -0.95],
    [1.25, -0.85],
    [-1.25, 0.4],
    [0, 0.4],
    [1.25, 0.4],
  ],
];

/**
 * Where the nth of several ships on one space floats, so that none hides another. Near the edge all
 * of them move inwards together: moved one by one, they would end up on top of each other.
 */
export function berth(sheet: Sheet, space: number, nth: number, count: number): Point {
  const crowd = CROWDS[Math.min(count, CROWDS.length) - 1] ?? CROWDS[0]!;
  const [dx, dy] = crowd[nth % crowd.length] ?? [0, 0];
  const { x, y } = placeOf(sheet, space);
  const reach = sheet.radius * 1.15;
  const half = sheet.ship / 2;
  const across = crowd.map(([side]) => side * reach);
  const along = crowd.map(([, height]) => height * reach);
  return {
    x: within(x, half, sheet.width - half, across) + dx * reach,
    y: within(y, half, sheet.height - half * 0.6, along) + dy * reach,
  };
}

/** The middle nearest to the wished one for which all offsets stay between the bounds. */
function within(middle: number, low: number, high: number, offsets: number[]): number {
  return Math.min(high - Math.max(...offsets), Math.max(low - Math.min(...offsets), middle));
}
