/** The picture of what bots believed: one row per bot, one cell per other seat. */
import type { Hidden } from '../wire/messages';

export interface Share {
  side: string;
  /** From 0 to 1. */
  share: number;
}

export interface Cell {
  seat: number;
  /** The likeliest side first. */
  shares: Share[];
  /** The side that it took the seat for; null if it could not decide. */
  guess: string | null;
  isRight: boolean;
}

export interface Row {
  seat: number;
  /** What it believed of each seat; null for itself. */
  cells: (Cell | null)[];
  /** How often it was right, and of how many. */
  right: number;
  asked: number;
}

/** Nearer than this two likelihoods are the same, or one is certain. */
const HAIR = 0.005;

/** Every bot's beliefs beside the truth; nothing where nobody had to guess. */
export function pictureOf({ sides, beliefs }: Hidden): Row[] {
  const rows = beliefs.map(({ seat, of }) => rowOf(seat, of, sides));
  return rows.some((row) => row.cells.some((cell) => cell && isGuess(cell))) ? rows : [];
}

function rowOf(seat: number, of: Record<string, number>[], sides: string[]): Row {
  const cells = of.map((belief, other) =>
    other === seat ? null : cellOf(other, belief, sides[other] ?? ''),
  );
  const others = cells.filter((cell) => cell !== null);
  return { seat, cells, right: others.filter((cell) => cell.isRight).length, asked: others.length };
}

function cellOf(seat: number, belief: Record<string, number>, truth: string): Cell {
  const shares = Object.entries(belief)
    .map(([side, share]) => ({ side, share }))
    .sort((one, other) => other.share - one.share);
  const [first, second] = shares;
  const isTorn = !first || (second !== undefined && first.share - second.share < HAIR);
  const guess = isTorn ? null : first.side;
  return { seat, shares, guess, isRight: guess === truth };
}

function isGuess(cell: Cell): boolean {
  return (cell.shares[0]?.share ?? 0) < 1 - HAIR;
}
