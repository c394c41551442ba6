/** Cards that are handed out at once, told in as few lines as possible. */
import { list, type Token } from '../i18n/speech.svelte';
import type { Sentence, Telling } from './game';

/** A card that a seat got, where it is known. */
export interface Dealt {
  seat: number;
  card: Token | null;
}

/** Names in a row; those that come several times only once, with their number. */
export function listed(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return list([...counts].map(([name, n]) => (n > 1 ? `${n}× ${name}` : name)));
}

function bySeat(dealt: Dealt[]): Map<number, Token[] | number> {
  const seats = new Map<number, Dealt[]>();
  for (const one of dealt) seats.set(one.seat, [...(seats.get(one.seat) ?? []), one]);
  return new Map(
    [...seats].map(([seat, all]) => {
      const names = all.flatMap(({ card }) => (card === null ? [] : [card]));
      return [seat, names.length === all.length ? names : all.length];
    }),
  );
}

/**
 * One line if everybody got as many, else one per seat. Under `key` there are `all`, `own` where
 * one's own cards are named, and `some`; the text of `key` itself names cards.
 */
export function dealLines(key: string, dealt: Dealt[], telling: Telling): Sentence[] {
  const seats = bySeat(dealt);
  const sizes = new Set([...seats.values()].map(sizeOf));
  const [n = 0] = sizes;
  const named = [...seats].filter(([, cards]) => typeof cards !== 'number');
  const own = telling.seat === null ? undefined : seats.get(telling.seat);
  const isEqual = seats.size === telling.seats && sizes.size === 1;
  if (isEqual && named.length === 0) return [{ key: `${key}.all`, values: { n } }];
  if (isEqual && named.length === 1 && Array.isArray(own)) {
    return [{ key: `${key}.own`, values: { n, cards: together(own).text } }];
  }
  return [...seats].map(([seat, cards]): Sentence => {
    const name = telling.who(seat);
    if (typeof cards === 'number') return { key: `${key}.some`, values: { name, n: cards } };
    return { key, values: { name, card: together(cards) } };
  });
}

/** Cards as one thing in a sentence. */
function together(cards: Token[]): Token {
  const [only] = cards;
  if (only && cards.length === 1) return only;
  return { text: listed(cards.map(({ text }) => text)), key: 'cards' };
}

function sizeOf(cards: Token[] | number): number {
  return typeof cards === 'number' ? cards : cards.length;
}
