/** What the server keeps about the seats of this browser: to be taken along, or to be forgotten. */
import { deleteMine, exportMine, lookAfter } from '../api';
import { forgetTable, myTables } from '../mytables';
import type { Deleted, MyData, MySeat } from '../wire/messages';

/** A request must stay short. */
const SEATS_AT_ONCE = 40;

/** Every seat that this browser has the right to. */
export function mySeats(): MySeat[] {
  return myTables().flatMap(({ table, seats }) =>
    seats.map(({ credential }) => ({ table, credential })),
  );
}

function inParts(seats: MySeat[]): MySeat[][] {
  const parts = Math.ceil(seats.length / SEATS_AT_ONCE);
  return Array.from({ length: parts }, (_, part) =>
    seats.slice(part * SEATS_AT_ONCE, (part + 1) * SEATS_AT_ONCE),
  );
}

/** Everything that is stored about these seats. */
export async function takeAlong(seats: MySeat[]): Promise<MyData[]> {
  const found: MyData[] = [];
  for (const part of inParts(seats)) found.push(...(await exportMine(part)));
  return found;
}

/** Let names, words and addresses of these seats be forgotten, and here the games that are over. */
export async function letForget(seats: MySeat[]): Promise<Deleted> {
  const all: Deleted = { tables: 0, results: 0 };
  for (const part of inParts(seats)) {
    const { tables, results } = await deleteMine(part);
    all.tables += tables;
    all.results += results;
  }
  await leaveBehind(seats);
  return all;
}

/** Forget tables in this browser, but not where a game goes on: there the seat can be played. */
async function leaveBehind(seats: MySeat[]): Promise<void> {
  const alive = new Set<string>();
  for (const part of inParts(seats)) {
    for (const { table } of await lookAfter(part)) {
      if (table.status !== 'over') alive.add(table.table);
    }
  }
  for (const { table } of seats) if (!alive.has(table)) forgetTable(table);
}

/** Give the reader a file. */
export function handOver(data: unknown, name: string): void {
  const content = data instanceof Uint8Array ? (data as BlobPart) : JSON.stringify(data, null, 2);
  const file = new Blob([content], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
