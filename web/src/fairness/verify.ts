/**
 * The second verifier of finished games, from docs/fairness.md alone: it knows no rules, and checks
 * that every shuffle and every die of a sealed replay file comes from the seed that was promised and
 * the salts that everybody added. Whether each action was legal is `broadside verify`'s to say.
 */
import { blake2b, fromHex, hex, sha256 } from './hashes';
import type { Shown } from './shown';

export type Check = 'digest' | 'format' | 'commitment' | 'shown' | 'salts' | 'chance';
/** One thing that was checked. What could not be checked here is `open`, and the reason. */
export interface Finding {
  check: Check;
  verdict: 'holds' | 'fails' | 'open';
  /** How many draws there were, or at which step one does not fit. */
  number?: number;
}

interface Segment {
  commitment: string;
  seed: string;
  salts: string[];
  actions: [number, string][];
}

interface Draw {
  step: number;
  below: number;
  drawn: number;
  before: number[];
  after: number[];
}

interface Sealed extends Segment {
  seats: string[];
  before: Segment[];
  chance: Draw[];
}

const FORMAT = 'broadside-replay';
const SEALED_VERSION = 3;
const DIGEST = /"digest": "([0-9a-f]{64})"/g;
const HASH = /^[0-9a-f]{64}$/;
const SPAN = 2 ** 32;
/** What a file leaves out of a draw. */
const NOTHING: Draw = { step: 0, below: 0, drawn: 0, before: [], after: [] };

/** A keyed hash of a counter, as the server's generator. */
export class SealedChance {
  private counter = 0n;

  constructor(private readonly key: Uint8Array) {}

  below(bound: number): number {
    const limit = SPAN - (SPAN % bound);
    for (;;) {
      const value = this.draw();
      if (value < limit) return value % bound;
    }
  }

  shuffle(items: number[]): void {
    for (let place = items.length - 1; place > 0; place--) {
      const other = this.below(place + 1);
      [items[place], items[other]] = [items[other]!, items[place]!];
    }
  }

  private draw(): number {
    const text = new DataView(new ArrayBuffer(8));
    text.setBigUint64(0, this.counter++);
    const drawn = blake2b(new Uint8Array(text.buffer), 4, this.key);
    return new DataView(drawn.buffer).getUint32(0);
  }
}

/** The key of a table's generator: its seed, and all salts in the order of the seats. */
export function tableKey(seed: string, salts: string[]): Uint8Array {
  const parts = [fromHex(seed)];
  for (const salt of salts) {
    const data = new TextEncoder().encode(salt);
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, data.length);
    parts.push(new Uint8Array(length.buffer), data);
  }
  return blake2b(Uint8Array.from(parts.flatMap((part) => [...part])), 32);
}

/** Check a sealed replay file; with what this browser kept of the table before its end. */
export function verify(file: Uint8Array, kept: Shown | null): Finding[] {
  const findings: Finding[] = [{ check: 'digest', verdict: said(isWhole(file)) }];
  const game = read(file);
  findings.push({ check: 'format', verdict: said(game !== null) });
  if (game === null) return findings;
  const segments = [...game.before, game];
  const commits = segments.every((one) => hex(sha256(fromHex(one.seed))) === one.commitment);
  findings.push({ check: 'commitment', verdict: said(commits) });
  const last = segments.at(-1)!;
  findings.push({
    check: 'shown',
    verdict: kept === null ? 'open' : said(kept.commitment === last.commitment),
  });
  findings.push({
    check: 'salts',
    verdict: kept?.salts ? said(JSON.stringify(kept.salts) === JSON.stringify(last.salts)) : 'open',
  });
  findings.push(checkChance(game, segments));
  return findings;
}

/** Whether nothing fails; what is open is told apart. */
export function holds(findings: Finding[]): boolean {
  return findings.every(({ verdict }) => verdict !== 'fails');
}

const said = (isSo: boolean): 'holds' | 'fails' => (isSo ? 'holds' : 'fails');

function decoded(file: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return null;
  }
}

/** Whether the digest is that of all bytes, with zeros in its own place. */
export function isWhole(file: Uint8Array): boolean {
  const text = decoded(file);
  if (text === null) return false;
  const found = [...text.matchAll(DIGEST)];
  const blank = text.replaceAll(DIGEST, `"digest": "${'0'.repeat(64)}"`);
  return found.length === 1 && hex(sha256(new TextEncoder().encode(blank))) === found[0]![1];
}

/** The file, if it has the form of a sealed one. */
function read(file: Uint8Array): Sealed | null {
  try {
    const found: unknown = JSON.parse(decoded(file) ?? '');
    if (typeof found !== 'object' || found === null) return null;
    const { format, format_version: version, ...rest } = found as Record<string, unknown>;
    const game = { before: [], chance: [], ...rest } as unknown as Sealed;
    const chance = game.chance.map((one: Partial<Draw>) => ({ ...NOTHING, ...one }));
    const isSealed = format === FORMAT && version === SEALED_VERSION;
    const isSound = [...game.before, game].every(
      (one) =>
        HASH.test(one.seed) &&
        HASH.test(one.commitment) &&
        one.salts.length === game.seats.length &&
        one.salts.every((salt) => typeof salt === 'string') &&
        Array.isArray(one.actions),
    );
    const isChance = chance.every(
      ({ step, below, drawn, before, after }) =>
        [step, below, drawn, ...before, ...after].every(Number.isInteger) && below <= SPAN,
    );
    return isSealed && isSound && isChance ? { ...game, chance } : null;
  } catch {
    return null;
  }
}

/** Draw everything again: each stretch of the game has a generator of its own. */
function checkChance(game: Sealed, segments: Segment[]): Finding {
  let place = 0;
  let until = segments[0]!.actions.length;
  let chance = new SealedChance(tableKey(segments[0]!.seed, segments[0]!.salts));
  let reached = 0;
  for (const draw of game.chance) {
    while (draw.step > until && place < segments.length - 1) {
      const next = segments[++place]!;
      until += next.actions.length;
      chance = new SealedChance(tableKey(next.seed, next.salts));
    }
    if (draw.step < reached || draw.step > until || !fits(draw, chance)) {
      return { check: 'chance', verdict: 'fails', number: draw.step };
    }
    reached = draw.step;
  }
  return { check: 'chance', verdict: 'holds', number: game.chance.length };
}

function fits(draw: Draw, chance: SealedChance): boolean {
  if (draw.below > 0) return chance.below(draw.below) === draw.drawn;
  const items = [...draw.before];
  chance.shuffle(items);
  return draw.below === 0 && String(items) === String(draw.after);
}
