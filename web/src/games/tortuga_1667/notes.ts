/** Suspicions: kept in this browser only, for one seat of one table. */
import { recall, remember } from '../../memory';
import { NATIONS, type Nation } from './art/palette';

export interface Note {
  belief: Nation | null;
  text: string;
}

/** By the seat that they are about. */
export type Notes = Record<number, Note>;

const TEXT_MAX = 400;

function keyOf(table: string, seat: number): string {
  return `tortuga-1667.notes.${table}.${seat}`;
}

export function readNotes(table: string, seat: number): Notes {
  try {
    const stored: unknown = JSON.parse(recall(keyOf(table, seat)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).map(([about, note]) => [Number(about), readNote(note)]),
    );
  } catch {
    return {};
  }
}

function readNote(stored: unknown): Note {
  const { belief, text } = (stored ?? {}) as { belief?: unknown; text?: unknown };
  return {
    belief: NATIONS.find((nation) => nation === belief) ?? null,
    text: typeof text === 'string' ? text.slice(0, TEXT_MAX) : '',
  };
}

export function keepNotes(table: string, seat: number, notes: Notes): void {
  remember(keyOf(table, seat), JSON.stringify(notes));
}

export { TEXT_MAX };
