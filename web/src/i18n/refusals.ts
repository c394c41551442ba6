/** Why something was not done, in the reader's language. */
import type { Voice } from './speech.svelte';

/** The text of a refusal's code; the server's own sentence if there is none. */
export function refusalText(problem: { code: string; reason: string }, voice: Voice): string {
  const key = `refusal.${problem.code}`;
  return voice.has(key) ? voice.t(key) : problem.reason;
}
