/** What somebody has typed of an edition, kept in this browser until it is done. */
import { recall, remember } from '../memory';
import type { BoxGroup } from '../wire/messages';

export interface Draft {
  name: string;
  groups: BoxGroup[];
}

const key = (game: string): string => `edition.${game}`;

export function keepDraft(game: string, draft: Draft | null): void {
  remember(key(game), draft ? JSON.stringify(draft) : '');
}

/** The draft of a game; none that was begun when the server asked for something else. */
export function draftOf(game: string, asked: BoxGroup[]): Draft | null {
  try {
    const draft = JSON.parse(recall(key(game)) || 'null') as Draft | null;
    return draft && form(draft.groups) === form(asked) ? draft : null;
  } catch {
    return null; // not written by this page
  }
}

/** What is asked: the groups and their columns, without what stands in them. */
function form(groups: BoxGroup[]): string {
  return JSON.stringify(
    groups.map(({ group, columns, fewest, most, has_names }) => [
      ...[group, fewest, most, has_names],
      ...columns.map((one) => Object.entries(one).sort()),
    ]),
  );
}
