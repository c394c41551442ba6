/** A look before the leap: what the server says an answer would change, in words and as marks. */
import { list } from '../../i18n/speech.svelte';
import type { Sentence, Telling } from '../../table/game';
import { readAsk, type Ask } from './asks';
import { BOATS, type PreviewView, type View } from './view';
import { names, placeToken, spaceParts } from './words';

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
  const preview = view.previews.find((one) => one.action === action);
  if (preview) return foretold(preview, ask, view, telling);
  const [first = '', , third = ''] = ask.args;
  switch (ask.verb) {
    case 'peek':
      return told(say('peek'), ...seen(ask, view));
    case 'reveal':
    case 'pick':
      return told(say('reveal'), ...seen(ask, view));
    case 'force':
      return told(say('force', { name: telling.who(Number(third)) }), ...seen(ask, view));
    case 'vote':
      return told(say('vote'));
    case 'vote_two':
      return told(say('vote'), say('vote_two'));
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

function say(key: string, values: Sentence['values'] = {}): Sentence {
  return { key: `look.${key}`, values };
}

function told(...sentences: Sentence[]): Outlook {
  return { ...NOTHING, sentences };
}

/** Which of the slots the viewer has seen; not what lies there. */
function seen(ask: Ask, view: View): Sentence[] {
  const slots = ask.things.filter((one) => one.startsWith('slot-')).map((one) => one.slice(5));
  return view.row
    .filter((slot) => slots.includes(String(slot.slot)) && slot.card !== null)
    .map((slot) => say('seen', { slot: slot.slot }));
}

function foretold(preview: PreviewView, ask: Ask, view: View, telling: Telling): Outlook {
  return {
    sentences: [
      ...words(preview, ask, view, telling),
      ...preview.heirs.map((heir) =>
        say(view.island.line.includes(heir) ? 'heir.island' : 'heir', { name: telling.who(heir) }),
      ),
      ...(preview.struck ? [say('albatross')] : []),
      ...(preview.fountain === null
        ? []
        : [say('fountain', { name: telling.who(preview.fountain) })]),
    ],
    marks: preview.pawns.map(({ seat, place, rank }) => ({ seat, place, rank: rank - 1 })),
    chest: wayOf(preview.chests),
  };
}

/** What the answer itself does; what it causes is told after it. */
function words(preview: PreviewView, ask: Ask, view: View, telling: Telling): Sentence[] {
  const [pawn] = preview.pawns;
  const named = (seat: number | string | undefined) => ({ name: telling.who(Number(seat)) });
  switch (ask.verb) {
    case 'row':
    case 'atlantis':
      return preview.struck ? [] : arriving(preview, telling);
    case 'letter':
      return [say('letter', named(ask.args[0]))];
    case 'maroon':
    case 'target':
      return [say(pawn?.loses_card ? 'maroon.again' : 'maroon', named(ask.args[0]))];
    case 'explode':
      return [say('explode'), ...(pawn ? [say('explode.sunk', named(pawn.seat))] : [])];
    case 'attack':
      return [say('attack'), voting(preview, telling), booty(preview)];
    case 'mutiny':
    case 'brawl':
      return [say(ask.verb, captainOf(view, telling)), voting(preview, telling)];
    default:
      return [say('chests', { british: preview.british, french: preview.french })];
  }
}

function arriving(preview: PreviewView, telling: Telling): Sentence[] {
  const [pawn] = preview.pawns;
  if (!pawn || BOATS.some((boat) => boat === pawn.place)) return [say('boat')];
  const row = say('row', { place: placeToken(pawn.place, telling), rank: pawn.rank });
  if (pawn.ranks.length === 0) return [row];
  const ranks = pawn.ranks.map((rank) => telling.voice.t(`rank.${rank}`));
  return [row, say('becomes', { ranks: list(ranks) })];
}

function captainOf(view: View, telling: Telling): Sentence['values'] {
  const ship = view.ships.find((one) => view.me !== null && one.line.includes(view.me));
  return ship && ship.captain !== null ? { name: telling.who(ship.captain) } : {};
}

function voting(preview: PreviewView, telling: Telling): Sentence {
  const voters = preview.voters ?? [];
  return voters.length > 0 ? say('voters', { voters: names(voters, telling) }) : say('voters.none');
}

function booty(preview: PreviewView): Sentence {
  const { loot: chests, galleon } = preview;
  if (galleon) return say('attack.galleon', { chests });
  return say(chests > 0 ? 'attack.ship' : 'attack.nothing', { chests });
}

/** From where to where a chest would travel. */
function wayOf(chests: PreviewView['chests']): Outlook['chest'] {
  const where = (count: number): string | null =>
    Object.keys(chests).find((treasury) => chests[treasury] === count) ?? null;
  const to = where(1);
  return to === null ? null : { from: where(-1), to };
}
