/** The printed board: its spaces, and the ways from one to another. */
import { STATIC } from '../../wire/jamaica';

export type Space = (typeof STATIC)['spaces'][number];

export const SPACES: Space[] = STATIC.spaces;
export const HOME = 0;
export const LAP = 44;
/** What a ship scores before the red line. */
export const BEHIND = -5;

const BEFORE: number[][] = SPACES.map((space) =>
  SPACES.filter((other) => other.next.includes(space.space)).map((other) => other.space),
);

export function spaceAt(space: number): Space {
  return SPACES[space] ?? SPACES[HOME]!;
}

export function neighbours(space: number, forward: boolean): number[] {
  return forward ? spaceAt(space).next : (BEFORE[space] ?? []);
}

/** The good that a space costs; null where landing is free. */
export function goodDue(space: number): 'gold' | 'food' | null {
  const { type } = spaceAt(space);
  return type === 'port' ? 'gold' : type === 'sea' ? 'food' : null;
}

/** The spaces of the shortest way in one direction, without the first; empty if there is none. */
export function wayTo(start: number, end: number, forward: boolean): number[] {
  const from = new Map<number, number>();
  let frontier = [start];
  while (frontier.length > 0) {
    const following: number[] = [];
    for (const space of frontier) {
      for (const next of neighbours(space, forward)) {
        if (from.has(next)) continue;
        from.set(next, space);
        if (next === end) return traced(from, start, end);
        following.push(next);
      }
    }
    frontier = following;
  }
  return [];
}

function traced(from: Map<number, number>, start: number, end: number): number[] {
  const way = [end];
  for (let here = from.get(end); here !== undefined && here !== start; here = from.get(here)) {
    way.unshift(here);
  }
  return way;
}

/** Where so many steps lead to; at forks and merges to several spaces. */
export function reached(start: number, steps: number, forward: boolean): number[] {
  let frontier = [start];
  for (let step = 0; step < steps; step++) {
    frontier = [...new Set(frontier.flatMap((space) => neighbours(space, forward)))];
  }
  return frontier.sort((one, other) => one - other);
}

/** The lap after sailing along a way: Port Royal is where laps begin. */
export function lapAfter(lap: number, start: number, way: number[], forward: boolean): number {
  if (forward) return way.includes(HOME) ? lap + 1 : lap;
  return [start, ...way.slice(0, -1)].includes(HOME) ? lap - 1 : lap;
}

/** What a place on the track scores at the end. */
export function placeScore(space: number, lap: number): number {
  if (space === HOME) return lap >= 1 ? (spaceAt(HOME).score ?? BEHIND) : BEHIND;
  return lap === 0 ? (spaceAt(space).score ?? BEHIND) : BEHIND;
}

/** Spaces on the short lane of a fork: those that a longer lane runs past. */
export const CHANNEL: ReadonlySet<number> = new Set(
  SPACES.filter((space) => space.next.length > 1).flatMap((fork) => shortLane(fork)),
);

function shortLane(fork: Space): number[] {
  const lanes = fork.next.map((first) => {
    const lane: number[] = [];
    for (let here = first; (BEFORE[here]?.length ?? 0) < 2; here = spaceAt(here).next[0] ?? HOME) {
      lane.push(here);
    }
    return lane;
  });
  return lanes.reduce((best, lane) => (lane.length < best.length ? lane : best));
}
