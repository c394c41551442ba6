/** The legal and the impossible actions, taken apart for the things on the table that stand for them. */
import type { Denied } from '../wire/messages';

export interface Ask {
  action: string;
  verb: string;
  args: string[];
  /** Why it is impossible; null for what is legal. */
  denied: Denied | null;
}

export function readAsk(action: string, denied: Denied | null = null): Ask {
  const [verb = '', ...args] = action.split(' ');
  return { action, verb, args, denied };
}

/** Everything one may do, then everything one might think of in vain. */
export function readAsks(legal: string[], denied: Denied[]): Ask[] {
  return [
    ...legal.map((action) => readAsk(action)),
    ...denied.map((one) => readAsk(one.action, one)),
  ];
}

export function ofVerb(asks: Ask[], ...verbs: string[]): Ask[] {
  return asks.filter((ask) => verbs.includes(ask.verb));
}

/** Actions by their verb, in the order in which the verbs come first. */
export function grouped(actions: string[]): { verb: string; actions: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const action of actions) {
    const { verb } = readAsk(action);
    groups.set(verb, [...(groups.get(verb) ?? []), action]);
  }
  return [...groups].map(([verb, found]) => ({ verb, actions: found }));
}
