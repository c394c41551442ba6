/** What a looked-at card or answer would do: marks on the chart, and sentences. */
import type { Sentence, Telling } from '../../table/game';
import { list, type Values } from '../../i18n/speech.svelte';
import { readAsk, type Ask } from './asks';
import { amount, shipWords, spaceToken } from './words';
import type { ActionView, LandingView, PreviewView, View } from './view';

export type Time = 'morning' | 'evening';

/** A place on the chart that a look ahead points to. */
export interface Mark {
  space: number;
  time: Time | null;
  short: boolean;
  retreat: boolean;
}

/** A dotted way on the chart. */
export interface Course {
  way: number[];
  time: Time | null;
}

export interface Outlook {
  marks: Mark[];
  courses: Course[];
  sentences: Sentence[];
}

/** The preview of a card under one order of the dice. */
export function previewFor(
  view: View,
  card: string,
  dice: [number, number] | null,
): PreviewView | null {
  const found = view.previews.filter((one) => one.card === card);
  if (!dice) return found[0] ?? null;
  return found.find((one) => one.dice[0] === dice[0] && one.dice[1] === dice[1]) ?? null;
}

export function outlookOfCard(preview: PreviewView, view: View, telling: Telling): Outlook {
  const halves: [Time, ActionView][] = [
    ['morning', preview.morning],
    ['evening', preview.evening],
  ];
  const outlook: Outlook = { marks: [], courses: [], sentences: [] };
  for (const [time, half] of halves) {
    if (half.lost) {
      outlook.sentences.push({ key: `look.${time}.lost`, values: {} });
      continue;
    }
    for (const landing of half.landings) addLanding(outlook, landing, time);
    outlook.sentences.push(...halfSentences(time, half, view, telling));
  }
  return outlook;
}

function addLanding(outlook: Outlook, landing: LandingView, time: Time): void {
  outlook.courses.push({ way: landing.way, time });
  addMark(outlook, { space: landing.space, time, short: landing.short, retreat: false });
  for (const space of landing.retreats) {
    addMark(outlook, { space, time, short: false, retreat: true });
  }
}

function addMark(outlook: Outlook, mark: Mark): void {
  const same = outlook.marks.some((one) => one.space === mark.space && one.time === mark.time);
  if (!same) outlook.marks.push(mark);
}

function halfSentences(time: Time, half: ActionView, view: View, telling: Telling): Sentence[] {
  if (half.symbol === 'forward' || half.symbol === 'backward') {
    const first: Sentence = {
      key: `look.${time}.${half.symbol}`,
      values: { n: half.die },
    };
    const landings = unique(half.landings).map((one) => landingSentence(one, view, telling));
    return [first, ...landings];
  }
  const key = half.skipped ? 'skipped' : half.jettison ? 'jettison' : 'load';
  const tokens = half.skipped ? half.die : half.tokens;
  return [{ key: `look.${time}.${key}`, values: { goods: amount(half.symbol, tokens, telling) } }];
}

function unique(landings: LandingView[]): LandingView[] {
  return landings.filter(
    (one, index) => landings.findIndex((other) => other.space === one.space) === index,
  );
}

function landingSentence(landing: LandingView, view: View, telling: Telling): Sentence {
  const values: Values = { space: spaceToken(landing.space, telling) };
  if (landing.fee) values.fee = amount(landing.fee.good, landing.fee.tokens, telling);
  if (landing.finish) return { key: 'look.finish', values };
  const foes = landing.ships.map((ship) => shipWords(ship, view.ships.length, telling).text);
  if (foes.length > 0) {
    values.ships = list(foes);
    values.fee ??= telling.voice.t('look.no_fee');
    return { key: landing.short ? 'look.battle.short' : 'look.battle', values };
  }
  if (landing.short) {
    const spaces = landing.retreats.map((space) => spaceToken(space, telling).text);
    values.retreats = list(spaces, 'disjunction');
    return { key: 'look.short', values };
  }
  if (landing.fee) return { key: 'look.fee', values };
  return { key: landing.treasure ? 'look.treasure' : 'look.free', values };
}

/** A look at where an answer takes a ship; null if it is an answer to something else. */
export function outlookOfCourse(action: string, view: View, telling: Telling): Outlook | null {
  const course = view.courses.find((one) => one.action === action);
  if (!course) return null;
  const { landings } = course;
  const { verb } = readAsk(action);
  return {
    marks: landings.map(({ space, short }) => ({
      space,
      time: null,
      short,
      retreat: verb === 'retreat',
    })),
    courses: landings.map(({ way }) => ({ way, time: null })),
    sentences: landings.map((landing) =>
      verb === 'steer'
        ? { key: 'look.ghost', values: { space: spaceToken(landing.space, telling) } }
        : landingSentence(landing, view, telling),
    ),
  };
}

/** Which way? What each of them leads to, before one is looked at; null where there is no fork. */
export function outlookOfWays(asks: Ask[], view: View, telling: Telling): Outlook | null {
  const ways = asks.flatMap((ask) =>
    ask.denied ? [] : (outlookOfCourse(ask.action, view, telling) ?? []),
  );
  if (ways.length < 2) return null;
  const outlook: Outlook = { marks: [], courses: [], sentences: [] };
  for (const way of ways) {
    for (const mark of way.marks) addMark(outlook, mark);
    outlook.courses.push(...way.courses);
    outlook.sentences.push(...way.sentences);
  }
  return outlook;
}
