/** Why an edition cannot be played, in the reader's language. */
import { list, type Voice } from '../i18n/speech.svelte';
import type { BoxChecked } from '../wire/messages';
import { cellText, headOf } from './rows';

/** What every row or group may have beside its columns. */
const ASIDES: Record<string, string> = {
  name: 'edit.piece',
  note: 'edit.note',
  source: 'box.source',
};
/** Reasons that begin with a column, and those that begin with a group. */
const OF_COLUMN = ['cell', 'letters', 'missing', 'number', 'taken', 'text', 'texts', 'word'];
const OF_GROUP = ['no_group', 'no_rows', 'rows'];

function nameOf(code: string, value: string, voice: Voice): string {
  if (OF_GROUP.includes(code)) return voice.t(`box.group.${value}`);
  if (!OF_COLUMN.includes(code)) return value;
  return ASIDES[value] ? voice.t(ASIDES[value]) : headOf(value, 1, voice);
}

/** The reason, or what the server says if a game has no words of ours for it. */
export function reasonText({ code, values, reason }: BoxChecked, voice: Voice): string {
  const key = `edit.wrong.${code}`;
  if (!voice.has(key)) return reason;
  const [first = '', ...rest] = values;
  const words = rest.map((value) =>
    code === 'word'
      ? list(
          value.split(', ').map((one) => cellText(first, one, voice)),
          'disjunction',
        )
      : cellText('type', value, voice),
  );
  return voice.t(key, Object.fromEntries([nameOf(code, first, voice), ...words].entries()));
}
