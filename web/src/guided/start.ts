/** The guided first game of each game: started from the lobby, or gone on with. */
import { openGuided, Refusal, tableInfo } from '../api';
import { shownKey } from '../identity/identity';
import { shell } from '../i18n/speech.svelte';
import { recall, remember } from '../memory';
import { holdSeat, keepTable, myTable } from '../mytables';

const key = (game: string): string => `guided.${game}`;

/** The table of a guided game that this browser has begun and not ended; null if there is none. */
export function begunGuided(game: string): string | null {
  const table = recall(key(game));
  return table && myTable(table) ? table : null;
}

/** The pupil has come to the end, or wants no more of it. */
export function endGuided(game: string): void {
  remember(key(game), '');
}

/** The table to go to: the one that was begun, if it is still at sea, else a new one. */
export async function findGuided(game: string): Promise<string> {
  const begun = begunGuided(game);
  if (begun && (await isPlaying(begun))) return begun;
  const name = recall('name')?.trim() || shell.t('guide.name');
  const taken = await openGuided(game, { name, ...shownKey() });
  keepTable(taken.table, game);
  holdSeat(taken.table, { seat: taken.seat, credential: taken.credential, name });
  remember(key(game), taken.table);
  return taken.table;
}

async function isPlaying(table: string): Promise<boolean> {
  try {
    return (await tableInfo(table)).status === 'playing';
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return false;
    throw error;
  }
}
