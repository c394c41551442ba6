/** Events and actions of this game in words. What lies face down is not named here. */
import { list, type Token, type Value, type Values, type Voice } from '../../i18n/speech.svelte';
import { dealLines } from '../../table/deals';
import type { Sentence, Telling } from '../../table/game';
import { handPlaces, readAsk, type Ask } from './asks';
import { secrets } from './secrets.svelte';
import { questionOf, type GameEvent, type View } from './view';

const TREASURY_ICON = 'chest';
const PLACE_ICONS: Record<string, string> = {
  FD: 'flag',
  JR: 'flag',
  BF: 'anchor',
  BJ: 'anchor',
  TO: 'island',
};

export function placeToken(place: string, telling: Telling): Token {
  const key = `place.${place}`;
  return { text: telling.voice.t(key), key, icon: PLACE_ICONS[place] };
}

export function treasuryToken(treasury: string, telling: Telling): Token {
  const key = `treasury.${treasury}`;
  return { text: telling.voice.t(key), key, icon: TREASURY_ICON };
}

export function cardToken(card: string, telling: Telling): Token {
  return { text: telling.voice.t(`card.${card}`), icon: 'scroll' };
}

/** What is printed on a card: German texts add the rulebook's German word in brackets. */
export function printedName(card: string, voice: Voice): string {
  return voice.t(`card.${card}`).replace(/ \(.*\)$/, '');
}

export function plainName(seat: number, telling: Telling): string {
  const who = telling.who(seat);
  return typeof who === 'object' ? who.text : String(who);
}

export function names(seats: number[], telling: Telling): string {
  return list(seats.map((seat) => plainName(seat, telling)));
}

/** So many kinds of the same card as `2× torch, …`. */
export function cardList(cards: string[], telling: Telling): string {
  return cards.map((card) => telling.voice.t(`card.${card}`)).join(' · ');
}

const SEAT_FIELDS = { seat: 'name', other: 'other', by: 'by' } as const;
const PLAIN_FIELDS = [
  'turn',
  'turns',
  'first',
  'second',
  'third',
  'slot',
  'rank',
  'deck',
  'chests',
  'british',
  'french',
] as const;

function ends(value: unknown, telling: Telling): Value | undefined {
  if (typeof value !== 'string') return undefined;
  const isTreasury = value === 'SG' || value.includes('.');
  return isTreasury ? treasuryToken(value, telling) : placeToken(value, telling);
}

/** What fills the gaps of an event's text. */
function values(event: GameEvent, telling: Telling): Values {
  const fields: Record<string, unknown> = { ...event };
  const filled: Values = {};
  for (const [field, gap] of Object.entries(SEAT_FIELDS)) {
    const seat = fields[field];
    if (typeof seat === 'number') filled[gap] = telling.who(seat);
  }
  for (const key of PLAIN_FIELDS) {
    const value = fields[key];
    if (typeof value === 'number') filled[key] = String(value);
  }
  for (const key of ['from', 'to', 'place', 'boat']) {
    const value = ends(fields[key], telling);
    if (value !== undefined) filled[key] = value;
  }
  for (const key of ['cause', 'outcome', 'ending', 'vote']) {
    const value = fields[key];
    if (typeof value === 'string') filled[key] = telling.voice.t(`${key}.${value}`);
  }
  for (const key of ['voters', 'line', 'seats']) {
    const value = fields[key];
    if (Array.isArray(value))
      filled[key] = names(value as number[], telling) || telling.voice.t('voters.none');
  }
  if (typeof fields.cards === 'number') filled.cards = String(fields.cards);
  if (Array.isArray(fields.cards)) {
    filled.cards = cardList(fields.cards as string[], telling) || '–';
  }
  return filled;
}

export function eventLine(event: GameEvent, telling: Telling): Sentence | null {
  const line = { key: `event.${event.kind}`, values: values(event, telling) };
  const more = (key: string, added: Values = {}): Sentence => ({
    key: key ? `${line.key}.${key}` : line.key,
    values: { ...line.values, ...added },
  });
  switch (event.kind) {
    case 'stars_chosen':
      return more('', { stars: cardList(event.stars, telling) || '–' });
    case 'loyalty_shown':
      return more('', { loyalty: telling.voice.t(`card.${event.loyalty}`) });
    case 'peeked':
      return event.first === event.second ? more('single') : line;
    case 'slot_refilled':
      return event.deck > 0 ? line : more('last');
    case 'vote_called':
    case 'vote_counted':
      return more(event.vote);
    case 'marooned':
      if (event.from === 'TO') return more('again');
      return event.by !== event.seat && BY_SOMEBODY.has(event.cause) ? more('by') : line;
    case 'swapped':
      if (event.from !== event.to) return line;
      return more('same', { place: placeToken(event.from, telling) });
    case 'storm_broke':
      return more(event.place === 'TO' ? 'island' : 'ship');
    case 'revealed':
    case 'no_effect':
    case 'card_kept':
    case 'map_given':
    case 'discarded':
      return more('', { card: cardToken(event.card, telling) });
    case 'game_over':
      return more(event.winners.length > 0 ? '' : 'draw', { name: names(event.winners, telling) });
    default:
      return line;
  }
}

/** Cards that are dealt together are told together; none of them is named. */
export function joinedLines(events: GameEvent[], telling: Telling): Sentence[] | null {
  const [first] = events;
  const isDeal = first?.kind === 'vote_card_drawn' || first?.kind === 'loyalty_dealt';
  if (!isDeal) return null;
  if (first.kind === 'loyalty_dealt' && events.length < telling.seats) return null;
  const all = events.flatMap((event) =>
    event.kind === first.kind ? [{ seat: event.seat, card: null }] : [],
  );
  return dealLines(`event.${first.kind}`, all, telling);
}

const BY_SOMEBODY: ReadonlySet<string> = new Set(['captain', 'pistol']);

/** Where a space is: the place and, from the front, its number. */
export function spaceParts(space: string): { place: string; rank: number } {
  return { place: space.slice(0, 2), rank: Number(space.slice(2)) };
}

/** An answer in words, for the list and for ears. Own cards are told by their place only. */
export function actionText(action: string, view: View, telling: Telling): string {
  const ask = readAsk(action, view);
  const { voice } = telling;
  const [first = '', second = '', third = ''] = ask.args;
  switch (ask.verb) {
    case 'peek':
      return voice.t(first === second ? 'action.peek.single' : 'action.peek', { first, second });
    case 'force':
      return voice.t('action.force', { first, second, name: telling.who(Number(third)) });
    case 'reveal':
    case 'pick':
      return voice.t(`action.${ask.verb}`, { first });
    case 'row':
    case 'explode':
      return voice.t(`action.${ask.verb}`, { place: placeToken(first, telling) });
    case 'letter': {
      const place = placeToken(second, telling);
      return voice.t('action.letter', { name: telling.who(Number(first)), place });
    }
    case 'maroon':
      return voice.t('action.maroon', { name: telling.who(Number(first)) });
    case 'target': {
      const question = questionOf(view) ?? 'pistol';
      return voice.t(`action.target.${question}`, { name: telling.who(Number(first)) });
    }
    case 'hesitate': {
      const forcer = view.force?.forcer;
      return voice.t('action.hesitate', { name: forcer === undefined ? '' : telling.who(forcer) });
    }
    default:
      return cargoText(ask, view, telling);
  }
}

function cargoText(ask: Ask, view: View, telling: Telling): string {
  const { voice } = telling;
  const [first = '', second = ''] = ask.args;
  switch (ask.verb) {
    case 'smuggle':
    case 'stow':
      return voice.t(`action.${ask.verb}`, { to: treasuryToken(first, telling) });
    case 'take': {
      const [from, to] = [treasuryToken(first, telling), treasuryToken(second, telling)];
      return voice.t('action.take', { from, to });
    }
    case 'stand': {
      const { place, rank } = spaceParts(first);
      return voice.t('action.stand', { place: placeToken(place, telling), rank });
    }
    case 'vote':
    case 'vote_two':
      return voteText(ask, view, telling);
    case 'give': {
      const kinds = [...new Set(view.crows_nest?.pool ?? [])].sort();
      const place = String(kinds.indexOf(first) + 1);
      const card = voice.t(`card.${first}`);
      return voice.t(secrets.deckOpen ? 'action.give.open' : 'action.give', { first: place, card });
    }
    default:
      return voice.t(`action.${ask.verb}`);
  }
}

function voteText(ask: Ask, view: View, telling: Telling): string {
  const places = handPlaces(ask.args, view).map((place) => String(place + 1));
  const [first = '?', second = '?'] = places;
  if (ask.verb === 'vote_two') return telling.voice.t('action.vote_two', { first, second });
  const card = telling.voice.t(`card.${ask.args[0]}`);
  return telling.voice.t(secrets.open ? 'action.vote.open' : 'action.vote', { first, card });
}
