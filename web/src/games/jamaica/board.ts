/** The printed board: its spaces, and which of them lie next to each other. */
import { STATIC } from '../../wire/jamaica';

export type Space = (typeof STATIC)['spaces'][number];

export const SPACES: Space[] = STATIC.spaces;
export const HOME = 0;

const BEFORE: number[][] = SPACES.map((space) =>
  SPACES.filter((other) => other.next.includes(space.space)).map((other) => other.space),
);

export function spaceAt(space: number): Space {
  return SPACES[space] ?? SPACES[HOME]!;
}

export function neighbours(space: number, forward: boolean): number[] {
  return forward ? spaceAt(space).next : (BEFORE[space] ?? []);
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
