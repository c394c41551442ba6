/** What the lobby asks the server for, from what was chosen in the form. */
import type { GameInfo, OpenTable, OptionInfo, OptionValue, SeatWish } from '../wire/messages';

/** `me`, `open`, or `bot:<level>`. */
export type SeatChoice = string;

export const CLOCKS = [0, 30, 60, 120, 300, 900] as const;
export const CLOCK_DEFAULT = 120;

/** I sit first; bots of the strongest level known are across. */
export function firstChoices(info: GameInfo, seats: number): SeatChoice[] {
  const rival = info.bots.includes('greedy') ? 'greedy' : info.bots.at(-1);
  const other = rival ? `bot:${rival}` : 'open';
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? 'me' : other));
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

export function tableWish(
  info: GameInfo,
  choices: SeatChoice[],
  options: Record<string, OptionValue>,
  clock: number,
): OpenTable {
  return {
    game: info.name,
    seats: choices.map(seatWish),
    options,
    clock_s: clock > 0 ? clock : null,
  };
}
