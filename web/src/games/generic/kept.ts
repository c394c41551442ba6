/** The words of games that this page has no drawing for, by the game's name. */
import type { GameWords } from '../../wire/messages';

const kept = new Map<string, GameWords>();
const NONE: GameWords = { texts: {}, domains: {}, seats: [], verbs: {}, events: {} };

export function keepWords(game: string, words: GameWords): void {
  kept.set(game, words);
}

export function wordsOf(game: string | undefined): GameWords {
  return kept.get(game ?? '') ?? NONE;
}
