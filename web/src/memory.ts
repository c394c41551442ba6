/** What this browser remembers: name, language, light, and the right to its seats. */
const PREFIX = 'broadside.';

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null; // storage may be forbidden; the game goes on without a memory
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // as above
  }
}

/** A table that this browser opened or joined. */
export interface MyTable {
  table: string;
  game: string;
  seat: number | null;
  credential: string | null;
  since: number;
  /** What the person has ordered in advance there; only the game knows what it means. */
  orders?: unknown;
}

const TABLES_KEPT = 40;

function isMyTable(value: unknown): value is MyTable {
  return typeof value === 'object' && value !== null && 'table' in value && 'game' in value;
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

export function keepTable(entry: MyTable): void {
  const others = myTables().filter((one) => one.table !== entry.table);
  remember('tables', JSON.stringify([entry, ...others].slice(0, TABLES_KEPT)));
}

export function forgetTable(table: string): void {
  remember('tables', JSON.stringify(myTables().filter((one) => one.table !== table)));
}

/** Random text for ids and salts; works without a secure context, too. */
export function randomText(bytes = 12): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
