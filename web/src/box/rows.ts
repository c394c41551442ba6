/** The rows of an edition in words. */
import type { Voice } from '../i18n/speech.svelte';
import type { BoxGroup } from '../wire/messages';

/** Where the text of a cell may stand, by its column. */
const DOMAINS: Record<string, string[]> = {
  id: ['card', 'treasure', 'space', 'character'],
  type: ['destination_type', 'box.word'],
  top: ['card.own'],
  flag: ['card.own'],
  bottom: ['card.own'],
  morning: ['symbol'],
  evening: ['symbol'],
  ship: ['ship'],
  colour: ['ship'],
  card: ['card'],
  deck: ['option.deck'],
  good: ['good'],
  face: ['box.word'],
};
/** What is drawn, or said by the name of its row. */
const UNSEEN = ['x', 'y', 'kind'];

/** The columns of a group; the first one names the row. */
export function columnsOf({ columns, rows }: BoxGroup): string[] {
  const filled = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  const all = columns.map(({ column }) => column).filter((one) => filled.has(one));
  return all.filter((one) => !UNSEEN.includes(one) && !(one === 'colour' && all.includes('id')));
}

/** What stands above a column; nothing above the names. */
export function headOf(column: string, place: number, voice: Voice): string {
  if (place === 0) return '';
  const key = [`skill.${column}`, `nation.${column}`, `box.column.${column}`].find((one) =>
    voice.has(one),
  );
  return key ? voice.t(key) : column;
}

/** A cell as a reader sees it. */
export function cellText(column: string, cell: string | undefined, voice: Voice): string {
  if (cell === undefined || cell === '' || cell === '-') return '–';
  const key = DOMAINS[column]?.map((domain) => `${domain}.${cell}`).find((one) => voice.has(one));
  if (key) return voice.t(key);
  const bound = /^(\d+)([-+])$/.exec(cell);
  if (bound)
    return voice.t(bound[2] === '-' ? 'box.players.most' : 'box.players.least', { n: bound[1]! });
  if (cell === 'yes' || cell === 'no') return voice.t(`box.${cell}`);
  if (column === 'next')
    return cell
      .split('|')
      .map((one) => voice.t(`space.${one}`))
      .join(', ');
  return cell.replace('-', '−');
}
