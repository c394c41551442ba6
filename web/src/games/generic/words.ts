/**
 * Any game in words: its texts and names come from the server. A text's gaps are the fields of the
 * event or the domains of the action's arguments (`card`, and `card_2` for a second one).
 */
import { list, type Value, type Values, type Voice } from '../../i18n/speech.svelte';
import type { GameEvent, GameView, Sentence, Telling } from '../../table/game';
import type { GameWords } from '../../wire/messages';

const HIDDEN = '?';

/** A value under its text, if its domain has one for it. */
function named(domain: string, value: unknown, voice: Voice): string {
  const key = `${domain}.${String(value)}`;
  return voice.has(key) ? voice.t(key) : String(value);
}

function argument(domain: string, word: string, words: GameWords, telling: Telling): Value {
  if (!words.seats.includes(domain)) return named(domain, word, telling.voice);
  const seat = words.domains[domain]?.indexOf(word) ?? -1;
  return telling.who(seat) ?? word;
}

/** The names of an action's arguments in its text. */
export function gapsOf(domains: string[]): string[] {
  return domains.map((name, place) => {
    const before = domains.slice(0, place).filter((one) => one === name).length;
    return before === 0 ? name : `${name}_${before + 1}`;
  });
}

export function actionText(action: string, words: GameWords, telling: Telling): string {
  const [verb = '', ...args] = action.split(' ');
  const domains = words.verbs[verb] ?? [];
  const gaps = gapsOf(domains);
  const values: Values = {};
  args.forEach((word, place) => {
    values[gaps[place] ?? ''] = argument(domains[place] ?? '', word, words, telling);
  });
  return telling.voice.t(`action.${verb}`, values);
}

/** An event with its fields in the gaps; what this seat is not told is a question mark. */
export function eventLine(event: GameEvent, words: GameWords, telling: Telling): Sentence {
  const kind = String(event.kind);
  const values: Values = {};
  for (const [field, domain] of Object.entries(words.events[kind] ?? {})) {
    values[field] = fieldValue(event[field], domain, words, telling);
  }
  return { key: `event.${kind}`, values };
}

function fieldValue(value: unknown, domain: string, words: GameWords, telling: Telling): Value {
  if (value === undefined || value === null) return HIDDEN;
  if (Array.isArray(value)) return list(value.map((one) => named(domain, one, telling.voice)));
  if (words.seats.includes(domain) && typeof value === 'number')
    return telling.who(value) ?? HIDDEN;
  return typeof value === 'number' ? value : named(domain, value, telling.voice);
}

/** A word of a view under the text of the first domain that has it. */
export function wordText(value: string, words: GameWords, voice: Voice): string {
  for (const [domain, values] of Object.entries(words.domains)) {
    if (values.includes(value) && voice.has(`${domain}.${value}`))
      return named(domain, value, voice);
  }
  return value.replaceAll('_', ' ');
}

/** What a part of the view is called. */
export function labelOf(key: string, voice: Voice): string {
  const text = `view.${key}`;
  return voice.has(text) ? voice.t(text) : key.replaceAll('_', ' ');
}

/** A view taken apart: what belongs to everybody, and each seat's part. */
export interface Parts {
  common: Record<string, unknown>;
  seats: unknown[];
}

export function partsOf({ seats, question: _asked, ...common }: GameView): Parts {
  return { common, seats: Array.isArray(seats) ? (seats as unknown[]) : [] };
}

/** Where the game stands, if it has a text for that: its gaps are the view's own numbers and words. */
export function progress(view: GameView, voice: Voice): string {
  const values: Values = {};
  for (const [key, value] of Object.entries(view)) {
    if (typeof value === 'number' || typeof value === 'string') values[key] = value;
  }
  return voice.has('progress') ? voice.t('progress', values) : '';
}

/** The legal actions that name a thing; the thing stands for an action if it is the only one. */
export function actionFor(thing: string, legal: string[]): string | null {
  const naming = legal.filter((action) => action.split(' ').slice(1).includes(thing));
  return naming.length === 1 ? (naming[0] ?? null) : null;
}
