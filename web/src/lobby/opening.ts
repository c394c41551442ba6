/** Opens a table and sits down there, alone or with others who share this device. */
import { openTable, takeSeat } from '../api';
import { shownKey } from '../identity/identity';
import { randomText } from '../memory';
import { holdSeat, keepTable } from '../mytables';
import type { OpenTable } from '../wire/messages';

/** Somebody who sits down at once. */
export interface Sitter {
  seat: number;
  name: string;
  colour: number | null;
}

/** Gives the name of the table. Whoever sits down first is the host. */
export async function openAndSit(wish: OpenTable, sitters: Sitter[]): Promise<string> {
  const { table, host } = await openTable(wish);
  keepTable(table, wish.game, host);
  for (const [index, { seat, name, colour }] of sitters.entries()) {
    const taken = await takeSeat(table, seat, {
      name,
      colour,
      salt: randomText(),
      host: index === 0 ? host : null,
      ...(index === 0 ? shownKey() : {}),
    });
    holdSeat(table, { seat, name, credential: taken.credential });
  }
  return table;
}
