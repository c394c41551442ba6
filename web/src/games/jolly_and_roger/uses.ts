/** What can be done with a card, read from the legal and the denied actions. */
import type { Denied } from '../../wire/messages';
import { isShip, readFace, type Ship } from './faces';
import type { PreviewView, View } from './view';

export type UseKind = 'crew' | 'parrot' | 'board' | 'skeleton' | 'kraken' | 'tortuga';

export interface Use {
  action: string;
  kind: UseKind;
  card: string;
  /** The ship it happens on; null for Tortuga and for a kraken without prey. */
  ship: Ship | null;
  /** Why it is impossible; null for what is legal. */
  denied: Denied | null;
}

function colourOf(card: string): Ship | null {
  const face = readFace(card);
  return face?.kind === 'pirate' ? face.ship : null;
}

/** Reads an action's text; null for one that does not play a card. */
export function readUse(action: string, denied: Denied | null = null): Use | null {
  const [verb, first = '', second] = action.split(' ');
  const ship = isShip(first) ? first : null;
  switch (verb) {
    case 'crew':
    case 'board':
      return { action, kind: verb, card: first, ship: colourOf(first), denied };
    case 'parrot':
      return { action, kind: verb, card: first, ship: isShip(second) ? second : null, denied };
    case 'skeleton':
    case 'kraken':
    case 'tortuga':
      return { action, kind: verb, card: verb, ship, denied };
    default:
      return null;
  }
}

/** Everything one may do with a card, then everything one might think of in vain. */
export function usesOf(card: string, legal: string[], denied: Denied[]): Use[] {
  const possible = legal.map((action) => readUse(action));
  const impossible = denied.map((one) => readUse(one.action, one));
  return [...possible, ...impossible].filter((use) => use !== null && use.card === card) as Use[];
}

/** What a play would change, as the server reckons it: a ship for each line. */
export function previewsOf(view: View, action: string): PreviewView[] {
  const use = readUse(action);
  const play = use?.kind === 'parrot' ? `parrot ${use.ship}` : action;
  return view.previews.filter((one) => one.play === play);
}

export function usesOn(uses: Use[], ship: string): Use[] {
  return uses.filter((use) => use.ship === ship);
}
