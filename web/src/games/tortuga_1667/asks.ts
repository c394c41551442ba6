/**
 * The legal and the impossible actions, by the things on the table that stand for them.
 *
 * Every action is a set of things: `force 1 4 3` is two slots and a pirate. Tapping things makes a
 * wish; what could still belong to it glows, and an action whose things are all tapped is ready.
 */
import type { Denied } from '../../wire/messages';
import type { View } from './view';

export interface Ask {
  action: string;
  verb: string;
  args: string[];
  /** The things on the table that it consists of: `slot-1`, `seat-3`, `place-TO`, `hold-FD.B` … */
  things: string[];
  /** Why it is impossible; null for what is legal. */
  denied: Denied | null;
}

export const thing = {
  slot: (slot: number | string) => `slot-${slot}`,
  seat: (seat: number | string) => `seat-${seat}`,
  place: (place: string) => `place-${place}`,
  hold: (treasury: string) => `hold-${treasury}`,
  space: (space: string) => `space-${space}`,
  /** A card of the own hand, by its place there. */
  card: (index: number) => `card-${index}`,
  /** A call or a plain answer that has a sign or a button of its own. */
  deed: (verb: string) => `deed-${verb}`,
};

function things(verb: string, args: string[], view: View | null): string[] {
  const [first = '', second = '', third = ''] = args;
  switch (verb) {
    case 'peek':
      return [...new Set([thing.slot(first), thing.slot(second)])];
    case 'reveal':
    case 'pick':
      return [thing.slot(first)];
    case 'force':
      return [thing.slot(first), thing.slot(second), thing.seat(third)];
    case 'row':
    case 'explode':
      return [thing.place(first)];
    case 'letter':
      return [thing.seat(first), thing.place(second)];
    case 'maroon':
    case 'target':
      return [thing.seat(first)];
    case 'smuggle':
    case 'stow':
      return [thing.hold(first)];
    case 'take':
      return [thing.hold(first), thing.hold(second)];
    case 'stand':
      return [thing.space(first)];
    case 'vote':
    case 'vote_two':
      return handPlaces(args, view).map(thing.card);
    default:
      return [thing.deed([verb, ...args].join(' '))];
  }
}

/** Where cards lie in the own hand; two of a kind are two places. */
export function handPlaces(cards: string[], view: View | null): number[] {
  const hand = view?.seats.find((one) => one.seat === view.me)?.hand ?? [];
  const taken: number[] = [];
  for (const card of cards) {
    const index = hand.findIndex((one, place) => one === card && !taken.includes(place));
    if (index >= 0) taken.push(index);
  }
  return taken;
}

export function readAsk(action: string, view: View | null, denied: Denied | null = null): Ask {
  const [verb = '', ...args] = action.split(' ');
  return { action, verb, args, things: things(verb, args, view), denied };
}

/** Everything one may do, then everything one might think of in vain. */
export function readAsks(legal: string[], denied: Denied[], view: View): Ask[] {
  return [
    ...legal.map((action) => readAsk(action, view)),
    ...denied.map((one) => readAsk(one.action, view, one)),
  ];
}

const includesAll = (all: string[], some: string[]): boolean =>
  some.every((one) => all.includes(one));

/** Cards of one kind are alike: the wish may name either of them. */
function alike(wish: string[], view: View | null): string[] {
  const hand = view?.seats.find((one) => one.seat === view.me)?.hand ?? [];
  const places = wish.filter((one) => one.startsWith('card-')).map((one) => Number(one.slice(5)));
  const others = wish.filter((one) => !one.startsWith('card-'));
  const cards = places.map((place) => hand[place] ?? '').sort();
  return [...others, ...handPlaces(cards, view).map(thing.card)];
}

/** What a wish can still become. */
export function possible(asks: Ask[], wish: string[], view: View | null = null): Ask[] {
  const wanted = alike(wish, view);
  return asks.filter((ask) => includesAll(ask.things, wanted));
}

/** The actions whose things are exactly those of the wish. */
export function ready(asks: Ask[], wish: string[], view: View | null = null): Ask[] {
  if (wish.length === 0) return [];
  return possible(asks, wish, view).filter((ask) => ask.things.length === wish.length);
}

export type State = 'quiet' | 'glowing' | 'chosen' | 'denied';

/** How a thing looks to somebody with a wish: chosen, glowing, impossible, or not asked about. */
export function stateOf(asks: Ask[], wish: string[], one: string, view: View | null): State {
  if (wish.includes(one)) return 'chosen';
  const found = possible(asks, [...wish, one], view);
  if (found.some((ask) => !ask.denied)) return 'glowing';
  if (alone(asks, one, view)) return 'glowing';
  return found.length > 0 ? 'denied' : 'quiet';
}

/** Whether a thing can begin another wish than the present one. */
export function alone(asks: Ask[], one: string, view: View | null): boolean {
  return possible(asks, [one], view).some((ask) => !ask.denied);
}

/** The wish after a tap: a thing is added, taken back, or begins another wish. */
export function tapped(asks: Ask[], wish: string[], one: string, view: View | null): string[] {
  if (wish.includes(one)) return wish.filter((other) => other !== one);
  const legal = asks.filter((ask) => !ask.denied);
  if (possible(legal, [...wish, one], view).length > 0) return [...wish, one];
  // The last tap counts: what does not go with it is let go, the latest things last.
  for (let from = 1; from <= wish.length; from++) {
    const rest = [...wish.slice(from), one];
    if (possible(legal, rest, view).length > 0) return rest;
  }
  return wish;
}

/** Why a tap leads nowhere. */
export function reasonFor(
  asks: Ask[],
  wish: string[],
  one: string,
  view: View | null,
): Denied | null {
  const denied = asks.filter((ask) => ask.denied);
  const found = [...possible(denied, [...wish, one], view), ...possible(denied, [one], view)];
  found.sort((a, b) => a.things.length - b.things.length);
  return found[0]?.denied ?? null;
}

/** The spaces that can be chosen, where pawns are placed freely. */
export function ofPlaces(asks: Ask[]): string[] {
  return asks.filter((ask) => ask.verb === 'stand' && !ask.denied).map((ask) => ask.args[0] ?? '');
}
