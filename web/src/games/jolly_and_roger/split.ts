/** The draft of a split: which of the five cards lie in the left and which in the right set. */
export type Side = 'left' | 'right';
export type Draft = Side[];

export const CARDS = 5;

/** Reads a division such as `split 12`: these positions lie left, the others right. */
export function draftOf(action: string): Draft {
  const division = action.split(' ')[1] ?? '12';
  return Array.from({ length: CARDS }, (_, index) =>
    division.includes(String(index + 1)) ? 'left' : 'right',
  );
}

export function moved(draft: Draft, index: number, side: Side): Draft {
  return draft.map((one, at) => (at === index ? side : one));
}

export function toggled(draft: Draft, index: number): Draft {
  return moved(draft, index, draft[index] === 'left' ? 'right' : 'left');
}

/** The division is named by the set that holds the first card. */
export function actionOf(draft: Draft): string {
  const named = draft[0];
  const positions = draft.flatMap((side, index) => (side === named ? [index + 1] : []));
  return `split ${positions.join('')}`;
}

export function indexesOn(draft: Draft, side: Side): number[] {
  return draft.flatMap((one, index) => (one === side ? [index] : []));
}
