/** A look before the leap: what an answer would change, in words and as marks on the chart. */
import type { Sentence, Telling } from '../../table/game';
import { readAsk, type Ask } from './asks';
import { names, placeToken, spaceParts } from './words';
import { lineOf, type View } from './view';

export interface Mark {
  /** A pawn would stand there: its seat, the place, and the rank from 0. */
  seat: number;
  place: string;
  rank: number;
}

export interface Outlook {
  sentences: Sentence[];
  marks: Mark[];
  /** A chest would travel. */
  chest: { from: string | null; to: string } | null;
}

const NOTHING: Outlook = { sentences: [], marks: [], chest: null };

export function outlookOf(action: string, view: View, telling: Telling): Outlook {
  const ask = readAsk(action, view);
  const say = (key: string, values: Sentence['values'] = {}): Sentence => ({
    key: `look.${key}`,
    values,
  });
  const [first = '', second = '', third = ''] = ask.args;
  switch (ask.verb) {
    case 'peek':
      return told(say('peek'), ...seen(ask, view));
    case 'reveal':
    case 'pick':
      return told(say('reveal'), ...seen(ask, view));
    case 'force':
      return told(say('force', { name: telling.who(Number(third)) }), ...seen(ask, view));
    case 'row':
      return moving(view, view.me, first, telling, rowWords(view, first, telling));
    case 'letter':
      return moving(view, Number(first), second, telling, [
        say('letter', { name: telling.who(Number(first)) }),
      ]);
    case 'maroon':
      return marooning(view, Number(first), telling);
    case 'target':
      return view.step === 'pistol_target' ? marooning(view, Number(first), telling) : NOTHING;
    case 'attack':
    case 'mutiny':
    case 'brawl':
      return calling(ask.verb, view, telling);
    case 'smuggle':
      return shipping(view, first.replace(/.$/, first.endsWith('B') ? 'F' : 'B'), first);
    case 'take':
      return shipping(view, first, second);
    case 'stow':
      return shipping(view, null, first);
    case 'vote':
      return told(say('vote'));
    case 'vote_two':
      return told(say('vote'), say('vote_two'));
    case 'explode':
      return exploding(view, first, telling);
    case 'stand': {
      const { place, rank } = spaceParts(first);
      return {
        ...NOTHING,
        marks: view.me === null ? [] : [{ seat: view.me, place, rank: rank - 1 }],
      };
    }
    default:
      return NOTHING;
  }
}

function told(...sentences: Sentence[]): Outlook {
  return { ...NOTHING, sentences };
}

/** Which of the slots the viewer has seen; not what lies there. */
function seen(ask: Ask, view: View): Sentence[] {
  const slots = ask.things.filter((one) => one.startsWith('slot-')).map((one) => one.slice(5));
  return view.row
    .filter((slot) => slots.includes(String(slot.slot)) && slot.card !== null)
    .map((slot) => ({ key: 'look.seen', values: { slot: slot.slot } }));
}

function rowWords(view: View, place: string, telling: Telling): Sentence[] {
  const line = lineOf(view, place);
  if (!line) return [{ key: 'look.boat', values: {} }];
  const rank = line.line.length + 1;
  const values = { place: placeToken(place, telling), rank };
  const ranks = ranksAt(place, rank).map((one) => telling.voice.t(`rank.${one}`));
  const row: Sentence = { key: 'look.row', values };
  if (ranks.length === 0) return [row];
  return [row, { key: 'look.becomes', values: { ranks: ranks.join(', ') } }];
}

/** Whoever joins the back is last; on a ship that is the Cabin Boy. */
function ranksAt(place: string, rank: number): string[] {
  if (place === 'TO') return rank === 1 ? ['governor'] : [];
  const found = rank === 1 ? ['captain'] : rank === 2 ? ['first_mate'] : [];
  return [...found, 'cabin_boy'];
}

/** Who leads the line that somebody leaves. */
function heirs(view: View, seat: number, telling: Telling): Sentence[] {
  const line = [...view.ships, view.island].find((one) => one.line[0] === seat);
  const heir = line?.line[1];
  if (!line || heir === undefined) return [];
  const key = line.place === 'TO' ? 'look.heir.island' : 'look.heir';
  return [{ key, values: { name: telling.who(heir) } }];
}

function albatrosses(view: View, seat: number, place: string): Sentence[] {
  const line = view.ships.find((one) => one.place === place);
  const own = view.seats[seat]?.kept.albatrosses ?? 0;
  return line && own > 0 && line.albatrosses + own >= 2
    ? [{ key: 'look.albatross', values: {} }]
    : [];
}

function moving(
  view: View,
  seat: number | null,
  place: string,
  telling: Telling,
  words: Sentence[],
): Outlook {
  if (seat === null) return NOTHING;
  const rank = lineOf(view, place)?.line.length ?? 0;
  return {
    sentences: [...words, ...heirs(view, seat, telling), ...albatrosses(view, seat, place)],
    marks: [{ seat, place, rank }],
    chest: null,
  };
}

function marooning(view: View, seat: number, telling: Telling): Outlook {
  const name = telling.who(seat);
  const there = view.island.line.includes(seat);
  const sentences: Sentence[] = [
    { key: there ? 'look.maroon.again' : 'look.maroon', values: { name } },
    ...heirs(view, seat, telling),
  ];
  if (view.seats[seat]?.kept.fountain_of_youth) {
    sentences.push({ key: 'look.fountain', values: { name } });
  }
  const rank = view.island.line.length - (there ? 1 : 0);
  return { sentences, marks: [{ seat, place: 'TO', rank }], chest: null };
}

/** Who would lay a card: nobody without cards, nobody under the Pirate Code. */
function votersAt(view: View, line: number[], without: number | null): number[] {
  return line.filter((seat) => {
    const one = view.seats[seat];
    return seat !== without && one && one.hand_count > 0 && !one.kept.pirate_code;
  });
}

function calling(verb: 'attack' | 'mutiny' | 'brawl', view: View, telling: Telling): Outlook {
  const ship = view.ships.find((one) => view.me !== null && one.line.includes(view.me));
  const line = verb === 'brawl' ? view.island : ship;
  if (!line) return NOTHING;
  const captain = verb === 'mutiny' ? line.captain : null;
  const voters = votersAt(view, line.line, captain);
  const who: Sentence =
    voters.length > 0
      ? { key: 'look.voters', values: { voters: names(voters, telling) } }
      : { key: 'look.voters.none', values: {} };
  const name = captain === null ? '' : telling.who(captain);
  const sentences: Sentence[] = [{ key: `look.${verb}`, values: { name } }, who];
  if (verb === 'attack') sentences.push(booty(view, line.place));
  return told(...sentences);
}

function booty(view: View, place: string): Sentence {
  if (view.galleon > 0) return { key: 'look.attack.galleon', values: { chests: view.galleon } };
  const other = view.ships.find((one) => one.place !== place);
  const chests = (other?.british ?? 0) + (other?.french ?? 0);
  return { key: chests > 0 ? 'look.attack.ship' : 'look.attack.nothing', values: { chests } };
}

/** The chests of both nations after one has travelled. */
function shipping(view: View, from: string | null, to: string): Outlook {
  const change = (nation: string): number =>
    (to.endsWith(nation) ? 1 : 0) - (from?.endsWith(`.${nation}`) ? 1 : 0);
  const values = { british: view.british + change('B'), french: view.french + change('F') };
  return { sentences: [{ key: 'look.chests', values }], marks: [], chest: { from, to } };
}

function exploding(view: View, boat: string, telling: Telling): Outlook {
  const rower = view.boats.find((one) => one.boat === boat)?.seat ?? null;
  const gone: Sentence = { key: 'look.explode', values: {} };
  if (rower === null) return told(gone);
  const sunk: Sentence = { key: 'look.explode.sunk', values: { name: telling.who(rower) } };
  const marks = [{ seat: rower, place: 'TO', rank: view.island.line.length }];
  return { sentences: [gone, sunk], marks, chest: null };
}
