/** Why something was not done, in the reader's language. */
import type { Voice } from './speech.svelte';

/** What a refusal names: `what` it is about, and numbers. */
export type Details = Record<string, string | number>;

/** What stays of a text where no value was given. */
const GAP = /\{\w/;

interface Problem {
  code: string;
  reason: string;
  details?: Details | null;
}

/**
 * The text of a refusal's code, for this case if there is one; else the server's own sentence. A
 * text that names what this refusal does not is not used.
 */
export function refusalText({ code, reason, details }: Problem, voice: Voice): string {
  const values = { ...details };
  const { what } = values;
  if (voice.has(`option.${what}`)) values.what = voice.t(`option.${what}`);
  const texts = [`refusal.${code}.${what}`, `refusal.${code}`]
    .filter((key) => voice.has(key))
    .map((key) => voice.t(key, values));
  return texts.find((text) => !GAP.test(text)) ?? reason;
}
