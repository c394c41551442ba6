/** What is printed in the box. */
import type { StaticView } from '../../wire/tortuga_1667';
import { fromBox } from '../box.svelte';

export type VoteKind = StaticView['votes'][number];
export type EventKind = StaticView['events'][number];

const box = fromBox('tortuga-1667', (printed: StaticView) => printed);

/** A kind of Vote card, by its name. */
export const voteKind = (card: string | null): VoteKind | undefined =>
  box().votes.find((one) => one.card === card);

/** All kinds of event cards. */
export const eventKinds = (): EventKind[] => box().events;
