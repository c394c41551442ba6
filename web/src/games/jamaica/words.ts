/** Events and actions of this game in words. */
import { list, type Token, type Values, type Voice } from '../../i18n/speech.svelte';
import { dealLines } from '../../table/deals';
import type { Sentence, Telling } from '../../table/game';
import { GHOST_COLOUR, GHOST_EMBLEM, GOOD_ICONS } from './art/palette';
import { readAsk, type Ask } from './asks';
import { spaceAt } from './board';
import { ghostOf, isGood, type GameEvent, type View } from './view';

const TYPE_ICONS: Record<string, string> = { sea: 'bread', port: 'coin', lair: 'skull' };

/** A ship by the name of its seat; the one behind all seats is the ghost. */
export function shipToken(ship: number, ships: number, telling: Telling): Token {
  if (ship >= telling.seats && ship < Math.max(ships, telling.seats + 1)) {
    return { text: telling.voice.t('ghost'), icon: GHOST_EMBLEM, colour: GHOST_COLOUR };
  }
  const who = telling.who(ship);
  return typeof who === 'object' ? who : { text: String(who) };
}

/** A ship in a sentence: there the ghost has an article, and cases. */
export function shipWords(ship: number, ships: number, telling: Telling): Token {
  const token = shipToken(ship, ships, telling);
  if (token.icon !== GHOST_EMBLEM) return token;
  return { ...token, key: 'pirate.ghost', text: telling.voice.t('pirate.ghost') };
}

export function spaceToken(space: number, telling: Telling): Token {
  const { type, cost } = spaceAt(space);
  const name = telling.voice.t(`space.${space}`);
  return { text: cost > 0 ? `${name} (${cost})` : name, icon: TYPE_ICONS[type] ?? 'flag' };
}

function goodToken(good: string, telling: Telling): Token {
  const key = `good.${good}`;
  return { text: telling.voice.t(key), key };
}

/** So many tokens of a good. */
export function amount(good: string, tokens: number, telling: Telling): Token {
  const text = telling.voice.t(`amount.${good}`, { count: tokens });
  return isGood(good) ? { text, icon: GOOD_ICONS[good] } : { text };
}

export function treasureToken(treasure: string | null | undefined, telling: Telling): Token {
  if (!treasure) return { text: telling.voice.t('treasure.hidden'), icon: 'chest' };
  return { text: telling.voice.t(`treasure.${treasure}`), icon: 'chest' };
}

function cardToken(card: string | undefined, telling: Telling): Token {
  const key = `card.${card ?? 'hidden'}`;
  return { text: telling.voice.t(key), key, icon: 'scroll' };
}

const SHIP_FIELDS = ['attacker', 'defender', 'winner', 'loser', 'roller'] as const;
const PLAIN_FIELDS = [
  'round',
  'first',
  'second',
  'morning',
  'evening',
  'die',
  'hold',
  'firepower',
  'place',
  'gold',
  'total',
] as const;
const NAMED_FIELDS = ['time', 'symbol', 'direction'] as const;

/** A number with a true minus sign. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** What fills the gaps of an event's text. */
function values(event: GameEvent, telling: Telling): Values {
  const fields: Record<string, unknown> = { ...event };
  const filled: Values = {};
  const ship = (value: unknown): Token | undefined =>
    typeof value === 'number' ? shipWords(value, 0, telling) : undefined;
  filled.name = ship(fields.seat) ?? ship(fields.ship) ?? ship(fields.captain) ?? '';
  for (const key of SHIP_FIELDS) filled[key] = ship(fields[key]) ?? '';
  for (const key of PLAIN_FIELDS) {
    const value = fields[key];
    if (typeof value === 'number') filled[key] = signed(value);
  }
  for (const key of NAMED_FIELDS) {
    const value = fields[key];
    if (typeof value === 'string') filled[key] = telling.voice.t(`${key}.${value}`);
  }
  if (typeof fields.face === 'string') filled.face = telling.voice.t(`battle_face.${fields.face}`);
  if (typeof fields.space === 'number') filled.space = spaceToken(fields.space, telling);
  if (typeof fields.from === 'number') filled.from = spaceToken(fields.from, telling);
  if (typeof fields.good === 'string' && typeof fields.tokens === 'number') {
    filled.goods = amount(fields.good, fields.tokens, telling);
  }
  return filled;
}

export function eventLine(event: GameEvent, telling: Telling): Sentence {
  const line = { key: `event.${event.kind}`, values: values(event, telling) };
  const more = (key: string, added: Values): Sentence => ({
    key: key ? `${line.key}.${key}` : line.key,
    values: { ...line.values, ...added },
  });
  switch (event.kind) {
    case 'sailed':
    case 'retreated': {
      const space = spaceToken(event.path.at(-1) ?? event.from, telling);
      return more(event.kind === 'sailed' ? event.direction : '', { space });
    }
    case 'fee_due':
    case 'ran_short': {
      // What it costs is said beside it.
      const text = telling.voice.t(`space.${event.space}`);
      return more('', { space: { ...spaceToken(event.space, telling), text } });
    }
    case 'card_revealed':
    case 'card_drawn':
      return more('', { card: cardToken(event.card, telling) });
    case 'load_skipped':
      return more(event.reason, { good: goodToken(event.good, telling) });
    case 'spent':
      return more(event.good === 'gunpowder' ? 'gunpowder' : '', {});
    case 'gunpowder_set':
      return more(event.tokens ? '' : 'none', {
        goods: amount('gunpowder', event.tokens, telling),
      });
    case 'sabre_used':
      return more(event.roller === event.ship ? 'self' : '', {});
    case 'battle_rolled':
      return more(event.face === 'star' ? 'star' : 'number', {});
    case 'treasure_drawn':
    case 'treasure_taken':
    case 'treasure_given':
      return more('', { treasure: treasureToken(event.treasure, telling) });
    case 'deck_shuffled':
      return more('', { cards: event.cards });
    case 'treasures_shown': {
      const cards = list(event.cards.map((card) => treasureToken(card, telling).text));
      return more('', { cards });
    }
    case 'scored':
      return more('', { treasure: signed(event.treasure) });
    case 'game_over': {
      const names = list(event.winners.map((seat) => shipToken(seat, 0, telling).text));
      return more(event.tie_break === 'none' ? 'clear' : event.tie_break, { name: names });
    }
    default:
      return line;
  }
}

/** Cards that are drawn together are told together. */
export function joinedLines(events: GameEvent[], telling: Telling): Sentence[] | null {
  if (events[0]?.kind !== 'card_drawn') return null;
  const all = events.flatMap((event) =>
    event.kind === 'card_drawn'
      ? [{ seat: event.seat, card: event.card ? cardToken(event.card, telling) : null }]
      : [],
  );
  return dealLines('event.card_drawn', all, telling);
}

export function holdToken(hold: string, voice: Voice): Token {
  const key = `hold.${hold}`;
  return { text: voice.t(key), key };
}

/** An answer in words, for the list and for ears. */
export function actionText(action: string, view: View, telling: Telling): string {
  const ask = readAsk(action);
  const { voice } = telling;
  const [first = '', second = ''] = ask.args;
  switch (ask.verb) {
    case 'place_dice':
      return voice.t('action.place_dice', { morning: first, evening: second });
    case 'choose':
      return voice.t('action.choose', { card: voice.t(`card.${first}`) });
    case 'sail':
    case 'retreat':
      return landingText(ask, telling);
    case 'steer':
      return voice.t(`action.steer.${first}`);
    case 'attack': {
      const ship = first === 'ghost' ? (ghostOf(view) ?? telling.seats) : Number(first);
      return voice.t('action.attack', { name: shipWords(ship, view.ships.length, telling) });
    }
    case 'gunpowder':
      return voice.t(first === '0' ? 'action.gunpowder.none' : 'action.gunpowder.some', {
        goods: amount('gunpowder', Number(first), telling),
      });
    default:
      return cargoText(ask, view, telling);
  }
}

function landingText(ask: Ask, telling: Telling): string {
  const space = Number(ask.args[0]);
  const { good, cost } = spaceAt(space);
  const fee = good ? amount(good, cost, telling) : telling.voice.t('look.no_fee');
  const name = telling.voice.t(`space.${space}`);
  return telling.voice.t(`action.${ask.verb}`, { space: name, fee });
}

function cargoText(ask: Ask, view: View, telling: Telling): string {
  const { voice } = telling;
  const [first = '', second = ''] = ask.args;
  switch (ask.verb) {
    case 'spend':
      return voice.t('action.spend', { count: second, hold: holdToken(first, voice) });
    case 'stow':
      return voice.t('action.stow', { hold: holdToken(first, voice) });
    case 'jettison': {
      const goods = contents(view, view.load?.ship ?? -1, first, telling);
      return voice.t('action.jettison', { goods, hold: voice.t(`hold.${first}`) });
    }
    case 'take_hold': {
      const loser = view.battle?.loser ?? -1;
      const hold = voice.t(`hold.${first}`);
      const goods = contents(view, loser, first, telling);
      return voice.t('action.take_hold', { goods, hold });
    }
    case 'take_treasure':
      return voice.t('action.take_treasure', { treasure: voice.t(`spoils_treasure.${first}`) });
    case 'give': {
      const lair = Number(first.slice('lair_'.length));
      const card = view.treasures.find((one) => one.lair === lair);
      const treasure = treasureToken(card?.treasure, telling);
      return voice.t('action.give', { treasure });
    }
    default:
      return voice.t(`action.${ask.verb}`);
  }
}

function contents(view: View, ship: number, hold: string, telling: Telling): Token {
  const found = view.ships[ship]?.holds.find((one) => one.hold === Number(hold));
  return amount(found?.good ?? 'none', found?.tokens ?? 0, telling);
}
