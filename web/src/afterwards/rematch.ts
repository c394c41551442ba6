/** The next game of the same people, with the same rights. */
import { rematch } from '../api';
import { holdSeat, keepTable, myTable } from '../mytables';

/**
 * Open the next table, or find the one that somebody else has opened; every seat that this browser
 * holds goes along. Gives the name of that table.
 */
export async function goAlong(table: string): Promise<string | null> {
  const mine = myTable(table);
  let next: string | null = null;
  for (const held of mine?.seats ?? []) {
    const found = await rematch(table, held.credential);
    keepTable(found.table, found.info.game, mine?.host ?? null);
    holdSeat(found.table, { seat: found.seat, credential: held.credential, name: held.name });
    next = found.table;
  }
  return next;
}
