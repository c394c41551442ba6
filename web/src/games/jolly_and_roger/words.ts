/** Events and actions of this game in words. */
import type { Sentence, Telling } from '../../table/game';
import { list, type Token, type Values } from '../../i18n/speech.svelte';
import { PIGMENTS } from './art/palette';
import { isShip, readFace, type Ship } from './faces';
import { draftOf, indexesOn } from './split';
import { readUse } from './uses';
import type { GameEvent, View } from './view';

/** Pigments that can be read as text, by day and by night. */
const TEXT_COLOURS: Record<Ship, string> = {
  green: 'var(--leaf-text)',
  yellow: 'var(--sun-text)',
  blue: 'var(--ocean-text)',
  red: 'var(--blood-text)',
};

const SPECIAL_ICONS: Record<string, string> = {
  skeleton: 'skull',
  kraken: 'kraken',
  tortuga: 'island',
};

export function cardToken(card: string | null | undefined, telling: Telling): Token {
  const key = `card.${card || 'hidden'}`;
  const text = telling.voice.t(key);
  if (!card) return { text, key, icon: 'parrot' };
  const face = readFace(card);
  if (face?.kind !== 'pirate') return { text, key, icon: SPECIAL_ICONS[card] };
  return { text, key, icon: PIGMENTS[face.ship].emblem, colour: TEXT_COLOURS[face.ship] };
}

export function shipToken(ship: string, telling: Telling): Token {
  const key = `ship.${ship}`;
  const text = telling.voice.t(key);
  if (!isShip(ship)) return { text };
  return { text, key, icon: PIGMENTS[ship].emblem, colour: TEXT_COLOURS[ship] };
}

function cardNames(cards: (string | null)[], telling: Telling): string {
  return list(cards.map((card) => cardToken(card, telling).text));
}

/** What fills the gaps of an event's text. */
function values(event: GameEvent, telling: Telling): Values {
  const filled: Values = {};
  const fields: Record<string, unknown> = { ...event };
  if (typeof fields.seat === 'number') filled.name = telling.who(fields.seat);
  if (typeof fields.from === 'number') filled.other = telling.who(fields.from);
  if (typeof fields.splitter === 'number') filled.name = telling.who(fields.splitter);
  if (typeof fields.ship === 'string') filled.ship = shipToken(fields.ship, telling);
  filled.card = cardToken(typeof fields.card === 'string' ? fields.card : null, telling);
  for (const key of ['turn', 'chest', 'ships', 'total', 'set', 'division'] as const) {
    const value = fields[key];
    if (typeof value === 'string' || typeof value === 'number') filled[key] = value;
  }
  if (Array.isArray(fields.cards)) filled.cards = cardNames(fields.cards, telling);
  return filled;
}

/** The log line of an event; a split names the cards that were laid out before it. */
export function eventLine(
  event: GameEvent,
  telling: Telling,
  past: GameEvent[] = [],
): Sentence | null {
  if (event.kind === 'game_over') return overLine(event, telling);
  if (event.kind === 'turn_began' && event.cards.length === 0) {
    return { key: 'event.turn_began.faded', values: values(event, telling) };
  }
  if (event.kind === 'split') {
    const turn = past.findLast((one) => one.kind === 'turn_began');
    const cards = turn?.kind === 'turn_began' ? turn.cards : [];
    const sets = namedSets(`split ${event.division}`, cards, telling);
    return { key: 'event.split', values: { ...values(event, telling), ...sets } };
  }
  return { key: `event.${event.kind}`, values: values(event, telling) };
}

function overLine(event: GameEvent & { kind: 'game_over' }, telling: Telling): Sentence {
  if (event.winner < 0) return { key: 'event.game_over.draw', values: {} };
  const name = telling.who(event.winner);
  if (!isShip(event.tie_break)) return { key: 'event.game_over', values: { name } };
  const ship = shipToken(event.tie_break, telling);
  return { key: 'event.game_over.tie_break', values: { name, ship } };
}

/** Both sets of a division as lists of cards. */
function namedSets(action: string, cards: string[], telling: Telling): Values {
  const draft = draftOf(action);
  const names = (side: 'left' | 'right'): string =>
    cardNames(
      indexesOn(draft, side).map((index) => cards[index] ?? null),
      telling,
    );
  return { first: names('left'), second: names('right') };
}

function splitText(action: string, view: View, telling: Telling): string {
  const cards = view.laid.map((one) => one.card);
  return telling.voice.t('action.split', namedSets(action, cards, telling));
}

export function actionText(action: string, view: View, telling: Telling): string {
  const { voice } = telling;
  const [verb, argument = ''] = action.split(' ');
  if (verb === 'split') return splitText(action, view, telling);
  if (verb === 'pick') {
    const cards = view.laid.filter((one) => one.set === argument).map((one) => one.card);
    return voice.t('action.pick', { set: argument, cards: cardNames(cards, telling) });
  }
  const use = readUse(action);
  if (!use) return action;
  const card = voice.t(`card.${use.card}`);
  if (use.kind === 'tortuga') return voice.t('action.tortuga');
  if (use.ship === null) return voice.t('action.kraken.none');
  return voice.t(`action.${use.kind}`, { card, ship: voice.t(`ship.${use.ship}`) });
}
