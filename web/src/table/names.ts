/** What people and bots at the table are called. */
import { seatColour, seatEmblem } from '../art/seats';
import { shell, type Token, type Voice } from '../i18n/speech.svelte';
import type { Character, SeatInfo, TableInfo } from '../wire/messages';

/** A bot's level in words, under the server's own name for it if there is no text. */
export function botName(bot: string, voice: Voice): string {
  const key = `bot.${bot}`;
  return voice.has(key) ? voice.t(key) : bot;
}

/** How a level plays, in a sentence; nothing for a bot that has no text. */
export function botAbout(bot: string, voice: Voice): string {
  const key = `bot.${bot}.about`;
  return voice.has(key) ? voice.t(key) : '';
}

/** The levels that a temper sways; bots of the server's own, a network say, play as they play. */
const SWAYED = ['deckhand', 'bosun', 'greedy', 'captain', 'old-salt'];

/** As whom a bot plays, without a temper that it does not obey. */
export function characterOf({ bot, character }: SeatInfo): Character | null {
  if (!character || SWAYED.includes(bot ?? '')) return character ?? null;
  return { ...character, temper: '' };
}

/** A temper in a word; nothing for one that has no text. */
export function temperName(temper: string): string {
  const key = `temper.${temper}`;
  return shell.has(key) ? shell.t(key) : '';
}

/** How one notices a temper, in a sentence. */
export function temperAbout(temper: string): string {
  const key = `temper.${temper}.about`;
  return shell.has(key) ? shell.t(key) : '';
}

/** What a bot is, in a few words: its level and its temper. */
export function botKind(info: SeatInfo, voice: Voice): string {
  const temper = temperName(characterOf(info)?.temper ?? '');
  const level = botName(info.bot ?? '', voice);
  return temper ? `${level}, ${temper}` : level;
}

export function seatName(info: SeatInfo, voice: Voice): string {
  if (info.reserved_for) return voice.t('seat.reserved', { name: info.reserved_for });
  if (info.kind === 'open') return voice.t('seat.open');
  if (info.kind === 'bot' && info.bot) return info.name ?? botName(info.bot, voice);
  return info.name ?? voice.t('seat.number', { n: info.seat + 1 });
}

export function nameOf(table: TableInfo | null, seat: number, voice: Voice): string {
  const info = table?.seats[seat];
  if (!info) return voice.t('seat.number', { n: seat + 1 });
  const name = seatName(info, voice);
  const twin = table.seats.some((one) => one.seat !== seat && seatName(one, voice) === name);
  return twin ? `${name} ${seat + 1}` : name;
}

/** A name before and from its number on; all of it before where it has none. */
export function inTwo(name: string): [string, string] {
  const [, word, number] = /^(.*\S)(\s\d+)$/.exec(name) ?? [];
  return word && number ? [word, number] : [name, ''];
}

/** A seat's name with its emblem and colour, for sentences. */
export function seatToken(table: TableInfo | null, seat: number, voice: Voice): Token {
  return {
    text: nameOf(table, seat, voice),
    icon: seatEmblem(seat),
    colour: seatColour(seat),
  };
}
