/** The moments of a finished game through one pair of eyes, fetched in pieces and ahead. */
import type { Moment, Moments } from '../wire/messages';

/** So many moments are fetched at once. */
export const PIECE = 25;
/** When so few moments are left, the next piece is fetched. */
const AHEAD = 12;

export type Fetching = (first: number, count: number) => Promise<Moments>;

export class Film {
  private readonly pieces = new Map<number, Moment[]>();
  private readonly wanted = new Map<number, Promise<void>>();

  constructor(
    private readonly fetching: Fetching,
    /** How many moments there are; 0 until the first piece is here. */
    public count = 0,
  ) {}

  /** A moment, if it is here. */
  at(number: number): Moment | null {
    return this.pieces.get(pieceOf(number))?.[number % PIECE] ?? null;
  }

  /** Fetch a moment, and what surely comes after it. A number behind the end is the end. */
  async load(number: number): Promise<Moment | null> {
    if (this.count === 0) await this.fetch(pieceOf(number));
    const last = Math.max(0, Math.min(number, this.count - 1));
    await this.fetch(pieceOf(last));
    this.lookAhead(last);
    return this.at(last);
  }

  /** All moments up to one; null while some of them are missing. */
  past(number: number): Moment[] | null {
    const found: Moment[] = [];
    for (let one = 0; one <= number; one++) {
      const moment = this.at(one);
      if (!moment) return null;
      found.push(moment);
    }
    return found;
  }

  /** Fetch what came before a moment, one piece after the other, the latest first. */
  async loadPast(number: number): Promise<void> {
    for (let piece = pieceOf(number); piece >= 0; piece--) await this.fetch(piece);
  }

  private lookAhead(number: number): void {
    const next = pieceOf(number + AHEAD);
    // Nobody waits for it: if it fails, it is fetched again when it is needed.
    if (next * PIECE < this.count) this.fetch(next).catch(() => undefined);
  }

  private fetch(piece: number): Promise<void> {
    if (this.pieces.has(piece)) return Promise.resolve();
    const known = this.wanted.get(piece);
    if (known) return known;
    const coming = this.bring(piece).finally(() => this.wanted.delete(piece));
    this.wanted.set(piece, coming);
    return coming;
  }

  private async bring(piece: number): Promise<void> {
    const { count, moments } = await this.fetching(piece * PIECE, PIECE);
    this.count = count;
    this.pieces.set(piece, moments);
  }
}

function pieceOf(number: number): number {
  return Math.floor(number / PIECE);
}
