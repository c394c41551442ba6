/** A table as the pupil of a guided game sees it: only what the guide asks for can be done. */
import type { Guide, Update } from '../wire/messages';

/** The pupil has learned everything, and plays alone. */
export function isLast(guide: Guide): boolean {
  return guide.number === guide.count - 1;
}

/** Whether a guide says what may be done. */
export function isLed(update: Update | null): boolean {
  return update?.guide != null && !isLast(update.guide);
}

/** The action that the guide asks for now; null while others play, and after the last step. */
export function wantedOf(update: Update | null): string | null {
  return update?.question == null ? null : (update.guide?.action ?? null);
}

/** The update with nothing to do but the guide's action. */
export function led(update: Update): Update {
  if (!isLed(update)) return update;
  const action = wantedOf(update);
  return { ...update, legal: action === null ? [] : [action], asides: [], denied: [] };
}
