/** What this browser was shown of a table's fairness before the end, kept until somebody checks. */
import { recall, remember } from '../memory';
import type { TableInfo } from '../wire/messages';

export interface Shown {
  commitment: string;
  /** All salts, once the game had begun; null while people were still sitting down. */
  salts: string[] | null;
  /** Whether the commitment was kept before the deal, and not only while the game was played. */
  early: boolean;
}

const KEY = 'fairness';
const TABLES_MAX = 100;

function all(): [string, Shown][] {
  try {
    const found: unknown = JSON.parse(recall(KEY) ?? '[]');
    return Array.isArray(found) ? (found as [string, Shown][]) : [];
  } catch {
    return [];
  }
}

/** What was kept of a table; null if this browser did not see it before its end. */
export function shownOf(table: string): Shown | null {
  return all().find(([name]) => name === table)?.[1] ?? null;
}

/** Keep what a table shows. What was kept stays: only what is seen first cannot be made up later. */
export function keepShown({ table, status, fairness }: TableInfo): void {
  if (status !== 'waiting' && status !== 'playing') return;
  const before = shownOf(table);
  const isPlaying = status === 'playing';
  if (before && (before.salts || !isPlaying)) return;
  const kept: Shown = {
    commitment: before?.commitment ?? fairness.commitment,
    salts: isPlaying ? fairness.salts : null,
    early: before?.early ?? !isPlaying,
  };
  const others = all().filter(([name]) => name !== table);
  remember(KEY, JSON.stringify([...others, [table, kept]].slice(-TABLES_MAX)));
}
