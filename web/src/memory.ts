/** What this browser remembers: name, colour, language, light, and its tables. */
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

/** Random text for ids and salts; works without a secure context, too. */
export function randomText(bytes = 12): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
