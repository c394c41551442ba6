/** The legal and the impossible actions, by the piece on the table that stands for them. */
import { ofVerb, type Ask } from '../../table/asks';

export { ofVerb, readAsk, readAsks, type Ask } from '../../table/asks';

export function legalOnly(asks: Ask[]): Ask[] {
  return asks.filter((ask) => ask.denied === null);
}

/** Verbs whose first word is a card of the hand. */
const CARD_VERBS = ['muster', 'call', 'crew', 'discard', 'enlist', 'play', 'officer'];
/** Verbs that stand for a character by themselves. */
const CHARACTER_VERBS: Record<string, string> = {
  boatswain: 'boatswain',
  smart_lad: 'smart_lad',
  second_mate: 'second_mate',
  call_sea_dog: 'sea_dog',
  call_cutthroat: 'cutthroat',
  sea_dog: 'sea_dog',
  cutthroat: 'cutthroat',
  traitor: 'traitor',
};

/** The card of the hand that an action plays; null if it plays none. */
export function cardAsked(ask: Ask): string | null {
  if (CARD_VERBS.includes(ask.verb)) return ask.args[0] ?? null;
  return CHARACTER_VERBS[ask.verb] ?? null;
}

/** Where in an action the seats stand. */
const SEAT_PLACES: Record<string, number[]> = {
  appoint: [0],
  give: [1],
  take: [1],
  take_from: [0],
  suggest: [0],
  victim: [0],
  boatswain: [0],
  smart_lad: [0],
  second_mate: [0, 1],
  call_sea_dog: [0],
  sea_dog: [1],
  accept_offer: [0],
  decline_offer: [0],
  show: [1],
  offer: [1],
};

/** The seats that an action points at, each once. */
export function seatsAsked(ask: Ask): number[] {
  const places = SEAT_PLACES[ask.verb] ?? [];
  return [...new Set(places.map((place) => Number(ask.args[place])))];
}

const PRIZE_VERBS = ['pick', 'give', 'present', 'take', 'trade', 'sell', 'bury', 'show'];

/** The prize that an action moves; null if it moves none. */
export function prizeAsked(ask: Ask): string | null {
  return PRIZE_VERBS.includes(ask.verb) ? (ask.args[0] ?? null) : null;
}

/** The side of a mutiny that an action is for; the Cutthroat's names the one that loses. */
export function sideAsked(ask: Ask): string | null {
  if (ask.verb === 'crew') return ask.args[1] ?? null;
  return ask.verb === 'sea_dog' || ask.verb === 'cutthroat' ? (ask.args[0] ?? null) : null;
}

export function isCall(ask: Ask): boolean {
  return ask.verb === 'call' || ask.verb === 'call_sea_dog' || ask.verb === 'call_cutthroat';
}

/** Everything that can be done with a card of the hand; what is possible hides what is not. */
export function usesOf(asks: Ask[], card: string): Ask[] {
  const mine = asks.filter((ask) => cardAsked(ask) === card);
  const legal = legalOnly(mine);
  return legal.length > 0 ? legal : mine.slice(0, 1);
}

/** What can be done with a prize that lies before oneself, or on the deck. */
export function prizeUses(asks: Ask[], prize: string, ...verbs: string[]): Ask[] {
  const mine = ofVerb(asks, ...verbs).filter((ask) => prizeAsked(ask) === prize);
  const legal = legalOnly(mine);
  return legal.length > 0 ? legal : mine.slice(0, 1);
}
