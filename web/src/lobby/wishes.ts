/** What the lobby asks the server for, from what was chosen in the form. */
import {
  DAY_S,
  type GameInfo,
  type OpenTable,
  type OptionInfo,
  type OptionValue,
  type Pace,
  type SeatWish,
} from '../wire/messages';

/** `me`, `here` (somebody else at this device), `open`, or `bot:<level>`. */
export type SeatChoice = string;

/** Who plays, in one word. */
export type Company = 'bots' | 'friends' | 'here';
export const COMPANIES: readonly Company[] = ['bots', 'friends', 'here'];

export const CLOCKS = [0, 30, 60, 120, 300, 900] as const;
export const RESERVES = [0, 60, 180, 300, 600, 1800] as const;
export const DAYS = [1, 2, 3, 5, 7] as const;
export const PACES: readonly Pace[] = ['calm', 'brisk', 'at_once'];
export const DELAYS = [0, 30, 120, 600] as const;

/** How a table is played, whatever the game. */
export interface Terms {
  tempo: 'live' | 'days';
  clock: number;
  reserve: number;
  days: number;
  standIn: string;
  hints: boolean;
  pace: Pace;
  isPublic: boolean;
  delay: number;
  /** An address that is called when a seat is asked; by days only. */
  webhook: string;
}

/** The bot that is across the table unless somebody wants another. */
export function usualBot(info: GameInfo): string {
  return info.bots.includes('bosun') ? 'bosun' : (info.bots.at(-1) ?? '');
}

/** How many sit at a table unless somebody says otherwise: the least a game takes is seldom its best. */
export function usualSeats(info: GameInfo): number {
  const [least, most] = info.seats;
  return Math.min(Math.max(least, 4), most);
}

/** The bot that plays for somebody who has left. */
export function usualStandIn(info: GameInfo): string {
  return info.bots.includes('captain') ? 'captain' : usualBot(info);
}

/** Whether one person plays against bots only: nobody else waits, and nobody need be hidden from. */
export function isAlone(choices: SeatChoice[]): boolean {
  return choices.every((choice) => choice === 'me' || choice.startsWith('bot:'));
}

/** What the options of a new table are unless somebody chooses otherwise. */
export function usualOptions(info: GameInfo, alone: boolean): Record<string, OptionValue> {
  return Object.fromEntries(
    Object.entries(info.options).map(([name, one]) => [name, alone ? one.alone : one.default]),
  );
}

type OptionGroup = { origin: OptionInfo['origin']; group: [string, OptionInfo][] };

/** The options by where they come from: the box, a reading of its rules, this house. */
export function optionGroups(info: GameInfo): OptionGroup[] {
  const origins: OptionInfo['origin'][] = ['printed', 'reading', 'ours'];
  return origins
    .map((origin) => ({
      origin,
      group: Object.entries(info.options).filter(([, option]) => option.origin === origin),
    }))
    .filter(({ group }) => group.length > 0);
}

/** Alone against bots the table waits: no clock, and hints are at hand. */
export function usualTerms(info: GameInfo, alone = false): Terms {
  return {
    tempo: 'live',
    clock: alone ? 0 : 120,
    reserve: 0,
    days: 2,
    standIn: usualStandIn(info),
    hints: alone,
    pace: 'brisk',
    isPublic: false,
    delay: 0,
    webhook: '',
  };
}

/** I sit first; the others are all of one kind. */
export function seatsFor(
  company: Company,
  info: GameInfo,
  seats: number,
  bot = usualBot(info),
): SeatChoice[] {
  const others = { bots: bot ? `bot:${bot}` : 'open', friends: 'open', here: 'here' };
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? 'me' : others[company]));
}

/** What a choice is, whatever the level of a bot. */
function kind(choice: SeatChoice | undefined): string | undefined {
  return choice?.replace(/:.*/, '');
}

/** The level of all bots here, if it is one and there are any. */
export function levelOf(choices: SeatChoice[]): string | null {
  const levels = new Set(
    choices.filter((one) => one.startsWith('bot:')).map((one) => one.slice(4)),
  );
  return levels.size === 1 ? [...levels][0]! : null;
}

/** All bots get one level. */
export function leveled(choices: SeatChoice[], level: string): SeatChoice[] {
  return choices.map((one) => (one.startsWith('bot:') ? `bot:${level}` : one));
}

/** Which company these seats are, if it is one. */
export function companyOf(choices: SeatChoice[], info: GameInfo): Company | null {
  const same = (company: Company): boolean =>
    seatsFor(company, info, choices.length).every(
      (choice, seat) => kind(choices[seat]) === kind(choice),
    );
  return COMPANIES.find(same) ?? null;
}

/** More or fewer seats; a new one is like the last. */
export function resized(choices: SeatChoice[], count: number): SeatChoice[] {
  const last = choices.at(-1) ?? 'open';
  const more = last === 'me' ? 'open' : last;
  return Array.from({ length: count }, (_, seat) => choices[seat] ?? more);
}

/** Only one seat can be mine: the one chosen last. */
export function chooseSeat(choices: SeatChoice[], seat: number, choice: SeatChoice): SeatChoice[] {
  return choices.map((one, index) => {
    if (index === seat) return choice;
    return choice === 'me' && one === 'me' ? 'open' : one;
  });
}

/** Reads a form value as the kind of value that the option takes. */
export function optionValue(option: OptionInfo, text: string): OptionValue {
  if (option.kind === 'number') return Number(text);
  if (option.kind === 'switch') return text === 'true';
  return text;
}

/** The names in a list option's value. */
export function listed(value: OptionValue | undefined): string[] {
  return typeof value === 'string' && value !== '' ? value.split(',') : [];
}

/** A list option's value after a box was ticked or cleared; names keep the option's own order. */
export function ticked(
  option: OptionInfo,
  value: OptionValue | undefined,
  name: string,
  isTicked: boolean,
): string {
  const chosen = listed(value);
  const wanted = (one: string): boolean => (one === name ? isTicked : chosen.includes(one));
  return option.values.filter(wanted).join(',');
}

function seatWish(choice: SeatChoice): SeatWish {
  return choice.startsWith('bot:') ? { kind: 'bot', bot: choice.slice(4) } : { kind: 'open' };
}

/** The time for a decision; null without a clock. */
export function clockSeconds(terms: Terms): number | null {
  if (terms.tempo === 'days') return terms.days * DAY_S;
  return terms.clock > 0 ? terms.clock : null;
}

export function tableWish(
  info: GameInfo,
  choices: SeatChoice[],
  options: Record<string, OptionValue>,
  terms: Terms,
): OpenTable {
  const clock_s = clockSeconds(terms);
  return {
    game: info.name,
    seats: choices.map(seatWish),
    options,
    clock_s,
    reserve_s: terms.tempo === 'live' && clock_s !== null ? terms.reserve : 0,
    stand_in: terms.standIn || null,
    hints: terms.hints,
    pace: terms.pace,
    is_public: terms.isPublic,
    spectator_delay_s: terms.delay,
    webhook: terms.tempo === 'days' ? terms.webhook.trim() || null : null,
  };
}
