/**
 * Whose name it is, without an account: a secret key of this browser. Who shows it plays under the
 * name, on as many devices as it is carried to, and nobody else does.
 */
import { keepName } from '../api';
import { randomText, recall, remember } from '../memory';
import type { NameKey } from '../wire/messages';

const KEY_BYTES = 24;
const KEY_MARK = '#key=';
const FILE_KIND = 'broadside-name';

/** The key of this browser; null if nobody has kept a name here. */
export function myKey(): string | null {
  return recall('key') || null;
}

/** What shows that a name is mine, for a request that needs a name. */
export function shownKey(): { key?: string } {
  const key = myKey();
  return key === null ? {} : { key };
}

/** Keep a name with the key of this browser, which is drawn now if there is none; raises refusals. */
export async function keep(name: string): Promise<void> {
  const key = myKey() ?? randomText(KEY_BYTES);
  await keepName({ name, key });
  remember('key', key);
  remember('name', name);
}

/** A name and its key, as a file holds them. */
export function asFile(name: string): NameKey & { kind: string } {
  return { kind: FILE_KIND, name, key: myKey() ?? '' };
}

/** Take over what a file says; null if it is not such a file. */
export function fromFile(text: string): NameKey | null {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== 'object' || found === null) return null;
    const { kind, name, key } = found as Record<string, unknown>;
    if (kind !== FILE_KIND || typeof name !== 'string' || typeof key !== 'string') return null;
    return { name, key };
  } catch {
    return null;
  }
}

/** From now on this browser plays under that name. */
export function adopt({ name, key }: NameKey): void {
  remember('key', key);
  remember('name', name);
}

/** The key that came with the address, from another device; it does not stay there. */
export function takeKeyFromAddress(): string | null {
  if (!location.hash.startsWith(KEY_MARK)) return null;
  const key = decodeURIComponent(location.hash.slice(KEY_MARK.length));
  history.replaceState(history.state, '', location.pathname);
  return key || null;
}
