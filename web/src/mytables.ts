/** The tables that this browser opened, joined or watched, and its rights there. */
import { recall, remember } from './memory';

/** The right to a seat. Its number may change until the game begins. */
export interface HeldSeat {
  seat: number;
  credential: string;
  name: string;
  /** The number of the last update that its person looked at. */
  seen?: number;
  /** What its person has ordered in advance there; only the game knows what it means. */
  orders?: unknown;
}

export interface MyTable {
  table: string;
  game: string;
  /** One, or several where people share this device. */
  seats: HeldSeat[];
  /** The right to be the host, for whoever opened the table. */
  host: string | null;
  since: number;
  /** Seats whose words this browser does not show. */
  muted?: number[];
  /** The number of the last message that was read here. */
  read?: number;
  /** Whether the reader wants to be told when this table waits for somebody here. */
  bell?: boolean;
}

const TABLES_KEPT = 40;

function isMyTable(value: unknown): value is MyTable {
  if (typeof value !== 'object' || value === null) return false;
  return 'table' in value && 'game' in value && 'seats' in value && Array.isArray(value.seats);
}

/** The latest first. */
export function myTables(): MyTable[] {
  try {
    const stored: unknown = JSON.parse(recall('tables') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMyTable) : [];
  } catch {
    return [];
  }
}

export function myTable(table: string): MyTable | null {
  return myTables().find((one) => one.table === table) ?? null;
}

function keep(entry: MyTable): void {
  const others = myTables().filter((one) => one.table !== entry.table);
  remember('tables', JSON.stringify([entry, ...others].slice(0, TABLES_KEPT)));
}

/** Remember a table; what is known of it already stays. */
export function keepTable(table: string, game: string, host: string | null = null): void {
  const known = myTable(table);
  keep({
    ...known,
    table,
    game,
    seats: known?.seats ?? [],
    host: host ?? known?.host ?? null,
    since: known?.since ?? Date.now(),
    muted: known?.muted ?? [],
  });
}

/** Do not show the words of these seats any more, but those of all others. */
export function muteSeats(table: string, muted: readonly number[]): void {
  const known = myTable(table);
  if (known) keep({ ...known, muted: [...muted] });
}

/** Remember up to which message the talk at a table was read. */
export function readUpTo(table: string, read: number): void {
  const known = myTable(table);
  if (known) keep({ ...known, read });
}

/** Be told when a table waits for somebody here, or not. */
export function ringFor(table: string, bell: boolean): void {
  const known = myTable(table);
  if (known) keep({ ...known, bell });
}

/** Remember the right to a seat of a table that is remembered. */
export function holdSeat(table: string, held: HeldSeat): void {
  const known = myTable(table);
  if (!known) return;
  const others = known.seats.filter((one) => one.credential !== held.credential);
  keep({ ...known, seats: [...others, held].sort((one, two) => one.seat - two.seat) });
}

/** Give up the right to a seat here; elsewhere it may still be held. */
export function dropSeat(table: string, credential: string): void {
  const known = myTable(table);
  if (!known) return;
  keep({ ...known, seats: known.seats.filter((one) => one.credential !== credential) });
}

export function forgetTable(table: string): void {
  remember('tables', JSON.stringify(myTables().filter((one) => one.table !== table)));
}
