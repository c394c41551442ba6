/** What the teacher says: the terms of a captain's evaluation in words, and the curve of a game. */
import { list, shell, speech } from '../i18n/speech.svelte';
import type { TextsByLanguage } from '../i18n/texts.svelte';
import type { Judged } from '../wire/messages';
import de from './terms.de.json';
import en from './terms.en.json';
import pl from './terms.pl.json';

export const TERMS: TextsByLanguage = { en, de, pl };

/** A term that says less than this, of a victory, says nothing. */
const TELLING = 0.02;
/** So many terms are told for an action, and as many against it. */
const TERMS_MAX = 2;

/** A term in the reader's language; as the server says it if there is no text. */
export function termText(term: string): string {
  return TERMS[speech.language][term] ?? term;
}

export function percent(part: number): string {
  const format = new Intl.NumberFormat(speech.language, { style: 'percent' });
  return format.format(part);
}

function listed(terms: string[]): string {
  return list(terms.map(termText));
}

/** Why the best action is better: what speaks for it, and what against it. */
export function reasons(why: Judged['why']): string {
  const pro = why.filter(([, gain]) => gain >= TELLING).slice(0, TERMS_MAX);
  const con = why.filter(([, gain]) => gain <= -TELLING).slice(0, TERMS_MAX);
  const name = ([term]: [string, number]): string => term;
  const said = [
    pro.length > 0 ? shell.t('teach.for', { terms: listed(pro.map(name)) }) : '',
    con.length > 0 ? shell.t('teach.against', { terms: listed(con.map(name)) }) : '',
  ];
  return said.filter(Boolean).join(' ');
}

/** What the worst mistake cost. Costs are not added up: each is measured against the best play after it. */
export function costliestText(one: Judged): string {
  const values = { chance: percent(one.chance), best_chance: percent(one.best_chance) };
  return shell.t('teach.costliest', values);
}

/** A mistake in sentences; the actions are put into words by the game. */
export function mistakeText(one: Judged, words: (action: string) => string): string {
  const values = {
    best: words(one.best),
    chance: percent(one.chance),
    best_chance: percent(one.best_chance),
  };
  return [shell.t('teach.better', values), reasons(one.why)].filter(Boolean).join(' ');
}

export interface Spot {
  x: number;
  y: number;
  judged: Judged;
}

/** Where the decisions of a game lie in a box: time to the right, the chance of victory upwards. */
export function spots(decisions: Judged[], width: number, height: number): Spot[] {
  const first = decisions[0]?.moment ?? 0;
  const span = Math.max(1, (decisions.at(-1)?.moment ?? 1) - first);
  return decisions.map((judged) => ({
    x: ((judged.moment - first) / span) * width,
    y: (1 - judged.chance) * height,
    judged,
  }));
}

/** A line through these places, as an SVG path. */
export function pathOf(places: Spot[]): string {
  return places
    .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

/** The mistakes, the most expensive first. */
export function mistakes(decisions: Judged[]): Judged[] {
  return decisions.filter((one) => one.is_mistake).sort((one, two) => two.loss - one.loss);
}
