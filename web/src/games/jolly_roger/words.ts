/** Events and actions of this game in words. */
import type { Token, Value, Values, Voice } from '../../i18n/speech.svelte';
import { dealLines, listed } from '../../table/deals';
import type { Sentence, Telling } from '../../table/game';
import { readAsk, type Ask } from './asks';
import {
  crewKind,
  destinationCard,
  isCharacter,
  isCrew,
  isPrize,
  officerSkill,
  skillOf,
  SKILL_ICONS,
} from './cards';
import type { GameEvent, View } from './view';

const PRIZE_ICONS: Record<string, string> = { rum: 'bottle', jewels: 'star', prisoner: 'person' };
const TYPE_ICONS: Record<string, string> = {
  fort: 'flag',
  merchant: 'anchor',
  settlement: 'lantern',
  port: 'barrel',
  island: 'island',
};

/** The name of any card. */
export function cardName(card: string, voice: Voice): string {
  return voice.t(`card.${card}`);
}

/** What an item of an offer is: a card, a prize or a promise. */
export function itemName(item: string, voice: Voice): string {
  return isCrew(item) || isPrize(item) ? cardName(item, voice) : promiseName(item, voice);
}

const LATER = 'later_';

/** What is promised; a certain card for later is named. */
export function promiseName(promise: string, voice: Voice): string {
  if (!promise.startsWith(LATER)) return voice.t(`promise.${promise}`);
  return voice.t('promise.later', { card: cardName(promise.slice(LATER.length), voice) });
}

export function crewToken(card: string | null | undefined, voice: Voice): Token {
  if (!card) return { text: voice.t('card.hidden'), key: 'card.hidden', icon: 'person' };
  const skill = skillOf(card);
  const icon = isCharacter(card) ? 'person' : skill ? SKILL_ICONS[skill] : 'compass';
  return { text: cardName(card, voice), key: `card.${card}`, icon };
}

export function prizeToken(prize: string | null | undefined, voice: Voice): Token {
  if (!prize) return { text: voice.t('prize.hidden'), key: 'prize.hidden', icon: 'chest' };
  return {
    text: cardName(prize, voice),
    key: `prize.${prize}`,
    icon: PRIZE_ICONS[prize] ?? 'coin',
  };
}

function typeToken(type: string, voice: Voice): Token {
  const key = `destination_type.${type}`;
  return { text: voice.t(key), key, icon: TYPE_ICONS[type] ?? 'flag' };
}

/** A destination with the numbers on its face. */
function destinationToken(name: string, voice: Voice): Token {
  const card = destinationCard(name);
  const title = cardName(name, voice);
  const icon = TYPE_ICONS[card?.type ?? ''] ?? 'flag';
  if (!card || card.prizes === 0) return { text: title, icon };
  const { nav, cannons, sabres } = card.required;
  return { text: `${title} (${nav}/${cannons}/${sabres})`, icon };
}

const SEAT_FIELDS = [
  'captain',
  'quartermaster',
  'owner',
  'victim',
  'former',
  'by',
  'to',
  'suggestion',
  'target',
] as const;
const PLAIN_FIELDS = [
  'round',
  'cards',
  'prizes',
  'count',
  'nav',
  'cannons',
  'sabres',
  'gold',
  'captains_crew',
  'mutineers_crew',
] as const;

/** What fills the gaps of an event's text. */
function values(event: GameEvent, { voice, who }: Telling): Values {
  const fields: Record<string, unknown> = { ...event };
  const filled: Values = {};
  const seat = (value: unknown): Value => (typeof value === 'number' ? who(value) : '');
  filled.name = seat(fields.seat);
  for (const key of SEAT_FIELDS) if (fields[key] !== -1) filled[key] = seat(fields[key]);
  for (const key of PLAIN_FIELDS) {
    const value = fields[key];
    if (typeof value === 'number') filled[key] = value;
  }
  const named = (key: string): string | undefined =>
    typeof fields[key] === 'string' ? fields[key] : undefined;
  filled.card = crewToken(named('card'), voice);
  filled.prize = prizeToken(named('prize'), voice);
  const [type, destination, skill] = [named('type'), named('destination'), named('skill')];
  if (type) filled.type = typeToken(type, voice);
  if (destination) filled.destination = destinationToken(destination, voice);
  if (skill) filled.skill = { text: voice.t(`skill.${skill}`), key: `skill.${skill}` };
  for (const key of ['promise', 'in_return']) {
    const promise = named(key);
    if (promise) filled[key] = promiseName(promise, voice);
  }
  if (event.kind === 'promise_offered') filled.promise ??= voice.t('promise.secret');
  return filled;
}

/** Which wording of its text an event takes. */
function wording(event: GameEvent): string {
  switch (event.kind) {
    case 'card_played':
      if (event.use === 'crew') return `.crew.${event.side}`;
      return event.use === 'effect' && event.target >= 0 ? '.effect.target' : `.${event.use}`;
    case 'prize_given':
      return event.seat === event.quartermaster ? '.self' : '';
    case 'officer_helped':
      return `.${event.sign}`;
    case 'allotted':
      return 'card' in event ? '.card' : '';
    case 'punishment_ordered':
      return event.suggestion >= 0 ? '.suggested' : '';
    case 'side_joined':
    case 'throat_cut':
      return `.${event.side}`;
    case 'mutiny_ended':
      return `.${event.winner}`;
    case 'card_offered':
    case 'prize_offered':
    case 'promise_offered':
      return event.in_return === 'none' ? '.none' : '.asking';
    case 'game_ended':
      return `.${event.tie_break}`;
    default:
      return '';
  }
}

export function eventLine(event: GameEvent, telling: Telling): Sentence {
  return { key: `event.${event.kind}${wording(event)}`, values: values(event, telling) };
}

/** Cards and prizes that change hands together are told together. */
export function joinedLines(events: GameEvent[], telling: Telling): Sentence[] | null {
  const { voice } = telling;
  const [first] = events;
  switch (first?.kind) {
    case 'card_drawn':
    case 'card_dealt': {
      const all = events.flatMap((event) =>
        event.kind === first.kind
          ? [{ seat: event.seat, card: event.card ? crewToken(event.card, voice) : null }]
          : [],
      );
      return dealLines(`event.${first.kind}`, all, telling);
    }
    case 'prize_laid': {
      const prizes = events.map((event) => values(event, telling).prize);
      return [{ key: 'event.prize_laid.all', values: { prizes: listedTokens(prizes) } }];
    }
    case 'prize_seized': {
      const filled = events.map((event) => values(event, telling));
      const text = listedTokens(filled.map((one) => one.prize));
      const prize = { text, key: 'prizes', icon: 'chest' };
      return [{ key: 'event.prize_seized', values: { ...filled[0], prize } }];
    }
    default:
      return null;
  }
}

function listedTokens(tokens: (Value | undefined)[]): string {
  return listed(tokens.map((token) => (typeof token === 'object' ? token.text : String(token))));
}

/** An answer in words, for the list and for ears. */
export function actionText(action: string, view: View, telling: Telling): string {
  const ask = readAsk(action);
  const { voice, who } = telling;
  const [first = '', second = ''] = ask.args;
  switch (ask.verb) {
    case 'decline':
      return voice.t(
        view.window?.name === 'offer' ? 'action.decline.offer' : 'action.decline.react',
      );
    case 'stop':
      return voice.t(view.window?.name === 'sell' ? 'action.stop.sell' : 'action.stop.bury');
    case 'appoint':
    case 'take_from':
    case 'suggest':
    case 'victim':
      return voice.t(`action.${ask.verb}`, { name: who(Number(first)) });
    case 'sail':
      return voice.t('action.sail', { type: typeToken(first, voice) });
    case 'allot': {
      const [nav = 0, cannons = 0] = ask.args.slice(-2).map(Number);
      const kind = ask.args.length > 2 ? first : null;
      const mustered = view.attack?.mustered ?? [];
      const cards = mustered.filter(({ card }) =>
        kind === null ? crewKind(card)?.multi : card === kind,
      );
      const shares = { nav, cannons, sabres: Math.max(0, cards.length - nav - cannons) };
      if (kind === null) return voice.t('action.allot', shares);
      return voice.t('action.allot.card', { ...shares, card: cardName(kind, voice) });
    }
    case 'pick':
    case 'present':
    case 'trade':
    case 'sell':
    case 'bury':
      return voice.t(`action.${ask.verb}`, { prize: prizeToken(first, voice) });
    case 'give':
    case 'take':
    case 'show': {
      const prize = prizeToken(first, voice);
      return voice.t(`action.${ask.verb}`, { prize, name: who(Number(second)) });
    }
    case 'accept_offer':
    case 'decline_offer': {
      const offer = offersIn(view).find((one) => one.seat === Number(first));
      const item = offer?.item ? itemName(offer.item, voice) : voice.t('prize.hidden');
      return voice.t(`action.${ask.verb}`, { name: who(Number(first)), item });
    }
    case 'add':
      return voice.t('action.add', { item: itemName(first, voice) });
    case 'offer':
      return offerText(ask, telling);
    default:
      return cardText(ask, view, telling);
  }
}

/** Every offer on the table, the guard's included. */
export function offersIn(view: View): View['offers'] {
  const asking = view.island?.asking;
  if (!asking) return view.offers;
  return [asking, ...view.offers.filter((offer) => offer.seat !== asking.seat)];
}

function offerText(ask: Ask, { voice, who }: Telling): string {
  const [item = '', to = '', promise = 'none'] = ask.args;
  return voice.t(promise === 'none' ? 'action.offer.none' : 'action.offer.asking', {
    item: itemName(item, voice),
    name: who(Number(to)),
    promise: voice.t(`promise.${promise}`),
  });
}

/** What one does with a card of the hand. */
function cardText(ask: Ask, view: View, { voice, who }: Telling): string {
  const [first = '', second = ''] = ask.args;
  const named = (card: string): Token => crewToken(card, voice);
  const name = who(Number(first));
  switch (ask.verb) {
    case 'discard':
    case 'enlist':
    case 'muster':
    case 'call':
      return voice.t(`action.${ask.verb}`, { card: named(first) });
    case 'play':
      return voice.t('action.play', { card: named(first), effect: voice.t(`effect.${first}`) });
    case 'officer': {
      const skill = voice.t(`skill.${officerSkill(first) ?? 'nav'}`);
      return voice.t(`action.officer.${second}`, { card: named(first), skill });
    }
    case 'boatswain':
    case 'smart_lad':
      return voice.t(`action.${ask.verb}`, { card: named(ask.verb), name });
    case 'second_mate': {
      const other = who(Number(second));
      const key = first === second ? 'single' : 'both';
      return voice.t(`action.second_mate.${key}`, { card: named('second_mate'), name, other });
    }
    case 'call_sea_dog':
      return voice.t('action.call_sea_dog', { card: named('sea_dog'), name });
    case 'call_cutthroat':
      return voice.t('action.call_cutthroat', { card: named('cutthroat') });
    case 'crew':
      return voice.t(`action.crew.${second}`, { card: named(first) });
    case 'sea_dog': {
      const dragged = who(Number(second));
      return voice.t(`action.sea_dog.${first}`, { card: named('sea_dog'), name: dragged });
    }
    case 'cutthroat':
      return voice.t(`action.cutthroat.${first}`, { card: named('cutthroat') });
    case 'traitor': {
      const play = view.plays.at(-1);
      const card = play ? named(play.card) : voice.t('card.hidden');
      return voice.t('action.traitor', { card, name: play ? who(play.seat) : '' });
    }
    default:
      return voice.t(`action.${ask.verb}`);
  }
}
