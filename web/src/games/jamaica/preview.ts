/** What a looked-at card or answer would do: marks on the chart, and sentences. */
import type { Sentence, Telling } from '../../table/game';
import type { Values } from '../../i18n/speech.svelte';
import { goodDue, reached, spaceAt, wayTo } from './board';
import { readAsk, spaceAsked } from './asks';
import { amount, shipToken, spaceToken } from './words';
import type { ActionView, LandingView, PreviewView, ShipView, View } from './view';

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
    for (const landing of half.landings) addLanding(outlook, landing, time, half.symbol);
    outlook.sentences.push(...halfSentences(time, half, view, telling));
  }
  return outlook;
}

function addLanding(outlook: Outlook, landing: LandingView, time: Time, symbol: string): void {
  const forward = symbol === 'forward';
  const way = [landing.from_space, ...wayTo(landing.from_space, landing.space, forward)];
  outlook.courses.push({ way, time });
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
  const foes = landing.ships.map((ship) => shipToken(ship, view.ships.length, telling).text);
  if (foes.length > 0) {
    values.ships = foes.join(', ');
    values.fee ??= telling.voice.t('look.no_fee');
    return { key: landing.short ? 'look.battle.short' : 'look.battle', values };
  }
  if (landing.short) {
    values.retreats = landing.retreats.map((space) => spaceToken(space, telling).text).join(', ');
    return { key: 'look.short', values };
  }
  if (landing.fee) return { key: 'look.fee', values };
  return { key: landing.treasure ? 'look.treasure' : 'look.free', values };
}

/** A look at a space that one may sail or retreat to. */
export function outlookOfSpace(
  action: string,
  view: View,
  telling: Telling,
  ship: ShipView,
): Outlook {
  const ask = readAsk(action);
  const space = spaceAsked(ask) ?? 0;
  const good = ship.seat === null ? null : goodDue(space);
  const cost = good ? spaceAt(space).cost : 0;
  const short = good !== null && ship.goods[good] < cost;
  const forward = ask.verb === 'sail' && view.move?.direction !== 'backward';
  const landing: LandingView = {
    from_space: ship.space,
    space,
    finish: false,
    fee: good && cost ? { good, tokens: cost } : null,
    short,
    retreats: [],
    treasure: view.tokens.includes(space),
    ships: view.ships
      .filter((one) => one.ship !== ship.ship && one.space === space)
      .map((one) => one.ship),
  };
  const key = short && landing.ships.length === 0 ? 'look.short.alone' : null;
  const sentence = landingSentence(landing, view, telling);
  return {
    marks: [{ space, time: null, short, retreat: ask.verb === 'retreat' }],
    courses: [{ way: [ship.space, ...wayTo(ship.space, space, forward)], time: null }],
    sentences: [key ? { ...sentence, key } : sentence],
  };
}

/** Where the ghost ship would go. */
export function outlookOfGhost(action: string, view: View, telling: Telling): Outlook {
  const ghost = view.ships.find((ship) => ship.seat === null);
  const forward = readAsk(action).args[0] === 'forward';
  const start = ghost?.space ?? 0;
  const spaces = reached(start, view.move?.steps ?? 0, forward);
  return {
    marks: spaces.map((space) => ({ space, time: null, short: false, retreat: false })),
    courses: spaces.map((space) => ({ way: [start, ...wayTo(start, space, forward)], time: null })),
    sentences: spaces.map((space) => ({
      key: 'look.ghost',
      values: { space: spaceToken(space, telling) },
    })),
  };
}
