/** The printed board: its spaces, and which of them lie next to each other. */
import type { StaticView } from '../../wire/jamaica';
import { fromBox } from '../box.svelte';

export type Space = StaticView['spaces'][number];
export type ActionKind = StaticView['cards'][number];
export type TreasureKind = StaticView['treasures'][number];

export const HOME = 0;

const box = fromBox('jamaica', (printed: StaticView) => printed);
const before = fromBox('jamaica', ({ spaces: all }: StaticView) =>
  all.map((space) =>
    all.filter((other) => other.next.includes(space.space)).map((other) => other.space),
  ),
);

export const spaces = (): Space[] => box().spaces;

export function spaceAt(space: number): Space {
  return spaces()[space] ?? spaces()[HOME]!;
}

export function neighbours(space: number, forward: boolean): number[] {
  return forward ? spaceAt(space).next : (before()[space] ?? []);
}

/** An action card, by its name. */
export const actionKind = (card: string | null): ActionKind | undefined =>
  box().cards.find((one) => one.card === card);

/** A treasure card, by its name. */
export const treasureKind = (treasure: string | null): TreasureKind | undefined =>
  box().treasures.find((one) => one.treasure === treasure);

/** Spaces on the short lane of a fork: those that a longer lane runs past. */
export const channel = fromBox(
  'jamaica',
  ({ spaces: all }: StaticView): ReadonlySet<number> =>
    new Set(all.filter((space) => space.next.length > 1).flatMap((fork) => shortLane(fork))),
);

function shortLane(fork: Space): number[] {
  const lanes = fork.next.map((first) => {
    const lane: number[] = [];
    for (
      let here = first;
      (before()[here]?.length ?? 0) < 2;
      here = spaceAt(here).next[0] ?? HOME
    ) {
      lane.push(here);
    }
    return lane;
  });
  return lanes.reduce((best, lane) => (lane.length < best.length ? lane : best));
}
