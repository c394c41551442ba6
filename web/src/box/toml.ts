/** An edition that is typed in, as the file that the server reads. */
import type { BoxGroup, BoxRow } from '../wire/messages';

/** A text for all languages, or one for each. */
export type Names = Record<string, string>;

export interface Written {
  text: string;
  /** What stands in each line: a group, and its row if it is one. */
  lines: { group?: number; row?: number }[];
}

const NUMBER = /^(0|-?[1-9]\d*)$/;
const TRUTHS: Record<string, string> = { yes: 'true', no: 'false' };

/** A cell as TOML; several values stand in a list. */
function cell(value: string): string {
  if (value.includes('|')) return `[${value.split('|').map(cell).join(', ')}]`;
  return NUMBER.test(value) ? value : (TRUTHS[value] ?? JSON.stringify(value));
}

function texts(names: Names): string {
  const all = Object.entries(names);
  const [first] = all;
  if (first && all.every(([, text]) => text === first[1])) return JSON.stringify(first[1]);
  return `{ ${all.map(([language, text]) => `${language} = ${JSON.stringify(text)}`).join(', ')} }`;
}

function row({ cells, name, source }: BoxRow, group: BoxGroup): string {
  const columns = group.columns.map(({ column }) => column);
  const filled = columns.flatMap((column) => {
    const value = cells[column]?.trim();
    return value ? [`${column} = ${cell(value)}`] : [];
  });
  if (Object.keys(name).length > 0) filled.push(`name = ${texts(name)}`);
  if (source !== group.source) filled.push(`source = ${JSON.stringify(source)}`);
  return `  { ${filled.join(', ')} },`;
}

/** The whole file, one row to a line. */
export function writeEdition(game: string, name: string, groups: BoxGroup[]): Written {
  const text = ['format = 1', `game = ${JSON.stringify(game)}`, `name = ${JSON.stringify(name)}`];
  const lines: Written['lines'] = text.map(() => ({}));
  groups.forEach((group, place) => {
    const head = ['', `[${group.group}]`, `source = ${JSON.stringify(group.source)}`];
    if (Object.keys(group.note).length > 0) head.push(`note = ${texts(group.note)}`);
    head.push('rows = [');
    text.push(...head, ...group.rows.map((one) => row(one, group)), ']');
    lines.push(
      ...head.map(() => ({ group: place })),
      ...group.rows.map((_, number) => ({ group: place, row: number })),
      { group: place },
    );
  });
  return { text: text.join('\n') + '\n', lines };
}

/** A text that was changed in one language: also in the others, if it was the same in all. */
export function renamed(names: Names, language: string, text: string): Names {
  if (text.trim() === '') return {};
  const all = new Set(Object.values(names));
  if (all.size > 1) return { ...names, [language]: text };
  return { en: text, de: text, pl: text };
}

/** A word for a new row that no row of the group has. */
export function freshId({ rows }: BoxGroup, column: string): string {
  const taken = new Set(rows.map(({ cells }) => cells[column]));
  let number = rows.length + 1;
  while (taken.has(`card_${number}`)) number += 1;
  return `card_${number}`;
}
