import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { blake2b, fromHex, hex, sha256 } from '../src/fairness/hashes';
import { keepShown, shownOf } from '../src/fairness/shown';
import {
  holds,
  isWhole,
  SealedChance,
  tableKey,
  verify,
  type Finding,
} from '../src/fairness/verify';
import { tableInfo } from './fixtures';

const FOLDER = join(__dirname, '../../tests/golden/fairness');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const load = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, name)));
const GAMES = readdirSync(FOLDER).filter((name) => name !== 'vectors.json');

interface Vectors {
  sha256: [string, string][];
  blake2b: [string, number, string, string][];
  commitment: [string, string];
  keys: [string, string[], string][];
  draws: { key: string; below: number[]; drawn: number[]; then_shuffled: number[] };
}

const vectors = JSON.parse(new TextDecoder().decode(load('vectors.json'))) as Vectors;
const failing = (findings: Finding[]): string[] =>
  findings.filter(({ verdict }) => verdict === 'fails').map(({ check }) => check);

describe('what the server computes', () => {
  it('is computed here, too: hashes', () => {
    for (const [text, wanted] of vectors.sha256) expect(hex(sha256(bytes(text)))).toBe(wanted);
    for (const [text, size, key, wanted] of vectors.blake2b) {
      expect(hex(blake2b(bytes(text), size, bytes(key)))).toBe(wanted);
    }
    const [seed, commitment] = vectors.commitment;
    expect(hex(sha256(fromHex(seed)))).toBe(commitment);
  });

  it('is computed here, too: keys, numbers and shuffles', () => {
    for (const [seed, salts, wanted] of vectors.keys)
      expect(hex(tableKey(seed, salts))).toBe(wanted);
    const { key, below, drawn, then_shuffled } = vectors.draws;
    const chance = new SealedChance(fromHex(key));
    expect(below.map((bound) => chance.below(bound))).toEqual(drawn);
    const items = Array.from({ length: then_shuffled.length }, (_, place) => place);
    chance.shuffle(items);
    expect(items).toEqual(then_shuffled);
  });
});

/** A file that says something else, and whose digest fits what it says. */
function forged(name: string, change: (game: Record<string, any>) => void): Uint8Array {
  const game = JSON.parse(new TextDecoder().decode(load(name))) as Record<string, any>;
  change(game);
  game.digest = '0'.repeat(64);
  const text = JSON.stringify(game, null, 1);
  const digest = hex(sha256(bytes(text)));
  return bytes(text.replace(/"digest": "0+"/, `"digest": "${digest}"`));
}

describe('a finished game', () => {
  it.each(GAMES)('holds: %s', (name) => {
    const game = JSON.parse(new TextDecoder().decode(load(name))) as { [key: string]: any };
    const findings = verify(load(name), {
      commitment: game.commitment as string,
      salts: game.salts as string[],
      early: true,
    });
    expect(findings.every(({ verdict }) => verdict === 'holds')).toBe(true);
    expect(findings.at(-1)!.number).toBe(game.chance.length);
    expect(game.chance.length).toBeGreaterThan(1);
  });

  it('is found altered, whichever byte it is', () => {
    const file = load('jolly-and-roger.json');
    for (let place = 0; place < file.length; place++) {
      const altered = file.slice();
      altered[place]! ^= 1 << (place % 8);
      expect(isWhole(altered), `byte ${place}`).toBe(false);
      if (place % 97 === 0) expect(failing(verify(altered, null))).toContain('digest');
    }
  });

  it('is found forged, though its digest fits', () => {
    const name = 'jamaica.json';
    expect(
      failing(
        verify(
          forged(name, () => {}),
          null,
        ),
      ),
    ).toEqual([]);
    const lies: [string[], (game: Record<string, any>) => void][] = [
      [['commitment', 'chance'], (game) => (game.seed = game.seed.replace(/^./, '0'))],
      [['commitment'], (game) => (game.commitment = '0'.repeat(64))],
      [['chance'], (game) => (game.salts[1] = 'b')],
      [['chance'], (game) => (game.chance.at(-1).drawn = 5)],
      [['chance'], (game) => game.chance[0].after.reverse()],
      [['chance'], (game) => game.chance.splice(1, 1)],
      [['chance'], (game) => (game.chance.at(-1).step = 100_000)],
      [['format'], (game) => (game.format_version = 1)],
      [['format'], (game) => game.salts.pop()],
      [['format'], (game) => delete game.actions],
      [['format'], (game) => (game.chance = [{ step: 'a' }])],
      [['format'], (game) => (game.chance = { length: 3 })],
    ];
    for (const [wanted, change] of lies) {
      expect(failing(verify(forged(name, change), null))).toEqual(wanted);
    }
    for (const nonsense of ['', 'null', '[]', '{}', '"digest"']) {
      expect(failing(verify(bytes(nonsense), null))).toEqual(['digest', 'format']);
    }
  });

  it('is another one than this browser was shown', () => {
    const file = load('jamaica.json');
    const { commitment, salts } = JSON.parse(new TextDecoder().decode(file)) as {
      commitment: string;
      salts: string[];
    };
    const early = true;
    expect(failing(verify(file, { commitment: '1'.repeat(64), salts, early }))).toEqual(['shown']);
    expect(failing(verify(file, { commitment, salts: ['', 'b'], early }))).toEqual(['salts']);
    const joined = [salts.join(',')];
    expect(failing(verify(file, { commitment, salts: joined, early }))).toEqual(['salts']);
    const open = verify(file, null);
    expect(holds(open)).toBe(true);
    expect(open.filter(({ verdict }) => verdict === 'open').map(({ check }) => check)).toEqual([
      'shown',
      'salts',
    ]);
  });
});

describe('what this browser was shown', () => {
  beforeEach(() => localStorage.clear());

  const seen = (status: 'waiting' | 'playing' | 'over', commitment: string, salts: string[]) =>
    keepShown({ ...tableInfo, status, fairness: { commitment, salts, seed: null } });

  it('is kept as it was first, and never after the end', () => {
    seen('over', 'x', []);
    expect(shownOf(tableInfo.table)).toBeNull();
    seen('waiting', 'a', ['']);
    seen('waiting', 'b', ['']);
    expect(shownOf(tableInfo.table)).toEqual({ commitment: 'a', salts: null, early: true });
    seen('playing', 'c', ['1', '2']);
    seen('playing', 'd', ['3', '4']);
    expect(shownOf(tableInfo.table)).toEqual({ commitment: 'a', salts: ['1', '2'], early: true });
  });

  it('says if it was late', () => {
    seen('playing', 'c', ['1']);
    expect(shownOf(tableInfo.table)?.early).toBe(false);
  });
});
