/** Playing on from a moment of a finished game. */
import { playOn } from '../api';
import { randomText, remember } from '../memory';
import { holdSeat, keepTable } from '../mytables';
import { route } from '../route.svelte';

/** Open a table that goes on from a moment, take a seat there, and go to it. */
export async function playOnFrom(
  table: { table: string; game: string },
  moment: number,
  seat: number,
  name: string,
): Promise<void> {
  const words = name.trim();
  remember('name', words);
  const taken = await playOn(table.table, { moment, seat, name: words, salt: randomText() });
  keepTable(taken.table, table.game);
  holdSeat(taken.table, { seat: taken.seat, credential: taken.credential, name: words });
  route.go(`/table/${encodeURIComponent(taken.table)}`);
}
