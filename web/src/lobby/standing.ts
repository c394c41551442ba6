/** How the tables that this browser knows stand. */
import { lookAfter, Refusal, tableInfo } from '../api';
import { forgetTable, myTable, myTables, type MyTable } from '../mytables';
import type { MyTable as Standing, TableInfo } from '../wire/messages';

/** One table in the list: whether it waits for somebody at this device, and for how long. */
export interface Listed {
  table: TableInfo;
  asked: boolean;
  left: number | null;
}

/** So many lines of the list are shown at once; games and form should stay in sight. */
const FOREMOST = 4;
const WATCHED_MAX = 4;
const KEPT_MAX = 100;

/** Those that wait for me first, as the server sorts them; then those that are only watched. */
export async function standings(): Promise<Listed[]> {
  const known = myTables();
  const seats = known.flatMap(({ table, seats }) =>
    seats.map(({ credential }) => ({ table, credential })),
  );
  const mine = seats.length > 0 ? await lookAfter(seats.slice(0, KEPT_MAX)) : [];
  const watched = known.filter((one) => one.seats.length === 0).slice(0, WATCHED_MAX);
  const others = await Promise.all(watched.map(look));
  return [...together(mine), ...others.filter((one) => one !== null)];
}

/** Several seats at one table are one line. */
export function together(found: Standing[]): Listed[] {
  const lines = new Map<string, Listed>();
  for (const { table, is_asked, left_ms } of found) {
    const line = lines.get(table.table);
    if (line) line.asked ||= is_asked;
    else lines.set(table.table, { table, asked: is_asked, left: left_ms });
  }
  return [...lines.values()];
}

/** Whether others have called for another game to which this browser has not come. */
export function isCalled({ rematch }: TableInfo): boolean {
  return rematch !== null && myTable(rematch) === null;
}

/** The first few, and every one that waits for somebody here or leads to the next game. */
export function foremost(tables: Listed[]): Listed[] {
  return tables.filter(({ table, asked }, index) => asked || isCalled(table) || index < FOREMOST);
}

async function look({ table }: MyTable): Promise<Listed | null> {
  try {
    return { table: await tableInfo(table), asked: false, left: null };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) forgetTable(table);
    return null;
  }
}
