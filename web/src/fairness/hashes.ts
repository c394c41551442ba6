/**
 * SHA-256 and BLAKE2b. The browser's own are missing where a page comes without TLS, as on most
 * evenings at home, and it has no BLAKE2b at all. Both are short, and quick enough for one game.
 */

const MASK = (1n << 64n) - 1n;

/** The first bits of the fractional parts of roots of primes, as both standards want them. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let one = 2; found.length < count; one++) {
    if (found.every((prime) => one % prime !== 0)) found.push(one);
  }
  return found;
}

/** The whole part of the root of a number. */
function root(value: bigint, degree: bigint): bigint {
  let low = 0n;
  let high = 1n << 100n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= value) low = middle;
    else high = middle;
  }
  return low;
}

function fraction(prime: number, degree: bigint, bits: bigint): bigint {
  return root(BigInt(prime) << (bits * degree), degree) & ((1n << bits) - 1n);
}

const ROUND_KEYS = primes(64).map((prime) => Number(fraction(prime, 3n, 32n)) | 0);
const FIRST_32 = primes(8).map((prime) => Number(fraction(prime, 2n, 32n)) | 0);
const FIRST_64 = primes(8).map((prime) => fraction(prime, 2n, 64n));

const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const size = Math.ceil((data.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(data.length / 0x2000_0000));
  view.setUint32(size - 4, (data.length << 3) >>> 0);
  const state = Int32Array.from(FIRST_32);
  const words = new Int32Array(64);
  for (let at = 0; at < size; at += 64) mix(state, words, view, at);
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => result.setInt32(place * 4, word));
  return new Uint8Array(result.buffer);
}

function mix(state: Int32Array, w: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [near, far] = [w[i - 2]!, w[i - 15]!];
    const one = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const two = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    w[i] = (w[i - 16]! + one + w[i - 7]! + two) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + ROUND_KEYS[i]! + w[i]!) | 0;
    const two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = (state[place]! + word) | 0));
}

const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const COLUMNS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const BLOCK = 128;

const turnedWide = (value: bigint, by: bigint): bigint =>
  ((value >> by) | (value << (64n - by))) & MASK;

/** BLAKE2b of this size, with a key or without (RFC 7693). */
export function blake2b(
  data: Uint8Array,
  size: number,
  key: Uint8Array = new Uint8Array(),
): Uint8Array {
  const state = [...FIRST_64];
  state[0]! ^= BigInt(0x01010000 ^ (key.length << 8) ^ size);
  const start = key.length > 0 ? BLOCK : 0;
  const blocks = Math.max(1, Math.ceil((start + data.length) / BLOCK));
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(key);
  padded.set(data, start);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < blocks; block++) {
    const isLast = block === blocks - 1;
    const counted = isLast ? start + data.length : (block + 1) * BLOCK;
    compress(state, view, block * BLOCK, BigInt(counted), isLast);
  }
  const result = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => result.setBigUint64(place * 8, word, true));
  return new Uint8Array(result.buffer, 0, size);
}

function compress(
  state: bigint[],
  view: DataView,
  at: number,
  counted: bigint,
  isLast: boolean,
): void {
  const m = Array.from({ length: 16 }, (_, place) => view.getBigUint64(at + place * 8, true));
  const v = [...state, ...FIRST_64];
  v[12]! ^= counted;
  if (isLast) v[14]! ^= MASK;
  for (let round = 0; round < 12; round++) {
    const order = ORDER[round % 10]!;
    COLUMNS.forEach(([a, b, c, d], place) => {
      v[a] = (v[a]! + v[b]! + m[order[place * 2]!]!) & MASK;
      v[d] = turnedWide(v[d]! ^ v[a], 32n);
      v[c] = (v[c]! + v[d]) & MASK;
      v[b] = turnedWide(v[b]! ^ v[c], 24n);
      v[a] = (v[a] + v[b] + m[order[place * 2 + 1]!]!) & MASK;
      v[d] = turnedWide(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = turnedWide(v[b] ^ v[c], 63n);
    });
  }
  for (let place = 0; place < 8; place++) state[place]! ^= v[place]! ^ v[place + 8]!;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
