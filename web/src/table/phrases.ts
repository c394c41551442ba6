/** What was said, in the reader's words. */
import type { Voice } from '../i18n/speech.svelte';
import type { Said } from '../wire/messages';

/** A phrase in the reader's language; one that this page does not know shows its name. */
export function saidText({ phrase, text }: Said, voice: Voice): string {
  if (!phrase) return text ?? '';
  const key = `phrase.${phrase}`;
  return voice.has(key) ? voice.t(key) : phrase;
}
